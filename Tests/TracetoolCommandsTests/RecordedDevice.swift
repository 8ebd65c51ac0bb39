import Importers
import RealmFileSupport
import RealmModel
import TestSupport
import TraceFormat

/// A device that was reset: its file before that, the file that the reset downloaded, and what a proxy between it and the
/// server saw, as a capture.
struct RecordedDevice {
  typealias File = RealmFileSupport.StateFile
  typealias Change = File.Change

  /// The identifiers of the file before and after the reset.
  static let (ident, freshIdent): (UInt64, UInt64) = (7, 8)
  static let salt: Int64 = 1

  /// What both sides had when the device last synced, as the server sent it.
  var base: [[UInt8]]
  /// What the server has changed since.
  var serverChanges: [[UInt8]]
  /// The device's transactions since, with the numbers that files have.
  var unsynced: [Change]
  var action = ServerAction.clientReset
  /// How many of these it has uploaded, and whether the server's acknowledgement of that reached the proxy.
  var uploadedCount = 0
  var isAcknowledged = false
  /// What the device uploaded after the reset; nil where the recording ends before that.
  var reupload: [Change]?
  /// Whether the recording goes on to the reset.
  var hasReset = true
  /// Whether it goes on from the error to the download.
  var hasDownload = true
  /// Whether the recording has the first session.
  var isWhole = true

  init(base: [[UInt8]], serverChanges: [[UInt8]] = [], unsynced: [Change]) {
    (self.base, self.serverChanges, self.unsynced) = (base, serverChanges, unsynced)
  }

  /// The device of a vector; nil where that does not know what the two sides shared.
  init?(_ vector: ResetVector) {
    guard let base = vector.base, let changes = vector.serverChanges else { return nil }
    self.init(base: base, serverChanges: changes, unsynced: vector.unsynced.map(Change.init))
    action = vector.action
    reupload = (vector.expectation.reupload ?? []).map {
      Change(LocalCommit(clientVersion: $0.clientVersion, changeset: $0.changeset))
    }
  }

  // MARK: Files

  func before(ident: UInt64 = Self.ident, serverVersion: UInt64? = nil) throws -> [UInt8] {
    try File.bytes(
      of: Self.state(base + unsynced.map(\.changeset)),
      unsynced: unsynced, clientFileIdent: ident, serverVersion: serverVersion ?? UInt64(base.count)
    )
  }

  func fresh() throws -> [UInt8] { try File.bytes(of: Self.state(base + serverChanges)) }

  private static func state(_ changesets: [[UInt8]]) throws -> RealmState {
    try RealmState(applying: changesets.map { try Changeset(decoding: $0) })
  }

  // MARK: The recording

  /// The capture, a line a message.
  func capture() throws -> [UInt8] {
    let lines = try messages().enumerated().map { index, message in
      let (connection, message) = message
      let direction = message.direction == .clientToServer ? "out" : "in"
      return #"{"us":\#(index + 1),"connection":"\#(connection)","direction":"\#(direction)","#
        + #""hex":"\#(Hex.encode(message.head + message.body))"}"#
    }
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  private func messages() throws -> [(String, WireMessage)] {
    let file = FileIdent(ident: Self.ident, salt: Self.salt)
    let fresh = FileIdent(ident: Self.freshIdent, salt: 88)
    let synced = UInt64(base.count)
    let newest = UInt64(base.count + serverChanges.count)
    var messages: [ProtocolMessage] = []
    if isWhole {
      messages += [Self.bind(needsIdent: true), .serverIdent(.init(sessionIdent: 1, file: file))]
      messages += [Self.ident(file, at: 0), Self.download(base, to: synced)]
    } else {
      messages += [Self.bind(needsIdent: false), Self.ident(file, at: synced)]
    }
    let uploaded = Array(unsynced.prefix(uploadedCount))
    if !uploaded.isEmpty { messages.append(Self.upload(uploaded, synced)) }
    if isAcknowledged, let last = uploaded.last {
      messages.append(Self.download([], to: synced, acknowledging: last.clientVersion + 1))
    }
    guard hasReset else { return try Self.encoded(messages, "c1") }
    messages.append(error)
    var all = try Self.encoded(messages, "c1")
    guard hasDownload else { return all }
    all += try Self.encoded(
      [
        Self.bind(needsIdent: true), .serverIdent(.init(sessionIdent: 1, file: fresh)),
        Self.ident(fresh, at: 0), .mark(.init(sessionIdent: 1, requestIdent: 1)),
        Self.download(base + serverChanges, to: newest),
        .mark(.init(sessionIdent: 1, requestIdent: 1)), .unbind(.init(sessionIdent: 1)),
      ], "c2")
    guard let reupload else { return all }
    messages = [Self.bind(needsIdent: false), Self.ident(fresh, at: newest)]
    if !reupload.isEmpty { messages.append(Self.upload(reupload, newest)) }
    return all + (try Self.encoded(messages, "c3"))
  }

  private var error: ProtocolMessage {
    let json =
      #"{"message":"Bad client file identifier (IDENT)","tryAgain":false,"shouldClientReset":true,"#
      + #""isRecoveryModeDisabled":false,"logURL":"","action":"\#(action.rawValue)"}"#
    return .serverError(.init(code: 208, sessionIdent: 1, json: Array(json.utf8)))
  }

  private static func bind(needsIdent: Bool) -> ProtocolMessage {
    .bind(
      Bind(
        sessionIdent: 1, target: Array("\"p\"".utf8), needsFileIdent: needsIdent,
        syncKind: .partition))
  }

  private static func ident(_ file: FileIdent, at version: UInt64) -> ProtocolMessage {
    .clientIdent(
      ClientIdent(
        sessionIdent: 1, file: file, downloadServerVersion: version, downloadClientVersion: 0,
        latestServerVersion: version, latestServerVersionSalt: version == 0 ? 0 : 5))
  }

  private static func download(
    _ changesets: [[UInt8]], to version: UInt64, acknowledging acknowledged: UInt64 = 0
  ) -> ProtocolMessage {
    let entries = changesets.enumerated().map { index, changeset in
      Download.Entry(
        serverVersion: UInt64(index + 1), clientVersion: 0,
        originTimestampMilliseconds: UInt64(index + 1), originFileIdent: 3,
        originalChangesetSize: UInt64(changeset.count), changeset: changeset)
    }
    return ProtocolMessage.download(
      Download(
        sessionIdent: 1, downloadServerVersion: version, downloadClientVersion: 0,
        latestServerVersion: version, latestServerVersionSalt: 5,
        uploadClientVersion: acknowledged, uploadServerVersion: 0,
        scope: .partition(downloadableBytes: 0), bodySize: .plain(0), entries: entries)
    ).withFittingBodySize
  }

  private static func upload(
    _ changes: [Change], _ serverVersion: UInt64
  ) -> ProtocolMessage {
    ProtocolMessage.upload(
      Upload(
        sessionIdent: 1, bodySize: .plain(0),
        progressClientVersion: (changes.last?.clientVersion ?? 0) + 1,
        progressServerVersion: serverVersion, lockedServerVersion: serverVersion,
        entries: changes.map {
          Upload.Entry(
            clientVersion: $0.clientVersion + 1, serverVersion: serverVersion,
            originTimestampMilliseconds: UInt64($0.originTimestamp), changeset: $0.changeset)
        })
    ).withFittingBodySize
  }

  private static func encoded(
    _ messages: [ProtocolMessage], _ connection: String
  ) throws -> [(String, WireMessage)] {
    var isAsked = false
    return try messages.map { message in
      // A MARK is answered by another one.
      let isAnswer = message.kind == .mark && isAsked
      isAsked = isAsked || message.kind == .mark
      let fromServer: Set<ProtocolMessage.Kind> = [.serverIdent, .download, .serverError]
      return (
        connection,
        try WireMessage(
          encoding: message,
          direction: isAnswer || fromServer.contains(message.kind)
            ? .serverToClient : .clientToServer,
          connection: connection, syncKind: .partition)
      )
    }
  }
}

extension RecordedDevice.Change {
  fileprivate init(_ change: LocalCommit) {
    self.init(
      clientVersion: change.clientVersion, changeset: change.changeset,
      originTimestamp: Int64(change.clientVersion))
  }
}
