import Analyzer
import Campaigns
import RealmModel
import Scrubbing
import TraceCompression
import TraceFormat

@testable import Replayer
@testable import SwarmSupport

// Promise 6: recordings that are cut, scrubbed or made small, and what was pending.
extension SwarmRun {
  mutating func checkCuts(_ trace: [UInt8], _ events: [Event]) throws {
    for _ in 0..<3 {
      let cut = Int.random(in: 0..<trace.count, using: &random)
      var left: [Event] = []
      do {
        let reader = try TraceReader(MemorySource(Array(trace[..<cut])))
        while var event = try reader.next() {
          // What is left of the last chunk is doubtful, and what is missing is told.
          if case .loss = event.content { continue }
          event.isSuspect = false
          left.append(event)
        }
        if reader.findings.isEmpty {
          find(6, "cut at \(cut) of \(trace.count) bytes: nothing is said")
        }
      } catch is DecodingFailure {
        continue
      }
      if planted == .recordTwice, let last = left.last { left.append(last) }
      if left != Array(events.prefix(left.count)) {
        find(6, "cut at \(cut) of \(trace.count) bytes: not a beginning")
      }
    }
  }

  mutating func checkScrubbing(_ events: [Event]) {
    do {
      var survey = ScrubSurvey()
      for event in events { try survey.observe(event) }
      var scrubber = Scrubber(
        try ScrubKey((0..<32).map { UInt8($0) &* 7 &+ 1 }), ScrubOptions(), after: survey)
      let replay = Self.replay(events)
      scrubber.learnDigests(from: replay)
      let scrubbed = events.map { scrubber.scrubbed($0) }
      let shown = planted == .stringNotScrubbed ? events : scrubbed
      let other = Self.replay(scrubbed)
      let agreement = VerdictCheck.compare(replay, with: other, by: scrubber)
      if !agreement.isSame, ![replay, other].contains(where: Self.leavesOutRemovals) {
        let first = agreement.differences.first.map { "\($0.aspect): \($0.before) | \($0.after)" }
        find(6, "scrubbed, \(first ?? "another verdict")")
      }
      let words = ["valve", "checked", "second", "panel"].map { Array($0.utf8) }
      let bytes = shown.flatMap(Self.commitBytes)
      for word in words where bytes.firstRange(of: word) != nil {
        find(6, "scrubbed, the trace still has `\(String(decoding: word, as: UTF8.self))`")
        break
      }
    } catch {
      find(6, "can't be scrubbed: \(error)")
    }
  }

  mutating func checkPending(_ replay: Replay, _ witness: Witness) {
    // An app that was killed does not know what it had not synced.
    guard witness.restartCount == 0 else { return }
    let truths = witness.resets.map(\.situation).filter { !$0.unsynced.isEmpty }
    let moments = ((try? replay.unsyncedData().all) ?? []).filter {
      $0.kind == .reset && !$0.transactions.isEmpty
    }
    guard moments.count == truths.count else {
      find(6, "something was unsynced at \(truths.count) resets, pending at \(moments.count)")
      return
    }
    for (moment, truth) in zip(moments, truths) {
      let count = truth.unsynced.reduce(0) { $0 + $1.changeset.instructions.count }
      let pending = PendingChanges(moment).writes.count - (planted == .pendingForgets ? 1 : 0)
      if pending != count { find(6, "\(count) writes were unsynced, \(pending) pending") }
      if let device = moment.device, device.canonicalJSON != truth.local.canonicalJSON {
        find(6, "pending, another state: \(difference(device, truth.local))")
      }
    }
  }

  mutating func checkMinimized(_ events: [Event], _ witness: Witness) throws {
    let fails = { (events: [Event]) in
      let resets = (try? Self.replay(events).resets()) ?? []
      return resets.contains { $0.outcome(mode: witness.mode).ending == .failed }
    }
    guard fails(events) else { return }
    let found = TraceMinimizer.minimize(.init(events: events), candidateCountMax: 40) {
      fails($0.events)
    }
    let sink = MemorySink()
    let writer = try TraceWriter(to: sink, header: TraceHeader(), codec: StoredFrames())
    for event in found?.smallest.events ?? [] { try writer.append(event) }
    try writer.finish()
    if try !fails(Witness.events(sink.bytes)) { find(6, "minimized, no reset fails") }
  }

  /// Whether a merge has left out the removal of a set's element: a defect of Realm Core's takes texts of one size at one
  /// place for the same, and scrubbing keeps no sizes (`docs/sharing.md`).
  private static func leavesOutRemovals(_ replay: Replay) -> Bool {
    let merges = (try? replay.timelines())?.all.flatMap(\.merges) ?? []
    return merges.contains { $0.mergedAway.contains { $0.rule == .setErases } }
  }

  private static func commitBytes(_ event: Event) -> [UInt8] {
    switch event.content {
    case .localCommit(let commit): commit.changeset
    case .serverCommit(let commit): commit.changeset
    case .snapshot(let snapshot): snapshot.changesets.flatMap { $0 }
    default: []
    }
  }
}
