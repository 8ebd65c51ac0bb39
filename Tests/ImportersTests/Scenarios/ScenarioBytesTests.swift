import Importers
import TestSupport
import Testing
import TraceFormat

/// Names, keys and values of a scenario are told apart by their bytes.
@Suite struct ScenarioBytesTests {
  private func instructions(_ operations: String) throws -> [String] {
    let file = #"""
      {
        "scenario": 1, "name": "bytes",
        "schema": {
          "T": {
            "primaryKey": "_id",
            "properties": {"_id": "string", "s": "string<>", "d": "int{}", "any": "mixed"}
          }
        },
        "local": [{"operations": [\#(operations)]}]
      }
      """#
    let events = try Scenario(parsing: Array(file.utf8)).events
    guard case .localCommit(let commit) = events[2].content else {
      Issue.record("the third event is the commit")
      return []
    }
    let changeset = try Changeset(decoding: commit.changeset)
    return changeset.instructions.map { changeset.text(of: $0) }
  }

  @Test func `both forms of an accented letter are created, added and entered`() throws {
    let made = try instructions(
      "{\"create\": [\"T\", \"\u{E9}\"]}, {\"create\": [\"T\", \"e\u{301}\"]},"
        + "{\"add\": [\"T\", \"\u{E9}\", \"s\"], \"values\": [\"\u{E9}\", \"e\u{301}\"]},"
        + "{\"update\": [\"T\", \"e\u{301}\", \"d\"], \"set\": {\"\u{E9}\": 1, \"e\u{301}\": 2}}")
    let places = made.filter { $0.utf8.contains(0xC3) || $0.utf8.contains(#"e\u{301}"#.utf8) }
    #expect(made.count == 6 && places.count == 6)
    #expect(Set(made.map { RealmString($0) }).count == 6)
  }

  @Test(arguments: [
    // The Kelvin sign is no `K`: these are other members, modes and tags.
    #"{"scenario": 1, "name": "n", "sync\u212Aind": "partition"}"#,
    #"{"scenario": 1, "name": "n", "schema": {"T": {"primary\u212Aey": "_id", "properties": {"_id": "int"}}}}"#,
    #"{"scenario": 1, "name": "n", "schema": {"T": {"properties": {}}}, "synced": {"T": [{"$global\u212Aey": [1, 2]}]}}"#,
    // A name that would be text is not written by its bytes.
    #"{"scenario": 1, "name": "n", "schema": {"$string:61": {"properties": {}}}}"#,
  ])
  func `a word that looks like another one is refused`(file: String) {
    #expect(throws: JSONShapeFailure.self) { try Scenario(parsing: Array(file.utf8)) }
  }

  @Test(arguments: ["$\u{301}a", "a.\u{301}b"])
  func `a key that Realm refuses is refused, whatever follows the sign`(key: String) {
    #expect(throws: JSONShapeFailure.self) {
      try instructions(
        "{\"create\": [\"T\", \"a\"]}, {\"update\": [\"T\", \"a\", \"d\", \"\(key)\"], \"value\": 1}"
      )
    }
  }

  @Test func `bytes that are no text are written in hexadecimal`() throws {
    let made = try instructions(
      #"{"create": ["T", {"$string": "ff"}]}, {"create": ["T", {"$string": "fe"}]},"#
        + #"{"add": ["T", {"$string": "ff"}, "s"], "value": {"$string": "c3"}},"#
        + #"{"update": ["T", {"$string": "ff"}, "d"], "set": {"$string:fd": 1}},"#
        + #"{"update": ["T", {"$string": "ff"}, "any"], "value": {"$string:fc": {"$string": "fb"}}}"#
    )
    for hex in ["ff", "fe", "c3", "fd", "fc", "fb"] {
      #expect(made.contains { $0.contains("bytes\"\(hex)\"") }, "\(hex)")
    }
  }
}
