import TraceFormat

/// Folds a session that was recorded from the inside: states, transactions and errors.
///
/// The client's state and the server's as far as it is known are carried along; every error that
/// asks for a reset makes one due, and the fresh state recorded after it completes it.
struct RecordedSession {
  private let session: UInt32
  private let start: SessionStart?
  private(set) var gaps: [Gap]

  private var base: RealmState?
  private(set) var local: RealmState?
  /// A recorded local state holds the transactions that follow it in the trace.
  private var localHoldsCommits = false
  /// What the server has, as far as the trace shows it.
  private(set) var server: RealmState?
  /// What the server did since the base.
  private var serverChanges: [Changeset] = []
  private var unsynced: [Outcome.UnsyncedChangeset] = []
  private var pendingReset: PendingReset?
  /// An error that asks for a reset, and its record.
  private var error: (error: SyncError, sequence: UInt64, timeMicroseconds: Int64)?
  private(set) var resets: [DueReset] = []
  /// Whether nothing has changed the client's state since the last reset.
  private(set) var isJustReset = false

  init(_ session: UInt32, _ start: SessionStart?, gaps: [Gap]) {
    self.session = session
    self.start = start
    self.gaps = gaps
    pendingReset = start?.pendingReset
  }

  mutating func take(_ step: TraceFold.Step) throws(ReplayFailure) {
    switch step.content {
    case .snapshot(let snapshot): try take(snapshot, step)
    case .localCommit(let commit): take(commit, step)
    case .serverCommit(let commit): take(commit, step)
    case .error(let error): try take(error, step)
    case .observed(let observed): take(observed)
    // Messages repeat what the transactions say.
    case .upload, .download: break
    }
  }

  /// The resets of the session; one whose fresh state was not recorded gets the server's.
  mutating func finish() throws(ReplayFailure) -> [DueReset] {
    try completeWithoutFresh()
    return resets
  }
}

// States and transactions
extension RecordedSession {
  private mutating func take(_ snapshot: Snapshot, _ step: TraceFold.Step) throws(ReplayFailure) {
    if snapshot.role == .fresh {
      guard error != nil else { return }
      let isServers = snapshot.origin == .serverHistory
      let fresh = isServers ? server : try build(snapshot, step)
      guard let fresh else { throw .noFreshState(session: session) }
      return try complete(fresh: fresh)
    }
    let state = try build(snapshot, step)
    isJustReset = false
    switch snapshot.role {
    case .base:
      (base, local, server, localHoldsCommits) = (state, state, state, false)
      serverChanges = []
    case .local: (local, localHoldsCommits) = (state, true)
    case .server: server = state
    case .afterReset: (local, localHoldsCommits) = (state, false)
    case .fresh: break
    }
  }

  private func build(_ snapshot: Snapshot, _ step: TraceFold.Step) throws(ReplayFailure)
    -> RealmState
  {
    var changesets: [Changeset] = []
    do throws(DecodingFailure) {
      for bytes in snapshot.changesets { changesets.append(try Changeset(decoding: bytes)) }
    } catch {
      throw .undecodableChangeset(sequence: step.sequence, error)
    }
    do throws(ApplyFailure) {
      return try RealmState(applying: changesets)
    } catch {
      throw .inapplicableChangeset(sequence: step.sequence, message: error.description)
    }
  }

  private mutating func take(_ commit: LocalCommit, _ step: TraceFold.Step) {
    isJustReset = false
    let changeset = decode(commit.changeset, step)
    unsynced.append(
      Outcome.UnsyncedChangeset(
        clientVersion: commit.clientVersion, sequence: step.sequence,
        timeMicroseconds: step.timeMicroseconds,
        originTimestampMilliseconds: commit.originTimestampMilliseconds,
        changeset: changeset ?? Changeset()))
    guard !localHoldsCommits, let changeset else { return }
    apply(changeset, to: \.local, step)
  }

  private mutating func take(_ commit: ServerCommit, _ step: TraceFold.Step) {
    guard let changeset = decode(commit.changeset, step) else {
      server = nil
      return
    }
    serverChanges.append(changeset)
    apply(changeset, to: \.server, step)
  }

  private mutating func decode(_ bytes: [UInt8], _ step: TraceFold.Step) -> Changeset? {
    do {
      return try Changeset(decoding: bytes)
    } catch {
      gaps.append(.unreadable(step.sequence, "cannot be read: \(error)"))
      return nil
    }
  }

  private mutating func apply(
    _ changeset: Changeset, to state: WritableKeyPath<RecordedSession, RealmState?>,
    _ step: TraceFold.Step
  ) {
    do {
      try self[keyPath: state]?.apply(changeset)
    } catch {
      gaps.append(.unreadable(step.sequence, "does not fit the state before it: \(error)"))
    }
  }
}

// Resets
extension RecordedSession {
  private mutating func take(_ error: SyncError, _ step: TraceFold.Step) throws(ReplayFailure) {
    guard error.asksForReset else { return }
    try completeWithoutFresh()
    self.error = (error, step.sequence, step.timeMicroseconds)
  }

  private mutating func take(_ observed: ResetObserved) {
    guard !resets.isEmpty else { return }
    resets[resets.count - 1].observed = observed
    pendingReset = observed.pendingReset
  }

  private mutating func completeWithoutFresh() throws(ReplayFailure) {
    guard let error else { return }
    guard let server else { throw .noFreshState(session: session) }
    gaps.append(
      Gap(
        kind: .missingFresh, sequence: error.sequence,
        text: "the state that the reset downloaded was not recorded; what the trace shows of the "
          + "server stands for it"))
    try complete(fresh: server)
  }

  private mutating func complete(fresh: RealmState) throws(ReplayFailure) {
    guard let (error, sequence, time) = error else { return }
    guard let local else { throw .noLocalState(session: session) }
    if base == nil {
      gaps.append(
        Gap(
          kind: .missingBase,
          text: "the state of the last sync is not known, and so neither are the values before "
            + "the unsynced changes"))
    }
    let isUnwritten = local.classes.isEmpty && unsynced.isEmpty
    resets.append(
      DueReset(
        summary: Outcome.SessionSummary(
          session: session, start: start, resetSequence: sequence, resetTimeMicroseconds: time),
        error: error, base: base, local: local, fresh: fresh, unsynced: unsynced,
        serverChanges: base != nil && server != nil ? serverChanges : nil,
        pendingReset: pendingReset, localVersion: isUnwritten ? 1 : nil, gaps: gaps))
    goOn(from: fresh)
  }

  /// After a reset, the fresh state is what client and server share, whatever the mode: the
  /// transactions of this session are settled.
  private mutating func goOn(from fresh: RealmState) {
    (base, local, server, localHoldsCommits) = (fresh, fresh, fresh, false)
    (unsynced, serverChanges) = ([], [])
    error = nil
    isJustReset = true
  }
}

extension SyncError {
  /// Whether a client has to reset after the error: by its action or, for errors without one, by
  /// its number.
  var asksForReset: Bool {
    if action != .noAction { return action.startsClientReset }
    return code.map(ProtocolErrorCode.requiresClientReset) ?? false
  }
}

extension Gap {
  /// What a capture can't show.
  static let wireOnly = Gap(
    kind: .wireOnly,
    text: "only what crossed the wire is known: transactions that were not uploaded before "
      + "the reset do not show")

  /// A changeset that could not be used.
  static func unreadable(_ sequence: UInt64, _ reason: String) -> Gap {
    Gap(
      kind: .unreadableChangeset, sequence: sequence,
      text: "record \(sequence): the changeset \(reason)")
  }
}
