import Analyzer
import CampaignSupport
import Campaigns
import RealmModel
import Replayer
import TestSupport
import Testing
import TraceFormat

/// `docs/fleet-row.schema.json` and what rows really are.
@Suite struct FleetRowSchemaTests {
  private let root: JSONText
  private let rows = [FleetRow.withEveryMember(), .failed]

  init() throws {
    root = try JSONText(parsing: ProjectFiles.bytes("docs/fleet-row.schema.json"))
  }

  @Test func `Rows fit the schema, and it knows no member that rows do not have`() {
    let schema = JSONSchema(root)
    for row in rows { #expect(schema.findings(in: row.json) == []) }
    let names = rows.reduce(into: Set<String>()) { $0.formUnion($1.json.memberNames) }
    #expect(root.schemaPropertyNames == names)
  }

  @Test(arguments: [
    ("mode", ResetMode.allCases.map(\.rawValue)),
    ("action", ServerAction.allCases.map(\.rawValue)),
    ("result", ResetEnding.allCases.map(\.rawValue)),
    ("failureClass", ResetFailureClass.allCases.map(\.rawValue)),
    ("schemaChangeKind", SchemaChange.Kind.allCases.map(\.rawValue)),
    ("schemaChange.effect", SchemaChange.Effect.allCases.map(\.rawValue)),
    ("failed.error.kind", FleetFailure.Kind.allCases.map(\.rawValue)),
    ("replayed.engine", Engine.allCases.map(\.rawValue)),
    ("session.source", ["live", "proxy", "capture", "vector", "scenario", "realmFile", "log"]),
    ("session.sdk", SDK.allCases.map(\.rawValue)),
    ("reset.kind", FleetReset.Kind.allCases.map(\.rawValue)),
    ("reset.gaps.kind", Gap.Kind.allCases.map(\.rawValue)),
    ("fates.fate", Fate.allCases.map(\.rawValue)),
  ])
  func `The schema has all words of a vocabulary`(place: String, words: [String]) throws {
    let steps = place.split(separator: ".").map(String.init)
    var rule = try #require(root.member("$defs")?.member(steps[0]))
    for step in steps.dropFirst() {
      rule = try #require((rule.member("items") ?? rule).member("properties")?.member(step))
    }
    guard case .array(let listed)? = rule.member("enum") else {
      Issue.record("\(place) lists no words")
      return
    }
    #expect(Set(listed) == Set(words.map(JSONText.string)))
  }
}
