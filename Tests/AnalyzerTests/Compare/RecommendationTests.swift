import Analyzer
import RealmModel
import ReplaySupport
import Replayer
import Testing
import TraceFormat

/// `docs/report.md`, "Recommendation".
@Suite struct RecommendationTests {
  typealias Numbers = (kept: Int, lost: Int, stranded: Int, overwritten: Int, unknown: Int)

  private func column(_ mode: ResetMode, _ numbers: Numbers) -> ModeMatrix.Column {
    var harm = HarmCounts()
    harm.lost = numbers.lost
    harm.stranded = numbers.stranded
    harm.overwritten = numbers.overwritten
    return ModeMatrix.Column(
      mode: mode, discards: mode == .discardLocal,
      counted: numbers.kept + numbers.lost + numbers.stranded + numbers.unknown,
      kept: numbers.kept, unknown: numbers.unknown, conflicted: 0, harm: harm)
  }

  private func recommended(
    discard: Numbers, recover: Numbers, recoverOrDiscard: Numbers? = nil, manual: Numbers? = nil,
    gaps: [Gap.Kind] = [], crashing: Set<ResetMode> = []
  ) -> Recommendation {
    var columns = [column(.discardLocal, discard), column(.recover, recover)]
    if let recoverOrDiscard { columns.append(column(.recoverOrDiscard, recoverOrDiscard)) }
    if let manual { columns.append(column(.manual, manual)) }
    return Recommendation(
      columns, gaps: gaps.map { Gap(.example(of: $0)) }, crashing: crashing)
  }

  @Test func `a mode that is better in one number and no worse in the others is recommended`() {
    let found = recommended(discard: (0, 10, 0, 0, 0), recover: (1, 9, 0, 0, 0))
    #expect(found.modes == [.recover])
    #expect(
      found.reason
        == .costsLess(
          column(.recover, (1, 9, 0, 0, 0)), others: [column(.discardLocal, (0, 10, 0, 0, 0))]))
  }

  @Test func `a small harm of another kind is no objection, a comparable one is`() {
    let small = recommended(discard: (2, 31, 0, 0, 0), recover: (33, 0, 0, 15, 0))
    #expect(small.modes == [.recover])
    let comparable = recommended(discard: (2, 31, 0, 0, 0), recover: (33, 0, 0, 16, 0))
    #expect(comparable.modes == [])
    #expect(
      comparable.reason
        == .otherCosts([
          column(.discardLocal, (2, 31, 0, 0, 0)), column(.recover, (33, 0, 0, 16, 0)),
        ]))
  }

  @Test func `what a failed reset leaves in the file ranks above what is gone`() {
    let refused = recommended(
      discard: (0, 31, 0, 0, 0), recover: (0, 0, 31, 0, 0), recoverOrDiscard: (0, 31, 0, 0, 0),
      manual: (0, 0, 31, 0, 0))
    #expect(refused.modes == [.recover, .manual])
    // Manual leaves everything there always, which says nothing for it.
    let carriedOut = recommended(
      discard: (0, 1, 0, 0, 0), recover: (0, 1, 0, 0, 0), manual: (0, 0, 1, 0, 0))
    #expect(carriedOut.modes == [])
  }

  @Test func `that nothing was unsynced is said only of a trace that would show it`() {
    let nothing: Numbers = (0, 0, 0, 0, 0)
    #expect(recommended(discard: nothing, recover: nothing).reason == .nothingUnsynced)
    #expect(
      recommended(discard: nothing, recover: nothing, gaps: [.wireOnly]).reason
        == .hidden([.neverUploaded]))
    #expect(
      recommended(discard: nothing, recover: nothing, gaps: [.missingFresh]).reason
        == .nothingUnsynced)
  }

  @Test func `throwing writes away is never recommended on a ratio of counts`() {
    #expect(recommended(discard: (32, 1, 0, 0, 0), recover: (33, 0, 0, 30, 0)).modes == [])
    #expect(
      recommended(discard: (33, 0, 0, 0, 0), recover: (33, 0, 0, 1, 0)).modes == [.discardLocal])
  }

  @Test func `modes that come to the same are recommended together, against the others`() {
    let found = recommended(
      discard: (2, 31, 0, 0, 0), recover: (33, 0, 0, 1, 0), recoverOrDiscard: (33, 0, 0, 1, 0),
      manual: (0, 0, 33, 0, 0))
    #expect(found.modes == [.recover, .recoverOrDiscard])
    #expect(
      found.reason
        == .costsLess(
          column(.recover, (33, 0, 0, 1, 0)),
          others: [
            column(.discardLocal, (2, 31, 0, 0, 0)), column(.manual, (0, 0, 33, 0, 0)),
          ]))
  }

  @Test func `where all modes come to the same, nothing is said for one`() {
    let found = recommended(discard: (5, 0, 0, 0, 0), recover: (5, 0, 0, 0, 0))
    #expect(found.modes == [])
    #expect(found.reason == .allTheSame)
  }

  @Test func `nothing to keep, nothing to recommend`() {
    let found = recommended(discard: (0, 0, 0, 0, 0), recover: (0, 0, 0, 0, 0))
    #expect(found.modes == [])
    #expect(found.reason == .nothingUnsynced)
  }

  @Test func `what is unknown counts against a mode that would be recommended`() {
    #expect(recommended(discard: (0, 10, 0, 0, 0), recover: (6, 0, 0, 0, 5)).modes == [.recover])
    let found = recommended(discard: (1, 9, 0, 0, 0), recover: (1, 0, 0, 0, 9))
    #expect(found.modes == [])
    #expect(found.reason == .unknownFates(count: 9, mode: .recover))
  }

  @Test func `what is unknown does not speak against the others`() {
    // With luck, discarding loses nothing.
    #expect(recommended(discard: (0, 0, 0, 0, 10), recover: (10, 0, 0, 1, 0)).modes == [])
  }

  @Test func `a mode that Realm Core does not survive is not recommended`() {
    let found = recommended(
      discard: (0, 10, 0, 0, 0), recover: (0, 0, 10, 0, 0), crashing: [.recover])
    #expect(found.modes == [])
    let other = recommended(
      discard: (10, 0, 0, 0, 0), recover: (0, 0, 10, 0, 0), crashing: [.recover])
    #expect(other.modes == [.discardLocal])
  }

  @Test(arguments: [
    Gap.Kind.wireOnly, .missingLocal, .missingBase, .missingFresh, .ambiguousSession,
    .lostRecords, .suspectRecords, .unreadableChangeset, .unmergedConcurrentChanges,
    .missingAcknowledgements,
  ])
  func `a trace that does not show enough carries no recommendation`(gap: Gap.Kind) {
    let found = recommended(
      discard: (0, 10, 0, 0, 0), recover: (10, 0, 0, 0, 0), gaps: [.assumedAction, gap])
    #expect(found.modes == [])
    guard case .hidden(let parts) = found.reason else {
      Issue.record("\(found.reason)")
      return
    }
    #expect(parts.count == 1)
  }

  @Test(arguments: [Gap.Kind.assumedAction, .unreadableMessage])
  func `other gaps do not stand against it`(gap: Gap.Kind) {
    let found = recommended(
      discard: (0, 10, 0, 0, 0), recover: (10, 0, 0, 0, 0), gaps: [gap])
    #expect(found.modes == [.recover])
    #expect(
      found.reason
        == .costsLess(
          column(.recover, (10, 0, 0, 0, 0)), others: [column(.discardLocal, (0, 10, 0, 0, 0))]))
  }

  @Test func `one mode alone is no choice`() {
    let found = Recommendation(
      [column(.recover, (3, 0, 0, 0, 0))], gaps: [], crashing: [])
    #expect(found.modes == [])
    #expect(found.reason == .onlyOneMode)
  }
}
