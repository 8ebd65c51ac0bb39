import Analyzer
import Campaigns
import FaultPlans
import RealmModel
import ReplaySupport
import Reports
import TestSupport
import Testing
import TraceFormat

@testable import Replayer

/// `docs/report.schema.json` and what is really printed.
@Suite struct ReportSchemaTests {
  private let root: JSONText
  private let schema: JSONSchema
  private let others: [String: JSONSchema]

  init() throws {
    root = try JSONText(parsing: ProjectFiles.bytes("docs/report.schema.json"))
    let plans = try JSONText(parsing: ProjectFiles.bytes("docs/fault-plan.schema.json"))
    let facts = try JSONText(parsing: ProjectFiles.bytes("docs/report-facts.schema.json"))
    others = [
      "fault-plan.schema.json": JSONSchema(plans),
      "report-facts.schema.json": JSONSchema(
        facts, others: ["report.schema.json": JSONSchema(root)]),
    ]
    schema = JSONSchema(root, others: others)
  }

  @Test(.slow) func `Reports on all scenarios fit the schema, in all modes`() throws {
    for (name, report) in try ReplaySamples.scenarios() {
      #expect(schema.findings(in: report.json) == [], "\(name)")
    }
  }

  @Test(arguments: Vectors.resetFiles)
  func `Reports on vectors fit the schema, in all modes`(file: String) throws {
    for report in try ReplaySamples.vectors(of: file) {
      #expect(schema.findings(in: report.json) == [], "\(report.trace)")
    }
  }

  @Test func `A report in one mode fits the schema`() throws {
    let scenario = try ProjectFiles.bytes("traces/scenarios/rs-29-class-removed.json")
    let report = try ReplaySamples.report(
      on: ScenarioOutcome.events(scenario), "-", modes: [.recover])
    #expect(report.json.member("reports") != nil)
    #expect(schema.findings(in: report.json) == [])
  }

  @Test func `A report with everything in it fits the schema`() throws {
    let report = try ReplayReport.withEveryMember()
    #expect(schema.findings(in: report.json) == [])
    let logged = ReplayReport(
      trace: "-", resets: [],
      logged: [
        RecordedLoggedReset(session: 1, sequence: 2, timeMicroseconds: 3, facts: LoggedReset())
      ],
      loggedSessions: LoggedSessions(
        sessionCount: 1, fileCount: 1, files: ["a.realm"],
        errors: [
          LoggedError(
            session: 1, sequence: 2, timeMicroseconds: 3, file: "a.realm", error: .badClientFile)
        ]))
    #expect(schema.findings(in: logged.json) == [])
    let names = report.json.memberNames.union(report.mergePlansJSON.memberNames)
      .union(logged.json.memberNames)
    let instruction = try #require(root.member("$defs")?.member("instruction"))
    let known = root.schemaPropertyNames.subtracting(instruction.schemaPropertyNames)
    // It compares modes, and has nothing large.
    let missing = known.subtracting(names).filter { !$0.hasPrefix("$") }
    let others = Set(Change.Outcome.allCases.map(\.rawValue))
      .union(OverwrittenPlace.Kind.allCases.map(\.rawValue))
    #expect(
      missing.subtracting(["reports", "sameAs"]).subtracting(others) == [], "not in the sample")
  }

  @Test func `A report with large values fits the schema`() throws {
    let operations = (0..<200).map { #"{"append": ["T", 1, "l"], "value": \#($0)}"# }
    let outcome = try ScenarioOutcome.session(
      #""local": [{"operations": [\#(operations.joined(separator: ","))]}]"#)
    let report = ReplayReport(
      trace: "-", resets: [ModeComparison([Analysis.report(of: outcome)])])
    #expect(report.json.memberNames.contains("sameAs"))
    #expect(schema.findings(in: report.json) == [])
  }

  @Test func `Merge plans alone fit their part of the schema`() throws {
    let definitions = try #require(root.member("$defs"))
    let schema = JSONSchema(
      .members(["$ref": .string("#/$defs/mergePlans"), "$defs": definitions]), others: others)
    #expect(schema.findings(in: try ReplayReport.withEveryMember().mergePlansJSON) == [])
    var count = 0
    for (name, report) in try ReplaySamples.scenarios() {
      let json = report.mergePlansJSON
      #expect(schema.findings(in: json) == [], "\(name)")
      if case .array(let plans)? = json.member("mergePlans") { count += plans.count }
    }
    #expect(
      try count >= ReplaySamples.scenarios().count / 2, "mode Manual strands whatever was unsynced")
  }

  @Test(.slow) func `A member that the schema does not know is found, wherever it is`() throws {
    var report = try ReplayReport.withEveryMember()
    report.resets[0].reports.removeLast()
    let json = report.json
    let places = Self.objectCount(json)
    #expect(places > 50)
    for place in 0..<places {
      var countdown = place
      let changed = Self.adding(to: json, &countdown)
      #expect(!schema.findings(in: changed).isEmpty, "object \(place)")
    }
  }

  @Test(arguments: [
    ("fate", Fate.allCases.map(\.rawValue)), ("cause", Cause.allCases.map(\.rawValue)),
    ("mode", ResetMode.allCases.map(\.rawValue)), ("action", ServerAction.allCases.map(\.rawValue)),
    ("result", ResetEnding.allCases.map(\.rawValue)),
    ("failureClass", ResetFailureClass.allCases.map(\.rawValue)),
    ("collateral.kind", Collateral.Kind.allCases.map(\.rawValue)),
    ("propertyCounts.scope", Breakdown.Scope.allCases.map(\.rawValue)),
    ("faultEffect.kind", FaultEffect.Kind.allCases.map(\.rawValue)),
    ("gap.kind", Gap.Kind.allCases.map(\.rawValue)),
    ("decisionGate", GateDecision.Gate.allCases.map(\.rawValue)),
    ("difference.aspect", Comparison.Difference.Aspect.allCases.map(\.rawValue)),
    ("session.source", SessionStart.Source.allCases.map(\.rawValue)),
    ("session.syncKind", SyncKind.allCases.map(\.rawValue)),
    ("resetLoop.kind", ResetLoop.Kind.allCases.map(\.rawValue)),
    ("write.winner", Winner.allCases.map(\.rawValue)),
    ("write.missingObject", JudgedWrite.MissingObject.allCases.map(\.rawValue)),
    ("write.threeWay", ThreeWayChange.allCases.map(\.rawValue)),
    ("instruction.instruction", InstructionKind.allCases.map(\.name)),
  ])
  func `The schema lists all the words there are`(place: String, words: [String]) throws {
    let steps = place.split(separator: ".").map(String.init)
    var rule = try #require(root.member("$defs")?.member(steps[0]))
    if steps.count > 1 {
      rule = try #require(rule.member("properties")?.member(steps[1]))
    }
    guard case .array(let listed)? = rule.member("enum") else {
      Issue.record("\(place) has no list")
      return
    }
    #expect(Set(listed) == Set(words.map(JSONText.string)))
  }

  @Test func `Every member and every word is explained, by the schema or the guide`() throws {
    let guide = String(decoding: try ProjectFiles.bytes("docs/report.md"), as: UTF8.self)
    let text = ([guide] + root.schemaDescriptions).joined(separator: "\n")
    let words = Self.words(in: root)
    #expect(words.count > 100)
    for word in words { #expect(text.contains("`\(word)`"), "\(word)") }
    // Those of instructions and values are described in docs/changesets.md.
    let instruction = try #require(root.member("$defs")?.member("instruction"))
    let members = root.schemaProperties
    #expect(members.count > 200)
    let described = Set(members.filter { $0.value.member("description") != nil }.map(\.name))
    for name in Set(members.map(\.name)).subtracting(instruction.schemaPropertyNames)
    where !name.hasPrefix("$") && !described.contains(name) {
      #expect(text.contains("`\(name)`"), "\(name)")
    }
  }

  // MARK: Walking JSON

  /// The words that the schema lists, but for those of instructions, which are described elsewhere.
  private static func words(in schema: JSONText) -> Set<String> {
    switch schema {
    case .object(let members):
      members.reduce(into: []) { words, member in
        guard member.name != "instruction" else { return }
        if member.name == "enum", case .array(let listed) = member.value {
          words.formUnion(
            listed.compactMap { if case .string(let word) = $0 { word } else { nil } })
        }
        words.formUnion(Self.words(in: member.value))
      }
    case .array(let elements): elements.reduce(into: []) { $0.formUnion(words(in: $1)) }
    default: []
    }
  }

  private static func objectCount(_ json: JSONText) -> Int {
    switch json {
    case .object(let members): members.reduce(isOpen(json) ? 0 : 1) { $0 + objectCount($1.value) }
    case .array(let elements): elements.reduce(0) { $0 + objectCount($1) }
    default: 0
    }
  }

  /// The value with one more member in the object that the countdown ends at.
  private static func adding(to json: JSONText, _ countdown: inout Int) -> JSONText {
    switch json {
    case .object(var members):
      for index in members.indices {
        members[index].value = adding(to: members[index].value, &countdown)
      }
      guard !isOpen(json) else { return .object(members) }
      if countdown == 0 { members.append(JSONText.Member("undocumented", .bool(true))) }
      countdown -= 1
      return .object(members)
    case .array(let elements): return .array(elements.map { adding(to: $0, &countdown) })
    default: return json
    }
  }

  /// Whether the object's names are a trace's own: those of dictionaries and embedded objects.
  private static func isOpen(_ json: JSONText) -> Bool {
    guard case .object(let members) = json else { return false }
    return members.isEmpty || members.contains { $0.name == "entryOfTheTrace" }
  }
}
