import RealmModel
import Replayer
import TraceFormat

/// A device with one Realm file: what it writes, uploads and downloads, as a client of Realm does (Realm Core:
/// `sync/noinst/client_history_impl.cpp`, `sync/noinst/client_impl_base.cpp`).
struct SimulatedDevice {
  let number: Int
  let mode: ResetMode
  let recording: any DeviceRecording
  let workload: Workload
  var writer: AppWriter

  // The file
  var state = RealmState()
  /// What the file says of itself to the server; nil while there is no file.
  var position: ClientIdent?
  /// What was written, in the form in which it is merged with what arrives.
  private(set) var history = ReciprocalHistory(localFileIdent: 0)
  /// What the server has not acknowledged, oldest first: as it was written, whatever merges have made of it since.
  var unsynced: [HistoryEntry] = []
  var version: UInt64 = 1
  private var acknowledgedVersion: UInt64 = 0
  /// The reset that the file tracks until everything is synced again.
  var pendingReset: PendingReset?
  /// The file into which a reset has downloaded that never came to its end.
  var freshFile: FileIdent?

  // Its life, in milliseconds since the world began
  private(set) var nextWrite: Int64 = 0
  private(set) var nextTurn: Int64 = 0
  private(set) var isOnline = false
  /// What this connection has uploaded, answered or not.
  private var sentVersion: UInt64 = 0
  /// Whether the process ends at every start, because Realm Core ends it.
  var isStuck = false
  var counts = SimulationCounts()

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
    adaptWriter(to: changeset)
    version += 1
    remember(changeset, version, originTimestamp: SimulationOptions.originTimestamp(time))
    counts[.writes] += 1
    recording.wrote(unsynced[unsynced.count - 1])
  }

  mutating func remember(_ changeset: Changeset, _ version: UInt64, originTimestamp: UInt64) {
    let entry = HistoryEntry(
      changeset, version: version,
      lastIntegratedRemoteVersion: position?.downloadServerVersion ?? 0,
      originTimestamp: originTimestamp)
    unsynced.append(entry)
    history.append(entry)
  }

  mutating func turn(_ server: inout SimulatedServer, at time: Int64) throws {
    isOnline.toggle()
    nextTurn = time + pause((isOnline ? workload.onlineMinutes : workload.offlineMinutes) * 60_000)
    guard isOnline else { return recording.disconnected() }
    try connect(&server, at: time)
  }

  mutating func connect(_ server: inout SimulatedServer, at time: Int64) throws {
    sentVersion = 0
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

  mutating func begin(_ file: FileIdent, _ download: Download) {
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
    let trouble = drawTrouble()
    if let last = unsynced.last {
      let unsent = unsynced.filter { $0.version > sentVersion }
      if !unsent.isEmpty { recording.uploaded(unsent, version: version, position) }
      if trouble == .lostUpload { return try turn(&server, at: time) }
      sentVersion = last.version
      guard server.integrate(unsynced, of: position, at: time) else {
        server.refuse(position)
        return try sync(&server, at: time)
      }
      if writer.chance(workload.lostAnswerPercent) {
        counts[.lostAnswers] += 1
        return try turn(&server, at: time)
      }
      if trouble == .lateAnswer { return }
    }
    let (message, changesets) = server.download(after: position)
    let isNews =
      message.downloadServerVersion > position.downloadServerVersion
      || message.uploadClientVersion > acknowledgedVersion
    if isNews {
      if trouble == .cutAnswer {
        recording.broke(message, .cutAnswer)
        return try turn(&server, at: time)
      }
      guard integrate(message, changesets) else {
        server.refuse(position)
        return try sync(&server, at: time)
      }
      recording.downloaded(message)
      self.position = ClientIdent(position.file, message)
      acknowledgedVersion = max(acknowledgedVersion, message.uploadClientVersion)
      unsynced.removeAll { $0.version <= acknowledgedVersion }
      history.trim(through: message.downloadClientVersion)
    }
    if unsynced.isEmpty, pendingReset != nil {
      pendingReset = nil
      recording.settled()
    }
    if isNews, trouble == .repeatedAnswer {
      recording.broke(message, .repeatedAnswer)
      try turn(&server, at: time)
    }
  }

  private mutating func drawTrouble() -> MessageTrouble? {
    guard workload.brokenMessagePercent > 0, writer.chance(workload.brokenMessagePercent) else {
      return nil
    }
    counts[.brokenMessages] += 1
    return writer.pick(MessageTrouble.allCases)
  }

  /// Merges what arrived with what was written, and applies it; false where one of the two cannot be done, and
  /// then nothing is.
  private mutating func integrate(_ message: Download, _ changesets: [Changeset]) -> Bool {
    guard !changesets.isEmpty else { return true }
    var (history, state) = (history, state)
    let entries = zip(message.entries, changesets).map { $0.historyEntry($1) }
    guard let merged = try? history.integrate(entries).changesets,
      merged.allSatisfy({ state.applyIfItFits($0.changeset) == nil })
    else { return false }
    (self.history, self.state) = (history, state)
    for changeset in changesets { adaptWriter(to: changeset) }
    version += 1
    return true
  }

  /// Lets the app use what has been added to the schema.
  private mutating func adaptWriter(to changeset: Changeset) {
    guard changeset.instructions.contains(where: { $0.object == nil }) else { return }
    writer = AppWriter(workload, state.schema, writer.numbers)
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
