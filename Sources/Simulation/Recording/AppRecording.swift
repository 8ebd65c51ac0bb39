import FaultPlans
import RealmModel
import Recorder
import Replayer
import TraceFormat

/// The recorder inside the app of a simulated device, with every hook in use (`docs/recording.md`).
final class AppRecording: DeviceRecording {
  private var writer: LiveTraceWriter
  private let clock: VirtualClock
  private(set) var session: UInt32 = 0
  private var device = 0
  private var (writtenVersion, acknowledgedVersion) = (UInt64(1), UInt64(0))
  private var failure: (any Error)?

  init(to sink: any ByteSink, of name: String, clock: VirtualClock) throws {
    self.clock = clock
    writer = try LiveTraceWriter(
      RecordingOptions(metadata: [.init("simulation", name)], clock: .init { 0 }), to: sink)
  }

  func opened(device: Int, mode: ResetMode, _ file: FileIdent, _ download: Download) {
    (writtenVersion, acknowledgedVersion, self.device) = (1, 0, device)
    begin(mode, file)
    record(.base, download.entries.map(\.changeset))
  }

  private func begin(_ mode: ResetMode, _ file: FileIdent) {
    session += 1
    record(
      .sessionStart(
        SessionStart(
          source: .live, name: "device \(device)", clientFile: "device-\(device).realm",
          clientFileIdent: file.ident, configuredResetMode: mode)))
  }

  func startedAgain(mode: ResetMode, _ file: FileIdent, _ state: RealmState, _ isSynced: Bool) {
    begin(mode, file)
    record(isSynced ? .base : .local, state.listing)
  }

  func wrote(_ write: HistoryEntry) {
    writtenVersion = write.version
    record(
      .localCommit(
        LocalCommit(
          clientVersion: write.version, changeset: write.changeset.encoded(),
          lastIntegratedServerVersion: write.lastIntegratedRemoteVersion,
          originTimestampMilliseconds: write.originTimestamp)))
  }

  func downloaded(_ message: Download) {
    for entry in message.entries {
      record(
        .serverCommit(
          ServerCommit(
            serverVersion: entry.serverVersion, changeset: entry.changeset,
            originFileIdent: entry.originFileIdent,
            originTimestampMilliseconds: entry.originTimestampMilliseconds,
            lastIntegratedClientVersion: entry.clientVersion)))
    }
    guard message.uploadClientVersion > acknowledgedVersion else { return }
    acknowledgedVersion = message.uploadClientVersion
    call(.acknowledged(upToClientVersion: acknowledgedVersion))
  }

  // The app sees no messages.
  func broke(_ message: Download, _ trouble: MessageTrouble) {}
  func connected(_ position: ClientIdent) {}
  func uploaded(_ writes: [HistoryEntry], version: UInt64, _ position: ClientIdent) {}
  func disconnected() {}

  func failed(_ error: SyncError) { record(.syncError(error)) }

  func reset(
    _ situation: ResetSituation, _ attempted: AttemptedReset, _ trouble: ResetTrouble?,
    _ file: FileIdent, _ download: Download
  ) {
    // A process that has ended reports nothing.
    guard trouble.isAfter(.afterHandler) else { return }
    acknowledgedVersion = 0
    let (attempt, after) = (attempted.attempt, attempted.result.after)
    if attempted.isDownloaded { record(.fresh, download.entries.map(\.changeset)) }
    guard attempt.ending != .crash else { return }
    record(
      .resetObserved(
        ResetObserved(
          mode: attempt.requestedMode, action: attempt.action, result: attempt.ending,
          failure: attempt.failure?.failureClass, message: attempt.failure?.message ?? "",
          stateDigest: attempt.isCarriedOut ? after.canonicalJSON.digest : nil,
          pendingReset: attempted.result.pendingReset)))
    if attempt.isCarriedOut { record(.afterReset, after.listing) }
  }

  func settled() { call(.acknowledged(upToClientVersion: writtenVersion)) }

  func finish() throws {
    if let failure { throw failure }
    try writer.finish()
  }

  private func record(_ role: Snapshot.Role, _ changesets: [[UInt8]]?) {
    if let changesets { record(.snapshot(Snapshot(role: role, changesets: changesets))) }
  }

  private func record(_ content: Event.Content) { call(.event(content)) }

  private func call(_ content: LiveCall.Content) {
    guard failure == nil else { return }
    let call = LiveCall(timeMicroseconds: clock.nowMicroseconds, session: session, content: content)
    do { try writer.consume(call) } catch { failure = error }
  }
}

/// The time of a simulated world, for recorders.
final class VirtualClock {
  var nowMicroseconds: Int64 = SimulationOptions.microseconds(0)
}

extension RealmState {
  fileprivate var listing: [[UInt8]]? { (try? buildingChangeset()).map { [$0.encoded()] } }
}
