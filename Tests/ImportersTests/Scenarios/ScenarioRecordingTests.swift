import Importers
import TestSupport
import Testing
import TraceFormat

/// Operations against the instructions that Realm's recorder writes for them
/// (`docs/scenario.md`, "What is recorded").
@Suite struct ScenarioRecordingTests {
  /// A file whose only local transaction has the given operations.
  static func file(_ operations: String) -> String {
    """
    {
      "scenario": 1, "name": "test",
      "schema": {
        "Tgt": {"primaryKey": "_id", "properties": {"_id": "int"}},
        "Step": {"embedded": true, "properties": {"title": "string", "n": "int?", "at": "Tgt"}},
        "T": {
          "primaryKey": "_id",
          "properties": {
            "_id": "int", "v": "int", "s": "string?", "any": "mixed", "l": "int[]", "st": "int<>",
            "d": "int{}", "link": "Tgt", "ll": "Tgt[]", "ls": "Tgt<>", "ld": "Tgt{}",
            "anys": "mixed[]", "step": "Step", "steps": "Step[]", "stepMap": "Step{}"
          }
        }
      },
      "synced": {
        "Tgt": [{"_id": 1}, {"_id": 2}],
        "T": [
          {
            "_id": 1, "l": [1, 2, 3], "st": [1, 2], "d": {"a": 1}, "link": 1, "ll": [1, 2, 1],
            "ls": [1, 2], "ld": {"x": 1, "y": 2}, "any": {"$link": ["Tgt", 1]},
            "anys": [[{"$link": ["Tgt", 1]}], 5], "step": {"title": "a", "at": 1},
            "steps": [{"title": "b"}, {"title": "c", "at": 1}], "stepMap": {"k": {"title": "d"}}
          },
          {"_id": 2, "link": 1}
        ]
      },
      "local": [{"operations": \(operations)}]
    }
    """
  }

  private func check(
    _ operations: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ expect: (inout ChangesetBuilder) -> Void
  ) throws {
    let scenario = try Scenario(parsing: Array(Self.file(operations).utf8))
    var builder = ChangesetBuilder()
    expect(&builder)
    let found = scenario.events.compactMap { event -> [UInt8]? in
      guard case .localCommit(let commit) = event.content else { return nil }
      return commit.changeset
    }
    #expect(
      try found.map(Self.lines) == [Self.lines(builder.changeset.encoded())],
      sourceLocation: sourceLocation)
  }

  /// One line an instruction, so that a failure shows where two changesets part.
  private static func lines(_ bytes: [UInt8]) throws -> [String] {
    let changeset = try Changeset(decoding: bytes)
    return changeset.instructions.map { instruction in
      let place = instruction.location.map { changeset.value($0) }
      let value = instruction.value.map { changeset.value($0) }
      return
        "\(instruction) at \(place.map(String.init(describing:)) ?? "-") \(value.map(String.init(describing:)) ?? "-")"
    }
  }

  private func t(_ key: Int64, _ field: RealmString, _ path: PathStep...) -> LocationValue {
    LocationValue("T", .int(key), field, path)
  }

  private func tgt(_ key: Int64) -> Value { .link("Tgt", .int(key)) }

  // MARK: Objects

  @Test func `Creating an object writes defaults first, marked as such`() throws {
    try check(#"[{"create": ["T", 7], "set": {"v": 70, "s": null}, "defaults": {"s": "new"}}]"#) {
      $0.createObject("T", .int(7))
      $0.update(t(7, "s"), to: .string("new"), isDefault: true)
      $0.update(t(7, "v"), to: .int(70))
      $0.update(t(7, "s"), to: .null)
    }
  }

  @Test func `Deleting an object first cuts every link to it`() throws {
    try check(#"[{"delete": ["Tgt", 1]}]"#) {
      // By the column that holds the link: those of Step were added before those of T.
      $0.update(t(1, "step", "at"), to: .null)
      $0.update(t(1, "steps", 1, "at"), to: .null)
      $0.update(t(1, "any"), to: .null)
      $0.update(t(1, "link"), to: .null)
      $0.update(t(2, "link"), to: .null)
      $0.arrayErase(t(1, "ll", 0), priorSize: 3)
      $0.arrayErase(t(1, "ll", 1), priorSize: 2)
      $0.setErase(t(1, "ls"), tgt(1))
      $0.update(t(1, "ld", "x"), to: .null)
      $0.arrayErase(t(1, "anys", 0, 0), priorSize: 1)
      $0.eraseObject("Tgt", .int(1))
    }
  }

  @Test func `Deleting an object changes what later operations meet`() throws {
    try check(
      #"[{"delete": ["T", 2]}, {"delete": ["Tgt", 2]}, {"append": ["T", 1, "ll"], "value": 1}]"#
    ) {
      $0.eraseObject("T", .int(2))
      $0.arrayErase(t(1, "ll", 1), priorSize: 3)
      $0.setErase(t(1, "ls"), tgt(2))
      $0.update(t(1, "ld", "y"), to: .null)
      $0.eraseObject("Tgt", .int(2))
      $0.arrayInsert(t(1, "ll", 2), tgt(1), priorSize: 2)
    }
  }

  // MARK: Values

  @Test func `Values and counters are written where they stand`() throws {
    try check(
      #"""
      [{"update": ["T", 1], "set": {"s": "x", "v": 5}}, {"increment": ["T", 1, "v"], "by": -2},
       {"update": ["T", 1, "l", 2], "value": 9}, {"update": ["T", 1, "d", "b"], "value": 2},
       {"update": ["T", 1, "s"], "value": "y", "default": true}]
      """#
    ) {
      $0.update(t(1, "s"), to: .string("x"))
      $0.update(t(1, "v"), to: .int(5))
      $0.addInteger(t(1, "v"), -2)
      $0.update(t(1, "l", 2), to: .int(9), priorSize: 3)
      $0.update(t(1, "d", "b"), to: .int(2))
      $0.update(t(1, "s"), to: .string("y"), isDefault: true)
    }
  }

  // MARK: Collections

  @Test func `List operations carry the size before them`() throws {
    try check(
      #"""
      [{"append": ["T", 1, "l"], "values": [4, 5]}, {"insert": ["T", 1, "l"], "index": 0, "value": 0},
       {"move": ["T", 1, "l", 0], "to": 5}, {"remove": ["T", 1, "l", 1]}, {"clear": ["T", 1, "l"]},
       {"append": ["T", 1, "l"], "value": 6}]
      """#
    ) {
      $0.arrayInsert(t(1, "l", 3), .int(4), priorSize: 3)
      $0.arrayInsert(t(1, "l", 4), .int(5), priorSize: 4)
      $0.arrayInsert(t(1, "l", 0), .int(0), priorSize: 5)
      $0.arrayMove(t(1, "l", 0), to: 5, priorSize: 6)
      $0.arrayErase(t(1, "l", 1), priorSize: 6)
      $0.clear(t(1, "l"), .list)
      $0.arrayInsert(t(1, "l", 0), .int(6), priorSize: 0)
    }
  }

  @Test func `What changes nothing in a set or an empty property leaves nothing`() throws {
    try check(
      #"""
      [{"add": ["T", 1, "st"], "values": [2, 3]}, {"remove": ["T", 1, "st"], "value": 1},
       {"remove": ["T", 1, "st"], "value": 1}, {"clear": ["T", 2, "st"]}, {"clear": ["T", 2, "l"]},
       {"clear": ["T", 2, "d"]}]
      """#
    ) {
      $0.setInsert(t(1, "st"), .int(3))
      $0.setErase(t(1, "st"), .int(1))
    }
  }

  @Test func `Setting a whole collection clears it and fills it`() throws {
    try check(
      #"[{"update": ["T", 1], "set": {"l": [7, 8], "st": [], "d": {"z": 1, "b": 2}}}, {"update": ["T", 2], "set": {"l": [7]}}]"#
    ) {
      $0.clear(t(1, "l"), .list)
      $0.arrayInsert(t(1, "l", 0), .int(7), priorSize: 0)
      $0.arrayInsert(t(1, "l", 1), .int(8), priorSize: 1)
      $0.clear(t(1, "st"), .set)
      $0.clear(t(1, "d"), .dictionary)
      $0.update(t(1, "d", "b"), to: .int(2))
      $0.update(t(1, "d", "z"), to: .int(1))
      $0.arrayInsert(t(2, "l", 0), .int(7), priorSize: 0)
    }
  }

  @Test func `Dictionary entries are erased by an Update`() throws {
    try check(#"[{"remove": ["T", 1, "d", "a"]}, {"update": ["T", 1, "d"], "set": {"q": 1}}]"#) {
      $0.update(t(1, "d", "a"), to: .erased)
      $0.update(t(1, "d", "q"), to: .int(1))
    }
  }

  // MARK: Embedded objects

  @Test func `An embedded object in a property is removed before another takes its place`() throws {
    try check(
      #"""
      [{"update": ["T", 1, "step"], "value": {"title": "x", "n": 1}},
       {"update": ["T", 2, "step"], "value": {"title": "y"}},
       {"update": ["T", 1, "step"], "set": {"n": null}}, {"update": ["T", 1, "step"], "value": null}]
      """#
    ) {
      $0.update(t(1, "step"), to: .null)
      $0.update(t(1, "step"), to: .objectValue)
      $0.update(t(1, "step", "title"), to: .string("x"))
      $0.update(t(1, "step", "n"), to: .int(1))
      $0.update(t(2, "step"), to: .objectValue)
      $0.update(t(2, "step", "title"), to: .string("y"))
      $0.update(t(1, "step", "n"), to: .null)
      $0.update(t(1, "step"), to: .null)
    }
  }

  @Test func `Embedded objects in lists and dictionaries are replaced as Realm does`() throws {
    try check(
      #"""
      [{"update": ["T", 1, "steps", 0], "value": {"title": "x"}},
       {"append": ["T", 1, "steps"], "value": {"title": "y", "at": 2}},
       {"update": ["T", 1, "stepMap", "k"], "value": {"title": "z"}},
       {"update": ["T", 1, "stepMap", "k", "n"], "value": 1}]
      """#
    ) {
      $0.arrayErase(t(1, "steps", 0), priorSize: 2)
      $0.arrayInsert(t(1, "steps", 0), .objectValue, priorSize: 1)
      $0.update(t(1, "steps", 0, "title"), to: .string("x"))
      $0.arrayInsert(t(1, "steps", 2), .objectValue, priorSize: 2)
      $0.update(t(1, "steps", 2, "title"), to: .string("y"))
      $0.update(t(1, "steps", 2, "at"), to: tgt(2))
      $0.update(t(1, "stepMap", "k"), to: .objectValue)
      $0.update(t(1, "stepMap", "k", "title"), to: .string("z"))
      $0.update(t(1, "stepMap", "k", "n"), to: .int(1))
    }
  }

  // MARK: Mixed

  @Test func `Collections in a Mixed are made, or cleared where one of the kind is there`() throws {
    try check(
      #"""
      [{"update": ["T", 1, "any"], "value": [1, {"k": [true]}]},
       {"update": ["T", 1, "any"], "value": ["x"]},
       {"update": ["T", 1, "any"], "value": {}},
       {"update": ["T", 1, "anys", 0], "value": {"$list": []}},
       {"append": ["T", 1, "anys", 0], "value": {"$decimal": "1.50"}},
       {"clear": ["T", 1, "any"]}]
      """#
    ) {
      $0.update(t(1, "any"), to: .list)
      $0.arrayInsert(t(1, "any", 0), .int(1), priorSize: 0)
      $0.arrayInsert(t(1, "any", 1), .dictionary, priorSize: 1)
      $0.update(t(1, "any", 1, "k"), to: .list)
      $0.arrayInsert(t(1, "any", 1, "k", 0), .bool(true), priorSize: 0)
      $0.clear(t(1, "any"), .list)
      $0.arrayInsert(t(1, "any", 0), .string("x"), priorSize: 0)
      $0.update(t(1, "any"), to: .dictionary)
      $0.clear(t(1, "anys", 0), .list)
      $0.arrayInsert(
        t(1, "anys", 0, 0), .decimal(Decimal128(high: 0x303C_0000_0000_0000, low: 150)),
        priorSize: 0)
      $0.clear(t(1, "any"), .dictionary)
    }
  }

  // MARK: Schema and raw instructions

  @Test func `Schema changes are recorded, and new properties have initial values`() throws {
    try check(
      #"""
      [{"addClass": "New", "properties": {"text": "string"}},
       {"addProperty": ["Step", "more"], "type": "int[]"},
       {"addProperty": ["T", "count"], "type": "int"},
       {"append": ["T", 1, "step", "more"], "value": 1}, {"increment": ["T", 1, "count"], "by": 1},
       {"create": ["New", {"$globalKey": [1, 2]}], "set": {"text": "x"}},
       {"removeProperty": ["T", "count"]}, {"removeClass": "New"}]
      """#
    ) {
      $0.addTableWithoutPrimaryKey("New")
      $0.addColumn("New", "text", type: .string)
      $0.addColumn("Step", "more", type: .int, collection: .list)
      $0.addColumn("T", "count", type: .int)
      $0.arrayInsert(t(1, "step", "more", 0), .int(1), priorSize: 0)
      $0.addInteger(t(1, "count"), 1)
      let key = PrimaryKeyValue.globalKey(GlobalKey(high: 1, low: 2))
      $0.createObject("New", key)
      $0.update(LocationValue("New", key, "text"), to: .string("x"))
      $0.eraseColumn("T", "count")
      $0.eraseTable("New")
    }
  }

  @Test func `Instructions as they stand are neither checked nor seen`() throws {
    try check(
      #"""
      [{"instruction": "ArrayInsert", "at": ["T", 1, "l", 9], "value": 1, "priorSize": 7},
       {"instruction": "Update", "at": ["No", {"$oid": "000000000000000000000001"}, "p", "k"], "value": {"$erased": true}},
       {"instruction": "Update", "at": ["T", 9, "link"], "value": {"$link": ["Tgt", 99]}, "default": true},
       {"instruction": "SetErase", "at": ["T", 1, "st"], "value": null},
       {"instruction": "Clear", "at": ["T", 1, "any"], "collection": "list"},
       {"instruction": "ArrayMove", "at": ["T", 1, "l", 0], "to": 0, "priorSize": 1},
       {"instruction": "EraseTable", "class": "No"},
       {"instruction": "EraseObject", "at": ["Tgt", 1]},
       {"append": ["T", 1, "l"], "value": 4}]
      """#
    ) {
      $0.arrayInsert(t(1, "l", 9), .int(1), priorSize: 7)
      let object = PrimaryKeyValue.objectID(ObjectID(high: 0, low: 1))
      $0.update(LocationValue("No", object, "p", ["k"]), to: .erased)
      $0.update(t(9, "link"), to: tgt(99), isDefault: true)
      $0.setErase(t(1, "st"), .null)
      $0.clear(t(1, "any"), .list)
      $0.arrayMove(t(1, "l", 0), to: 0, priorSize: 1)
      $0.eraseTable("No")
      $0.eraseObject("Tgt", .int(1))
      $0.arrayInsert(t(1, "l", 3), .int(4), priorSize: 3)
    }
  }
}
