import Testing
import TraceFormat

@testable import RealmModel

/// Schema files say every name, and no two the same way.
@Suite struct SchemaBytesTests {
  static let names: [RealmString] = [
    "\u{E9}", "e\u{301}", "K", "\u{212A}", "$string:ff", RealmString([0xFF]), RealmString([0xC3]),
    "\u{FFFD}", "date", "link", "A?", "A[]", "{",
  ]

  @Test func `a schema is read as it was written`() throws {
    let classes = Self.names.map { name in
      ClassSchema(
        name: name, kind: .topLevel, primaryKey: name,
        properties: [
          PropertySchema(
            name: name, type: .int, isOptional: false, collection: .single, target: nil)
        ]
          + Self.names.filter { $0 != name }.map {
            PropertySchema(
              name: $0, type: .link, isOptional: false, collection: .list, target: $0)
          })
    }
    let schema = RealmSchema(classes)
    let read = try RealmSchema(parsing: Array(schema.json.text(.readable).utf8))
    #expect(read == schema)
    #expect(read.classes.map(\.name) == schema.classes.map(\.name))
  }

  @Test(arguments: ["T[]\u{301}", "T?\u{301}", "T\u{301}<"])
  func `a sign that is followed by an accent is a sign`(notation: String) {
    #expect(throws: JSONShapeFailure.self) {
      try PropertySchema(name: "a", notation: JSONNode(.string(notation)))
    }
  }
}
