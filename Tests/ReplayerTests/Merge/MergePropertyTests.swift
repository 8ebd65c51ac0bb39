import RealmModel
import ReplaySupport
import TestSupport
import Testing
import TraceFormat

@testable import Replayer

/// What must hold of every merge, tried on random histories.
@Suite(.slow) struct MergePropertyTests {
  private static let seeds = TestSeed.seeds(300)

  private func check(_ body: (RandomHistories, UInt64) throws -> Void) rethrows {
    for seed in Self.seeds {
      guard let histories = try? RandomHistories(seed: seed) else {
        Issue.record("no histories of seed \(seed); \(TestSeed.hint)")
        continue
      }
      try body(histories, seed)
    }
  }

  private func state(_ base: RealmState, _ changesets: [Changeset]) throws -> String {
    var state = base
    for changeset in changesets { try state.apply(changeset) }
    return state.canonicalJSON.text(escaping: .least)
  }

  @Test(arguments: [MergeQuirks.realmCore, .ideal])
  func `both sides come to one state`(quirks: MergeQuirks) throws {
    var changed = 0
    try check { histories, seed in
      let changes = histories.changes
      let merged = try changes.merged(quirks: quirks)
      let ours = try state(
        histories.base, changes.ours.map(\.changeset) + merged.theirs.map(\.changeset))
      let theirs = try state(
        histories.base, changes.theirs.map(\.changeset) + merged.ours.map(\.changeset))
      #expect(ours == theirs, "seed \(seed); \(TestSeed.hint)")
      if !merged.discards.isEmpty { changed += 1 }
    }
    #expect(changed > Self.seeds.count / 3, "many merges drop something")
  }

  @Test func `exchanging the sides exchanges the results`() throws {
    try check { histories, seed in
      let changes = histories.changes
      let merged = try changes.merged()
      let mirrored = try ConcurrentChanges(
        localFileIdent: 3, ours: changes.theirs, theirs: changes.ours
      ).merged()
      #expect(merged.ours.map(\.changeset.texts) == mirrored.theirs.map(\.changeset.texts))
      #expect(merged.theirs.map(\.changeset.texts) == mirrored.ours.map(\.changeset.texts))
    }
  }

  @Test func `incoming changesets one by one are the same as all at once`() throws {
    try check { histories, seed in
      let changes = histories.changes
      let merged = try changes.merged()
      var (ours, theirs) = (changes.ours, [HistoryEntry]())
      for entry in changes.theirs {
        let step = try ConcurrentChanges(localFileIdent: 2, ours: ours, theirs: [entry]).merged()
        ours = step.ours
        theirs += step.theirs
      }
      #expect(ours.map(\.changeset.texts) == merged.ours.map(\.changeset.texts), "seed \(seed)")
      #expect(theirs.map(\.changeset.texts) == merged.theirs.map(\.changeset.texts))
    }
  }

  @Test func `the order in which entries are given does not matter, versions do`() throws {
    try check { histories, _ in
      var changes = histories.changes
      let merged = try changes.merged()
      changes.ours.reverse()
      changes.theirs.reverse()
      let reversed = try changes.merged()
      #expect(reversed.ours.reversed().map(\.changeset.texts) == merged.ours.map(\.changeset.texts))
      #expect(
        reversed.theirs.reversed().map(\.changeset.texts) == merged.theirs.map(\.changeset.texts))
      #expect(reversed.ours.map(\.version) == changes.ours.map(\.version))
    }
  }

  @Test func `what is not modified is as it was given, and nothing is added`() throws {
    try check { histories, _ in
      let changes = histories.changes
      let merged = try changes.merged()
      for (before, after) in zip(changes.ours + changes.theirs, merged.ours + merged.theirs) {
        #expect(after.changeset.instructions.count <= before.changeset.instructions.count)
        if !after.isModified { #expect(after.changeset.encoded() == before.changeset.encoded()) }
      }
      let counts = (changes.ours + changes.theirs).map(\.changeset.instructions.count)
      let left = (merged.ours + merged.theirs).map(\.changeset.instructions.count)
      #expect(counts.reduce(0, +) - left.reduce(0, +) == merged.discards.count)
    }
  }

  @Test func `what is merged can be encoded and decoded`() throws {
    try check { histories, _ in
      let merged = try histories.changes.merged()
      for entry in merged.ours + merged.theirs {
        let decoded = try Changeset(decoding: entry.changeset.encoded())
        #expect(decoded.hasSameInstructions(as: entry.changeset))
      }
    }
  }
}

/// The index leaves out no pair that has an effect.
@Suite(.slow) struct MergeIndexTests {
  private func check(_ changes: ConcurrentChanges, _ quirks: MergeQuirks, _ name: String) {
    let indexed = Result { try changes.merged(quirks: quirks) }
    let all = Result {
      var work = MergeWork(changes, quirks: quirks, comparesAll: true)
      try work.walk()
      return work.result(of: changes)
    }
    switch (indexed, all) {
    case (.success(let indexed), .success(let all)):
      #expect(indexed.ours.map(\.changeset.texts) == all.ours.map(\.changeset.texts), "\(name)")
      #expect(indexed.theirs.map(\.changeset.texts) == all.theirs.map(\.changeset.texts), "\(name)")
      #expect(indexed.discards == all.discards, "\(name)")
    case (.failure(let indexed), .failure(let all)): #expect("\(indexed)" == "\(all)", "\(name)")
    default: Issue.record("one of the two fails: \(name)")
    }
  }

  @Test(arguments: [MergeQuirks.realmCore, .ideal])
  func `random sessions of all kinds, with removals from the schema`(quirks: MergeQuirks) throws {
    for seed in TestSeed.seeds(150) {
      let session = try RandomSession(seed: seed, .breaking)
      let changes = ConcurrentChanges(
        session.unsynced, session.serverChanges, ourTime: 10, theirTime: 9 + seed % 3)
      check(changes, quirks, "seed \(seed); \(TestSeed.hint)")
    }
  }

  @Test func `random histories, with clocks that go wrong`() throws {
    for seed in TestSeed.seeds(300) {
      let changes = try RandomHistories(seed: seed).changes
      check(changes, .realmCore, "seed \(seed); \(TestSeed.hint)")
    }
  }

  @Test(arguments: [false, true])
  func `insertions into one list, which are settled without pairs`(clocksGoBack: Bool) {
    var settledCount = 0
    for seed in TestSeed.seeds(2000) {
      let changes = RandomInsertions(seed: seed, clocksGoBack: clocksGoBack).changes
      check(changes, .realmCore, "seed \(seed); \(TestSeed.hint)")
      var work = MergeWork(changes, quirks: .realmCore)
      work.settleInsertions()
      if work.instructions.contains(where: \.isSettled) { settledCount += 1 }
    }
    #expect(settledCount > (clocksGoBack ? 100 : 1800))
  }

  /// To compare each of one side with each of the other would take minutes.
  @Test(.timeLimit(.minutes(5))) func `many insertions on both sides`() throws {
    let count: UInt32 = 30_000
    let append = Changeset.build {
      for index in 0..<count { $0.arrayInsert(Edit.element(index), .int(1), priorSize: index) }
    }
    let merged = try ConcurrentChanges(append, append).merged()
    let (ours, theirs) = (merged.ours[0].changeset.texts, merged.theirs[0].changeset.texts)
    #expect(ours.last == "ArrayInsert C[1].list[29999] = 1 (prior size 59999)")
    #expect(theirs.first == "ArrayInsert C[1].list[30000] = 1 (prior size 30000)")
  }
}
