import Importers
import RealmModel
import Replayer
import TestSupport
import Testing
import TraceFormat

@testable import Analyzer
@testable import Campaigns
@testable import Reports

/// What a new schema does to sessions, against the texts of the rules (`docs/preflight.md`).
@Suite struct PreflightTests {
  /// A session with a class of notes, which link to a person, and one of places nobody writes to.
  static let session = """
    {
      "scenario": 1, "name": "notes",
      "schema": {
        "Note": {
          "primaryKey": "_id",
          "properties": {"_id": "int", "text": "string", "votes": "int", "by": "Person"}
        },
        "Person": {"primaryKey": "_id", "properties": {"_id": "int", "name": "string?"}},
        "Place": {"primaryKey": "_id", "properties": {"_id": "int", "name": "string"}}
      },
      "synced": {
        "Note": [{"_id": 1, "text": "a", "votes": 1}],
        "Person": [{"_id": 1, "name": "Ada"}], "Place": [{"_id": 7, "name": "north"}]
      },
      "local": [
        {"operations": [{"update": ["Note", 1], "set": {"text": "b"}}]},
        {"operations": [{"update": ["Note", 1], "set": {"votes": 2}}]},
        {"operations": [{"update": ["Note", 1], "set": {"by": 1}}]}
      ],
      "serverChanges": [{"operations": [{"update": ["Place", 7], "set": {"name": "south"}}]}],
      "error": {}
    }
    """

  static let schema = """
    {
      "Note": {
        "primaryKey": "_id",
        "properties": {"_id": "int", "text": "string", "votes": "int", "by": "Person"}
      },
      "Person": {"primaryKey": "_id", "properties": {"_id": "int", "name": "string?"}},
      "Place": {"primaryKey": "_id", "properties": {"_id": "int", "name": "string"}}
    }
    """

  /// Runs a pre-flight on one session, its schema changed by replacements in the text.
  static func run(
    _ replacements: [(String, String)], session: String = session, modes: [ResetMode]? = nil,
    everyPoint: Bool = false
  ) async throws -> Preflight {
    var text = schema
    for (old, new) in replacements {
      #expect(text.contains(old))
      text = text.replacing(old, with: new)
    }
    let new = try RealmSchema(parsing: Array(#"{"schema": 1, "classes": \#(text)}"#.utf8))
    var options = Preflight.Options(schema: new, isEveryPointTried: everyPoint)
    if let modes { options.modes = modes }
    return try await TemporaryFolder.during { folder in
      let path = folder.path("a.synctrace")
      let writer = try TraceWriter(
        to: FileSink(path: path), header: TraceHeader(), options: TraceWriter.Options())
      for event in try Scenario(parsing: Array(session.utf8)).events { try writer.append(event) }
      try writer.finish()
      return try await Preflight.run([path], options)
    }
  }

  private static func finding(_ preflight: Preflight, _ mode: ResetMode) throws
    -> (reset: PreflightReset, finding: PreflightFinding)
  {
    let resets = preflight.traces.flatMap(\.sessions).flatMap(\.resets)
    let reset = try #require(resets.first)
    return (reset, try #require(reset.findings.first { $0.mode == mode }))
  }

  private static func causes(_ preflight: Preflight, _ mode: ResetMode) throws -> [[String]] {
    let (reset, finding) = try finding(preflight, mode)
    return finding.diagnoses.map { $0.changes.map { reset.changes[$0].text } }
  }

  @Test func `the same schema changes nothing, in any mode`() async throws {
    let preflight = try await Self.run([])
    #expect(preflight.changes.isEmpty && !preflight.hasFoundProblems)
    let reset = try Self.finding(preflight, .recover).reset
    #expect(reset.kind == .recordedReset && reset.unsyncedCount == 3)
    #expect(reset.findings.map(\.verdict) == [.fine, .fine, .fine, .leftToApp])
    #expect(reset.findings.allSatisfy { $0.writes.isEmpty })
    #expect(reset.findings.map(\.lostAnywayCount) == [3, 0, 0, 0])
  }

  @Test func `additions are harmless`() async throws {
    let preflight = try await Self.run([
      (#""votes": "int""#, #""votes": "int", "tags": "string[]""#),
      (#""Place": {"#, #""Photo": {"embedded": true, "properties": {}}, "Place": {"#),
    ])
    #expect(preflight.changes.map(\.change.effect) == [.additive, .additive])
    #expect(preflight.traces.map(\.verdict) == [.fine])
  }

  @Test(arguments: [ResetMode.discardLocal, .recover, .recoverOrDiscard])
  func `one breaking change among harmless ones is found by itself`(mode: ResetMode) async throws {
    let preflight = try await Self.run([
      (#""name": "string"}"#, #""name": "string?"}"#),
      (#""votes": "int""#, #""votes": "int", "tags": "string[]""#),
    ])
    let (_, finding) = try Self.finding(preflight, mode)
    #expect(finding.verdict == .fails)
    #expect(finding.failure?.failureClass == .incompatibleAttributes)
    #expect(finding.triage?.isRecognized == true)
    #expect(finding.writes.count == 3 && finding.writes.allSatisfy { $0.fate == .stranded })
    #expect(
      try Self.causes(preflight, mode) == [["Place.name is optional, and no longer required"]])
    #expect(preflight.traces.map(\.verdict) == [.fails])
  }

  @Test func `every failure that waits behind the first one is told of`() async throws {
    let preflight = try await Self.run([
      (#", "votes": "int""#, ""), (#""text": "string""#, #""text": "data""#),
      (
        #""Person": {"primaryKey": "_id", "properties": {"_id": "int""#,
        #""Person": {"primaryKey": "_id", "properties": {"_id": "uuid""#
      ),
    ])
    #expect(
      try Self.causes(preflight, .discardLocal) == [
        ["the primary key of class Person is of type uuid instead of int"],
        ["Note.votes is gone"], ["Note.text is of type data instead of string"],
      ])
    let recovered = try Self.finding(preflight, .recover).finding
    // Recovery comes before the transfer, and fails at the first write that no longer fits.
    #expect(recovered.failure?.failureClass == .badChangeset)
    #expect(
      try Self.causes(preflight, .recover).first == ["Note.text is of type data instead of string"])
    #expect(Set(try Self.causes(preflight, .recover).joined()).count == 3)
  }

  @Test func `a message that names several classes comes of all of them`() async throws {
    let preflight = try await Self.run(
      [
        (
          #","#
            + "\n  "
            + #""Place": {"primaryKey": "_id", "properties": {"_id": "int", "name": "string"}}"#,
          ""
        ),
        (
          #""Person": {"primaryKey": "_id", "properties": {"_id": "int", "name": "string?"}}"#,
          #""X": {"embedded": true, "properties": {}}"#
        ),
        (#", "by": "Person""#, ""),
      ])
    let (_, finding) = try Self.finding(preflight, .discardLocal)
    #expect(finding.failure?.message.hasSuffix("{Person, Place}") == true)
    #expect(
      try Self.causes(preflight, .discardLocal).first == [
        "class Person is gone", "class Place is gone",
      ])
  }

  @Test func `links to another class fail recovery, and then nothing stops the discard`()
    async throws
  {
    let change = "Note.by links to Place, and no longer to Person"
    let preflight = try await Self.run([(#""by": "Person""#, #""by": "Place""#)])
    #expect(preflight.changes.map(\.change.effect) == [.unnoticed])
    let findings = try Self.finding(preflight, .recover).reset.findings
    // The transfer does not compare what links lead to; the unsynced link still names a Person.
    #expect(findings.map(\.verdict) == [.fine, .fails, .loses, .leftToApp])
    #expect(findings[1].failure?.failureClass == .badChangeset)
    #expect(findings[2].writes.count == 3 && findings[2].writes.allSatisfy { $0.fate == .lost })
    #expect(try Self.causes(preflight, .recover) == [[change]])
    #expect(try Self.causes(preflight, .recoverOrDiscard) == [[change]])
    #expect(preflight.hasFoundProblems && preflight.count(of: .fails) == 1)
    let only = try await Self.run(
      [(#""by": "Person""#, #""by": "Place""#)], modes: [.discardLocal, .recoverOrDiscard])
    #expect(only.traces.map(\.verdict) == [.loses])
  }

  @Test func `what fails without the schema too is not its fault`() async throws {
    let tracked = Self.session.replacing(
      #""name": "notes","#,
      with: #""name": "notes", "pendingReset": {"mode": "DiscardLocal", "action": "ClientReset"},"#)
    let preflight = try await Self.run([(#", "votes": "int""#, "")], session: tracked)
    let findings = try Self.finding(preflight, .recover).reset.findings
    #expect(findings.map(\.verdict) == [.failsAnyway, .failsAnyway, .failsAnyway, .leftToApp])
    #expect(findings[0].failure?.failureClass == .resetCycle)
    #expect(!preflight.hasFoundProblems)
  }

  @Test func `a session without a reset is tried at its end`() async throws {
    let open = Self.session.replacing(",\n  \"error\": {}", with: "")
    let preflight = try await Self.run([(#", "votes": "int""#, "")], session: open)
    let (reset, finding) = try Self.finding(preflight, .recover)
    #expect(reset.kind == .endOfSession && finding.verdict == .fails)
    #expect(finding.writes.count == 3)
    // The trace ends with the server's own change.
    #expect(reset.moment?.text == "after server-commit 1")
  }

  @Test func `at every point neighbours that meet the same are told of once`() async throws {
    let preflight = try await Self.run(
      [(#", "votes": "int""#, "")], modes: [.discardLocal, .recover], everyPoint: true)
    let resets = preflight.traces.flatMap(\.sessions).flatMap(\.resets)
    #expect(resets.last?.kind == .recordedReset)
    let points = resets.filter { $0.kind == .point }
    // The removed property fails the transfer everywhere, and recovery from its first write on.
    #expect(points.allSatisfy { $0.findings[0].failure?.failureClass == .propertiesRemoved })
    let failures = points.map { $0.findings[1].failure?.failureClass }
    #expect(failures == [.propertiesRemoved, .unrecoverable])
    #expect(points[0].pointCount > 1)
    #expect(points[0].sequences.upperBound < points[1].sequences.lowerBound)
    #expect(points[0].findings[1].writes.count == 1)
  }

  // MARK: Forms

  @Test func `the JSON fits its schema, and has all of its words`() async throws {
    let root = try JSONText(parsing: ProjectFiles.bytes("docs/preflight.schema.json"))
    let schema = JSONSchema(root)
    let preflights = [
      try await Self.run([(#", "votes": "int""#, "")], everyPoint: true), try await Self.run([]),
    ]
    for preflight in preflights { #expect(schema.findings(in: preflight.json) == []) }
    for (place, words) in [
      ("change.kind", SchemaChange.Kind.allCases.map(\.rawValue)),
      ("change.effect", SchemaChange.Effect.allCases.map(\.rawValue)),
      ("trace.verdict", PreflightTrace.Verdict.allCases.map(\.rawValue)),
      ("finding.verdict", PreflightFinding.Verdict.allCases.map(\.rawValue)),
      ("reset.kind", ResetOccasion.Kind.allCases.map(\.rawValue)),
      ("failureClass", ResetFailureClass.allCases.map(\.rawValue)),
      ("mode", ResetMode.allCases.map(\.rawValue)), ("write.fate", Fate.allCases.map(\.rawValue)),
    ] {
      let steps = place.split(separator: ".").map(String.init)
      var rule = try #require(root.member("$defs")?.member(steps[0]))
      if steps.count > 1 { rule = try #require(rule.member("properties")?.member(steps[1])) }
      guard case .array(let listed)? = rule.member("enum") else {
        Issue.record("\(place) lists no words")
        continue
      }
      #expect(Set(listed) == Set(words.map(JSONText.string)), "\(place)")
    }
  }

  @Test func `the text says what fails and why, in eighty columns`() async throws {
    let text = try await Self.run([(#", "votes": "int""#, "")]).text()
    let lines = text.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 80 || $0.contains("tracetool replay") })
    #expect(text.contains("because Note.votes is gone"))
    #expect(text.contains("--fault 'at reset: remove-property class=Note property=votes'"))
    #expect(text.hasSuffix("\n1 trace: 1 fails\n"))
  }

  @Test func `a case of JUnit fails where the schema does harm`() async throws {
    let report = try await Self.run([(#", "votes": "int""#, "")]).jUnit
    let verdicts = report.suites.flatMap(\.cases).map(\.verdict)
    #expect(verdicts.count == 4)
    let failed = verdicts.filter { if case .failed = $0 { true } else { false } }
    #expect(failed.count == 3)
    #expect(try await Self.run([]).jUnit.suites[0].cases[0].verdict == .passed)
  }
}
