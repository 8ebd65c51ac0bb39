import RealmModel
import ReplaySupport
import TraceFormat

// Names that other systems take for operators, paths, words of a language or one another.
extension HostileSession {
  private static let className: RealmString = "a.b SELECT"
  private static let embedded: RealmString = "$inner"
  private static let names: [RealmString] = [
    "$set", "$$ROOT", "a.b", ".", "select", "order by", "0", "-1", "key", "_id.x", "é", "e\u{301}",
    "$oid", "\u{1F600}", RealmString(String(repeating: "x", count: 63)),
    RealmString(String(repeating: "x", count: 62) + "y"),
  ]
  /// A key with a dot, or a dollar sign at its beginning, is none of Realm's (Realm Core: `dictionary.cpp`).
  private static let mapKeys: [RealmString] = [
    "", "é", "e\u{301}", "0", "__proto__", "a$b", "SELECT", "[0]", "\\",
    RealmString(String(repeating: "k", count: 2_000)),
  ]

  static let namesSession: [Event] = Sample.events([
    .snapshot(Snapshot(role: .base, changesets: [namesBase.encoded()])),
    .localCommit(LocalCommit(clientVersion: 2, changeset: namesChanges.encoded())),
    .localCommit(LocalCommit(clientVersion: 3, changeset: moreNames.encoded())),
  ])

  private static func place(
    _ key: Int64, _ property: RealmString, _ path: [PathStep] = []
  ) -> LocationValue {
    LocationValue(className, .int(key), property, path)
  }

  private static let namesBase = Sample.build { it in
    it.addEmbeddedTable(embedded)
    it.addColumn(embedded, "in$", type: .string, isNullable: true)
    it.addColumn(embedded, "plain.in", type: .int, isNullable: false)
    it.addTable(className, kind: .topLevel, primaryKey: "_id", type: .int, isNullable: false)
    for name in names { it.addColumn(className, name, type: .string, isNullable: true) }
    it.addColumn(className, "map.of", type: .string, isNullable: true, collection: .dictionary)
    it.addColumn(className, "$list", type: .string, isNullable: true, collection: .list)
    it.addColumn(className, "counter.", type: .int, isNullable: false)
    it.addLinkColumn(className, "$part", target: embedded)
    it.createObject(className, .int(1))
    it.createObject(className, .int(-9_007_199_254_740_993))
    it.update(place(1, "$part"), to: .objectValue)
  }

  private static let namesChanges = Sample.build { it in
    for key in [1, -9_007_199_254_740_993] as [Int64] {
      for (index, name) in names.enumerated() {
        it.update(place(key, name), to: .string(RealmString(texts[index % texts.count])))
      }
      for name in mapKeys {
        it.update(place(key, "map.of", [.key(name)]), to: .value(.string(name)))
      }
      it.update(place(key, "map.of", [.key(mapKeys[1])]), to: .erased)
      it.addInteger(place(key, "counter."), .max)
      it.addInteger(place(key, "counter."), 2)
      for (index, text) in texts.enumerated() {
        it.arrayInsert(
          place(key, "$list", [.index(0)]), .string(RealmString(text)), priorSize: UInt32(index))
      }
      it.arrayMove(place(key, "$list", [0]), to: 3, priorSize: UInt32(texts.count))
      it.arrayErase(place(key, "$list", [1]), priorSize: UInt32(texts.count))
    }
    it.update(place(1, "$part", ["in$"]), to: .string("$$ROOT"))
    for number in [-3, .max, 5] as [Int64] {
      it.addInteger(place(1, "$part", ["plain.in"]), number)
    }
  }

  private static let moreNames = Sample.build { it in
    it.createObject(className, .int(.max))
    for name in names.prefix(4) { it.update(place(.max, name), to: .string(name)) }
    it.eraseObject(className, .int(-9_007_199_254_740_993))
  }
}
