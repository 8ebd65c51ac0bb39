import RealmModel
import Replayer
import TraceFormat

/// A device with one Realm file: what it writes, uploads and downloads, as a client of Realm does (Realm Core:
/// `sync/noinst/client_history_impl.cpp`, `sync/noinst/client_impl_base.cpp`).
struct SimulatedDevice {
  let number: Int
  let mode: ResetMode
  let recording: any DeviceRecording
  private let workload: Workload
  private var writer: AppWriter

  // The file
  private(set) var state = RealmState()
  /// What the file says of itself to the server; nil while there is no file.
  private(set) var position: ClientIdent?
  /// What was written, in the form in which it is merged with what arrives.
  private(set) var history = ReciprocalHistory(localFileIdent: 0)
  /// What the server has not acknowledged, oldest first: as it was written, whatever merges have made of it since.
  private(set) var unsynced: [HistoryEntry] = []
  private var version: UInt64 = 1
  private var acknowledgedVersion: UInt64 = 0
  /// The reset that the file tracks until everything is synced again.
  private var pendingReset: PendingReset?

  // Its life, in milliseconds since the world began
  private(set) var nextWrite: Int64 = 0
  private(set) var nextTurn: Int64 = 0
  private(set) var isOnline = false
  /// Whether the process ends at every start, because Realm Core ends it.
  private(set) var isStuck = false
  private(set) var counts = SimulationCounts()

  init(
    number: Int, mode: ResetMode, _ workload: Workload, _ writer: AppWriter,
    recording: any DeviceRecording
  ) {
    (self.number, self.mode, self.recording) = (number, mode, recording)
    (self.workload, self.writer) = (workload, writer)
    nextWrite = pause(86_400_000 / workload.writesPerDay)
  }

  private mutating func pause(_ mean: Int) -> Int64 {
    Int64(max(1, writer.number(in: mean / 2...mean + mean / 2)))
  }

  mutating func write(at time: Int64) {
    nextWrite = time + pause(86_400_000 / workload.writesPerDay)
    guard !isStuck else { return }
    var realm = RealmTransaction(state)
    state = RealmState()
    realm.startRecording()
    writer.write(to: &realm)
    let changeset = realm.takeRecorded()
    state = realm.state
    guard !changeset.instructions.isEmpty else { return }
    version += 1
    remember(changeset, version, originTimestamp: SimulationOptions.originTimestamp(time))
    counts[.writes] += 1
    recording.wrote(unsynced[unsynced.count - 1])
  }

  private mutating func remember(
    _ changeset: Changeset, _ version: UInt64, originTimestamp: UInt64
  ) {
    let entry = HistoryEntry(
      position: HistoryPosition(
        version: version, lastIntegratedRemoteVersion: position?.downloadServerVersion ?? 0,
        originTimestamp: originTimestamp, originFileIdent: 0), changeset: changeset)
    unsynced.append(entry)
    history.append(entry)
  }

  mutating func turn(_ server: inout SimulatedServer, at time: Int64) throws {
    isOnline.toggle()
    nextTurn = time + pause((isOnline ? workload.onlineMinutes : workload.offlineMinutes) * 60_000)
    guard isOnline else { return recording.disconnected() }
    try connect(&server, at: time)
  }

  private mutating func connect(_ server: inout SimulatedServer, at time: Int64) throws {
    guard let position else { return try open(&server) }
    recording.connected(position)
    try sync(&server, at: time)
  }

  private mutating func open(_ server: inout SimulatedServer) throws {
    let file = server.register()
    let fresh = try server.bootstrap()
    state = try RealmState(applying: fresh.changesets)
    begin(file, fresh.message)
    (version, unsynced, pendingReset) = (2, [], nil)
    recording.opened(device: number, mode: mode, file, fresh.message)
  }

  private mutating func begin(_ file: FileIdent, _ download: Download) {
    history = ReciprocalHistory(localFileIdent: file.ident)
    position = ClientIdent(file, download)
    acknowledgedVersion = 0
    writer = AppWriter(workload, state.schema, writer.numbers)
  }

  mutating func sync(_ server: inout SimulatedServer, at time: Int64) throws {
    guard !isStuck, let position else { return }
    if let refusal = server.refusal(of: position) {
      return try reset(for: refusal, &server, at: time)
    }
    if !unsynced.isEmpty {
      recording.uploaded(unsynced, version: version, position)
      guard server.integrate(unsynced, of: position, at: time) else {
        server.refuse(position)
        return try sync(&server, at: time)
      }
      if writer.chance(workload.lostAnswerPercent) {
        counts[.lostAnswers] += 1
        return try turn(&server, at: time)
      }
    }
    let (message, changesets) = server.download(after: position)
    let isNews =
      message.downloadServerVersion > position.downloadServerVersion
      || message.uploadClientVersion > acknowledgedVersion
    if isNews {
      guard integrate(message, changesets) else {
        server.refuse(position)
        return try sync(&server, at: time)
      }
      recording.downloaded(message)
      self.position = ClientIdent(position.file, message)
      acknowledgedVersion = max(acknowledgedVersion, message.uploadClientVersion)
      unsynced.removeAll { $0.position.version <= acknowledgedVersion }
      history.trim(through: message.downloadClientVersion)
    }
    if unsynced.isEmpty, pendingReset != nil {
      pendingReset = nil
      recording.settled()
    }
  }

  /// Merges what arrived with what was written, and applies it; false where one of the two cannot be done, and
  /// then nothing is.
  private mutating func integrate(_ message: Download, _ changesets: [Changeset]) -> Bool {
    guard !changesets.isEmpty else { return true }
    var (history, state) = (history, state)
    let entries = zip(message.entries, changesets).map {
      HistoryEntry(
        position: HistoryPosition(
          version: $0.serverVersion, lastIntegratedRemoteVersion: $0.clientVersion,
          originTimestamp: $0.originTimestampMilliseconds, originFileIdent: $0.originFileIdent),
        changeset: $1)
    }
    guard let merged = try? history.integrate(entries).changesets,
      merged.allSatisfy({ state.applyIfItFits($0.changeset) == nil })
    else { return false }
    if changesets.contains(where: { $0.instructions.contains { $0.object == nil } }) {
      writer = AppWriter(workload, state.schema, writer.numbers)
    }
    (self.history, self.state) = (history, state)
    version += 1
    return true
  }

  private mutating func reset(
    for error: SyncError, _ server: inout SimulatedServer, at time: Int64
  ) throws {
    recording.failed(error)
    if let position { server.forget(position) }
    let file = server.register()
    let fresh = try server.bootstrap()
    let situation = ResetSituation(
      session: ResetSession(resetTimeMicroseconds: SimulationOptions.microseconds(time)),
      error: error, pendingReset: pendingReset, local: state,
      fresh: try RealmState(applying: fresh.changesets), unsynced: recoverable,
      localVersion: version)
    let attempted = ClientReset.performToEnd(situation, mode: mode)
    let ending = attempted.attempt.ending
    counts.endings[ending, default: 0] += 1
    recording.reset(situation, attempted, file, fresh.message)
    switch ending {
    case .recovered, .discarded:
      state = attempted.result.after
      begin(file, fresh.message)
      takeOver(attempted, situation.unsynced)
      pendingReset = attempted.result.pendingReset
      version += 1
    case .crash: isStuck = true
    case .failed, .manual, .noReset:
      counts[.setAside] += unsynced.count
      position = nil
    }
    if !isStuck { try connect(&server, at: time) }
  }

  /// What is unsynced, as merges have left it; without what they have emptied.
  private var recoverable: [UnsyncedChangeset] {
    let first = unsynced.first?.position.version ?? .max
    return history.entries.compactMap { entry in
      guard entry.position.version >= first, !entry.changeset.instructions.isEmpty else {
        return nil
      }
      return UnsyncedChangeset(
        clientVersion: entry.position.version,
        originTimestampMilliseconds: entry.position.originTimestamp, changeset: entry.changeset)
    }
  }

  /// What a recovery has made anew is unsynced, each under the version of what it replaces.
  private mutating func takeOver(_ attempted: AttemptedReset, _ before: [UnsyncedChangeset]) {
    unsynced = []
    for (write, changeset) in zip(before, attempted.result.reupload)
    where !changeset.instructions.isEmpty {
      remember(
        changeset, write.clientVersion, originTimestamp: write.originTimestampMilliseconds ?? 0)
    }
  }
}

extension ClientIdent {
  init(_ file: FileIdent, _ download: Download) {
    self.init(
      sessionIdent: 0, file: file, downloadServerVersion: download.downloadServerVersion,
      downloadClientVersion: download.downloadClientVersion,
      latestServerVersion: download.latestServerVersion,
      latestServerVersionSalt: download.latestServerVersionSalt)
  }
}
