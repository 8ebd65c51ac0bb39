import Testing
import TraceCompression

@testable import TraceFormat

/// A name that stands twice in an object, and the mark that some editors put before a text.
@Suite struct DuplicateNameTests {
  private static func names(_ text: String) throws(DecodingFailure) -> [String] {
    var names: [String] = []
    let bytes = Array(text.utf8)
    var reader = JSONReader(bytes.rawBytes)
    try reader.enterObject()
    while let name = try reader.nextMember() {
      names.append(name)
      try reader.skipValue()
    }
    return names
  }

  @Test(arguments: [2, 12, 13, 14, 40])
  func `a reader refuses a name that stood before, in small and large objects`(count: Int) {
    let members = (0..<count - 1).map { "\"m\($0)\":\($0)" }
    #expect(throws: Never.self) { try Self.names("{\(members.joined(separator: ","))}") }
    for index in members.indices {
      let text = "{\((members + ["\"m\(index)\":1"]).joined(separator: ","))}"
      let failure = #expect(throws: DecodingFailure.self) { try Self.names(text) }
      #expect(failure?.description.contains("\"m\(index)\" appears twice") == true)
      #expect(failure?.offset == text.utf8.count - "\"m\(index)\":1}".utf8.count)
    }
  }

  @Test func `names are compared as what they say, and as bytes`() throws {
    #expect(throws: DecodingFailure.self) { try Self.names(#"{"a":1,"\u0061":2}"#) }
    #expect(try Self.names("{\"e\u{301}\":1,\"\u{E9}\":2}").count == 2)
    #expect(try Self.names(#"{"a":{"a":1},"b":{"a":1,"b":2}}"#) == ["a", "b"])
  }

  @Test func `the mark of UTF-8 is passed over at the start and nowhere else`() throws {
    #expect(try JSONText(parsing: Array("\u{FEFF}{}".utf8)) == .object([]))
    for text in ["{\u{FEFF}}", " \u{FEFF}{}", "\u{FEFF}\u{FEFF}{}", "{}\u{FEFF}", "\u{FEFF}"] {
      #expect(throws: DecodingFailure.self, "\(text.debugDescription)") {
        try JSONText(parsing: Array(text.utf8))
      }
    }
    let lines = try LineReader(MemorySource(Array("\u{FEFF}a\n\u{FEFF}b".utf8)))
    #expect(try lines.next() == Array("a".utf8))
    #expect(try lines.next() == Array("\u{FEFF}b".utf8))
    #expect(TextPosition(of: 3, in: Array("\u{FEFF}{}".utf8)) == TextPosition(line: 1, column: 1))
    #expect(
      TextPosition(of: 5, in: Array("{\n\u{FEFF}{}".utf8)) == TextPosition(line: 2, column: 2))
  }
}
