import Testing
import TraceFormat

/// Text in JSON is compared by its bytes.
@Suite struct TextBytesTests {
  /// Pairs that are equal to Swift, and not to Realm.
  static let pairs = [
    ("\u{E9}", "e\u{301}"), ("\u{C5}", "\u{212B}"), ("\u{AC00}", "\u{1100}\u{1161}"),
    ("K", "\u{212A}"), (";", "\u{37E}"), ("`", "\u{1FEF}"),
    ("q\u{307}\u{323}", "q\u{323}\u{307}"),
  ]

  @Test(arguments: pairs)
  func `Values and members that look alike are not equal`(a: String, b: String) throws {
    #expect(a == b)
    #expect(!a.hasSameBytes(as: b) && a.hasSameBytes(as: a))
    #expect(TextBytes(a).hashValue != TextBytes(b).hashValue)
    #expect(JSONText.string(a) != .string(b))
    #expect(Set([JSONText.string(a), .string(b), .string(a)]).count == 2)
    #expect(JSONText.Member(a, .null) != JSONText.Member(b, .null))
    #expect(JSONText.array([.string(a)]) != .array([.string(b)]))
  }

  @Test(arguments: pairs)
  func `An object has members for both`(a: String, b: String) throws {
    let json = try JSONText(parsing: Array("{\"\(a)\":1,\"\(b)\":2}".utf8))
    #expect(json.member(a) == .integer(1) && json.member(b) == .integer(2))
    var members = try JSONMembers(JSONNode(json))
    #expect(members.take(a)?.json == .integer(1))
    let failure = #expect(throws: JSONShapeFailure.self) { try members.finish() }
    #expect(failure?.found.hasSameBytes(as: "`\(b)`") == true)
    #expect(JSONNode(json).without(a).json == .object([.init(b, .integer(2))]))
  }

  private enum Word: String, CaseIterable, Codable {
    case wordWithK
  }

  @Test func `A word of a vocabulary is not taken for what looks like it`() throws {
    let json = JSONNode(.string("wordWith\u{212A}"))
    #expect(throws: JSONShapeFailure.self) { try json.choice(Word.self) }
    #expect(try JSONNode(.string("wordWithK")).choice(Word.self) == .wordWithK)
  }

  private struct Fact: Codable, Equatable {
    var key: Bool?
    var nameOfK: Bool?
  }

  @Test func `A member of a fact is not taken for what looks like it`() throws {
    let read: Fact = try JSONNode(.members(["nameOfK": .bool(true)])).fact()
    #expect(read == Fact(nameOfK: true))
    #expect(throws: JSONShapeFailure.self) {
      let _: Fact = try JSONNode(.members(["nameOf\u{212A}": .bool(true)])).fact()
    }
  }
}
