import FaultPlans
import RealmModel
import Replayer
import TraceFormat

@testable import Simulation

/// What really happened at a device, next to both ways of recording it.
final class Witness: DeviceRecording {
  /// A reset, as the device did it.
  struct Reset {
    var error: SyncError
    var attempted: AttemptedReset
    /// Whether the server had integrated transactions of which the device did not know that.
    var unsyncedCount: Int
  }

  let inside: AppRecording
  let wire: WireRecording
  let insideSink = MemorySink()
  let wireSink = MemorySink()
  private(set) var resets: [Reset] = []
  private(set) var mode = ResetMode.recover
  private var error = SyncError.badClientFile

  init(_ clock: VirtualClock) throws {
    inside = try AppRecording(to: insideSink, metadata: [], clock: clock)
    wire = try WireRecording(to: wireSink, metadata: [], clock: clock)
  }

  private func tell(_ tell: (any DeviceRecording) -> Void) {
    tell(inside)
    tell(wire)
  }

  func opened(device: Int, mode: ResetMode, _ file: FileIdent, _ download: Download) {
    self.mode = mode
    tell { $0.opened(device: device, mode: mode, file, download) }
  }
  func connected(_ position: ClientIdent) { tell { $0.connected(position) } }
  func wrote(_ write: HistoryEntry) { tell { $0.wrote(write) } }
  func uploaded(_ writes: [HistoryEntry], version: UInt64, _ position: ClientIdent) {
    tell { $0.uploaded(writes, version: version, position) }
  }
  func downloaded(_ message: Download) { tell { $0.downloaded(message) } }
  func failed(_ error: SyncError) {
    self.error = error
    tell { $0.failed(error) }
  }
  func reset(_ attempted: AttemptedReset, _ file: FileIdent, _ download: Download) {
    resets.append(
      Reset(
        error: error, attempted: attempted,
        unsyncedCount: Set(attempted.result.rulings.map(\.changesetIndex)).count))
    tell { $0.reset(attempted, file, download) }
  }
  func settled(_ state: RealmState) { tell { $0.settled(state) } }
  func disconnected() { tell { $0.disconnected() } }
  func finish() throws {
    try inside.finish()
    try wire.finish()
  }
}
