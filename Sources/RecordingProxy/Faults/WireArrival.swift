import FaultPlans
import Recorder
import TraceCompression
import TraceFormat

/// A whole message that came to the proxy, and what it says.
struct WireArrival {
  let bytes: [UInt8]
  let direction: WireMessage.Direction?
  let sender: WireMessage.Direction
  let syncKind: SyncKind
  let typeWord: String?
  /// What it means; nil where it cannot be understood.
  let meaning: ProtocolMessage?
  /// The session on its connection; 0 for the connection as a whole.
  let sessionIdent: UInt64
  let error: SyncError?
  /// The session's number within the trace.
  var session: UInt32 = 0

  init(_ bytes: [UInt8], _ direction: WireMessage.Direction, _ syncKind: SyncKind) {
    let read = UnderstoodMessage(bytes, direction, syncKind)
    self.bytes = bytes
    (self.direction, sender, self.syncKind) = (direction, direction, syncKind)
    typeWord = read.message.typeWord
    meaning = read.understood
    sessionIdent = read.understood?.sessionIdent ?? read.message.headSessionIdent ?? 0
    error = read.understood.flatMap(SyncError.init)
  }

  var name: WireMessageName {
    let head = bytes.prefix { $0 != UInt8(ascii: "\n") }
    return WireMessageName(
      direction: sender, head: meaning == nil ? nil : String(decoding: head, as: UTF8.self),
      size: bytes.count)
  }

  /// Whether triggers are counted by the message under this name.
  func isEvent(_ event: FaultTrigger.Event) -> Bool {
    switch event {
    case .message: return true
    case .upload:
      guard case .upload(let upload) = meaning else { return false }
      return !upload.entries.isEmpty
    case .download: if case .download = meaning { return true } else { return false }
    case .error: return error != nil
    case .commit, .serverCommit, .reset, .step, .end, .day: return false
    }
  }
}

extension WireArrival: TriggeringEvent {
  var versions: [UInt64] {
    switch meaning {
    case .upload(let upload): upload.entries.map(\.clientVersion)
    case .download(let download): [download.downloadServerVersion]
    default: []
    }
  }

  var changesets: [Changeset] {
    (meaning?.changesets ?? []).compactMap { try? Changeset(decoding: $0.changeset) }
  }
}

extension UnderstoodMessage {
  /// A whole message, of whatever connection.
  init(_ bytes: [UInt8], _ direction: WireMessage.Direction, _ syncKind: SyncKind) {
    var reader = WireMessageReader(inflater: ZlibInflater())
    self = reader.message(bytes, direction: direction, connection: "", syncKind: syncKind)
  }
}
