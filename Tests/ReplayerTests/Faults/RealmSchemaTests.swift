import Importers
import RealmModel
import Replayer
import TestSupport
import Testing
import TraceFormat

/// Schemas as files have them (`docs/preflight.md`, "The schema").
@Suite struct RealmSchemaTests {
  private static func parsed(_ classes: String) throws -> RealmSchema {
    try RealmSchema(parsing: Array(#"{"schema": 1, "classes": \#(classes)}"#.utf8))
  }

  private let form: JSONSchema

  init() throws {
    form = JSONSchema(
      try JSONText(parsing: ProjectFiles.bytes("docs/realm-schema.schema.json")))
  }

  @Test func `a schema reads as it is written, in the words of scenarios`() throws {
    let schema = try Self.parsed(
      """
      {
        "Task": {
          "primaryKey": "_id",
          "properties": {
            "_id": "uuid", "title": "string", "votes": "int?", "tags": "string?[]",
            "seen": "date<>", "extra": "mixed{}", "owner": "Person", "steps": "Step[]"
          }
        },
        "Person": {"primaryKey": "key", "properties": {"key": "string?"}},
        "Step": {"embedded": true, "properties": {"done": "bool"}},
        "Log": {"asymmetric": true, "primaryKey": "_id", "properties": {"_id": "objectId"}}
      }
      """)
    #expect(schema.classes.map(\.name) == ["Log", "Person", "Step", "Task"])
    let task = try #require(schema["Task"])
    #expect(task.primaryKey == "_id" && task.kind == .topLevel)
    #expect(schema["Step"]?.kind == .embedded && schema["Log"]?.kind == .asymmetric)
    #expect(task.property("votes")?.isOptional == true)
    #expect(task.property("tags")?.collection == .list)
    #expect(task.property("tags")?.isOptional == true)
    #expect(task.property("seen")?.type == .date && task.property("seen")?.collection == .set)
    #expect(task.property("extra")?.type == .mixed && task.property("extra")?.isOptional == true)
    #expect(task.property("owner")?.target == "Person")
    #expect(task.property("owner")?.isOptional == true)
    #expect(task.property("steps")?.isOptional == false)
    #expect(schema["Person"]?.property("key")?.isOptional == true)
    #expect(try RealmSchema(parsing: Array(schema.json.text().utf8)) == schema)
    #expect(form.findings(in: schema.json) == [])
  }

  @Test(arguments: try ScenarioFiles.paths())
  func `the schema of a session reads back as it was printed`(path: String) throws {
    var replay = Replay()
    for event in try Scenario(parsing: ProjectFiles.bytes(path)).events { replay.observe(event) }
    for session in replay.sessionResets() {
      for reset in session.resets {
        for state in [reset.situation.local, reset.situation.fresh] {
          let json = state.schema.json
          #expect(try RealmSchema(parsing: Array(json.text(.readable).utf8)) == state.schema)
          #expect(form.findings(in: json) == [])
        }
      }
    }
  }

  @Test(arguments: [
    ("[]", "the file: expected an object, found []"),
    ("{", "the file: expected the name of a member, found the end of the file"),
    ("", "the file: expected a JSON value, found the end of the file"),
    (#"{"classes": {}}"#, "the file: expected a member `schema`, found none"),
    (#"{"schema": 2, "classes": {}}"#, "schema: expected version 1 of schemas, found 2"),
    (#"{"schema": "1", "classes": {}}"#, "schema: expected an integer from "),
    (#"{"schema": 1, "classes": []}"#, "classes: expected an object, found []"),
    (#"{"schema": 1, "classes": {}, "class": {}}"#, "the file: expected one of `schema`, "),
    (
      #"{"schema": 1, "classes": {"T": {}}}"#,
      "classes.T: expected a member `properties`, found none"
    ),
    (
      #"{"schema": 1, "classes": {"T": {"properties": {"a": "int!"}}}}"#,
      #"classes.T.properties.a: expected a type or a class of the schema, found `int!`; did you mean `int`?"#
    ),
    (
      #"{"schema": 1, "classes": {"T": {"properties": {"a": "int[]?"}}}}"#,
      #"classes.T.properties.a: expected a type such as `int`, `string?`, "#
    ),
    (
      #"{"schema": 1, "classes": {"T": {"properties": {"a": 5}}}}"#,
      "classes.T.properties.a: expected a string, found 5"
    ),
    (
      #"{"schema": 1, "classes": {"T": {"properties": {"a": "Gone"}}}}"#,
      "classes.T.properties.a: expected a type or a class of the schema, found `Gone`"
    ),
    (
      #"{"schema": 1, "classes": {"T": {"properties": {"a": "E<>"}}, "E": {"embedded": true, "properties": {}}}}"#,
      "classes.T.properties.a: expected a property that Realm can have, found sets of embedded"
    ),
    (
      #"{"schema": 1, "classes": {"T": {"embedded": true, "primaryKey": "a", "properties": {"a": "int"}}}}"#,
      "classes.T.primaryKey: expected no `primaryKey`, as the class is embedded, found "
    ),
    (
      #"{"schema": 1, "classes": {"T": {"primaryKey": "a", "properties": {"a": "bool"}}}}"#,
      "classes.T.primaryKey: expected a property of type int, string, objectId or uuid"
    ),
    (
      #"{"schema": 1, "classes": {"T": {"primaryKey": "b", "properties": {"a": "int"}}}}"#,
      "classes.T.primaryKey: expected a property of type int, string, objectId or uuid"
    ),
    (
      #"{"schema": 1, "classes": {"T": {"properties": {"a": "int", "a": "string"}}}}"#,
      #"classes.T.properties: expected each member once, found `"a"` again, after line 1"#
    ),
    (
      #"{"schema": 1, "classes": {"T": {"properties": {}}, "T": {"properties": {}}}}"#,
      #"classes: expected each member once, found `"T"` again, after line 1"#
    ),
  ])
  func `a file that is no schema is refused with place, expectation and finding`(
    json: String, message: String
  ) {
    let failure = #expect(throws: JSONShapeFailure.self) {
      try RealmSchema(parsing: Array(json.utf8))
    }
    #expect(failure?.description.contains(": \(message)") == true, "\(failure?.description ?? "")")
    #expect(failure?.position?.line == 1)
  }

  @Test func `a mistake in a schema is found by its line and column`() {
    let failure = #expect(throws: JSONShapeFailure.self) {
      try RealmSchema(
        parsing: Array(
          """
          {
            "schema": 1,
            "classes": {
              "Täsk": {
                "primaryKey": "_id",
                "properties": {"_id": "int", "title": "strin"}
              }
            }
          }
          """.utf8))
    }
    #expect(
      failure?.description.hasPrefix("line 6, column 45: classes.Täsk.properties.title: ") == true,
      "\(failure?.description ?? "")")
  }

  @Test func `a file that is too large is refused unread, and one too deep without a crash`() {
    let large = [UInt8](repeating: 0x20, count: RealmSchema.sizeMaxBytes + 1)
    #expect(throws: JSONShapeFailure.self) { try RealmSchema(parsing: large) }
    let deep = String(repeating: "[", count: 200_000)
    #expect(throws: JSONShapeFailure.self) { try RealmSchema(parsing: Array(deep.utf8)) }
  }

  @Test func `every prefix of a schema is refused`() {
    let text = #"{"schema":1,"classes":{"T":{"primaryKey":"_id","properties":{"_id":"int?"}}}}"#
    for end in text.indices {
      #expect(throws: JSONShapeFailure.self) {
        try RealmSchema(parsing: Array(text[..<end].utf8))
      }
    }
  }
}
