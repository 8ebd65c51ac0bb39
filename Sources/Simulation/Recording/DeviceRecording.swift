import RealmModel
import Replayer
import TraceFormat

/// Hears of all that happens at a device, and records what its way of recording can see.
protocol DeviceRecording: AnyObject {
  /// A new file is there, with what it downloaded first.
  func opened(device: Int, mode: ResetMode, _ file: FileIdent, _ download: Download)
  func connected(_ position: ClientIdent)
  func wrote(_ write: HistoryEntry)
  /// The device sent what is unsynced, at a version of its file.
  func uploaded(_ writes: [HistoryEntry], version: UInt64, _ position: ClientIdent)
  func downloaded(_ message: Download)
  func failed(_ error: SyncError)
  /// A client reset is over, for which this was downloaded into a file of that identifier.
  func reset(
    _ situation: ResetSituation, _ attempted: AttemptedReset, _ file: FileIdent,
    _ download: Download)
  /// After a reset, everything is synced again.
  func settled()
  func disconnected()
  /// The trace ends; throws why it could not be written.
  func finish() throws
}

extension AttemptedReset {
  var isDownloaded: Bool { attempt.decisions.contains { $0.gate == .download && $0.isPassed } }
}
