import FaultPlans
import Foundation
import Importers
import RealmModel
import ReplaySupport
import Replayer
import TestSupport
import Testing
import TraceFormat

/// What tells one schema from another, and what a client reset makes of each change (`docs/rules.md`,
/// "Transfer").
@Suite struct SchemaChangeTests {
  /// A change of the schema of ``FaultTrial/base``, made to its text, and what follows from it.
  struct Example: Sendable {
    var kind: SchemaChange.Kind
    var old: String
    var new: String
    /// The class, or the property in it.
    var place: String
    var failure: ResetFailureClass?
    /// The engine's words in discard mode, as far as no internal numbers are in them.
    var message = ""
  }

  static let examples: [Example] = [
    Example(
      kind: .classAdded, old: "",
      new: #""New": {"properties": {"home": "Home"}, "primaryKey": "#
        + #""_id", "properties": {"_id": "int", "home": "Home"}},"#,
      place: "New"),
    Example(
      kind: .classRemoved,
      old: #""Other": {"primaryKey": "_id", "properties": {"_id": "int", "name": "string?"}},"#,
      new: "", place: "Other", failure: .classesRemoved,
      message: "Client reset cannot recover when classes have been removed: {Other}"),
    Example(
      kind: .classEmbedded,
      old: #""Other": {"primaryKey": "_id", "properties""#,
      new: #""Other": {"embedded": true, "properties""#,
      place: "Other", failure: .incompatiblePrimaryKey,
      message: "Client reset requires a primary key column in source table 'class_Other'"),
    Example(
      kind: .classUnembedded, old: #"{"embedded": true, "properties": {"#,
      new: #"{"primaryKey": "_id", "properties": {"_id": "uuid", "#,
      place: "Home", failure: .incompatiblePrimaryKey,
      message: "Client reset requires a primary key column in dest table 'class_Home'"),
    Example(
      kind: .primaryKeyRemoved, old: #""Other": {"primaryKey": "_id", "#, new: #""Other": {"#,
      place: "Other._id", failure: .incompatiblePrimaryKey,
      message: "Client reset requires a primary key column in source table 'class_Other'"),
    Example(
      kind: .primaryKeyRenamed,
      old: #"{"primaryKey": "_id", "properties": {"_id": "int", "name""#,
      new: #"{"primaryKey": "key", "properties": {"key": "int", "name""#,
      place: "Other._id",
      failure: .incompatiblePrimaryKey,
      message: "Client reset requires equal pk column names but 'key' != '_id' on 'class_Other'"),
    Example(
      kind: .primaryKeyTypeChanged, old: #"{"_id": "int", "name""#,
      new: #"{"_id": "string", "name""#,
      place: "Other._id",
      failure: .incompatiblePrimaryKey,
      message: "Client reset found incompatible primary key types (col_type_String vs "
        + "col_type_Int) on 'class_Other'"),
    Example(
      kind: .primaryKeyOptionalityChanged, old: #"{"_id": "int", "name""#,
      new: #"{"_id": "int?", "name""#,
      place: "Other._id",
      failure: .incompatiblePrimaryKey,
      message: "Client reset found incompatible primary key attributes ("),
    Example(
      kind: .propertyAdded, old: #""l": "int[]","#, new: #""l": "int[]", "z": "Home[]","#,
      place: "T.z"),
    Example(
      kind: .propertyRemoved, old: #""l": "int[]","#, new: "", place: "T.l",
      failure: .propertiesRemoved,
      message: "Client reset cannot recover when columns have been removed from 'class_T': {l, }"),
    Example(
      kind: .typeChanged, old: #""l": "int[]""#, new: #""l": "string[]""#,
      place: "T.l", failure: .incompatibleType,
      message: "Incompatible column type change detected during client reset for 'class_T.l' "
        + "(col_type_String vs col_type_Int)"),
    Example(
      kind: .collectionChanged, old: #""l": "int[]""#, new: #""l": "int{}""#,
      place: "T.l", failure: .incompatibleAttributes,
      message: "Incompatable column attribute change detected during client reset for "
        + "'class_T.l' ("),
    Example(
      kind: .optionalityChanged, old: #""name": "string?""#, new: #""name": "string""#,
      place: "Other.name", failure: .incompatibleAttributes,
      message: "Incompatable column attribute change detected during client reset for "
        + "'class_Other.name' ("),
    Example(
      kind: .linkTargetChanged, old: #""link": "T""#, new: #""link": "Other""#,
      place: "T.link"),
  ]

  private static let schemaText: String = {
    let parts = FaultTrial.base.components(separatedBy: #""schema": {"#)
    return "{" + parts[1].components(separatedBy: "},\n  \"synced\"")[0] + "}"
  }()

  private static func place(of change: SchemaChange) -> String {
    change.className.readableText + (change.property.map { ".\($0)" } ?? "")
  }

  private static func schema(_ classes: String) throws -> RealmSchema {
    try RealmSchema(parsing: Array(#"{"schema": 1, "classes": \#(classes)}"#.utf8))
  }

  private static func schema(_ example: Example) throws -> RealmSchema {
    let changed =
      example.old.isEmpty
      ? "{" + example.new.replacing(#""properties": {"home": "Home"}, "#, with: "")
        + schemaText.dropFirst()
      : schemaText.replacing(example.old, with: example.new)
    #expect(changed != schemaText)
    // A class that is gone takes with it what links to it.
    let isRemoval = example.kind == .classRemoved
    return try schema(isRemoval ? changed.replacing(#", "other": "Other""#, with: "") : changed)
  }

  private static func due() throws -> DueReset {
    var replay = Replay()
    for event in try Scenario(parsing: Array(FaultTrial.base.utf8)).events {
      replay.observe(event)
    }
    return try #require(replay.sessionResets().first?.resets.first)
  }

  @Test(arguments: examples.indices)
  func `a change is named, and its effect is known`(index: Int) throws {
    let example = Self.examples[index]
    let changes = try Self.schema(Self.schemaText).changes(to: Self.schema(example))
    let change = try #require(changes.first)
    #expect(change.kind == example.kind && Self.place(of: change) == example.place)
    let others = changes.dropFirst()
    #expect(others.map(\.kind) == (example.kind == .classRemoved ? [.propertyRemoved] : []))
    #expect(others.map(Self.place) == (example.kind == .classRemoved ? ["T.other"] : []))
    #expect(change.failureClass == example.failure)
    #expect((change.effect == .breaking) == (example.failure != nil))
    #expect((change.effect == .unnoticed) == (example.kind == .linkTargetChanged))
  }

  @Test(arguments: examples.indices, [ResetMode.discardLocal, .recover])
  func `a reset meets a change as the rules say`(index: Int, mode: ResetMode) throws {
    let example = Self.examples[index]
    let trial = SchemaTrial(try Self.due(), schema: try Self.schema(example))
    let reset = trial.reset(after: Array(trial.changes.indices))
    #expect(reset.situation.fresh.schema.changes(to: try Self.schema(example)) == [])
    let outcome = reset.outcome(mode: mode)
    #expect(outcome.failure?.failureClass == example.failure)
    #expect((outcome.failure == nil) == (example.failure == nil))
    #expect(outcome.failure?.message.hasPrefix(example.message) ?? true)
    #expect(trial.reset(after: []).outcome(mode: mode).failure == nil)
  }

  @Test func `a change that a fault can make is the same as that fault`() throws {
    var count = 0
    for example in Self.examples {
      let trial = SchemaTrial(try Self.due(), schema: try Self.schema(example))
      guard let fault = trial.faults(making: [0])?.first, trial.changes.count == 1 else { continue }
      let text = Fault(FaultTrigger(.at, .reset), .schema(fault)).text
      let outcome = try FaultTrial(scenario: FaultTrial.base).outcome(.discardLocal, text)
      #expect(outcome.unfiredFaults.isEmpty, "\(text)")
      #expect(
        outcome.failure?.message
          == trial.reset(after: [0]).outcome(mode: .discardLocal)
          .failure?.message, "\(text)")
      count += 1
    }
    #expect(count > 0)
  }

  @Test func `a change that its fault refuses is made by none`() throws {
    func faults(_ old: String, _ new: String) throws -> [SchemaFault]? {
      let schema = try Self.schema(Self.schemaText.replacing(old, with: new))
      return SchemaTrial(try Self.due(), schema: schema).faults(making: [0])
    }
    #expect(try faults(#""link": "T""#, #""link": "Other""#)?.count == 1)
    // Links don't come from or lead to embedded objects.
    #expect(try faults(#""home": "Home""#, #""home": "Other""#) == nil)
    #expect(try faults(#""link": "T""#, #""link": "Home""#) == nil)
  }

  @Test func `a change that no fault makes alike has none`() throws {
    let link = #""B": {"primaryKey": "b", "properties": {"b": "int"}}"#
    func fault(_ old: String, _ new: String) throws -> SchemaFault? {
      let schemas = try [old, new].map {
        try Self.schema(#"{"A": {"properties": {"a": "int", \#($0)}}, \#(link)}"#)
      }
      return try #require(schemas[0].changes(to: schemas[1]).first).fault
    }
    #expect(try fault(#""x": "B""#, #""x": "int?""#)?.type == .int)
    #expect(try fault(#""x": "B""#, #""x": "int""#) == nil)
    #expect(try fault(#""x": "mixed""#, #""x": "int""#) == nil)
    // A name that is not text can't be said.
    #expect(try fault(#""$string:78ff": "int", "y": "int""#, #""y": "int""#) == nil)
    #expect(try fault(#""x": "int", "y": "int""#, #""y": "int""#)?.property == "x")
  }

  @Test func `asymmetry and a primary key that comes are told of`() throws {
    let plain = try Self.schema(#"{"A": {"properties": {"a": "int"}}}"#)
    let keyed = try Self.schema(#"{"A": {"primaryKey": "a", "properties": {"a": "int"}}}"#)
    let asymmetric = try Self.schema(
      #"{"A": {"asymmetric": true, "primaryKey": "a", "properties": {"a": "int"}}}"#)
    #expect(plain.changes(to: keyed).map(\.kind) == [.primaryKeyAdded])
    #expect(keyed.changes(to: asymmetric).map(\.kind) == [.asymmetryChanged])
    #expect(asymmetric.changes(to: keyed).map(\.effect) == [.unnoticed])
    #expect(keyed.changes(to: keyed).isEmpty)
  }

  @Test func `a type that leaves no choice of null brings no second change`() throws {
    let old = try Self.schema(#"{"A": {"properties": {"a": "int", "b": "mixed"}}}"#)
    let new = try Self.schema(#"{"A": {"properties": {"b": "int", "a": "mixed"}}}"#)
    let changes = old.changes(to: new)
    #expect(changes.map(\.kind) == [.typeChanged, .typeChanged])
    #expect(changes.map(Self.place) == ["A.a", "A.b"])
  }

  @Test func `another property can become the primary key, with its values`() throws {
    let swapped = Self.schemaText.replacing(
      #""Other": {"primaryKey": "_id", "properties": {"_id": "int", "name": "string?"}}"#,
      with: #""Other": {"primaryKey": "name", "properties": {"_id": "int", "name": "string?"}}"#)
    let trial = SchemaTrial(try Self.due(), schema: try Self.schema(swapped))
    let fresh = trial.reset(after: Array(trial.changes.indices)).situation.fresh
    #expect(fresh.schema.changes(to: try Self.schema(swapped)) == [])
    #expect(fresh.keys(of: "Other") == [.string("one")])
    #expect(fresh.value(at: LocationValue("Other", .string("one"), "_id")) == .int(1))
  }

  /// The schemas of sessions of the project, each as the new one of each.
  private static let schemas = Result<[(RealmSchema, DueReset)], any Error> {
    try ScenarioFiles.paths().filter { $0.contains("rs-") || $0.contains("every-kind") }
      .enumerated()
      .filter { $0.offset % 5 == 0 || $0.element.contains("every-kind") }.compactMap { _, path in
        var replay = Replay()
        for event in try Scenario(parsing: ProjectFiles.bytes(path)).events {
          replay.observe(event)
        }
        guard let reset = replay.sessionResets().first?.resets.first else { return nil }
        return (reset.situation.fresh.schema, reset)
      }
      .atLeast(16, "schemas of scenarios")
  }

  @Test func `all changes together make the new schema, whatever the old one is`() throws {
    let schemas = try Self.schemas.get()
    for (_, reset) in schemas {
      for (schema, _) in schemas {
        let trial = SchemaTrial(reset, schema: schema)
        let fresh = trial.reset(after: Array(trial.changes.indices)).situation.fresh
        #expect(fresh.schema.changes(to: schema) == [])
      }
    }
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `any of the changes alone end in a verdict`(seed: UInt64) throws {
    var numbers = SeededNumbers(seed: seed)
    let schemas = try Self.schemas.get()
    for (_, reset) in schemas {
      let (schema, _) = try #require(schemas.randomElement(using: &numbers))
      let trial = SchemaTrial(reset, schema: schema)
      let some = trial.changes.indices.filter { _ in Bool.random(using: &numbers) }
      for mode in [ResetMode.discardLocal, .recover] {
        let outcome = trial.reset(after: some).outcome(mode: mode)
        let isBroken = outcome.ending == .failed || outcome.ending == .crash
        #expect(isBroken == (outcome.failure != nil))
      }
    }
  }
}
