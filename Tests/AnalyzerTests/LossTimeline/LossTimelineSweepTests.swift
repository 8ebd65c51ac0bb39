import AnalysisSupport
import Importers
import RealmModel
import Replayer
import TestSupport
import Testing
import TraceFormat

@testable import Analyzer

/// The horizon counts at each point what a report on a reset at that point alone would count, and
/// dates losses from where these reports begin to have them.
@Suite(.slow) struct LossTimelineSweepTests {
  static let modes: [ResetMode] = [.discardLocal, .recover, .recoverOrDiscard, .manual]

  @Test func `scenarios have the horizon that replays at each point come to`() throws {
    let paths = try ScenarioFiles.paths()
    for (index, path) in paths.enumerated() {
      let scenario = try Scenario(parsing: ProjectFiles.bytes(path))
      guard scenario.events.askForReset else { continue }
      // The others differ from recovery only where that fails, and then not from point to point.
      let modes = index % 4 == 0 ? Self.modes : [.recover]
      try check(scenario.events, modes, .realmCore, path)
    }
  }

  @Test(arguments: ["reset-fuzz", "reset-lists", "reset-links"], [Engine.realmCore, .ideal])
  func `recorded sessions in any order have that horizon`(file: String, engine: Engine) throws {
    for (index, line) in try Vectors.lines(of: "\(file).ndjson.zst").enumerated() {
      guard index % 120 == (engine == .ideal ? 60 : 0) else { continue }
      let vector = try ResetVector(parsing: line)
      try #require(vector.base != nil && vector.serverChanges != nil)
      try check(
        VectorImporter.events(of: vector).mixingCommits(seed: UInt64(index)),
        [.discardLocal, .recover], engine, vector.name)
    }
  }

  @Test(arguments: ["local-changes-when-offline", "three-clients", "field-inspections"])
  func `traces of captures and devices have that horizon`(name: String) throws {
    let bytes = try ProjectFiles.bytes("traces/\(name).synctrace")
    try check(TraceFiles.read(bytes).events, Self.modes, .realmCore, name)
  }

  private func check(
    _ events: [Event], _ modes: [ResetMode], _ engine: Engine, _ name: String
  ) throws {
    for mode in modes {
      for sample in try LossTimelineSample.all(events, mode, engine).atLeast(1, "resets of \(name)")
      {
        let expected = NaiveLossTimeline(sample, mode, engine)
        #expect(
          sample.horizon.points.map(\.counts) == expected.points.map(\.counts), "\(name) \(mode)")
        #expect(
          sample.horizon.points.map(\.collateralCount) == expected.points.map(\.collateral),
          "\(name) \(mode)")
        #expect(
          sample.horizon.points.map(\.result) == expected.points.map(\.result), "\(name) \(mode)")
        let points = Dictionary(
          uniqueKeysWithValues: sample.horizon.losses.flatMap { loss in
            loss.writes.map { ($0, loss.point) }
          })
        #expect(points == expected.lossPoints, "\(name) \(mode)")
      }
    }
  }
}

/// A horizon by one whole report a point.
private struct NaiveLossTimeline {
  var points: [(result: ResetEnding, counts: [Fate: Int], collateral: Int)] = []
  /// For each write that is lost in the end, the point from which on it always is; nil if that is
  /// the first one that has it.
  var lossPoints: [Int: Int?] = [:]

  init(_ sample: LossTimelineSample, _ mode: ResetMode, _ engine: Engine) {
    let timeline = sample.timeline
    var fates: [[WritePosition: Fate]] = []
    for point in timeline.points[sample.recorded.approach] {
      if case .error = point.change { continue }
      if case .resetObserved = point.change { continue }
      guard let reset = try? timeline.reset(at: point, error: sample.recorded.situation.error)
      else {
        continue
      }
      let report = Analysis.report(of: reset.outcome(mode: mode, quirks: engine.quirks))
      fates.append(Self.fates(report, timeline.unsyncedIndexes(at: point)))
      points.append((report.result, fates[fates.count - 1].counts, report.collateral.count))
    }
    let transactions = timeline.unsyncedIndexes(at: sample.recorded.point)
    fates.append(Self.fates(sample.report, transactions))
    points.append(
      (sample.report.result, fates[fates.count - 1].counts, sample.report.collateral.count))
    for (index, write) in sample.report.writes.enumerated() where write.fate.missesServer {
      let write = WritePosition(
        transaction: transactions[write.transactionIndex], instruction: write.instructionIndex)
      let isLost = fates.map { $0[write]?.missesServer }
      let since = (isLost.lastIndex { $0 != true } ?? -1) + 1
      lossPoints[index] = .some(since == isLost.firstIndex { $0 != nil } ? nil : since)
    }
  }

  private static func fates(_ report: Report, _ transactions: [Int]) -> [WritePosition: Fate] {
    var fates: [WritePosition: Fate] = [:]
    for write in report.writes {
      let position = WritePosition(
        transaction: transactions[write.transactionIndex], instruction: write.instructionIndex)
      fates[position] = write.fate
    }
    return fates
  }
}

extension [WritePosition: Fate] {
  fileprivate var counts: [Fate: Int] { values.reduce(into: [:]) { $0[$1, default: 0] += 1 } }
}

extension [Event] {
  /// The same events, with the transactions of both sides in another order, each side's in its own.
  fileprivate func mixingCommits(seed: UInt64) -> [Event] {
    var random = SeededNumbers(seed: seed)
    let places = indices.filter { self[$0].isCommit }
    var sides = [places.filter { self[$0].isLocal }[...], places.filter { !self[$0].isLocal }[...]]
    var mixed = self
    for place in places {
      let side = sides[1].isEmpty || (!sides[0].isEmpty && random.next() % 2 == 0) ? 0 : 1
      guard let taken = sides[side].popFirst() else { continue }
      mixed[place].content = self[taken].content
    }
    return mixed
  }
}

extension Event {
  fileprivate var isLocal: Bool { if case .localCommit = content { true } else { false } }

  fileprivate var isCommit: Bool {
    if case .serverCommit = content { true } else { isLocal }
  }
}
