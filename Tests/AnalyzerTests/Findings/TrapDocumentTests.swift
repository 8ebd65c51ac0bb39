import Analyzer
import TestSupport
import Testing

@Suite struct TrapDocumentTests {
  @Test func `the document has a section for each trap, in the order of the table`() throws {
    let document = String(decoding: try ProjectFiles.bytes("docs/traps.md"), as: UTF8.self)
    let headings = document.split(separator: "\n").filter { $0.hasPrefix("### ") }
    #expect(headings.map { String($0.dropFirst(4)) } == Trap.all.map(\.identifier.rawValue))
    for trap in Trap.all {
      #expect(trap.aliases.allSatisfy(document.contains), "\(trap.identifier.rawValue)")
    }
  }
}
