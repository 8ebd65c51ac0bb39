import Importers
import RealmModel
import ReplaySupport
import TestSupport
import Testing
import TraceFormat

@testable import Replayer

/// A sweep says of every write at every point what a replay at that point alone would.
@Suite(.slow) struct ResetSweepTests {
  static let modes: [ResetMode] = [.discardLocal, .recover, .recoverOrDiscard, .manual]

  @Test(arguments: TestSeed.seeds(4))
  func `random sessions in any order are swept as they are replayed`(seed: UInt64) throws {
    for kind in RandomSession.Kind.allCases {
      let session = try RandomSession(seed: seed, kind)
      let timeline = try RandomTimeline.of(session)
      for quirks in [Quirks.realmCore, .ideal] {
        for mode in Self.modes {
          let differences = try Sweeping(timeline, mode, quirks).differences
          session.report(differences, mode, quirks)
        }
      }
    }
  }

  @Test(arguments: ["reset-fuzz", "reset-lists", "reset-links"])
  func `recorded sessions in any order are swept as they are replayed`(file: String) throws {
    let lines = try Vectors.lines(of: "\(file).ndjson.zst")
    for (index, line) in lines.enumerated() where index % 40 == 0 {
      let vector = try ResetVector(parsing: line)
      let timeline = try RandomTimeline.of(vector, seed: UInt64(index))
      for quirks in [Quirks.realmCore, .ideal] {
        for mode in [ResetMode.discardLocal, .recover] {
          let differences = try Sweeping(timeline, mode, quirks).differences
          #expect(differences == [], "\(vector.name) \(mode)")
        }
      }
    }
  }

  @Test(arguments: try ScenarioFiles.paths())
  func `scenarios are swept as they are replayed`(file: String) throws {
    var replay = Replay()
    for event in try Scenario(parsing: ProjectFiles.bytes(file)).events { replay.observe(event) }
    let timeline = try replay.timeline()
    for mode in Self.modes {
      #expect(try Sweeping(timeline, mode, .realmCore).differences == [])
    }
  }

  @Test(arguments: Captures.names)
  func `captures are swept as they are replayed`(name: String) throws {
    var replay = Replay()
    let events = try Captures.events(of: name)
    for event in events { replay.observe(event) }
    var count = 0
    for session in Set(events.map(\.session)).subtracting([0]) {
      guard let timeline = try? replay.timeline(session: session) else { continue }
      count += 1
      for mode in Self.modes {
        #expect(try Sweeping(timeline, mode, .realmCore).differences == [])
      }
    }
    #expect(count > 0)
  }

  @Test func `sessions that were merged are swept as they are replayed`() throws {
    for seed in TestSeed.seeds(12) {
      let star = try Star(seed: seed, steps: 120)
      var replay = Replay()
      for event in star.capture.events { replay.observe(event) }
      for session in 1...3 as ClosedRange<UInt32> {
        let timeline = try replay.timeline(session: session)
        for mode in Self.modes {
          let differences = try Sweeping(timeline, mode, .realmCore).differences
          #expect(differences == [], "seed \(seed), session \(session); \(TestSeed.hint)")
        }
      }
    }
  }

  @Test func `unrelated objects are replayed once, and not at every point`() throws {
    // A hundred objects of their own, each edited by both sides.
    var fold = AppFold(
      SessionTimeline(session: 1, start: nil, recording: .inside, openingGaps: []),
      showsIntegration: false)
    let base = Sample.build {
      $0.addTable("Item", primaryKey: "_id", type: .int)
      $0.addColumn("Item", "count", type: .int)
      for key in 1...100 { $0.createObject("Item", .int(Int64(key))) }
    }
    try fold.take(
      SessionEvent(
        sequence: 0, timeMicroseconds: 0,
        content: .snapshot(
          DecodedSnapshot(Snapshot(role: .base, changesets: [base.encoded()])))))
    for key in 1...100 as ClosedRange<Int64> {
      let edit = Sample.build {
        $0.update(LocationValue("Item", .int(key), "count"), to: .int(key))
      }.encoded()
      for content in [
        SessionEvent.Content.localCommit(
          Decoded(LocalCommit(clientVersion: UInt64(key), changeset: edit))),
        .serverCommit(
          Decoded(ServerCommit(serverVersion: UInt64(key), changeset: edit))),
      ] {
        try fold.take(
          SessionEvent(sequence: UInt64(key), timeMicroseconds: 0, content: content))
      }
    }
    for mode in Self.modes {
      let sweeping = try Sweeping(fold.timeline, mode, .realmCore)
      #expect(sweeping.differences == [])
      // Each write where it is made and where the server changes its object.
      #expect(sweeping.replayedWriteCount == 200)
    }
  }
}

/// A whole session swept, and held against a replay at each point.
struct Sweeping {
  private(set) var differences: [String] = []
  private(set) var replayedWriteCount = 0
  private var rulings: [WritePosition: String] = [:]

  init(_ timeline: SessionTimeline, _ mode: ResetMode, _ quirks: Quirks) throws {
    var sweep = ResetSweep(timeline, error: Sample.error, mode: mode, quirks: quirks)
    for (index, point) in timeline.points.enumerated() {
      guard let reset = try? timeline.reset(at: point, error: Sample.error) else { continue }
      let whole = reset.outcome(mode: mode, quirks: quirks)
      let finding = try sweep.advance(to: point)
      take(finding)
      let transactions = timeline.unsyncedIndexes(at: point)
      let writes = whole.result.rulings.map { ruling in
        point.merged.origin(
          of: WritePosition(
            transaction: transactions[ruling.changesetIndex], instruction: ruling.instructionIndex))
      }
      compare(whole, finding, writes, "point \(index)")
    }
  }

  private mutating func take(_ finding: ResetSweep.Finding) {
    if finding.isWhole { rulings = [:] }
    for transaction in finding.acknowledged {
      rulings = rulings.filter { $0.key.transaction != transaction }
    }
    replayedWriteCount += finding.writes.count
    guard let outcome = finding.outcome else { return }
    if outcome.result.rulings.count != finding.writes.count {
      differences.append(
        "\(outcome.result.rulings.count) rulings for \(finding.writes.count) writes")
    }
    for (write, ruling) in zip(finding.writes, outcome.result.rulings) {
      rulings[write] = "\(ruling.rule.rawValue) \(ruling.effect)"
    }
  }

  private mutating func compare(
    _ whole: Outcome, _ finding: ResetSweep.Finding, _ writes: [WritePosition], _ point: String
  ) {
    if whole.ending != finding.ending {
      differences.append("\(point): ends as \(finding.ending), not as \(whole.ending)")
    }
    var expected: [WritePosition: String] = [:]
    for (write, ruling) in zip(writes, whole.result.rulings) {
      expected[write] = "\(ruling.rule.rawValue) \(ruling.effect)"
    }
    for write in Set(expected.keys).union(rulings.keys).sorted() {
      guard expected[write] != rulings[write] else { continue }
      differences.append(
        "\(point), \(write): \(rulings[write] ?? "none"), not \(expected[write] ?? "none")")
    }
    if let outcome = finding.outcome { compareStates(outcome, whole, point) }
  }

  /// What a slice of the writes leads to must be so for the objects that these act on.
  private mutating func compareStates(_ slice: Outcome, _ whole: Outcome, _ point: String) {
    var places: Set<LocationValue> = []
    for unsynced in slice.situation.unsynced {
      for instruction in unsynced.changeset.instructions {
        guard let location = instruction.location else { continue }
        var place = unsynced.changeset.value(location)
        place.path = []
        places.insert(place)
      }
    }
    for place in places
    where slice.result.after.value(at: place) != whole.result.after.value(at: place) {
      differences.append("\(point), \(place.text): another value afterwards")
    }
  }
}
