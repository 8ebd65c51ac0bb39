import FaultPlans
import Recorder
import TraceFormat

struct SessionBoard {
  private(set) var totals = RecordingTotals()
  private var openConnections: Set<String> = []
  /// Client versions on the way, of each session of each connection, by its ident there: the numbers of the trace
  /// begin anew with each file.
  private var unacknowledged: [String: [UInt64: [UInt64]]] = [:]

  mutating func opened(_ connection: String, text: String) -> ProxyReport.Finding {
    openConnections.insert(connection)
    totals.connectionCount += 1
    totals.openConnectionCount = openConnections.count
    return .opened(connection: connection, text: text)
  }

  mutating func closed(_ connection: String, reason: String) -> ProxyReport.Finding {
    openConnections.remove(connection)
    totals.openConnectionCount = openConnections.count
    for session in (unacknowledged[connection] ?? [:]).keys {
      settle(connection, session, upTo: .max)
    }
    unacknowledged[connection] = nil
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
          unacknowledged[connection]?[session] != nil && recorded.read.message.typeWord != "bind"
        guard !goesOn else { break }
        totals.sessionCount += 1
        settle(connection, session, upTo: .max)
        unacknowledged[connection, default: [:]][session] = []
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
    case .upload(let upload):
      let versions = upload.entries.map(\.clientVersion)
      unacknowledged[connection, default: [:]][upload.sessionIdent, default: []] += versions
      totals.unacknowledgedCount += versions.count
    case .download(let download):
      settle(connection, download.sessionIdent, upTo: download.uploadClientVersion)
    default: break
    }
  }

  /// The server has everything up to a client version (`upload_client_version`, Realm Core:
  /// `sync/noinst/protocol_codec.hpp`), or nobody will ever hear of it.
  private mutating func settle(_ connection: String, _ session: UInt64, upTo version: UInt64) {
    guard let waiting = unacknowledged[connection]?[session] else { return }
    let rest = waiting.filter { $0 > version }
    unacknowledged[connection]?[session] = rest
    totals.unacknowledgedCount -= waiting.count - rest.count
  }
}
