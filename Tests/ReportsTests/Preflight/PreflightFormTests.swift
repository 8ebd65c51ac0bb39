import Analyzer
import CampaignSupport
import Campaigns
import RealmModel
import Replayer
import TestSupport
import Testing
import TraceFormat

@testable import Reports

/// The forms of a pre-flight's result.
@Suite struct PreflightFormTests {
  @Test func `the JSON fits its schema, and has all of its words`() async throws {
    let root = try JSONText(parsing: ProjectFiles.bytes("docs/preflight.schema.json"))
    let schema = JSONSchema(root)
    let preflights = [
      try await PreflightSample.run([(#", "votes": "int""#, "")], everyPoint: true),
      try await PreflightSample.run([]),
    ]
    for preflight in preflights { #expect(schema.findings(in: preflight.json) == []) }
    for (place, words) in [
      ("change.kind", SchemaChange.Kind.allCases.map(\.rawValue)),
      ("change.effect", SchemaChange.Effect.allCases.map(\.rawValue)),
      ("trace.verdict", PreflightTrace.Verdict.allCases.map(\.rawValue)),
      ("finding.verdict", PreflightFinding.Verdict.allCases.map(\.rawValue)),
      ("reset.kind", DueReset.Kind.allCases.map(\.rawValue)),
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
    let text = try await PreflightSample.run([(#", "votes": "int""#, "")]).text()
    let lines = text.split(separator: "\n")
    // A path is as long as the folder for temporary files makes it.
    let isLong = { (line: Substring) in line.count > 80 && !line.contains("/") }
    #expect(!lines.contains(where: isLong), "\(lines.filter(isLong))")
    #expect(text.contains("because Note.votes is gone"))
    #expect(text.contains("--fault 'at reset: remove-property class=Note property=votes'"))
    #expect(text.hasSuffix("\n1 trace: 1 fails\n"))
    #expect(
      lines.prefix(2) == [
        "Not safe: with the new schema, resets of the one trace that was tried fail",
        "(discard, recover, recover-or-discard), with 3 writes at stake.",
      ])
    // Nothing has happened yet.
    #expect(text.contains("\nWhat to do after such a reset\n"))
    // Two messages, and the same advice about both.
    let advice = lines.filter { $0.hasPrefix("  - ") }
    #expect(advice.count > 1 && Set(advice).count == advice.count)
  }

  @Test func `a failure without a class says how the reset ends, in all modes together`()
    async throws
  {
    let preflight = try await PreflightSample.run([
      (#""Place": {"#, #""Photo": {"properties": {"no": "int"}}, "Place": {"#)
    ])
    let text = preflight.text()
    #expect(text.contains("- discard, recover, recover-or-discard: fail, with 3 writes at stake\n"))
    let words = #"the process ends: "class 'Photo' has no primary key""#
    #expect(text.contains("\n      \(words)\n"), "\(text)")
    guard case .failed(let failure) = preflight.jUnit.suites[0].cases[0].verdict else {
      Issue.record("\(preflight.jUnit)")
      return
    }
    #expect(failure.message == "\(words); fails, with 3 writes at stake")
  }

  @Test func `the text of a harmless schema says so first`() async throws {
    let text = try await PreflightSample.run([]).text()
    #expect(text.hasPrefix("Safe for the one trace that was tried: no reset fails and no write is"))
    #expect(text.contains("\n  Nothing, for the traces that were tried.\n"))
  }

  @Test func `the head names the modes that fail and those that lose apart`() async throws {
    let text = try await PreflightSample.run([(#""by": "Person""#, #""by": "Place""#)]).text()
    #expect(
      text.replacing("\n", with: " ").contains(
        "tried fail (recover) and lose writes (recover-or-discard), with 3 writes at stake."))
  }

  @Test func `what is at stake at the worst of several points is not said of each`() async throws {
    let text = try await PreflightSample.run(
      [(#", "votes": "int""#, "")], modes: [.discardLocal, .recover], everyPoint: true
    ).text()
    #expect(text.contains(", with up to 1 write at stake\n"), "\(text)")
  }

  @Test func `a trace of another app is set apart in every form`() async throws {
    // `Place` is there too, with another key and other properties.
    let preflight = try await PreflightSample.run([
      ("Note", "Memo"), ("Person", "Author"),
      (
        #""_id", "properties": {"_id": "int", "name": "string"}"#,
        #""no", "properties": {"no": "int"}"#
      ),
    ])
    #expect(preflight.traces.map(\.verdict) == [.otherApp])
    #expect(!preflight.hasFoundProblems)
    let text = preflight.text()
    #expect(text.hasPrefix("No verdict: nothing could be tried.\n"))
    #expect(text.contains("\n  Not known: nothing was tried.\n"))
    #expect(
      text.contains("\nLeft out: of other apps, with no class that is like one of the schema\n"))
    #expect(text.hasSuffix("\n1 trace: 1 of other apps\n"))
    #expect(preflight.json.member("verdict") == .string("otherApp"))
    let cases = preflight.jUnit.suites.flatMap(\.cases)
    #expect(cases.count == 1)
    guard case .skipped(let reason)? = cases.first?.verdict, reason.contains("the same primary key")
    else {
      Issue.record("\(cases)")
      return
    }
  }

  @Test func `a case of JUnit fails where the schema does harm`() async throws {
    let report = try await PreflightSample.run([(#", "votes": "int""#, "")]).jUnit
    let verdicts = report.suites.flatMap(\.cases).map(\.verdict)
    #expect(verdicts.count == 4)
    let failed = verdicts.filter { if case .failed = $0 { true } else { false } }
    #expect(failed.count == 3)
    #expect(try await PreflightSample.run([]).jUnit.suites[0].cases[0].verdict == .passed)
  }
}
