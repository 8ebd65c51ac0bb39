import Testing
import TraceFormat

/// Strings of Realm as JSON (`docs/changesets.md`, "Values as JSON"): each has one form, and no two the same.
@Suite struct StringsAsJSONTests {
  static let strings: [RealmString] = [
    "", "a", "\u{E9}", "e\u{301}", "\u{FFFD}", "$string", "$string:", "$string:ff", "$string:zz",
    "$a",
    RealmString([0xFF]), RealmString([0xFE]), RealmString([0xC3]), RealmString([0xED, 0xA0, 0x80]),
    RealmString(Array("$string:".utf8) + [0xFF]),
  ]

  @Test func `No two strings have the same name or value`() {
    #expect(Set(Self.strings.map { JSONText.string($0.jsonName) }).count == Self.strings.count)
    #expect(Set(Self.strings.map(\.json)).count == Self.strings.count)
  }

  @Test(arguments: strings)
  func `A name and a value are read back`(string: RealmString) throws {
    #expect(RealmString(jsonName: string.jsonName) == string)
    let dictionary = Value.dictionary([.init(key: string, value: .string(string))])
    #expect(try Value(JSONNode(dictionary.json)) == dictionary)
    #expect(try JSONNode(string.json).realmString() == string)
  }

  @Test func `Text stands as it is`() {
    #expect(RealmString("\u{E9} $string:").jsonName == "\u{E9} $string:")
    #expect(RealmString([0xFF, 0x0A]).jsonName == "$string:ff0a")
    #expect(RealmString("$string:").jsonName == "$string:24737472696e673a")
  }

  @Test(arguments: [
    "$string:", "$string:f", "$string:FF", "$string:61", "$string:gg", "$string:\u{FF}",
  ])
  func `Another form of a name is refused`(name: String) {
    #expect(RealmString(jsonName: name) == nil)
    let json = JSONNode(.members(["$dictionary": .object([.init(name, .null)])]))
    #expect(throws: JSONShapeFailure.self) { try Value(json) }
  }

  @Test func `A tag is read by its bytes`() {
    let json = JSONNode(.tagged("\u{301}list", .array([])))
    #expect(json.tagged?.tag.unicodeScalars.first == "\u{301}")
    #expect(throws: JSONShapeFailure.self) { try Value(json) }
  }

  @Test func `A name longer than Realm accepts is refused`() {
    let name = String(repeating: "n", count: ChangesetLimits.stringSizeMax + 1)
    let json = JSONNode(.object([.init(name, .null)]), path: "classes")
    let failure = #expect(throws: JSONShapeFailure.self) { _ = try json.namedMembers() }
    #expect(failure?.path == "classes" && failure?.found == "one of 16777200")
  }
}
