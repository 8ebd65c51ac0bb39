import Importers
import RealmModel
import ReplaySupport
import TestSupport
import Testing
import TraceFormat

@testable import Analyzer
@testable import Replayer

/// What a recording of the wire tells of a reset that the device lived through, held against what Realm Core did.
@Suite(.slow) struct LivedResetTests {
  /// Resets of which both sides are known, so that they can be recorded on the wire.
  static func vectors(_ file: String, every step: Int) throws -> [ResetVector] {
    let lines = try Vectors.lines(of: file)
    return try stride(from: 0, to: lines.count, by: step).map {
      try ResetVector(parsing: lines[$0])
    }.filter {
      $0.base?.isEmpty == false && $0.serverChanges != nil && $0.pendingReset == nil
        && !$0.unsynced.isEmpty
    }
  }

  static func outcomes(_ recording: borrowing LivedReset) throws -> [ResetMode: Outcome] {
    let modes: [ResetMode] = [.recover, .discardLocal, .manual]
    let replay = Replay(recording.events)
    let session = try #require(try replay.resets().first).session
    let replayed = try replay.outcomes(modes: modes, session: session)
    return Dictionary(uniqueKeysWithValues: zip(modes, try #require(replayed.last)))
  }

  static func randomPlan(_ vector: ResetVector, _ random: inout SeededNumbers) -> LivedReset.Plan {
    var plan = LivedReset.Plan()
    plan.shownCount = Int.random(in: 0...vector.unsynced.count, using: &random)
    plan.newCount = Int.random(in: 0...3, using: &random)
    plan.newInFirstUpload = Int.random(in: 0...plan.newCount, using: &random)
    plan.skewMilliseconds = [0, -4_000_000, 7_000_000].randomElement(using: &random) ?? 0
    plan.ageMilliseconds = [2, 600_000].randomElement(using: &random) ?? 2
    plan.hasOther = Bool.random(using: &random)
    if Int.random(in: 0..<5, using: &random) == 0 {
      plan.uploadedCount = Int.random(in: 0...vector.unsynced.count, using: &random)
    }
    return plan
  }

  @Test(arguments: [
    ("reset-fuzz.ndjson.zst", 5), ("reset-lists.ndjson.zst", 5),
    ("reset-links.ndjson.zst", 5), ("demo/field-inspections.ndjson.zst", 1),
  ])
  func `what the wire alone says of a recovery is right, or not known`(
    file: String, step: Int
  ) throws {
    var random = SeededNumbers(seed: TestSeed.value)
    var (told, whole, deviceValues) = (0, 0, 0)
    for vector in try Self.vectors(file, every: step)
    where vector.expectation.result == .recovered && vector.expectation.reupload != nil {
      var plan = Self.randomPlan(vector, &random)
      // What the device had is known where all that it wrote shows before the reset.
      if deviceValues == 0 { plan.shownCount = vector.unsynced.count }
      let recording = LivedReset(vector, plan)
      let seen = "\(vector.name), \(plan); \(TestSeed.hint)"
      let outcomes = try Self.outcomes(recording)
      let outcome = try #require(outcomes[.recover])
      let truth = try #require(
        try Replay.run(events: VectorImporter.events(of: vector), mode: .recover).first)
      let versions = Set(vector.unsynced.map(\.clientVersion))
      let uploaded = (vector.expectation.reupload ?? []).filter {
        (try? Changeset(decoding: $0.changeset).instructions.isEmpty) == false
      }.map(\.clientVersion)
      // What is said to be recovered was.
      let recovered = outcome.observed?.recorded.reupload?.map(\.clientVersion) ?? []
      #expect(Set(recovered).isSubset(of: uploaded), "\(seen)")
      #expect(
        Set(outcome.situation.unsynced.map(\.clientVersion)).isSubset(of: versions), "\(seen)")
      if let upload = outcome.uploaded, upload.isComplete {
        #expect(recovered == uploaded, "\(seen)")
      }
      if outcome.uploaded?.state != nil {
        whole += 1
        let expected = try JSONText(parsing: #require(vector.expectation.stateText))
        #expect(
          CanonicalDifference.first(of: outcome.result.after.canonicalJSON, against: expected)
            == nil,
          "\(seen)")
      }
      for (mode, outcome) in outcomes {
        let known = Self.check(outcome, mode, against: truth, vector, seen)
        told += known.writes
        deviceValues += known.deviceValues
      }
    }
    #expect(
      told > 0 && whole > 0 && deviceValues > 0,
      "told \(told), whole \(whole), values of the device \(deviceValues)")
  }

  @Test
  func `what was uploaded again is counted, and not taken for the same where it can't be compared`()
    throws
  {
    let vector = try #require(
      try Self.vectors("demo/field-inspections.ndjson.zst", every: 1).first {
        $0.expectation.result == .recovered
      })
    for (shown, newCount) in [(0, 2), (3, 0), (vector.unsynced.count, 1)] {
      var plan = LivedReset.Plan()
      (plan.shownCount, plan.newCount) = (shown, newCount)
      let outcomes = try Self.outcomes(LivedReset(vector, plan))
      let report = Analysis.report(of: try #require(outcomes[.recover]))
      let comparison = try #require(report.comparison)
      let upload = try #require(comparison.upload)
      #expect(upload.isComplete)
      #expect(upload.transactionCount == vector.expectation.reupload?.count)
      #expect(upload.uncomparedVersions.count == vector.unsynced.count - shown)
      #expect(comparison.isAgreement == (shown == vector.unsynced.count ? true : nil))
      #expect(
        report.consequences.contains(
          .uploads(transactions: upload.transactionCount, instructions: upload.writeCount)))
    }
  }

  @Test func `an upload that the recording cuts is not taken for all of it`() throws {
    let vector = try #require(
      try Self.vectors("demo/field-inspections.ndjson.zst", every: 1).first {
        $0.expectation.result == .recovered
      })
    var plan = LivedReset.Plan()
    (plan.shownCount, plan.uploadedCount) = (vector.unsynced.count, 2)
    let outcome = try #require(try Self.outcomes(LivedReset(vector, plan))[.recover])
    #expect(outcome.gaps.contains(Gap(.restOfUpload)))
    #expect(outcome.uploaded?.isComplete == false)
    let comparison = try #require(Analysis.report(of: outcome).comparison)
    #expect(comparison.upload?.transactionCount == 2)
    #expect(comparison.isAgreement == nil)
  }

  @Test func `a device that uploads nothing of what it had, and then new data, has discarded`()
    throws
  {
    var count = 0
    for vector in try Self.vectors("reset-fuzz.ndjson.zst", every: 20)
    where vector.expectation.result == .discarded {
      var plan = LivedReset.Plan()
      (plan.shownCount, plan.newCount) = (vector.unsynced.count, 1)
      let outcome = try #require(try Self.outcomes(LivedReset(vector, plan))[.discardLocal])
      if let observed = outcome.observed {
        count += 1
        #expect(observed.recorded.result == .discarded, "\(vector.name)")
      }
      let expected = try JSONText(parsing: #require(vector.expectation.stateText))
      #expect(
        CanonicalDifference.first(of: outcome.result.after.canonicalJSON, against: expected) == nil,
        "\(vector.name)")
    }
    #expect(count > 0)
  }

  @Test func `a reset that fails after its download is a reset`() throws {
    let vector = try #require(try Self.vectors("demo/field-inspections.ndjson.zst", every: 1).first)
    var plan = LivedReset.Plan()
    (plan.shownCount, plan.fails) = (vector.unsynced.count, true)
    for (end, isFailed) in [(0, true), (2, false)] {
      let recording = LivedReset(vector, plan)
      let replay = Replay(Array(recording.events.dropLast(end)))
      let found = try replay.resetsAndEnds()
      #expect(found.unanswered.isEmpty)
      #expect(found.all.count == 1)
      let reset = try #require(found.all.first)
      #expect(reset.isReset && reset.isLeftUnfinished)
      #expect(reset.gaps.contains(Gap(.end(isFailed: isFailed))))
      #expect(reset.situation.unsynced.count == vector.unsynced.count)
    }
  }

  @Test(arguments: [true, false])
  func `a fresh state serves a recording of one session or several`(hasOther: Bool) throws {
    let vector = try #require(
      try Self.vectors("demo/field-inspections.ndjson.zst", every: 1).first {
        $0.expectation.result == .recovered
      })
    var plan = LivedReset.Plan()
    (plan.shownCount, plan.hasOther) = (vector.unsynced.count, hasOther)
    let recording = LivedReset(vector, plan)
    let end = try #require(recording.events.firstIndex { $0.session == (hasOther ? 3 : 2) })
    var replay = Replay(Array(recording.events[..<end]))
    let fresh = Snapshot(
      role: .fresh, changesets: (vector.base ?? []) + (vector.serverChanges ?? []))
    let session = try replay.reset(to: fresh)
    #expect(session == (hasOther ? 2 : 1))
    let outcome = try #require(try replay.outcomes(mode: .recover).first)
    let expected = try JSONText(parsing: #require(vector.expectation.stateText))
    #expect(
      CanonicalDifference.first(of: outcome.result.after.canonicalJSON, against: expected) == nil)
    #expect(!outcome.gaps.contains { $0.fact == .request })
  }

  /// Holds each write of a report from the wire against the same write in one from the whole session; gives of how many
  /// the fate is known, and what the device had.
  static func check(
    _ outcome: Outcome, _ mode: ResetMode, against recovery: Outcome, _ vector: ResetVector,
    _ seen: String
  ) -> (writes: Int, deviceValues: Int) {
    let truth =
      mode == .recover
      ? recovery
      : Outcome(
        situation: recovery.situation,
        result: ClientReset.perform(recovery.situation, mode: mode, quirks: .realmCore).result,
        attempts: [], gaps: [], quirks: .realmCore, observed: nil)
    let (report, whole) = (Analysis.report(of: outcome), truth.result)
    let unseen = Set(outcome.observed?.upload?.uncompared ?? [])
    let isWhole = outcome.situation.unsynced.count == recovery.situation.unsynced.count
    var known = (writes: 0, deviceValues: 0)
    for write in report.writes where write.fate != .unknown {
      let version = outcome.situation.unsynced[write.transactionIndex].clientVersion
      guard let real = recovery.situation.unsynced.first(where: { $0.clientVersion == version })
      else {
        Issue.record("\(seen): version \(version) is not one of the device's")
        continue
      }
      known.writes += 1
      let isWritten = real.changeset.instructions.contains {
        Address($0, in: real.changeset) == write.address
          && WriteOperation($0, in: real.changeset) == write.operation
      }
      #expect(isWritten, "\(mode), \(seen): \(write.address.text) \(write.operation)")
      let states = (recovery.situation, whole)
      guard write.address == write.address.comparable else { continue }
      let device = ObservedValue(states.0.local, at: write.address)
      let server = ObservedValue(states.0.fresh, at: write.address)
      // What was written later and does not show at all is said by a gap.
      if let observed = write.observed.device, !unseen.isEmpty || isWhole {
        known.deviceValues += 1
        #expect(
          observed.looksLike(device),
          "\(mode), \(seen): device, \(write.address.text): \(observed) is not \(device)")
      }
      #expect(
        write.observed.server.looksLike(server),
        "\(mode), \(seen): server, \(write.address.text)")
      guard mode == .recover, outcome.uploaded?.isComplete == true else { continue }
      let after = ObservedValue(states.1.after, at: write.address)
      #expect(
        write.observed.after.looksLike(after),
        "\(mode), \(seen): after, \(write.address.text): \(write.observed.after) is not \(after)")
    }
    return known
  }
}

extension Replay {
  fileprivate init(_ events: [Event]) {
    self.init()
    for event in events { observe(event) }
  }
}
