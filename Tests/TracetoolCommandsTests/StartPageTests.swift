import ArgumentParser
import TestSupport
import Testing

@testable import TracetoolCommands

/// docs/README.md has one command for whatever readers have and want.
@Suite struct StartPageTests {
  @Test func `every command of the first page is one that tracetool takes`() throws {
    let page = String(decoding: try ProjectFiles.bytes("docs/README.md"), as: UTF8.self)
    let commands = page.split(separator: "\n").filter { $0.hasPrefix("|") }
      .flatMap { $0.split(separator: "`").filter { $0.hasPrefix("tracetool ") } }
    for command in try commands.atLeast(29, "commands of docs/README.md") {
      let words = DocumentedCommand.words(command.replacing("\"", with: "'")[...])
      #expect(throws: Never.self, "\(command)") {
        try Tracetool.parseAsRoot(Array(words.dropFirst()))
      }
    }
  }
}
