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
    /// What became of it, but for what went wrong in it.
    var attempted: AttemptedReset
    var trouble: ResetTrouble?
    /// The session in the app's recording.
    var session: UInt32
    /// The file just before, as someone would have copied it.
    var file: [UInt8]
    /// What others wrote of which the device had not heard; nil where the server has dropped its history.
    var news: [Changeset]?
  }

  let inside: AppRecording
  let wire: WireRecording
  let insideSink = MemorySink()
  let wireSink = MemorySink()
  private(set) var resets: [Reset] = []
  private(set) var mode = ResetMode.recover
  /// How often the process has ended in a reset.
  private(set) var restartCount = 0
  private var file: WitnessedFile?
  /// What the device has heard of the server.
  private var heard: Set<Heard> = []
  private var failure: (any Error)?

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
    self.file = WitnessedFile(file, download)
    hear(download)
    tell { $0.opened(device: device, mode: mode, file, download) }
  }
  func connected(_ position: ClientIdent) { tell { $0.connected(position) } }
  func wrote(_ write: HistoryEntry) {
    file?.take(write)
    tell { $0.wrote(write) }
  }
  func uploaded(_ writes: [HistoryEntry], version: UInt64, _ position: ClientIdent) {
    tell { $0.uploaded(writes, version: version, position) }
  }
  func downloaded(_ message: Download) {
    file?.take(message)
    hear(message)
    tell { $0.downloaded(message) }
  }
  func broke(_ message: Download, _ trouble: MessageTrouble) { tell { $0.broke(message, trouble) } }
  func failed(_ error: SyncError) { tell { $0.failed(error) } }
  func reset(
    _ situation: ResetSituation, _ attempted: AttemptedReset, _ trouble: ResetTrouble?,
    _ file: FileIdent, _ download: Download
  ) {
    defer { tell { $0.reset(situation, attempted, trouble, file, download) } }
    do {
      resets.append(
        Reset(
          situation: situation, attempted: attempted, trouble: trouble,
          session: inside.session,
          file: try self.file?.bytes(before: situation) ?? [], news: try news(of: download)))
    } catch {
      failure = error
    }
    guard attempted.attempt.isCarriedOut, trouble.isAfter(.stateTransferred) else { return }
    let recovered = zip(situation.unsynced, attempted.result.reupload).map {
      HistoryEntry(
        $1, version: $0.clientVersion, lastIntegratedRemoteVersion: download.downloadServerVersion,
        originTimestamp: $0.originTimestampMilliseconds ?? 0, originFileIdent: 0)
    }
    self.file = WitnessedFile(
      file, download, recovered: recovered.filter { !$0.changeset.instructions.isEmpty })
    hear(download)
  }
  func startedAgain(mode: ResetMode, _ file: FileIdent, _ state: RealmState, _ isSynced: Bool) {
    restartCount += 1
    tell { $0.startedAgain(mode: mode, file, state, isSynced) }
  }
  func settled() { tell { $0.settled() } }
  func disconnected() { tell { $0.disconnected() } }
  func finish() throws {
    if let failure { throw failure }
    try inside.finish()
    try wire.finish()
  }
}

// What it hears
extension Witness {
  private struct Heard: Hashable {
    var serverVersion, originFileIdent: UInt64
    var changeset: [UInt8]

    init(_ entry: Download.Entry) {
      (serverVersion, originFileIdent) = (entry.serverVersion, entry.originFileIdent)
      changeset = entry.changeset
    }
  }

  private func hear(_ message: Download) { heard.formUnion(message.entries.map(Heard.init)) }

  private func news(of download: Download) throws -> [Changeset]? {
    guard download.entries.first?.serverVersion == 1 else { return nil }
    return try download.entries
      .filter { $0.originFileIdent != file?.file.ident && !heard.contains(Heard($0)) }
      .map { try Changeset(decoding: $0.changeset) }
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
