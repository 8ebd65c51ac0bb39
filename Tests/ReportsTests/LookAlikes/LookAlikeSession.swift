import Importers
import TestSupport
import TraceFormat

/// A session whose classes, properties, keys and values look like each other, or are one to Unicode, or
/// are no text; device and server write to things that look alike and are not the same.
struct LookAlikeSession {
  /// Strings that look alike, or that Unicode or a mended text has for one.
  static let groups: [[RealmString]] = [
    // Composed and decomposed, and signs that are taken for letters.
    ["\u{E9}", "e\u{301}"], ["\u{C5}", "A\u{30A}", "\u{212B}"], ["\u{AC00}", "\u{1100}\u{1161}"],
    ["K", "\u{212A}"], [";", "\u{37E}"], ["`", "\u{1FEF}"], ["\u{3A9}", "\u{2126}"],
    // Marks in another order.
    ["q\u{307}\u{323}", "q\u{323}\u{307}"],
    // What is hardly seen, or not at all.
    ["a", "a\u{200D}", "a\u{200F}", "a ", "a\u{A0}"], ["fi", "\u{FB01}"],
    // What is no text, and what stands for that where it is shown.
    [RealmString([0xFF]), RealmString([0xFE]), "\u{FFFD}"],
    [RealmString([0x61, 0xC3]), "a\u{FFFD}", "a\u{EF}\u{BF}\u{BD}"],
    [RealmString([0xED, 0xA0, 0x80]), RealmString([0xED, 0xA0, 0x81])],
  ]
  /// Names that look like the escape of another one, which the key of a dictionary can't be.
  static let escapes: [RealmString] = ["$string:ff", RealmString([0xFF]), "$string:"]

  let classes: [RealmString]
  let properties: [RealmString]
  /// The keys of the objects that both sides have.
  let keys: [RealmString]
  /// The keys of the objects that the device and the server make.
  let newKeys: [RealmString]
  let values: [RealmString]
  let dictionaryKeys: [RealmString]

  /// What a random draw makes of the groups.
  init(seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    let groups = Self.groups.shuffled(using: &numbers).map { $0.shuffled(using: &numbers) }
    (dictionaryKeys, classes, newKeys) = (groups[0], groups[1], groups[2])
    keys = groups[3] + groups[4]
    let others = [groups[5], Self.escapes.shuffled(using: &numbers)]
    properties = others[Int(seed % 2)]
    values = others[1 - Int(seed % 2)]
  }
}

extension LookAlikeSession {
  /// The session as a scenario, the device and the server each on the first and second of all that looks
  /// alike; with `isSwapped` the device sets what looks like the value that it would set otherwise.
  func scenario(isSwapped: Bool = false) -> JSONText {
    let device = operations(0, isSwapped ? values[1] : values[0])
    return .members([
      "scenario": .integer(1), "name": .string("look-alikes"),
      "schema": .object(classes.map { .init($0.jsonName, schema) }),
      "synced": .object(classes.map { .init($0.jsonName, .array(keys.map { object($0) })) }),
      "local": .array([.members(["operations": .array(device)])]),
      "serverChanges": .array([.members(["operations": .array(operations(1, values[1]))])]),
      "error": .object([]),
    ])
  }

  func events(isSwapped: Bool = false) throws -> [Event] {
    try Scenario(parsing: Array(scenario(isSwapped: isSwapped).text().utf8)).events
  }

  private var schema: JSONText {
    .members([
      "primaryKey": .string("_id"),
      "properties": .object(
        [.init("_id", .string("string"))]
          + properties.map { .init($0.jsonName, .string("string?")) }
          + [
            .init("set", .string("string<>")), .init("dictionary", .string("string{}")),
            .init("any", .string("mixed")),
          ]),
    ])
  }

  private func object(_ key: RealmString) -> JSONText { .members(["_id": key.json]) }

  /// What a side does in each class: an object made; of the first object a property, an element of a set
  /// and an entry of a dictionary; of one that the other side leaves alone a Mixed.
  private func operations(_ side: Int, _ value: RealmString) -> [JSONText] {
    classes.flatMap { name -> [JSONText] in
      let first: [JSONText] = [name.json, keys[0].json]
      let own: [JSONText] = [name.json, keys[1 + side].json]
      return [
        .members(["create": .array([name.json, newKeys[side].json])]),
        .members([
          "update": .array(first), "set": .object([.init(properties[side].jsonName, value.json)]),
        ]),
        .members(["add": .array(first + [.string("set")]), "value": value.json]),
        .members([
          "update": .array(first + [.string("dictionary"), dictionaryKeys[side].json]),
          "value": value.json,
        ]),
        .members(["update": .array(own + [.string("any")]), "value": value.json]),
      ]
    }
  }
}
