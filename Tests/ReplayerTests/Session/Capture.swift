import Importers
import RealmModel
import TraceFormat

@testable import Replayer

/// Events as an import of a capture makes them.
struct Capture: ~Copyable {
  private var importer = CaptureImporter()
  private(set) var events: [Event] = []
  /// The connection that messages cross.
  var connection = "c1"

  mutating func out(_ head: String, _ body: String = "") {
    add("out", head, Array(body.utf8))
  }

  mutating func into(_ head: String, _ body: String) { add("in", head, Array(body.utf8)) }
  mutating func into(_ head: String, _ body: [UInt8] = []) { add("in", head, body) }

  mutating func upload(_ session: Int, version: Int, _ changeset: [UInt8]) {
    let entry = Array("\(version) 1 100 0 \(changeset.count) ".utf8) + changeset
    add("out", "upload \(session) 0 \(entry.count) 0 \(version) 1 1", entry)
  }

  mutating func upload(
    _ session: Int, _ entries: [HistoryEntry], progress: UInt64, _ server: UInt64
  ) {
    let body = entries.flatMap { entry -> [UInt8] in
      let changeset = entry.changeset.encoded()
      let head =
        "\(entry.version) \(entry.lastIntegratedRemoteVersion) \(entry.originTimestamp) 0 "
        + "\(changeset.count) "
      return Array(head.utf8) + changeset
    }
    add("out", "upload \(session) 0 \(body.count) 0 \(progress) \(server) \(server)", body)
  }

  mutating func download(_ session: Int, _ download: Star.Download) {
    let body = download.entries.flatMap { entry -> [UInt8] in
      let changeset = entry.changeset.encoded()
      let head =
        "\(entry.version) \(entry.lastIntegratedRemoteVersion) \(entry.originTimestamp) "
        + "\(entry.originFileIdent) \(changeset.count) \(changeset.count) "
      return Array(head.utf8) + changeset
    }
    let progress = "\(download.serverVersion) \(download.clientVersion)"
    let latest = "\(download.latestServerVersion) 77"
    let upload = "\(download.uploadClientVersion) \(download.uploadServerVersion)"
    add("in", "download \(session) \(progress) \(latest) \(upload) 0 0 \(body.count) 0", body)
  }

  private mutating func add(_ direction: String, _ head: String, _ body: [UInt8]) {
    let hex = Hex.encode(Array("\(head)\n".utf8) + body)
    let line = """
      {"us":\(events.count),"connection":"\(connection)","direction":"\(direction)","hex":"\(hex)"}
      """
    importer.importLine(Array(line.utf8)) { events.append($0) }
  }
}

extension Capture {
  /// A device in its first session that uploaded a version, and then version 6 without getting an acknowledgement.
  init(acknowledged: [UInt8], unacknowledged: [UInt8], firstVersion: Int = 4) {
    self.init()
    out("bind 1 5 0 1 0", "/data")
    into("ident 1 2 111")
    out("ident 1 2 111 0 0 0 0")
    into("download 1 0 0 0 0 0 0 0 0 0 0")
    upload(1, version: firstVersion, acknowledged)
    into("download 1 1 \(firstVersion) 1 77 \(firstVersion) 0 0 0 0 0")
    upload(1, version: 6, unacknowledged)
  }

  /// A device in its first session that uploaded version 4.
  init(uploading changeset: [UInt8]) {
    self.init()
    out("bind 1 5 0 1 0", "/data")
    into("ident 1 2 111")
    out("ident 1 2 111 0 0 0 0")
    upload(1, version: 4, changeset)
  }

  /// The server stops a session for good, without a reset; 0 for the whole connection.
  mutating func stopSync(_ session: Int, code: Int = 206) {
    let error =
      #"{"message":"m","tryAgain":false,"shouldClientReset":false,"isRecoveryModeDisabled":false,"#
      + #""logURL":"","action":"ApplicationBug"}"#
    into("json_error \(code) \(error.utf8.count) \(session)", error)
  }

  /// The server asks for a reset, which ends the session.
  mutating func askForReset(_ session: Int) {
    let error = """
      {"message":"Bad client file identifier (IDENT)","tryAgain":false,"shouldClientReset":true,\
      "isRecoveryModeDisabled":false,"logURL":"","action":"ClientReset"}
      """
    into("json_error 208 \(error.utf8.count) \(session)", error)
    out("unbind \(session)")
  }
}
