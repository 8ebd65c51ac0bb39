import FaultPlans
import RealmModel
import Replayer
import TraceFormat

@testable import Simulation

/// What really happened at a device, next to both ways of recording it.
final class Witness: DeviceRecording {
  /// A reset, as the device did it.
  struct Reset {
    var situation: ResetSituation
    var attempted: AttemptedReset
  }

  let inside: AppRecording
  let wire: WireRecording
  let insideSink = MemorySink()
  let wireSink = MemorySink()
  private(set) var resets: [Reset] = []
  private(set) var mode = ResetMode.recover

  init(_ clock: VirtualClock) throws {
    inside = try AppRecording(to: insideSink, of: "a device", clock: clock)
    wire = try WireRecording(to: wireSink, of: "a device", clock: clock)
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
  func failed(_ error: SyncError) { tell { $0.failed(error) } }
  func reset(
    _ situation: ResetSituation, _ attempted: AttemptedReset, _ file: FileIdent,
    _ download: Download
  ) {
    resets.append(Reset(situation: situation, attempted: attempted))
    tell { $0.reset(situation, attempted, file, download) }
  }
  func settled() { tell { $0.settled() } }
  func disconnected() { tell { $0.disconnected() } }
  func finish() throws {
    try inside.finish()
    try wire.finish()
  }
}

// What it recorded
extension Witness {
  func insideEvents() throws -> [Event] { try Self.events(insideSink.bytes) }

  func wireEvents() throws -> [Event] { try Self.events(wireSink.bytes) }

  static func events(_ trace: [UInt8]) throws -> [Event] {
    let reader = try TraceReader(MemorySource(trace), codec: StoredFrames())
    var events: [Event] = []
    while let event = try reader.next() { events.append(event) }
    return events
  }
}

extension SwarmCase {
  /// The world on its first day, with a witness of each device.
  func begun() throws -> (realm: RealmWorld, witnesses: [Witness]) {
    var witnesses: [Witness] = []
    let realm = try RealmWorld(options(), devices: 1...deviceCount) { _, clock in
      let witness = try Witness(clock)
      witnesses.append(witness)
      return witness
    }
    return (realm, witnesses)
  }

  /// Lets the world live until its last day; gives what happened at each device.
  func witnesses() throws -> [Witness] {
    let world = try begun()
    var realm = world.realm
    try realm.run()
    try realm.finish()
    return world.witnesses
  }
}
