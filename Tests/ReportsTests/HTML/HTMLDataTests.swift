import Testing
import TraceFormat

@testable import Reports

@Suite struct HTMLDataTests {
  private func read(_ data: inout HTMLData) throws -> JSONNode {
    JSONNode(try JSONText(parsing: Array(data.scriptText(none: [], documentation: nil).utf8)))
  }

  private func text(_ number: Int, in node: JSONNode) throws -> String {
    let entry = try node.require("texts").elements()[number]
    if case .string(let text) = entry.json { return text }
    return try entry.elements().map { try text($0.integer(), in: node) }.joined()
  }

  @Test func `Texts are there once, and long ones in parts that they share`() throws {
    var data = HTMLData()
    let elements = (0..<40).map { "\"element \($0)\"" }
    let first = "[" + elements.joined(separator: ", ") + "]"
    let second = "[" + elements.reversed().joined(separator: ", ") + "]"
    let comma = String(repeating: "x", count: 100) + ","
    let texts = [
      "", "a", first, second, "set to " + first, "é", "e\u{301}", comma, comma + comma,
      String(repeating: ",", count: 200),
    ]
    let numbers = texts.map { data.number(of: $0) }
    #expect(Set(numbers).count == texts.count)
    #expect(texts.map { data.number(of: $0) } == numbers)
    let node = try read(&data)
    for (number, text) in zip(numbers, texts) {
      #expect(try self.text(number, in: node).hasSameBytes(as: text.visible))
    }
    #expect(try node.require("texts").elements().count < 60)
  }

  @Test func `Columns are there once, and a constant one as one number`() throws {
    var data = HTMLData()
    let table = data.table(
      3, [("a", [7, 7, 7]), ("b", [1, 2, 3]), ("c", [1, 2, 3]), ("d", [7, 7, 7])])
    #expect(table.text() == #"{"count":3,"columns":{"a":0,"b":1,"c":1,"d":0}}"#)
    let columns = try read(&data).require("columns")
    #expect(columns.json.text() == "[[7],[1,2,3]]")
  }

  @Test func `Nothing in the data can end its element`() throws {
    for text in HostileText.samples + ["</script>", "<!--<script>", "\u{2028}", "]]>", "&lt;"] {
      var data = HTMLData()
      let number = data.number(of: text, ending: "script>")
      let block = data.scriptText(none: [text], documentation: nil)
      #expect(!block.utf8.contains { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") })
      #expect(!block.unicodeScalars.contains { $0 == "\u{2028}" || $0 == "\u{2029}" })
      let shown = text.visible { $0 == "\n" || $0 == "\t" }
      #expect(try self.text(number, in: read(&data)).hasSameBytes(as: shown))
    }
  }
}
