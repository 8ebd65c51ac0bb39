import TraceFormat

/// A reset that a capture shows: what is known of the file before it, and of the fresh download.
///
/// The wire has what was uploaded and downloaded, in order. The client merges what it downloads
/// with its own changes; here both are applied in the order of the wire, and where they were
/// concurrent a gap says so.
struct WireReset {
  let sighting: ResetSighting
  /// The last session of the file before the reset, as far as it can be told.
  let original: WireSession?
  private let fold: TraceFold

  init(_ sighting: ResetSighting, _ fold: TraceFold, besides used: Set<UInt32>) {
    self.sighting = sighting
    self.fold = fold
    let candidates: [UInt32] =
      switch sighting.original {
      case .session(let number): [number]
      case .ambiguous(let numbers): numbers
      case .notSeen: []
      }
    let number = candidates.first { !used.contains($0) } ?? candidates.first
    original = number.flatMap { fold.graph[$0] }
  }

  func dueReset() throws(ReplayFailure) -> DueReset {
    var fresh = WireState()
    for step in fold.steps[sighting.freshSession] ?? [] { fresh.take(step) }
    var client = WireState()
    let steps = original.flatMap { $0.file == nil ? nil : fold.fileSteps(of: $0.number) } ?? []
    for step in steps { client.take(step) }
    let base = client.state(of: steps, through: client.acknowledgedClientVersion)
    let aftermath = WireAftermath(
      of: client.unacknowledged, uploads: fold.steps[sighting.continuedSession] ?? [])
    return DueReset(
      summary: summary(), error: error, base: isBaseComplete ? base : nil, local: client.state,
      fresh: fresh.state, unsynced: client.unacknowledged,
      observed: aftermath.observed(action: error.action),
      gaps: fold.gaps + gaps() + aftermath.gaps + client.gaps + fresh.gaps)
  }

  /// Whether the trace has the file from its first session on.
  private var isBaseComplete: Bool {
    guard let file = original?.file else { return false }
    return fold.graph.sessions.contains { $0.file == file && $0.obtainedFileIdent }
  }

  private var error: SyncError {
    original?.error
      ?? SyncError(
        code: nil, name: "", message: "no error was recorded", action: .noAction, isFatal: true)
  }

  private func summary() -> Outcome.SessionSummary {
    let session = original?.number ?? sighting.freshSession
    let sequence =
      original?.endSequence ?? fold.graph[sighting.freshSession]?.startSequence ?? 0
    let isError = { (step: TraceFold.Step) in
      if case .error = step.content { true } else { false }
    }
    let time = fold.steps[session]?.last(where: isError) ?? fold.steps[session]?.last
    return Outcome.SessionSummary(
      session: session, start: fold.starts[session], resetSequence: sequence,
      resetTimeMicroseconds: time?.timeMicroseconds ?? 0)
  }

  private func gaps() -> [Gap] {
    var gaps = [Gap.wireOnly]
    switch sighting.original {
    case .session: break
    case .ambiguous(let numbers):
      let list = numbers.map(String.init).joined(separator: ", ")
      gaps.append(
        Gap(
          kind: .ambiguousSession,
          text: "several sessions fit the reset (\(list)); the first one is taken"))
    case .notSeen:
      gaps.append(
        Gap(
          kind: .missingLocal,
          text: "the trace does not show the session that was reset, so the client's state is "
            + "not known"))
    }
    if original != nil, !isBaseComplete {
      gaps.append(
        Gap(
          kind: .missingBase,
          text: "the trace does not have the file from its first session on, so the client's "
            + "state is only what was transferred since"))
    }
    return gaps
  }
}

/// The state of a file by what it uploaded and downloaded.
struct WireState {
  private(set) var state = RealmState()
  private(set) var gaps: [Gap] = []
  private(set) var acknowledgedClientVersion: UInt64 = 0
  private var uploaded: [Outcome.UnsyncedChangeset] = []
  private var uploadedVersions: Set<UInt64> = []
  /// Uploads after this client version are left out.
  private var clientVersionMax = UInt64.max
  private var isMerged = true

  init() {}

  /// What the server has not acknowledged.
  var unacknowledged: [Outcome.UnsyncedChangeset] {
    uploaded.filter { $0.clientVersion > acknowledgedClientVersion }
  }

  /// The state of the same steps without the uploads after a client version.
  func state(of steps: [TraceFold.Step], through clientVersion: UInt64) -> RealmState {
    guard uploaded.contains(where: { $0.clientVersion > clientVersion }) else { return state }
    var other = WireState()
    other.clientVersionMax = clientVersion
    for step in steps { other.take(step) }
    return other.state
  }

  mutating func take(_ step: TraceFold.Step) {
    switch step.content {
    case .upload(let upload):
      for entry in upload.entries { take(entry, step) }
    case .download(let download):
      for entry in download.entries { take(entry, step) }
      acknowledgedClientVersion = max(acknowledgedClientVersion, download.uploadClientVersion)
    default: break
    }
  }

  private mutating func take(_ entry: Upload.Entry, _ step: TraceFold.Step) {
    // A client that was disconnected uploads again what was not acknowledged.
    guard entry.clientVersion <= clientVersionMax,
      uploadedVersions.insert(entry.clientVersion).inserted
    else { return }
    let changeset = decode(entry.changeset, step)
    uploaded.append(
      Outcome.UnsyncedChangeset(
        clientVersion: entry.clientVersion, sequence: step.sequence,
        timeMicroseconds: step.timeMicroseconds,
        originTimestampMilliseconds: entry.originTimestampMilliseconds,
        changeset: changeset ?? Changeset()))
    if let changeset { apply(changeset, step) }
  }

  private mutating func take(_ entry: Download.Entry, _ step: TraceFold.Step) {
    if let last = uploaded.last, entry.clientVersion < last.clientVersion, isMerged {
      isMerged = false
      gaps.append(
        Gap(
          kind: .unmergedConcurrentChanges, sequence: step.sequence,
          text: "the client merged concurrent changes of the server with its own; they are "
            + "applied one after the other here, so its state is approximate"))
    }
    if let changeset = decode(entry.changeset, step) { apply(changeset, step) }
  }

  private mutating func decode(_ bytes: [UInt8], _ step: TraceFold.Step) -> Changeset? {
    do {
      return try Changeset(decoding: bytes)
    } catch {
      gaps.append(.unreadable(step.sequence, "cannot be read: \(error)"))
      return nil
    }
  }

  private mutating func apply(_ changeset: Changeset, _ step: TraceFold.Step) {
    do {
      try state.apply(changeset)
    } catch {
      gaps.append(.unreadable(step.sequence, "does not fit the state before it: \(error)"))
    }
  }
}
