import FaultPlans
import Recorder
import TraceFormat

struct SessionBoard {
  private(set) var totals = RecordingTotals()
  private var openConnections: Set<String> = []
  /// The file of each session of each connection, by its ident there: the numbers of the trace begin anew with each
  /// file. Its number is 0 until it has one.
  private var files: [String: [UInt64: FileIdent]] = [:]
  /// Client versions on the way, of each file: what a connection's end leaves is uploaded again on another.
  private var unacknowledged: [FileIdent: Set<UInt64>] = [:]

  mutating func opened(_ connection: String, text: String) -> ProxyReport.Finding {
    openConnections.insert(connection)
    totals.connectionCount += 1
    totals.openConnectionCount = openConnections.count
    return .opened(connection: connection, text: text)
  }

  mutating func closed(_ connection: String, reason: String) -> ProxyReport.Finding {
    openConnections.remove(connection)
    totals.openConnectionCount = openConnections.count
    files[connection] = nil
    return .closed(connection: connection, reason: reason)
  }

  /// Takes a recorded message of so many bytes; says what is worth telling of it.
  mutating func took(
    _ recorded: RecordedMessage, size: Int, connection: String
  ) -> [ProxyReport.Finding] {
    count(recorded.read.message.direction, size)
    var findings: [ProxyReport.Finding] = [.message]
    for event in recorded.events {
      switch event.content {
      case .sessionStart(let start):
        let session = start.wireSession ?? 0
        // One that goes on in the next file begins there again, and is not bound.
        let goesOn =
          files[connection]?[session] != nil && recorded.read.message.typeWord != "bind"
        guard !goesOn else { break }
        totals.sessionCount += 1
        files[connection, default: [:]][session] = FileIdent(ident: 0, salt: 0)
      case .syncError(let error):
        findings.append(failed(error, session: event.session, connection: connection))
      default: break
      }
    }
    follow(recorded, on: connection)
    return findings
  }

  mutating func failed(
    _ error: SyncError, session: UInt32, connection: String
  ) -> ProxyReport.Finding {
    totals.errorCount += 1
    if error.asksForReset { totals.resetRequestCount += 1 }
    return .error(connection: connection, session: session, error)
  }

  private mutating func count(_ direction: WireMessage.Direction, _ size: Int) {
    switch direction {
    case .clientToServer:
      totals.uploadedMessageCount += 1
      totals.uploadedBytes += UInt64(size)
    case .serverToClient:
      totals.downloadedMessageCount += 1
      totals.downloadedBytes += UInt64(size)
    }
  }

  private mutating func follow(_ recorded: RecordedMessage, on connection: String) {
    switch recorded.read.understood {
    case .serverIdent(let ident): files[connection]?[ident.sessionIdent] = ident.file
    case .clientIdent(let ident): files[connection]?[ident.sessionIdent] = ident.file
    case .upload(let upload):
      update(connection, upload.sessionIdent) { $0.formUnion(upload.entries.map(\.clientVersion)) }
    case .download(let download):
      // The server has everything up to a client version (Realm Core: `sync/noinst/protocol_codec.hpp`).
      update(connection, download.sessionIdent) { waiting in
        waiting = waiting.filter { $0 > download.uploadClientVersion }
      }
    default: break
    }
  }

  private mutating func update(
    _ connection: String, _ session: UInt64, _ change: (inout Set<UInt64>) -> Void
  ) {
    guard let file = files[connection]?[session], file.ident != 0 else { return }
    var waiting = unacknowledged.removeValue(forKey: file) ?? []
    totals.unacknowledgedCount -= waiting.count
    change(&waiting)
    totals.unacknowledgedCount += waiting.count
    if !waiting.isEmpty { unacknowledged[file] = waiting }
  }
}
