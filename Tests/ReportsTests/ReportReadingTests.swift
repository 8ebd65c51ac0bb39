import AnalysisSupport
import FaultPlans
import Importers
import RealmModel
import ReplaySupport
import Replayer
import TestSupport
import Testing
import TraceFormat

@testable import Analyzer
@testable import Reports

/// What is written is read back: the JSON of a report holds all that its other forms show.
@Suite(.slow) struct ReportReadingTests {
  @Test func `reports on all scenarios are read as they were written, in all modes`() throws {
    for (name, report) in try ReplaySamples.scenarios() { try expectReadBack(report, name) }
  }

  @Test(arguments: Vectors.resetFiles)
  func `reports on vectors are read as they were written, in all modes`(file: String) throws {
    for report in try ReplaySamples.vectors(of: file) { try expectReadBack(report, report.trace) }
  }

  @Test func `reports with defects, horizons and faults are read as they were written`() throws {
    var count = 0
    for path in try ScenarioFiles.paths() {
      let events = try Scenario(parsing: ProjectFiles.bytes(path)).events
      guard events.askForReset else { continue }
      var replay = Replay()
      for event in events { replay.observe(event) }
      let injector = try FaultInjector(replay)
      let plan = FaultPlan([Fault(FaultTrigger(.at, .reset), .server(.recoveryDisabled))])
      for plan in [FaultPlan.none, plan] {
        let resets = try injector.resets(under: plan).map { reset in
          ModeComparison(
            ReplaySamples.modes.map { mode in
              var report = Analysis.report(
                of: ComparedOutcome(reset, mode: mode, quirks: .realmCore))
              report.horizon = Analysis.horizon(
                of: reset, mode: mode, report: report)
              return report
            })
        }
        try expectReadBack(ReplayReport(trace: path, resets: resets), "\(path) \(plan.faults)")
        count += 1
      }
    }
    #expect(count >= 300)
  }

  @Test(arguments: HostileText.samples)
  func `a report with every member and hostile text is read as it was written`(
    text: String
  ) throws {
    var report = try ReplayReport.withEveryMember(text)
    for mode in report.resets[0].reports.indices {
      // What messages mean is found anew, and that of the sample is made up.
      let failures = report.resets[0].reports[mode].attempts.compactMap(\.failure)
      report.resets[0].reports[mode].explanations = failures.map(ErrorExplanation.init(explaining:))
      // A report's horizon is of its mode, and that of the sample is of one.
      let replayed = report.resets[0].reports[mode].mode
      report.resets[0].reports[mode].horizon?.mode = replayed
    }
    try expectReadBack(report, "the sample")
  }

  /// Expects that a report which was read is the same in every form.
  private func expectReadBack(_ report: ReplayReport, _ name: String) throws {
    let json = report.json
    let read = try ReplayReport(parsing: Array(json.text().utf8))
    if read.json != json {
      Issue.record("\(name): \(Self.difference(json, read.json, "") ?? "the order of members")")
    }
    // Canonical JSON has null for a link without target, which other forms tell from null.
    guard !report.reports.contains(where: \.hasUnresolvedLink) else { return }
    let verbose = ReportTextOptions(isVerbose: true)
    #expect(read.text(verbose) == report.text(verbose), "\(name)")
    #expect(read.markdown == report.markdown, "\(name)")
    #expect(read.html() == report.html(), "\(name)")
    #expect(read.jUnit.text == report.jUnit.text, "\(name)")
    let (log, readLog) = (report.sarif(toolVersion: "1"), read.sarif(toolVersion: "1"))
    #expect(log.json == readLog.json, "\(name)")
    for (old, new) in zip(report.reports, read.reports) {
      #expect(old.attempts.map(\.decisions) == new.attempts.map(\.decisions), "\(name)")
      #expect(old.writes.map(\.operation) == new.writes.map(\.operation), "\(name)")
      #expect(old.writes.map(\.address) == new.writes.map(\.address), "\(name)")
      #expect(old.gaps == new.gaps && old.consequences == new.consequences, "\(name)")
      #expect(old.explanations == new.explanations && old.resetLoop == new.resetLoop, "\(name)")
      #expect(old.comparison == new.comparison && old.horizon?.points == new.horizon?.points)
    }
  }

  /// Where two values first differ.
  private static func difference(_ old: JSONText, _ new: JSONText, _ path: String) -> String? {
    switch (old, new) {
    case (.object(let olds), .object(let news)):
      for old in olds {
        let path = "\(path).\(old.name)"
        guard let new = news.first(where: { $0.name == old.name }) else { return "\(path) is gone" }
        if let difference = difference(old.value, new.value, path) { return difference }
      }
      return news.count > olds.count ? "\(path) has more members" : nil
    case (.array(let olds), .array(let news)) where olds.count == news.count:
      for (index, (old, new)) in zip(olds, news).enumerated() {
        if let difference = difference(old, new, "\(path)[\(index)]") { return difference }
      }
      return nil
    default: return old == new ? nil : "\(path): \(old.text()) became \(new.text())"
    }
  }
}

/// Files that are no reports.
@Suite(.slow) struct ReportReadingFailureTests {
  @Test func `a change without a write is refused with its place`() throws {
    var report = Analysis.report(of: try ScenarioOutcome.example("rs-02-same-field-conflict"))
    report.changes[0].writes = []
    let failure = try #require(throws: JSONShapeFailure.self) { try Report(json: report.json) }
    #expect(failure.path == "changes[0].writes" && failure.found == "none")
  }

  /// Small, with a write of each kind of value and a merge plan.
  private static func sample() throws -> [UInt8] {
    let scenario = try ProjectFiles.bytes("traces/scenarios/rs-02-same-field-conflict.json")
    let report = try ReplaySamples.report(
      on: ScenarioOutcome.events(scenario), "-", modes: [.recover])
    return Array(report.json.text().utf8)
  }

  @Test func `no beginning of a report is one`() throws {
    let bytes = try Self.sample()
    for count in bytes.indices {
      #expect(throws: JSONShapeFailure.self) { try ReplayReport(parsing: Array(bytes[..<count])) }
    }
  }

  @Test func `a flipped bit gives a report or a refusal`() throws {
    let bytes = try Self.sample()
    var refusals = 0
    for index in bytes.indices {
      for bit in 0..<8 {
        var flipped = bytes
        flipped[index] ^= 1 << bit
        do throws(JSONShapeFailure) {
          // What was read can be shown.
          _ = try ReplayReport(parsing: flipped).text()
        } catch {
          refusals += 1
        }
      }
    }
    // What is wrong in words is not seen, because nobody reads them.
    #expect(refusals > bytes.count)
  }

  @Test func `a value of every type in the place of every value gives a report or a refusal`()
    throws
  {
    let json = try JSONText(parsing: try Self.sample())
    let strangers: [JSONText] = [
      .null, .bool(true), .number("-1"), .number("4294967295"), .number("1e400"), .string(""),
      .string("9223372036854775807"), .array([]), .object([]), .tagged("list", .array([])),
    ]
    let places = Self.placeCount(json)
    #expect(places > 100)
    var refusals = 0
    for place in 0..<places {
      for stranger in strangers {
        var countdown = place
        let changed = Self.replacing(in: json, &countdown, by: stranger)
        do throws(JSONShapeFailure) {
          let read = try ReplayReport(json: changed)
          _ = (read.text(), read.json)
        } catch {
          refusals += 1
        }
      }
    }
    #expect(refusals > places)
  }

  @Test(arguments: [
    (
      #""fact":{"action":"ClientReset"}"#, #""fact":{"action":"Nothing"}"#,
      "fact.action: expected one of `NoAction`, `ProtocolViolation`"
    ),
    (
      #""fact":{"action":"ClientReset"}"#, #""fact":{"wish":"ClientReset"}"#,
      "fact: expected a name that is known here, found `wish`"
    ),
    (#""fatal":"#, #""fatal":1,"x":"#, "error.fatal: expected true or false, found 1"),
    (#""pendingResetAfter":"#, #""pendingResetLater":"#, "found `pendingResetLater`"),
    (#""index":0"#, #""index":7"#, "index: expected the writes in order"),
  ])
  func `what is wrong is said with its place`(old: String, new: String, message: String) throws {
    let text = String(decoding: try Self.sample(), as: UTF8.self)
    let range = try #require(text.firstRange(of: old), "\(old)")
    let changed = text.replacingCharacters(in: range, with: new)
    let failure = try #require(throws: JSONShapeFailure.self) {
      try ReplayReport(parsing: Array(changed.utf8))
    }
    #expect(failure.path.hasPrefix("reports[0]") && "\(failure)".contains(message), "\(failure)")
    #expect(failure.position != nil)
  }

  private static func placeCount(_ json: JSONText) -> Int {
    switch json {
    case .object(let members): members.reduce(1) { $0 + placeCount($1.value) }
    case .array(let elements): elements.reduce(1) { $0 + placeCount($1) }
    default: 1
    }
  }

  /// The value with another one in the place that the countdown ends at.
  private static func replacing(
    in json: JSONText, _ countdown: inout Int, by stranger: JSONText
  ) -> JSONText {
    countdown -= 1
    guard countdown >= 0 || countdown < -1 else { return stranger }
    switch json {
    case .object(let members):
      return .object(
        members.map {
          JSONText.Member($0.name, replacing(in: $0.value, &countdown, by: stranger))
        })
    case .array(let elements):
      return .array(elements.map { replacing(in: $0, &countdown, by: stranger) })
    default: return json
    }
  }
}

extension Report {
  fileprivate var hasUnresolvedLink: Bool {
    let observed = writes.map(\.observed) + observedPropertyValues.values
    return observed.contains { seen in
      [seen.before, seen.device, seen.server, seen.after].contains { observed in
        if case .value(let value)? = observed { value.hasUnresolvedLink } else { false }
      }
    }
  }
}

extension Value {
  fileprivate var hasUnresolvedLink: Bool {
    switch self {
    case .link(let link): !link.isResolved
    case .list(let elements), .set(let elements): elements.contains(where: \.hasUnresolvedLink)
    case .dictionary(let entries): entries.contains(where: \.value.hasUnresolvedLink)
    case .embedded(let object): object.properties.contains(where: \.value.hasUnresolvedLink)
    default: false
    }
  }
}

extension String {
  fileprivate func firstRange(of text: String) -> Range<String.Index>? {
    ranges(of: text).first
  }

  fileprivate func replacingCharacters(in range: Range<String.Index>, with text: String) -> String {
    self[..<range.lowerBound] + text + self[range.upperBound...]
  }
}
