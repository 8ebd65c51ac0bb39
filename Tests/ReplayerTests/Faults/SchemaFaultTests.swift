import FaultPlans
import RealmModel
import ReplaySupport
import Replayer
import TestSupport
import Testing
import TraceFormat

/// Changes of the server's schema, against the checks of the state transfer (`docs/rules.md`,
/// "Transfer") and the failures of recovery.
@Suite struct SchemaFaultTests {
  private static func outcome(_ mode: ResetMode, _ fault: String) throws -> Outcome {
    try FaultTrial(scenario: FaultTrial.base).outcome(mode, "at reset: \(fault)")
  }

  /// What breaks, by which failure, in discard and in recover mode where they differ; `*` stands for
  /// Realm's own numbers.
  static let breaking: [(fault: String, class: ResetFailureClass, message: String)] = [
    (
      "remove-class class=Other", .classesRemoved,
      "Client reset cannot recover when classes have been removed: {Other}"
    ),
    (
      "unknown-class class=Other", .classesRemoved,
      "Client reset cannot recover when classes have been removed: {Other}"
    ),
    (
      "remove-property class=T property=l", .propertiesRemoved,
      "Client reset cannot recover when columns have been removed from 'class_T': {l, }"
    ),
    (
      "change-type class=T property=l type=string", .incompatibleType,
      "Incompatible column type change detected during client reset for 'class_T.l' "
        + "(col_type_String vs col_type_Int)"
    ),
    (
      "change-optionality class=Other property=name", .incompatibleAttributes,
      "Incompatable column attribute change detected during client reset for 'class_Other.name' (*)"
    ),
    (
      "change-collection class=T property=l collection=set", .incompatibleAttributes,
      "Incompatable column attribute change detected during client reset for 'class_T.l' (*)"
    ),
    (
      "change-primary-key-type class=Other type=string", .incompatiblePrimaryKey,
      "Client reset found incompatible primary key types (col_type_String vs col_type_Int) on "
        + "'class_Other'"
    ),
    (
      "rename-primary-key class=Other name=id2", .incompatiblePrimaryKey,
      "Client reset requires equal pk column names but 'id2' != '_id' on 'class_Other'"
    ),
    (
      "embed-class class=Other", .incompatiblePrimaryKey,
      "Client reset requires a primary key column in source table 'class_Other'"
    ),
    (
      "unembed-class class=Home", .incompatiblePrimaryKey,
      "Client reset requires a primary key column in dest table 'class_Home'"
    ),
  ]

  @Test(arguments: breaking.indices, FaultTrial.automatic)
  func `a breaking change fails every automatic mode with the engine's words`(
    index: Int, mode: ResetMode
  ) throws {
    let expected = Self.breaking[index]
    let outcome = try Self.outcome(mode, expected.fault)
    #expect(outcome.unfiredFaults.isEmpty, "\(outcome.unfiredFaults.map(\.reason))")
    #expect(outcome.effects.first?.kind == .schemaChanged)
    #expect(outcome.ending == .failed)
    #expect(outcome.failure?.failureClass == expected.class)
    let message = outcome.failure?.message ?? ""
    let parts = expected.message.split(separator: "*")
    #expect(message.hasPrefix(parts[0]) && message.hasSuffix(parts[parts.count - 1]), "\(message)")
    #expect(outcome.after(1, "v") == .int(111))
  }

  @Test(arguments: [
    ("remove-property class=T property=v", ResetFailureClass.badChangeset),
    ("change-type class=T property=v type=string", .badChangeset),
    ("change-primary-key-type class=T type=string", .badChangeset),
    ("remove-class class=T", .badChangeset),
  ])
  func `where unsynced changes touch what broke, recovery fails at the first of them`(
    fault: String, failureClass: ResetFailureClass
  ) throws {
    let outcome = try Self.outcome(.recover, fault)
    #expect(outcome.failure?.failureClass != nil)
    #expect(outcome.result.rulings.contains { $0.effect == .failed && $0.rule != .resetFailed })
    let discard = try Self.outcome(.discardLocal, fault)
    #expect(discard.ending == .failed)
    #expect(discard.failure != outcome.failure)
  }

  @Test(arguments: FaultTrial.automatic)
  func `additions of the server's survive every mode`(mode: ResetMode) throws {
    let plain = try FaultTrial(scenario: FaultTrial.base).outcome(mode)
    let withClass = try Self.outcome(mode, "add-class class=New")
    #expect(withClass.ending == plain.ending)
    #expect(withClass.result.after.schema(of: "New")?.primaryKey == "_id")
    let withProperty = try Self.outcome(mode, "add-property class=T property=extra type=int")
    #expect(withProperty.ending == plain.ending)
    #expect(withProperty.after(1, "extra") == .null)
    #expect(withProperty.after(1, "v") == plain.after(1, "v"))
    let inEmbedded = try Self.outcome(mode, "add-property class=Home property=zip")
    #expect(inEmbedded.ending == plain.ending)
    #expect(inEmbedded.result.after.schema(of: "Home")?.property("zip") != nil)
  }

  @Test(arguments: FaultTrial.automatic)
  func `another target of links is not noticed, and links are lost or go astray`(
    mode: ResetMode
  ) throws {
    let outcome = try Self.outcome(mode, "change-link-target class=T property=link target=Other")
    #expect(outcome.failure == nil)
    // Object 3 linked to T 1; on the server that became Other 1, and the device reads it as T 1.
    #expect(outcome.after(1, "link") == .null)
    #expect(outcome.result.after.schema(of: "T")?.property("link")?.target == "T")
  }

  @Test func `a schema that is changed keeps the data that it can hold`() throws {
    let fresh = { (fault: String) in try Self.outcome(.discardLocal, fault).situation.fresh }
    let place = { (key: PrimaryKeyValue, property: RealmString) in
      LocationValue("T", key, property)
    }
    #expect(
      try fresh("change-type class=T property=v type=string").value(at: place(.int(2), "v"))
        == .string("20"))
    #expect(
      try fresh("change-type class=T property=s type=int").value(at: place(.int(2), "s")) == .null)
    #expect(
      try fresh("change-collection class=T property=v collection=list").value(
        at: place(.int(2), "v")) == .list([.int(20)]))
    #expect(
      try fresh("change-collection class=T property=l collection=single").value(
        at: place(.int(1), "l")) == .int(1))
    #expect(
      try fresh("change-optionality class=T property=s").value(at: place(.int(4), "s"))
        == .string(""))
    let renamed = try fresh("change-primary-key-type class=T type=string")
    #expect(renamed.value(at: place(.string("1"), "v")) == .int(11))
    #expect(
      renamed.value(at: place(.string("1"), "link"))
        == .link(Value.Link(className: "T", key: .string("2"))))
  }

  @Test func `objects become parts of what links to them, and parts become objects`() throws {
    let embedded = try Self.outcome(.discardLocal, "embed-class class=Other").situation.fresh
    let part = embedded.value(at: LocationValue("T", .int(3), "other", ["name"]))
    #expect(part == .string("one"))
    let own = try Self.outcome(.discardLocal, "unembed-class class=Home").situation.fresh
    #expect(own.objectCount(of: "Home") == 3)
    guard case .list(let homes)? = own.value(at: LocationValue("T", .int(2), "homes")) else {
      Issue.record("homes is no list")
      return
    }
    #expect(homes.count == 2)
    let count = 20_000
    let chain = (1...count).map { #"{"_id": \#($0), "link": \#(min($0 + 1, count))}"# }
    let long = FaultTrial.base.replacing(
      #""T": ["#,
      with: #""Chain": [\#(chain.joined(separator: ","))], "Head": [{"_id": 1, "link": 1}], "T": ["#
    ).replacing(
      #""schema": {"#,
      with:
        #""schema": {"Chain": {"primaryKey": "_id", "properties": {"_id": "int", "link": "Chain"}}, "#
        + #""Head": {"primaryKey": "_id", "properties": {"_id": "int", "link": "Chain"}}, "#)
    let deep = try FaultTrial(scenario: long).outcome(
      .discardLocal, "at reset: embed-class class=Chain")
    #expect(deep.unfiredFaults.isEmpty)
    let cyclic = try Self.outcome(.discardLocal, "embed-class class=T")
    #expect(cyclic.failure?.failureClass == .incompatiblePrimaryKey)
  }

  @Test func `what refers to a removed class goes with it, and is named`() throws {
    let outcome = try Self.outcome(.discardLocal, "remove-class class=Other")
    #expect(
      outcome.effects.map(\.fact) == [
        .schema(.classRemoved("Other")), .objectsRemoved(className: "Other"),
        .schema(.propertyDropped(SchemaProperty("T", "other"))),
      ])
    #expect(outcome.effect(.objectsRemoved)?.objects.count == 1)
  }

  @Test(arguments: SchemaFault.Change.allCases)
  func `what a plan leaves open is chosen by its seed`(change: SchemaFault.Change) throws {
    let trial = try FaultTrial(scenario: FaultTrial.base)
    var found: [[FaultEffect.Fact]] = []
    for seed in 0..<12 as Range<UInt64> {
      let outcome = try trial.outcome(.discardLocal, "at reset: \(change.rawValue)", seed: seed)
      #expect(outcome.unfiredFaults.isEmpty, "\(outcome.unfiredFaults.map(\.reason))")
      found.append(outcome.effects.map(\.fact))
      let again = try trial.outcome(.discardLocal, "at reset: \(change.rawValue)", seed: seed)
      #expect(again.effects.map(\.fact) == found.last)
    }
    let hasChoice = change != .unembedClass && change != .addClass
    #expect((Set(found).count > 1) == hasChoice, "\(Set(found))")
  }

  @Test(arguments: [
    ("remove-class class=Gone", SchemaRefusal.noClass("Gone")),
    ("remove-property class=T property=x", .noProperty(SchemaProperty("T", "x"))),
    ("remove-property class=T property=_id", .isPrimaryKey(SchemaProperty("T", "_id"))),
    ("change-type class=T property=v type=int", .hasTypeAlready(property: "v", type: .int)),
    ("change-type class=T property=v type=link", .needsLinkTarget),
    (
      "change-optionality class=T property=link",
      .unsuitableProperty(place: SchemaProperty("T", "link"), subject: .propertyOfEitherOptionality)
    ),
    (
      "change-collection class=T property=homes collection=set",
      .unsuitableProperty(place: SchemaProperty("T", "homes"), subject: .propertyForCollection)
    ),
    ("embed-class class=Home", .unsuitableClass(className: "Home", subject: .classWithPrimaryKey)),
    ("unembed-class class=T", .unsuitableClass(className: "T", subject: .embeddedClass)),
    (
      "change-link-target class=T property=link target=Home", .linksCannotLead(to: "Home")
    ),
    ("add-class class=T", .hasClass("T")),
    ("add-property class=T property=v", .hasProperty(SchemaProperty("T", "v"))),
    ("rename-primary-key class=T name=v", .hasProperty(SchemaProperty("T", "v"))),
    (
      "change-primary-key-type class=T type=bool",
      .primaryKeyCannotBecome(className: "T", type: .bool)
    ),
  ])
  func `a change of what is not there does not happen, and says why`(
    fault: String, reason: SchemaRefusal
  ) throws {
    let outcome = try Self.outcome(.discardLocal, fault)
    #expect(outcome.faults.isEmpty)
    #expect(outcome.unfiredFaults.map(\.reason) == [.schema(reason)])
    #expect(outcome.ending == .discarded)
  }
}
