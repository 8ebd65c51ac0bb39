import Importers
import TestSupport
import Testing
import TraceFormat

@Suite struct ScenarioErrorTests {
  private static func failure(of text: String) -> JSONShapeFailure? {
    #expect(throws: JSONShapeFailure.self) { try Scenario(parsing: Array(text.utf8)) }
  }

  /// An operation of the second local transaction, and the refusal it must meet.
  struct Refusal: CustomTestStringConvertible {
    var operation: String
    var path: String
    var expected: String
    var found: String?
    var testDescription: String { operation }

    init(_ operation: String, _ path: String, _ expected: String, found: String? = nil) {
      (self.operation, self.path, self.expected, self.found) = (operation, path, expected, found)
    }
  }

  @Test(arguments: [
    // Operations
    Refusal("5", "", "an object", found: "5"),
    Refusal("{}", "", "an operation: one of `create`"),
    Refusal(#"{"updat": ["T", 1]}"#, "", "an operation"),
    Refusal(#"{"delete": ["T", 1], "set": {}}"#, "", "one of `delete`", found: "`set`"),
    // Addresses
    Refusal(#"{"update": "T", "set": {}}"#, ".update", "an array"),
    Refusal(#"{"update": ["T"], "set": {}}"#, ".update", "an address"),
    Refusal(#"{"update": [1, 1], "set": {}}"#, ".update[0]", "a string"),
    Refusal(#"{"update": ["X", 1], "set": {}}"#, ".update[1]", "a class (`Tgt`", found: "`X`"),
    Refusal(#"{"update": ["T", "1x"], "set": {}}"#, ".update[1]", "an integer"),
    Refusal(#"{"update": ["T", 9], "set": {"v": 1}}"#, ".set.v", "an object that exists"),
    Refusal(#"{"update": ["T", 1], "value": 1}"#, ".update", "`set` with the properties"),
    Refusal(#"{"update": ["T", 1, "q"], "value": 1}"#, ".update", "a property of T", found: "`q`"),
    Refusal(#"{"update": ["T", 1, "v", "q"], "value": 1}"#, ".update", "a path that exists"),
    Refusal(#"{"update": ["T", 1, "l", 3], "value": 1}"#, ".update", "list of 3", found: "3"),
    Refusal(#"{"update": ["T", 1, "l", -1], "value": 1}"#, ".update[3]", "an index"),
    Refusal(#"{"update": ["T", 1, "l", true], "value": 1}"#, ".update[3]", "a property, a key"),
    // Values
    Refusal(
      #"{"update": ["T", 1], "set": {"v": "five"}}"#, ".set.v", "an integer", found: "\"five\""),
    Refusal(#"{"update": ["T", 1], "set": {"v": 1.5}}"#, ".set.v", "an integer"),
    Refusal(#"{"update": ["T", 1], "set": {"v": 9223372036854775808}}"#, ".set.v", "an integer"),
    Refusal(#"{"update": ["T", 1], "set": {"v": null}}"#, ".set.v", "a value of type int"),
    Refusal(#"{"update": ["T", 1], "set": {"v": {"$oid": "00"}}}"#, ".set.v", "of type int"),
    Refusal(#"{"update": ["T", 1], "set": {"s": 12}}"#, ".set.s", "a string", found: "12"),
    Refusal(#"{"update": ["T", 1], "set": {"b": 1}}"#, ".set.b", "true or false"),
    Refusal(#"{"update": ["T", 1], "set": {"f": "00"}}"#, ".set.f", "8 hexadecimal digits"),
    Refusal(#"{"update": ["T", 1], "set": {"f": 1e39}}"#, ".set.f", "a number"),
    Refusal(#"{"update": ["T", 1], "set": {"dec": "1.x"}}"#, ".set.dec", "a decimal number"),
    Refusal(#"{"update": ["T", 1], "set": {"data": "abc"}}"#, ".set.data", "hexadecimal digits"),
    Refusal(#"{"update": ["T", 1], "set": {"at": "2025-02-29T00:00:00Z"}}"#, ".set.at", "a date"),
    Refusal(#"{"update": ["T", 1], "set": {"at": "2025-01-01T24:00:00Z"}}"#, ".set.at", "a date"),
    Refusal(#"{"update": ["T", 1], "set": {"at": "2025-01-01T00:00:00"}}"#, ".set.at", "a date"),
    Refusal(
      #"{"update": ["T", 1], "set": {"at": ["0", 1000000000]}}"#, ".set.at[1]", "nanoseconds"),
    Refusal(#"{"update": ["T", 1], "set": {"at": ["5", -3]}}"#, ".set.at", "of one sign"),
    Refusal(#"{"update": ["T", 1], "set": {"oid": "00"}}"#, ".set.oid", "24 hexadecimal digits"),
    Refusal(#"{"update": ["T", 1], "set": {"uuid": "00"}}"#, ".set.uuid", "a UUID"),
    Refusal(
      #"{"update": ["T", 1], "set": {"any": {"$x": 1}}}"#, ".set.any", "one of `$int`",
      found: "`$x`"),
    Refusal(
      #"{"update": ["T", 1], "set": {"any": {"$link": ["Tgt"]}}}"#, ".set.any.$link",
      "[\"Class\", key]"),
    Refusal(
      #"{"update": ["T", 1], "set": {"any": {"a.b": 1}}}"#, ".set.any.a.b", "a key", found: "`a.b`"),
    Refusal(#"{"update": ["T", 1, "d", "$x"], "value": 1}"#, ".update", "a key", found: "`$x`"),
    Refusal(
      #"{"update": ["T", 1], "set": {"link": 9}}"#, ".set.link", "the key of an object of Tgt"),
    Refusal(
      #"{"update": ["T", 1], "set": {"link": {"$link": ["T", 1]}}}"#, ".set.link", "a link to Tgt"),
    Refusal(#"{"update": ["T", 1], "set": {"l": 5}}"#, ".set.l", "an array"),
    Refusal(#"{"update": ["T", 1], "set": {"l": [1, "x"]}}"#, ".set.l[1]", "an integer"),
    Refusal(#"{"update": ["T", 1], "set": {"d": [1]}}"#, ".set.d", "an object"),
    Refusal(
      #"{"update": ["T", 1], "set": {"step": {"nope": 1}}}"#, ".set.step.nope", "a property of Step"
    ),
    Refusal(#"{"update": ["T", 1], "set": {"_id": 5}}"#, ".set._id", "other than the primary key"),
    // Objects
    Refusal(#"{"create": ["T", 1]}"#, ".create", "a new object"),
    Refusal(#"{"create": ["Step", 1]}"#, ".create[1]", "not embedded", found: "`Step`"),
    Refusal(#"{"delete": ["T", 9]}"#, ".delete", "an object that exists"),
    Refusal(#"{"delete": ["A", 1]}"#, ".delete", "an object that exists"),
    Refusal(#"{"increment": ["T", 1, "s"], "by": 1}"#, ".increment", "holds an integer"),
    Refusal(#"{"increment": ["T", 1, "l", 0], "by": 1}"#, ".increment", "holds an integer"),
    Refusal(#"{"increment": ["T", 1, "d", "a"], "by": 1}"#, ".increment", "holds an integer"),
    Refusal(#"{"increment": ["T", 1, "v"], "by": 0.5}"#, ".by", "an integer"),
    Refusal(#"{"increment": ["T", 1, "v"]}"#, "", "a member `by`", found: "none"),
    // Collections
    Refusal(#"{"insert": ["T", 1, "l"], "index": 4, "value": 1}"#, ".index", "from 0 to 3"),
    Refusal(#"{"insert": ["T", 1, "v"], "index": 0, "value": 1}"#, ".insert", "a list"),
    Refusal(#"{"append": ["T", 1, "l"]}"#, "", "a member `value`"),
    Refusal(#"{"append": ["T", 1, "l"], "values": 1}"#, ".values", "an array"),
    Refusal(#"{"move": ["T", 1, "l", 0], "to": 3}"#, ".to", "another index below 3"),
    Refusal(#"{"move": ["T", 1, "l", 0], "to": 0}"#, ".to", "another index below 3"),
    Refusal(#"{"move": ["T", 1, "l"], "to": 0}"#, ".move", "an element of a list"),
    Refusal(#"{"remove": ["T", 1, "l", 3]}"#, ".remove", "list of 3"),
    Refusal(#"{"remove": ["T", 1, "d", "zz"]}"#, ".remove", "an entry of a dictionary"),
    Refusal(#"{"remove": ["T", 1, "v"]}"#, ".remove", "an entry of a dictionary"),
    Refusal(#"{"remove": ["T", 1]}"#, ".remove", "an entry of a dictionary"),
    Refusal(#"{"remove": ["T", 1, "l"], "value": 1}"#, ".remove", "a set"),
    Refusal(#"{"add": ["T", 1, "l"], "value": 1}"#, ".add", "a set"),
    Refusal(#"{"clear": ["T", 1, "v"]}"#, ".clear", "a list, a set or a dictionary"),
    Refusal(#"{"clear": ["T", 1]}"#, ".clear", "a list, a set or a dictionary"),
    // Schema
    Refusal(#"{"addClass": "T", "properties": {}}"#, ".addClass", "a new class"),
    Refusal(#"{"addClass": "N"}"#, "", "a member `properties`"),
    Refusal(#"{"addProperty": ["T", "v"], "type": "int"}"#, ".addProperty", "a new property"),
    Refusal(#"{"addProperty": ["T"], "type": "int"}"#, ".addProperty", "[\"Class\", \"property\"]"),
    Refusal(#"{"addProperty": ["X", "n"], "type": "int"}"#, ".addProperty", "a class"),
    Refusal(
      #"{"addProperty": ["T", "n"], "type": "Foo"}"#, ".addProperty.n", "a type or a class",
      found: "`Foo`"),
    Refusal(#"{"addProperty": ["T", "n"], "type": "int??"}"#, ".type", "a type such as"),
    Refusal(#"{"addProperty": ["T", "n"], "type": "[]"}"#, ".type", "a type such as"),
    Refusal(
      #"{"addProperty": ["T", "n"], "type": "Step<>"}"#, ".addProperty.n", "that Realm can have"),
    Refusal(#"{"addProperty": ["T", "n"], "type": "A"}"#, ".addProperty.n", "that Realm can have"),
    Refusal(#"{"removeClass": "X"}"#, ".removeClass", "a class"),
    Refusal(
      #"{"removeClass": "Tgt"}"#, ".removeClass", "no property links to",
      found: "`Tgt`, to which `T.link` links"),
    Refusal(#"{"removeProperty": ["T", "q"]}"#, ".removeProperty", "a property of T"),
    Refusal(#"{"removeProperty": ["T", "_id"]}"#, ".removeProperty", "other than the primary key"),
    // Instructions as they stand
    Refusal(#"{"instruction": "Nope"}"#, ".instruction", "one of `AddTable`"),
    Refusal(
      #"{"instruction": "Update", "at": ["T", 1], "value": 1}"#, ".instruction", "with a property"),
    Refusal(
      #"{"instruction": "ArrayErase", "at": ["T", 1, "l"], "priorSize": 1}"#, ".instruction",
      "ends with an index"),
    Refusal(#"{"instruction": "ArrayErase", "at": ["T", 1, "l", 0]}"#, "", "a member `priorSize`"),
    Refusal(
      #"{"instruction": "Update", "at": ["T", 1, "v"], "value": [1]}"#, ".value", "a single value"),
    Refusal(
      #"{"instruction": "Update", "at": ["T", 1, "v"], "value": {"$new": "x"}}"#, ".value.$new",
      "`object`"),
    Refusal(
      #"{"instruction": "Update", "at": ["T", 1.5, "v"], "value": 1}"#, ".at[1]", "a primary key"),
  ])
  func `An operation that makes no sense is refused with its place`(refusal: Refusal) {
    let failure = Self.failure(
      of: """
        {
          "scenario": 1, "name": "test",
          "schema": {
            "Tgt": {"primaryKey": "_id", "properties": {"_id": "int"}},
            "Step": {"embedded": true, "properties": {"title": "string"}},
            "A": {"asymmetric": true, "primaryKey": "_id", "properties": {"_id": "int"}},
            "T": {
              "primaryKey": "_id",
              "properties": {
                "_id": "int", "v": "int", "s": "string?", "b": "bool", "f": "float",
                "dec": "decimal128", "data": "data", "at": "date", "oid": "objectId",
                "uuid": "uuid", "any": "mixed", "l": "int[]", "st": "int<>", "d": "int{}",
                "link": "Tgt", "step": "Step"
              }
            }
          },
          "synced": {"T": [{"_id": 1, "l": [1, 2, 3], "d": {"a": 1}}]},
          "local": [{"operations": []}, {"operations": [\(refusal.operation)]}]
        }
        """)
    #expect(failure?.path == "local[1].operations[0]\(refusal.path)")
    #expect(failure?.expected.contains(refusal.expected) == true, "\(failure?.expected ?? "")")
    if let found = refusal.found { #expect(failure?.found == found) }
  }

  @Test(arguments: [
    (#"{"name": "x"}"#, "", "a member `scenario`"),
    (#"{"scenario": 2, "name": "x"}"#, "scenario", "version 1"),
    (#"{"scenario": 1}"#, "", "a member `name`"),
    (#"{"scenario": 1, "name": 5}"#, "name", "a string"),
    (#"{"scenario": 1, "name": "x", "colour": 1}"#, "", "one of `scenario`"),
    (#"{"scenario": 1, "name": "x", "startTime": "now"}"#, "startTime", "a date"),
    (
      #"{"scenario": 1, "name": "x", "startTime": ["9223372036854775807", 0]}"#, "startTime",
      "a time"
    ),
    (#"{"scenario": 1, "name": "x", "syncKind": "flx"}"#, "syncKind", "one of `partition`"),
    (
      #"{"scenario": 1, "name": "x", "configuredMode": "discard"}"#, "configuredMode",
      "one of `Manual`"
    ),
    (#"{"scenario": 1, "name": "x", "clientFileIdent": -1}"#, "clientFileIdent", "an integer"),
    (
      #"{"scenario": 1, "name": "x", "pendingReset": {"mode": "Manual", "action": "ClientReset"}}"#,
      "pendingReset.mode", "`DiscardLocal`"
    ),
    (
      #"{"scenario": 1, "name": "x", "pendingReset": {"mode": "Recover"}}"#, "pendingReset",
      "a member `action`"
    ),
    (
      #"{"scenario": 1, "name": "x", "error": {"action": "Reset"}}"#, "error.action",
      "one of `NoAction`"
    ),
    (
      #"{"scenario": 1, "name": "x", "error": {"compensatingWrites": [{}]}}"#,
      "error.compensatingWrites[0]", "a member `class`"
    ),
    (
      #"{"scenario": 1, "name": "x", "observed": {"mode": "Recover", "result": "ok"}}"#,
      "observed.result", "one of `recovered`"
    ),
    (
      #"{"scenario": 1, "name": "x", "observed": {"mode": "Recover", "result": "failed", "stateDigest": "12"}}"#,
      "observed.stateDigest", "16 hexadecimal digits"
    ),
    (#"{"scenario": 1, "name": "x", "schema": {"T": {}}}"#, "schema.T", "a member `properties`"),
    (
      #"{"scenario": 1, "name": "x", "schema": {"T": {"properties": {"a": 1}}}}"#,
      "schema.T.properties.a", "a string"
    ),
    (
      #"{"scenario": 1, "name": "x", "schema": {"T": {"primaryKey": "b", "properties": {"a": "int"}}}}"#,
      "schema.T.primaryKey", "of type int, string"
    ),
    (
      #"{"scenario": 1, "name": "x", "schema": {"T": {"primaryKey": "a", "properties": {"a": "bool"}}}}"#,
      "schema.T.primaryKey", "of type int, string"
    ),
    (
      #"{"scenario": 1, "name": "x", "schema": {"T": {"primaryKey": "a", "embedded": true, "properties": {"a": "int"}}}}"#,
      "schema.T.primaryKey", "no `primaryKey`"
    ),
    (
      #"{"scenario": 1, "name": "x", "schema": {"T": {"asymmetric": true, "properties": {"a": "int"}}}}"#,
      "schema.T", "a `primaryKey`"
    ),
    (
      #"{"scenario": 1, "name": "x", "schema": {"T": {"asymmetric": true, "embedded": true, "properties": {}}}}"#,
      "schema.T", "`embedded` or"
    ),
    (
      #"{"scenario": 1, "name": "x", "schema": {"T": {"properties": {"a": "X[]"}}}}"#, "schema.a",
      "a type or a class"
    ),
    (#"{"scenario": 1, "name": "x", "synced": {"T": []}}"#, "synced", "a class, but there is none"),
    (
      #"{"scenario": 1, "name": "x", "schema": {"T": {"primaryKey": "a", "properties": {"a": "int"}}}, "synced": {"T": [{}]}}"#,
      "synced.T[0]", "a member `a`"
    ),
    (
      #"{"scenario": 1, "name": "x", "schema": {"T": {"primaryKey": "a", "properties": {"a": "int"}}}, "synced": {"T": [{"a": 1}, {"a": 1}]}}"#,
      "synced.T[1].a", "a new object"
    ),
    (
      #"{"scenario": 1, "name": "x", "schema": {"T": {"properties": {}}}, "synced": {"T": [{}]}}"#,
      "synced.T[0]", "`$globalKey`"
    ),
    (#"{"scenario": 1, "name": "x", "local": [{}]}"#, "local[0]", "a member `operations`"),
    (
      #"{"scenario": 1, "name": "x", "local": [{"changeset": "3"}]}"#, "local[0].changeset",
      "hexadecimal"
    ),
    (
      #"{"scenario": 1, "name": "x", "local": [{"uploaded": 0}]}"#, "local[0]",
      "a member `operations`"
    ),
    (
      #"{"scenario": 1, "name": "x", "local": [{"version": 1, "operations": []}]}"#,
      "local[0].version", "at least 2"
    ),
    (
      #"{"scenario": 1, "name": "x", "serverChanges": [{"uploaded": 0}]}"#,
      "serverChanges[0].uploaded", "index of a local"
    ),
    (
      #"{"scenario": 1, "name": "x", "serverState": {}, "serverChanges": []}"#, "serverState",
      "either"
    ),
    (
      #"{"scenario": 1, "name": "x", "serverState": {"object": {}}}"#, "serverState",
      "one of `schema`"
    ),
    ("[]", "", "an object"), ("{", "", "the name of a member"), ("", "", "a JSON value"),
    (#"{"scenario": 1, "scenario": 1}"#, "", "each member once"),
  ])
  func `A file that makes no sense is refused with its place`(
    text: String, path: String, expected: String
  ) {
    let failure = Self.failure(of: text)
    #expect(failure?.path == path)
    #expect(failure?.expected.contains(expected) == true, "\(failure?.expected ?? "")")
  }

  @Test func `A refusal reads as one line`() {
    let failure = JSONShapeFailure(
      path: "local[2].operations[0].set.title", expected: "a string", found: "12")
    #expect(
      failure.description == "local[2].operations[0].set.title: expected a string, found 12")
    #expect(
      Self.failure(of: "")?.description
        == "line 1, column 1: the file: expected a JSON value, found the end of the file")
  }

  /// A file as people write it, with one line of it changed.
  private static func file(_ line: Int, _ replacement: String) -> String {
    var lines = [
      "{",
      "  \"scenario\": 1,",
      "  \"name\": \"mistake\",",
      "  \"schema\": {",
      "    \"Täsk\": {\"primaryKey\": \"_id\", \"properties\": {\"_id\": \"int\", \"title\": \"string\"}}",
      "  },",
      "  \"synced\": {\"Täsk\": [{\"_id\": 1, \"title\": \"paint the fence\"}]},",
      "  \"local\": [",
      "    {\"operations\": [{\"update\": [\"Täsk\", 1], \"set\": {\"title\": \"oil it\"}}]}",
      "  ],",
      "  \"error\": {}",
      "}",
    ]
    lines[line - 1] = replacement
    return lines.joined(separator: "\n")
  }

  @Test(arguments: [
    // A comma is missing, or there is one too many.
    (
      3, #"  "name": "mistake""#,
      #"line 4, column 3: the file: expected `,` or `}`, found `"schema"`"#
    ),
    (10, "  ]", #"line 11, column 3: the file: expected `,` or `}`, found `"error"`"#),
    (
      11, #"  "error": {},"#,
      "line 12, column 1: the file: expected the name of a member, found `}`"
    ),
    (
      7, #"  "synced": {"Täsk": [{"_id": 1,}]},"#,
      "line 7, column 33: synced.Täsk[0]: expected the name of a member, found `}`"
    ),
    // A value of another type, in a line with a character of two bytes before it.
    (
      9, #"    {"operations": [{"update": ["Täsk", 1], "set": {"title": 12}}]}"#,
      "line 9, column 62: local[0].operations[0].set.title: expected a string, found 12"
    ),
    (
      9, #"    {"operations": {"update": ["Täsk", 1], "set": {"title": "x"}}}"#,
      "line 9, column 20: local[0].operations: expected an array, found {"
    ),
    // A member that is not known, and one that stands twice.
    (
      9, #"    {"operation": []}"#,
      "line 9, column 5: local[0]: expected a member `operations`, found none"
    ),
    (9, #"    {"operations": [], "abot": ""}"#, "line 9, column 24: local[0]: expected one of "),
    (
      11, #"  "name": "again""#,
      #"line 11, column 3: the file: expected each member once, found `"name"` again, after line 3"#
    ),
    // Text after the end, none at the end, and words that JSON does not have.
    (12, "}}", "line 12, column 2: the file: expected the end of the file, found `}`"),
    (12, "} // done", "line 12, column 3: the file: expected the end of the file, found `/`"),
    (12, "", "line 12, column 1: the file: expected `,` or `}`, found the end of the file"),
    (11, #"  "error": None"#, "line 11, column 12: error: expected a JSON value, found `None`"),
    (11, "  'error': {}", "line 11, column 3: the file: expected the name of a member, found `'`"),
    (
      3, #"  "name": "mistake,"#,
      #"line 3, column 20: name: expected `"`, the end of the string, found the end of the line"#
    ),
    // A member that is missing is missed where its object begins.
    (3, "", "line 1, column 1: the file: expected a member `name`, found none"),
  ])
  func `A mistake is found by its line and column`(line: Int, text: String, message: String) {
    let failure = Self.failure(of: Self.file(line, text))
    #expect(failure?.description.hasPrefix(message) == true, "\(failure?.description ?? "")")
  }

  @Test func `A file is read up to the largest size and refused above it`() throws {
    let file = #"{"scenario": 1, "name": "x"}"#
    func padded(to size: Int) -> [UInt8] {
      Array(file.utf8) + [UInt8](repeating: 0x20, count: size - file.utf8.count)
    }
    _ = try Scenario(parsing: padded(to: Scenario.sizeMaxBytes))
    #expect(throws: JSONShapeFailure.self) {
      try Scenario(parsing: padded(to: Scenario.sizeMaxBytes + 1))
    }
  }

  @Test
  func `An example that is cut is refused, and one with a byte changed has changesets that decode`()
    throws
  {
    let bytes = try ProjectFiles.bytes("traces/scenarios/rs-74-delete-overwrites-lists.json")
    for count in 0..<bytes.count - 2 {
      #expect(throws: JSONShapeFailure.self) { try Scenario(parsing: Array(bytes.prefix(count))) }
    }
    var readCount = 0
    for index in bytes.indices {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[index] ^= 1 << bit
        guard let scenario = try? Scenario(parsing: damaged) else { continue }
        for changeset in scenario.changesets { _ = try Changeset(decoding: changeset) }
        readCount += 1
      }
    }
    #expect(readCount > 0 && readCount < bytes.count * 8)
  }
}
