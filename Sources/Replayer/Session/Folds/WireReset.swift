import FaultPlans
import RealmModel
import TraceFormat

/// A reset that a capture shows, or asks for: the file before it, the fresh download, and what the device did.
///
/// The wire has what was uploaded and downloaded, and by its versions what was known to whom; the client
/// merges what it downloads with its own changes, and so does the replay.
struct WireReset {
  /// The last session of the file before the reset, as far as the trace shows it.
  let original: WireSession?
  /// What the trace shows of it; nil of a reset that was asked for, and whose download comes from elsewhere.
  let recognized: RecognizedReset?
  private let aftermath: WireAftermath?
  /// The reset before it that the file still tracks, or may.
  private let earlier: EarlierReset?
  private let leftByEarlier: Left?
  private let recoveredByEarlier: Set<UInt64>
  private let fold: TraceFold

  /// - Parameter earlier: the resets before it, by the file that each left.
  init(
    _ recognized: RecognizedReset, _ fold: TraceFold, besides used: Set<UInt32>,
    after earlier: [FileIdent: WireReset]
  ) {
    (self.recognized, self.fold) = (recognized, fold)
    let candidates = recognized.originals
    let number = candidates.first { !used.contains($0) } ?? candidates.first
    original = number.flatMap { fold.graph[$0] }
    let original = original
    aftermath = recognized.continuedSession.map { _ in
      WireAftermath(recognized, of: original, in: fold)
    }
    let before = original?.file.flatMap { earlier[$0] }
    leftByEarlier = before?.left
    recoveredByEarlier = before?.recoveredVersions ?? []
    // A device that recovers tracks no other reset, or one of another version of its library, which does not count.
    self.earlier = aftermath?.recovered.isEmpty == false ? nil : before?.record
  }

  /// A reset at the end of a session, to a state that comes from elsewhere.
  init(of session: WireSession?, _ fold: TraceFold) {
    (original, recognized, aftermath, earlier) = (session, nil, nil, nil)
    (leftByEarlier, recoveredByEarlier, self.fold) = (nil, [], fold)
  }

  /// The session whose timeline it is in.
  var session: UInt32 { original?.number ?? recognized?.freshSession ?? 0 }

  /// A reset that the file tracks until the server has all that was recovered.
  private enum EarlierReset: Equatable {
    case tracked(PendingReset)
    /// The trace does not show whether it is still tracked, nor whether it recovered.
    case undecided
  }

  private var record: EarlierReset? {
    guard let aftermath, !aftermath.isAcknowledged else { return nil }
    guard aftermath.isTracked else { return .undecided }
    let action = error.action.startsClientReset ? error.action : .clientReset
    return .tracked(PendingReset(mode: .recover, action: action))
  }

  /// What a reset leaves of its file, where that is not what it downloaded in a session.
  typealias Left = (sessions: [UInt32], state: RealmState, gaps: [Gap])

  /// Nil where the file goes on from its download, or the trace does not show what was there before.
  var left: Left? {
    guard let recognized, recognized.continuedSession != nil, isBaseComplete,
      let outcome = try? timeline().resets.last?.outcome(mode: .discardLocal),
      outcome.ending.isCarriedOut, !outcome.result.deviations.isEmpty
    else { return nil }
    let gaps = outcome.gaps.filter { $0.kind == .unknownInternalKeys }
    return (recognized.freshSessions, outcome.result.after, gaps)
  }

  func timeline() throws(ReplayFailure) -> SessionTimeline {
    let events = original.map { fold.fileEvents(of: $0.number) } ?? []
    return try timeline(after: events, isFaulted: false, freshIsServers: false)
  }

  func timeline(
    after events: [SessionEvent], isFaulted: Bool, freshIsServers: Bool
  ) throws(ReplayFailure) -> SessionTimeline {
    var client = WireFold(
      fold.emptyTimeline(of: session, .wire), isComplete: isBaseComplete,
      leftByReset: leftByEarlier, recovered: recoveredByEarlier)
    client.isFaulted = isFaulted
    for event in events { try client.take(event) }
    client.finish()
    let fresh = try freshState(freshIsServers ? client.server : nil)
    let end = SessionEvent(
      session: session, sequence: endSequence, timeMicroseconds: endTime, content: .error(error))
    let shown = Set(client.timeline.transactions.map(\.clientVersion))
    let unseen = aftermath?.unseen(
      besides: shown, on: isBaseComplete ? client.local : nil, fresh: fresh.state)
    client.takeWritten(unseen?.uploads ?? [], end)
    var standing = client.point(after: end, .error(asksForReset: true))
    if case .tracked(let record) = earlier { standing.pendingReset = record }
    standing.hasInternalKeys = fresh.hasInternalKeys
    var reset = try client.timeline.reset(at: standing, error: error, fresh: fresh.state)
    reset.gaps =
      fold.gaps + gaps(client.timeline) + client.timeline.foundGaps + fresh.gaps
      + (aftermath?.gaps(besides: shown, leftOutCount: unseen?.leftOutCount ?? 0) ?? [])
    // Under faults that change what the server has, the reset does not download what was recorded.
    if !freshIsServers {
      reset.situation.noteIntegrated(in: downloadedAgain(client.timeline.transactions))
    }
    if let observed = observed(reset, besides: shown) { reset.note(observed) }
    client.timeline.add(reset, approach: client.timeline.points.indices)
    return client.timeline
  }

  private func freshState(
    _ servers: RealmState?
  ) throws(ReplayFailure) -> (state: RealmState, gaps: [Gap], hasInternalKeys: Bool) {
    if let servers { return (servers, [Gap(.downloadUnderFaults)], true) }
    if let supplied = fold.suppliedFresh, supplied.session == session {
      return (supplied.state, [], supplied.hasInternalKeys)
    }
    // Files of flexible sync have subscriptions of their own: one that may be another's download shows nothing.
    guard let recognized,
      recognized.originals.count < 2 || original?.start.syncKind != .flexible
    else { throw .noFreshState(session: session) }
    let number = recognized.freshSession
    var fresh = WireFold(
      fold.emptyTimeline(of: number, .wire), isComplete: false, leftByReset: nil, recovered: [])
    for event in fold.freshEvents(of: recognized) { try fresh.take(event) }
    // The device had all of it, so that what is not shown is missing from the trace alone.
    guard fresh.downloadedVersion >= recognized.freshServerVersion else {
      throw .noFreshState(session: session)
    }
    return (fresh.local ?? RealmState(), fresh.timeline.foundGaps, true)
  }

  /// The device's own transactions that it downloads under the name of the file that it resets: the server had taken
  /// them, and the device never heard of it. The server may have merged them, which changes neither name nor time nor
  /// order; of a file of which the trace does not show all, only the same bytes count.
  ///
  /// - Parameter transactions: all of the device's that the trace shows, in order.
  private func downloadedAgain(_ transactions: [UnsyncedChangeset]) -> [ServerChange] {
    guard let recognized, let file = original?.file else { return [] }
    let entries = fold.freshEvents(of: recognized).compactMap(\.download)
      .flatMap(\.entries).filter { $0.recorded.originFileIdent == file.ident }
    guard !entries.isEmpty else { return [] }
    var left = Dictionary(grouping: transactions.reversed(), by: \.originTimestampMilliseconds)
    return entries.compactMap { entry in
      let time = entry.recorded.originTimestampMilliseconds
      let taken = isBaseComplete ? left[time]?.popLast() : nil
      return entry.changeset.map {
        ServerChange($0, originTimestampMilliseconds: time, clientVersion: taken?.clientVersion)
      }
    }
  }

  private func observed(_ reset: DueReset, besides shown: Set<UInt64>) -> ObservedReset? {
    guard let aftermath else { return nil }
    let action = reset.situation.action
    let recovered = aftermath.observed(
      action: action, endSequence, besides: shown, fresh: reset.situation.fresh)
    guard recovered == nil, aftermath.isComplete, aftermath.undecided.isEmpty else {
      return recovered
    }
    // A device that had recovered would have uploaded something.
    let replayed = reset.outcome(mode: .recover).result.reupload
    guard replayed.contains(where: { !$0.instructions.isEmpty }) else { return nil }
    return ObservedReset(
      ResetObserved(mode: .discardLocal, action: action, result: .discarded), endSequence, nil)
  }

  /// The client versions of what it recovered, as far as the trace shows them.
  var recoveredVersions: Set<UInt64> { aftermath?.recoveredVersions ?? [] }

  /// What the device uploaded again; nil where the trace may not show all of it.
  var uploadedAgain: [ResetObserved.Reupload]? {
    guard let aftermath, aftermath.isComplete else { return nil }
    return (aftermath.recovered + aftermath.undecided).map(\.reupload)
  }

  private var isBaseComplete: Bool { original.map { fold.isFileComplete(of: $0.number) } ?? false }

  private var error: SyncError {
    if let error = original?.error, recognized != nil || error.asksForReset { return error }
    return recognized == nil
      ? .badClientFile
      : SyncError(
        code: nil, name: "", message: "no error was recorded", action: .noAction, isFatal: true)
  }

  private var endSequence: UInt64 {
    original?.endSequence
      ?? recognized.flatMap { fold.graph[$0.freshSession]?.startSequence }
      ?? fold.events[session]?.last?.sequence ?? 0
  }

  /// The time of the error, or of the last message before the reset.
  private var endTime: Int64 {
    let events = fold.events[session]
    return (events?.last { $0.error != nil } ?? events?.last)?.timeMicroseconds ?? 0
  }

  private func gaps(_ client: SessionTimeline) -> [Gap] {
    var gaps = [Gap(.wireOnly)]
    switch recognized?.original {
    case .session, nil: break
    case .ambiguous(let numbers):
      let others = numbers.filter { $0 != session }
      gaps.append(Gap(.sessionAmong(numbers.filter { $0 == session } + others)))
    case .notSeen: gaps.append(Gap(.resetSession))
    }
    if recognized == nil, original?.endedForReset != true { gaps.append(Gap(.request)) }
    if let recognized, recognized.continuedSession == nil {
      gaps.append(Gap(.end(isFailed: recognized.failedSession != nil)))
    }
    if earlier == .undecided { gaps.append(Gap(.earlierReset)) }
    if original != nil, !isBaseComplete { gaps.append(client.missingBase) }
    return gaps
  }
}
