import RealmModel
import TraceFormat

/// The end of a session, after the last reset in it, as far as its errors tell.
struct SessionEnd {
  typealias RecordedError = (error: SyncError, event: SessionEvent)

  let session: UInt32
  /// All errors since the last reset, in order.
  private let errors: [RecordedError]
  /// Whether the trace has records of a reset since the last one, and not the error that asked for it.
  let isAfterUnaskedReset: Bool

  init(
    _ session: UInt32, _ events: [SessionEvent], after reset: UInt64?, isAfterUnaskedReset: Bool
  ) {
    (self.session, self.isAfterUnaskedReset) = (session, isAfterUnaskedReset)
    errors = events.compactMap { event in
      guard case .error(let error) = event.content, reset.map({ event.sequence > $0 }) != false
      else { return nil }
      return (error, event)
    }
  }

  /// The error that decides: that which has the file deleted, or else the last one that the client
  /// does not see to by itself; or else the last one.
  var error: RecordedError? {
    errors.last { $0.error.action == .deleteRealm }
      ?? errors.last { !$0.error.action.isSeenToByClient } ?? errors.last
  }

  var isDeletion: Bool { error?.error.action == .deleteRealm }

  /// Whether the server asked for a reset of which the trace shows nothing more.
  var asksForReset: Bool { error?.error.asksForReset == true }

  /// Whether the server asked for something that may cost data, also besides resets.
  var isNotable: Bool {
    guard let error = error?.error else { return isAfterUnaskedReset }
    // A reset that was asked for and is not shown is something to ask about, too.
    return !refusals.isEmpty || asksForReset || isAfterUnaskedReset
      || error.action.standing(isFatal: error.isFatal) != .goesOn
  }

  var refusals: [RecordedError] { errors.filter { !$0.error.compensatingWrites.isEmpty } }
}

extension SyncError {
  /// Whether the server took the upload and undid the writes that it names. Any other error with such
  /// a list refuses the upload.
  fileprivate var isAboutUndoneWrites: Bool { code == 231 || code == nil && action == .warning }
}

extension FaultInjector {
  /// The end of every session that was recorded from the inside, and of every file on the wire that was not reset.
  var ends: [SessionEnd] {
    let wire = fold.wireFiles(besides: timelines.filter { $0.recording == .wire })
    let inside = fold.events.keys.filter { fold.recording(of: $0) == .inside }
    return (inside + wire).sorted().compactMap { number in
      let timeline = timelines.first { $0.session == number }
      let end = fold.end(of: number, timeline)
      // The reset was all that the session was about.
      return timeline?.lastReset != nil && !end.isNotable ? nil : end
    }
  }

  /// What is unsynced at the end of a session, and what becomes of it.
  ///
  /// - Parameter modes: those that are asked about.
  /// - Throws: where the trace does not show the client's state, or not the download of a reset that was asked for and
  ///   that all of the modes need.
  func reset(
    at end: SessionEnd, in modes: (DueReset) -> [ResetMode]
  ) throws(ReplayFailure) -> DueReset {
    let folded = timelines.first { $0.session == end.session }
    let timeline = if let folded { folded } else { try fold.shown(fold.folded(end.session)) }
    guard let point = timeline.end else { throw .noStateInSession(end.session) }
    var reset = try timeline.reset(
      at: point, error: end.error?.error ?? .absent, fresh: point.server ?? RealmState(),
      unsynced: timeline.unsynced(at: point, andAtAll: end.refusals.map(\.event.sequence)),
      serverChanges: timeline.serverChanges(at: point))
    if end.asksForReset {
      reset.gaps.append(Gap(.noDownload))
      if let failed = fold.graph.failedDownload(for: end.session), let code = failed.error?.code {
        reset.gaps.append(Gap(.failedDownload(code: Int(code)), sequence: failed.endSequence))
      }
      guard modes(reset).contains(where: reset.isAnswered) else {
        throw .noFreshState(session: end.session)
      }
    } else {
      reset.situation.replaceError(reset.situation.error)
    }
    reset.situation.entry = .session
    reset.situation.hasHeardServer = end.error != nil || fold.hearsServer(in: end.session)
    if point.server == nil { reset.gaps.append(Gap(.server)) }
    for refusal in end.refusals { reset.note(refusal) }
    if let event = end.error?.event {
      reset.situation.session.resetSequence = event.sequence
      reset.situation.session.resetTimeMicroseconds = event.timeMicroseconds
    }
    reset.kind = end.asksForReset ? .recordedReset : .endOfSession
    (reset.point, reset.approach) = (point, timeline.approach(to: point))
    return reset
  }
}

extension SessionTimeline {
  /// The transactions that were unsynced at a point, or when the server refused some: a server that
  /// undoes a write takes it first.
  fileprivate func unsynced(at point: Point, andAtAll sequences: [UInt64]) -> [UnsyncedChangeset] {
    let refusing = points.filter { sequences.contains($0.sequence) }
    var found: [Int: UnsyncedChangeset] = [:]
    for point in refusing + [point] {
      for index in unsyncedIndexes(at: point) { found[index] = transaction(index, at: point) }
    }
    return found.sorted { $0.key < $1.key }.map(\.value)
  }
}

extension DueReset {
  /// Takes note of the objects that the server refused writes to.
  fileprivate mutating func note(_ refusal: SessionEnd.RecordedError) {
    for write in refusal.error.compensatingWrites {
      guard let key = PrimaryKeyValue(base64: write.primaryKey) else {
        gaps.append(Gap(.refusedKey(className: RealmString(write.table))))
        continue
      }
      situation.refusedObjects.append(
        RefusedObject(
          object: ObjectName(className: RealmString(write.table), key: key),
          reason: RealmString(write.reason), isUndone: refusal.error.isAboutUndoneWrites,
          sequence: refusal.event.sequence))
    }
  }
}

extension TraceFold {
  /// The end of a session, or of a file on the wire under its last session; `timeline` has the resets before it if any.
  func end(of session: UInt32, _ timeline: SessionTimeline?) -> SessionEnd {
    let reset = timeline?.lastReset?.sequence
    let unasked = timeline?.foundGaps.last(where: \.isOfUnaskedReset)?.sequence
    return SessionEnd(
      session, events[session] ?? [], after: reset,
      isAfterUnaskedReset: unasked.map { $0 > reset ?? 0 } ?? false)
  }

  /// Whether the trace shows any message of a server to a session.
  fileprivate func hearsServer(in session: UInt32) -> Bool {
    if let wire = graph[session], wire.latestServerVersion != nil || wire.obtainedFileIdent {
      return true
    }
    return (events[session] ?? []).contains { event in
      switch event.content {
      case .download, .error: true
      default: false
      }
    }
  }
}
