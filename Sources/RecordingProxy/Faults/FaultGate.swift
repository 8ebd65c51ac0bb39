import Synchronization
import TraceFormat

/// The faults of all connections, which are counted over all of them and therefore share one order.
final class FaultGate: Sendable {
  private let faults: Mutex<WireFaults>

  init(_ faults: WireFaults) { self.faults = Mutex(faults) }

  /// Whether a new connection has to send its messages through here.
  var needsMessages: Bool { faults.withLock { $0.needsMessages } }

  var unfired: [UnfiredWireFault] { faults.withLock { $0.unfired } }

  func take(
    _ bytes: [UInt8], _ direction: WireMessage.Direction, connection: String, syncKind: SyncKind
  ) -> WireVerdict {
    faults.withLock { $0.take(bytes, direction, connection: connection, syncKind: syncKind) }
  }

  func connectionEnded(_ name: String) -> [WireFiring] {
    faults.withLock { $0.connectionEnded(name) }
  }
}
