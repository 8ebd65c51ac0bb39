import FaultPlans
import RealmModel
import Recorder
import Replayer
import TraceFormat

/// A proxy between a simulated device and the server, which sees their messages.
final class WireRecording: DeviceRecording {
  private let writer: TraceWriter
  private let clock: VirtualClock
  private var recorder = MessageRecorder(source: .proxy, inflater: NothingCompressed())
  private var path = ""
  private var connectionCount = 0
  /// The number of the session on its connection, of which a reset begins more than one; 0 while there is no
  /// connection.
  private var session: UInt64 = 0
  /// What was last downloaded into.
  private var freshFile: FileIdent?
  private var failure: (any Error)?

  init(to sink: any ByteSink, of name: String, clock: VirtualClock) throws {
    writer = try TraceWriter(
      to: sink,
      header: TraceHeader(metadata: [.init("source", "proxy"), .init("simulation", name)]),
      codec: StoredFrames())
    self.clock = clock
  }

  // MARK: Sessions

  func opened(device: Int, mode: ResetMode, _ file: FileIdent, _ download: Download) {
    path = "/device-\(device)"
    self.download(download, into: file)
    // Only the fresh copy of a reset does not say how far it is.
    uploaded([], version: 2, ClientIdent(file, download))
  }

  func connected(_ position: ClientIdent) {
    var position = position
    bind(needsFileIdent: false)
    position.sessionIdent = session
    record(.clientIdent(position), .clientToServer)
  }

  func disconnected() {
    recorder.endConnection(connection)
    session = 0
  }

  private var connection: String { "c\(connectionCount)" }

  private func bind(needsFileIdent: Bool) {
    if session == 0 {
      connectionCount += 1
      recorder.beginConnection(
        connection, subprotocol: "com.mongodb.realm-sync#14")
    }
    session += 1
    let bind = Bind(
      sessionIdent: session, target: Array(path.utf8), needsFileIdent: needsFileIdent,
      syncKind: .partition)
    record(.bind(bind), .clientToServer)
  }

  /// A session with a new file, up to where everything that there is has arrived.
  private func download(_ message: Download, into file: FileIdent) {
    if file == freshFile {
      // It was complete when the process ended.
      connected(ClientIdent(file, message))
    } else {
      bind(needsFileIdent: true)
      record(.serverIdent(ServerIdent(sessionIdent: session, file: file)), .serverToClient)
      let nothing = ClientIdent(
        sessionIdent: session, file: file, downloadServerVersion: 0, downloadClientVersion: 0,
        latestServerVersion: 0, latestServerVersionSalt: 0)
      record(.clientIdent(nothing), .clientToServer)
      downloaded(message)
    }
    freshFile = file
    askForAll(requestIdent: 1)
  }

  /// A MARK and its answer, which comes once the server has sent all that there is.
  private func askForAll(requestIdent: UInt64) {
    let mark = ProtocolMessage.mark(Mark(sessionIdent: session, requestIdent: requestIdent))
    record(mark, .clientToServer)
    record(mark, .serverToClient)
  }

  // MARK: Messages

  func uploaded(_ writes: [HistoryEntry], version: UInt64, _ position: ClientIdent) {
    let downloaded = position.downloadServerVersion
    let upload = Upload(
      sessionIdent: session, bodySize: .plain(0), progressClientVersion: version,
      progressServerVersion: downloaded, lockedServerVersion: downloaded,
      entries: writes.map { write in
        Upload.Entry(
          clientVersion: write.version,
          serverVersion: write.lastIntegratedRemoteVersion,
          originTimestampMilliseconds: write.originTimestamp,
          changeset: write.changeset.encoded())
      })
    record(.upload(upload), .clientToServer)
  }

  func downloaded(_ message: Download) { download(message, isCut: false) }

  func broke(_ message: Download, _ trouble: MessageTrouble) {
    download(message, isCut: trouble == .cutAnswer)
  }

  private func download(_ message: Download, isCut: Bool) {
    var message = message
    message.sessionIdent = session
    record(.download(message), .serverToClient, isCut: isCut)
  }

  func failed(_ error: SyncError) {
    let message = JSONError(
      code: error.code ?? 201, sessionIdent: session, json: ErrorDetails(error).encoded())
    record(.serverError(message), .serverToClient)
  }

  func reset(
    _ situation: ResetSituation, _ attempted: AttemptedReset, _ trouble: ResetTrouble?,
    _ file: FileIdent, _ download: Download
  ) {
    if attempted.isDownloaded, trouble.isAfter(.downloadCompleted) {
      self.download(download, into: file)
      if trouble.isAfter(.sessionRecreated) {
        record(.unbind(SessionReference(sessionIdent: session)), .clientToServer)
      }
    }
    if !attempted.attempt.isCarriedOut { disconnected() }
  }

  /// A file stops tracking its reset by an answer of the server's.
  func settled() { askForAll(requestIdent: 2) }

  // Messages alone cross the wire.
  func startedAgain(mode: ResetMode, _ file: FileIdent, _ state: RealmState, _ isSynced: Bool) {}
  func wrote(_ write: HistoryEntry) {}

  func finish() throws {
    if let failure { throw failure }
    try writer.finish()
  }

  /// - Parameter isCut: whether only the first part of it crosses the wire.
  private func record(
    _ message: ProtocolMessage, _ direction: WireMessage.Direction, isCut: Bool = false
  ) {
    guard failure == nil else { return }
    do {
      let wire = try WireMessage(
        encoding: message.withFittingBodySize, direction: direction, connection: connection,
        syncKind: .partition)
      let bytes = wire.wireBytes
      let recorded = recorder.record(
        isCut ? Array(bytes.prefix(bytes.count / 2)) : bytes, direction: direction,
        connection: connection, timeMicroseconds: clock.nowMicroseconds)
      for event in recorded.events { try writer.appendOrLose(event) }
    } catch {
      failure = error
    }
  }
}

private struct NothingCompressed: BodyInflater {
  func inflate(_ compressed: [UInt8], announcedSize: UInt64) throws(DecodingFailure) -> [UInt8] {
    throw .invalidValue("a compressed body", at: 0)
  }
}
