import ReplaySupport
import TestSupport
import TraceFormat

/// Sessions whose names and values would be statements, paths or formulas if anything took them for such.
enum HostileSession {
  static let texts: [String] = [
    "'; DROP TABLE x; --", "\\'; DROP TABLE x; --", "\"", "\\", "\\\\'", "$$; SELECT 1; $$",
    "line\nbreak", "tab\t\r", "\u{202E}turned", "\u{1B}[31mred", "=cmd|' /C calc'!A0", "-1+1",
    "null", "", "é\u{301}", "😀", "%s%n", "a\u{7F}b", "E'\\x'", "@SUM(A1)", "\tx", "＝1+1", "$$ROOT",
    "$set", "\u{2028}", "{\"a\":1}", "[1", ":name ?1 @x",
  ]
  static let keys: [String] = [
    "a\"b", "back\\slash", "quote'", "tab\tkey", "", "0", "[0]", "#", "é", "a b", "*",
  ]

  static let events: [(name: String, events: [Event])] = [
    ("hostile", hostile), ("names", namesSession), ("values", valuesSession),
  ]

  private static let className: RealmString = "Robert'); DROP TABLE \"Students\";--"
  private static let text: RealmString = "te\"xt'; --"

  private static func schema(_ it: inout ChangesetBuilder) {
    it.addTable(className, kind: .topLevel, primaryKey: "_id\"x", type: .string, isNullable: false)
    it.addColumn(className, text, type: .string, isNullable: true)
    it.addColumn(className, "select", type: .null, isNullable: true)
    it.addColumn(className, "map", type: .string, isNullable: true, collection: .dictionary)
    it.addColumn(className, "any map", type: .null, isNullable: true, collection: .dictionary)
    it.addColumn(className, "list", type: .string, isNullable: true, collection: .list)
    it.addColumn(className, "set", type: .string, isNullable: true, collection: .set)
    it.addColumn(className, "count", type: .int, isNullable: false)
  }

  private static let hostile: [Event] = Sample.events([
    .snapshot(Snapshot(role: .base, changesets: [base.encoded()])),
    .localCommit(LocalCommit(clientVersion: 2, changeset: changes.encoded())),
  ])

  private static func place(
    _ key: String, _ property: RealmString, _ path: [PathStep] = []
  ) -> LocationValue {
    LocationValue(className, .string(RealmString(key)), property, path)
  }

  private static let base = Sample.build { it in
    schema(&it)
    for key in texts {
      it.createObject(className, .string(RealmString(key)))
      for (index, text) in texts.enumerated() {
        it.arrayInsert(
          place(key, "list", [.index(UInt32(index))]), .string(RealmString(text)),
          priorSize: UInt32(index))
      }
      it.update(place(key, "any map", ["kept"]), to: .double(0.1 + 0.2))
    }
  }

  private static let changes = Sample.build { it in
    for (index, key) in texts.enumerated() {
      it.update(place(key, text), to: .string(RealmString(key)))
      it.update(place(key, "select"), to: .string(RealmString(key)))
      it.addInteger(place(key, "count"), Int64(index) - 3)
      it.setInsert(place(key, "set"), .string(RealmString(key)))
      it.arrayErase(place(key, "list", [1]), priorSize: UInt32(texts.count))
      it.arrayMove(place(key, "list", [0]), to: 5, priorSize: UInt32(texts.count - 1))
      for name in keys {
        it.update(place(key, "map", [.key(RealmString(name))]), to: .string(RealmString(key)))
        it.update(place(key, "any map", [.key(RealmString(name))]), to: .list)
        it.arrayInsert(
          place(key, "any map", [.key(RealmString(name)), 0]), .string(RealmString(key)),
          priorSize: 0)
      }
      it.update(place(key, "map", [.key(RealmString(keys[0]))]), to: .erased)
    }
  }
}
