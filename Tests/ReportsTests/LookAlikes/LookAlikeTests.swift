import AnalysisSupport
import CampaignSupport
import Importers
import RealmModel
import Replayer
import TestSupport
import Testing
import TraceCompression
import TraceFormat

@testable import Analyzer
@testable import Campaigns
@testable import Reports

/// Strings are bytes: what looks alike, or is one to Unicode, is told apart from the file of a scenario to
/// the golden.
@Suite struct LookAlikeTests {
  static let seeds = TestSeed.seeds(12)

  @Test(arguments: seeds)
  func `objects, properties, elements and entries are as many as were written`(
    seed: UInt64
  ) throws {
    let session = LookAlikeSession(seed: seed)
    let outcome = try ComparedOutcomes.first(of: session.events(), mode: .recover).outcome
    let state = JSONNode(outcome.result.after.canonicalJSON)
    let classes = try state.require("classes").namedMembers()
    #expect(classes.map(\.name) == session.classes.sorted(), "\(TestSeed.hint)")
    for (_, contents) in classes {
      let objects = try contents.require("objects").elements()
      let keys = try objects.map { try $0.require("_id").realmString() }
      #expect(Set(keys) == Set(session.keys + session.newKeys.prefix(2)), "\(TestSeed.hint)")
      #expect(keys.count == session.keys.count + 2, "\(TestSeed.hint)")
      let index = try #require(keys.firstIndex(of: session.keys[0]))
      try expectBoth(objects[index], session)
    }
  }

  /// Expects in the object that both sides wrote to what both wrote.
  private func expectBoth(_ object: JSONNode, _ session: LookAlikeSession) throws {
    let members = try object.namedMembers()
    func value(_ name: RealmString) throws -> Value {
      try Value(#require(members.first { $0.name == name }).node)
    }
    for side in 0..<2 {
      #expect(try value(session.properties[side]) == .string(session.values[side]))
    }
    let (values, keys) = (session.values.prefix(2), session.dictionaryKeys.prefix(2))
    #expect(try value("set") == .set(values.sorted().map { .string($0) }))
    let entries = zip(keys, values).map { Value.Entry(key: $0, value: .string($1)) }
    #expect(try value("dictionary") == .dictionary(entries.sorted { $0.key < $1.key }))
  }

  @Test(arguments: seeds)
  func `each write has a place and a fate of its own, in every mode`(seed: UInt64) throws {
    let session = LookAlikeSession(seed: seed)
    let report = try ReplaySamples.report(on: session.events(), "look-alikes")
    let fates = report.reports.map { report in Set(report.writes.map(\.fate)) }
    #expect(fates == [[.lost], [.recovered], [.recovered], [.stranded]], "\(TestSeed.hint)")
    for report in report.reports {
      #expect(report.writes.count == 5 * session.classes.count, "\(TestSeed.hint)")
      #expect(Set(report.writes.map(\.address)).count == report.writes.count, "\(TestSeed.hint)")
      #expect(report.collateral.isEmpty, "\(TestSeed.hint)")
    }
  }

  @Test(arguments: seeds)
  func `in every form what differs is seen to differ`(seed: UInt64) throws {
    let session = LookAlikeSession(seed: seed)
    let report = try ReplaySamples.report(on: session.events(), "look-alikes")
    // What the device has written.
    let written = [
      session.keys[0], session.keys[1], session.newKeys[0], session.values[0],
      session.dictionaryKeys[0], session.properties[0],
    ]
    for form in [report.text(ReportTextOptions(isVerbose: true)), report.markdown, report.html()] {
      #expect(form.hiddenCount { $0 == "\n" } == 0, "\(TestSeed.hint)")
    }
    // One mode alone, in which each write is shown.
    let alone = ReplayReport(
      trace: "look-alikes", resets: [ModeComparison([report.reports[1]])])
    let text = alone.text(ReportTextOptions(isVerbose: true))
    for string in written {
      let shown = string.quotedText.dropFirst().dropLast()
      #expect(text.utf8.contains(shown.utf8), "\(shown) \(TestSeed.hint)")
    }
  }

  @Test(arguments: seeds)
  func `every form of a report is the same when it has been read back`(seed: UInt64) throws {
    let session = LookAlikeSession(seed: seed)
    let report = try ReplaySamples.report(on: session.events(), "look-alikes")
    let json = Array(report.json.text().utf8)
    let read = try ReplayReport(parsing: json)
    #expect(Array(read.json.text().utf8) == json, "\(TestSeed.hint)")
    let forms: [(ReplayReport) -> String] = [
      { $0.text(ReportTextOptions(isVerbose: true)) }, \.markdown, { $0.html() }, \.jUnit.text,
      { $0.sarif(toolVersion: "1").json.text() },
    ]
    for form in forms { #expect(form(read).utf8.elementsEqual(form(report).utf8)) }
    for (old, new) in zip(report.reports, read.reports) {
      #expect(old.writes.map(\.address) == new.writes.map(\.address))
    }
  }

  @Test(arguments: seeds)
  func `a trace and a scenario written from it hold the same bytes`(seed: UInt64) throws {
    let events = try LookAlikeSession(seed: seed).events()
    let reader = try TraceReader(MemorySource(GoldenSample.trace(of: events)))
    var read: [Event] = []
    while let event = try reader.next() { read.append(event) }
    #expect(read == events, "\(TestSeed.hint)")
    let text = try ScenarioWriter.scenario(of: events, name: "copy").text(.readable)
    let copy = try Scenario(parsing: Array(text.utf8)).events
    #expect(try changes(copy) == changes(events), "\(TestSeed.hint)")
  }

  /// The instructions of all changesets as JSON, which tells all strings apart.
  private func changes(_ events: [Event]) throws -> [[JSONText]] {
    let changesets = events.flatMap { event -> [[UInt8]] in
      switch event.content {
      case .snapshot(let snapshot): snapshot.changesets
      case .localCommit(let commit): [commit.changeset]
      case .serverCommit(let commit): [commit.changeset]
      default: []
      }
    }
    return try changesets.map { bytes in
      let changeset = try Changeset(decoding: bytes)
      return changeset.instructions.map { changeset.json(of: $0) }
    }
  }

  @Test(arguments: seeds)
  func `a difference of states names what looks alike on each side`(seed: UInt64) throws {
    let session = LookAlikeSession(seed: seed)
    let outcome = try ComparedOutcomes.first(of: session.events(), mode: .discardLocal).outcome
    let (local, fresh) = (outcome.situation.local, outcome.situation.fresh)
    let difference = StateDifference.between(CanonicalState(local), CanonicalState(fresh))
    let count = session.classes.count
    #expect(difference.count(of: .onlyInFirst) == count, "\(TestSeed.hint)")
    #expect(difference.count(of: .onlyInSecond) == count, "\(TestSeed.hint)")
    // The object that both wrote to, and the two that one of them wrote to.
    #expect(difference.count(of: .changed) == 3 * count, "\(TestSeed.hint)")
    #expect(difference.sameCount == count * (session.keys.count - 3 + 1), "\(TestSeed.hint)")
  }

  @Test(arguments: seeds)
  func `a golden holds for its own session and not for one that looks like it`(
    seed: UInt64
  ) throws {
    let session = LookAlikeSession(seed: seed)
    try TemporaryFolder.with { folder in
      try folder.write(GoldenSample.trace(of: session.events()), to: "sample.synctrace")
      try GoldenSample.record(folder)
      #expect(try GoldenSample.check(folder).isFine, "\(TestSeed.hint)")
      let other = try GoldenSample.trace(of: session.events(isSwapped: true))
      try folder.write(other, to: "sample.synctrace")
      let report = try GoldenSample.check(folder, writesPending: false)
      #expect(report.findings.map(\.code) == [.changed, .changed], "\(TestSeed.hint)")
    }
  }
}
