import FaultPlans
import Recorder
import TraceFormat

struct SessionBoard {
  private(set) var totals = RecordingTotals()
  private var openConnections: Set<String> = []
  /// Client versions on the way, of each session of the trace.
  private var unacknowledged: [UInt32: [UInt64]] = [:]
  private var sessions: [String: Set<UInt32>] = [:]

  mutating func opened(_ connection: String, text: String) -> ProxyReport.Finding {
    openConnections.insert(connection)
    totals.connectionCount += 1
    totals.openConnectionCount = openConnections.count
    return .opened(connection: connection, text: text)
  }

  mutating func closed(_ connection: String, reason: String) -> ProxyReport.Finding {
    openConnections.remove(connection)
    totals.openConnectionCount = openConnections.count
    for session in sessions.removeValue(forKey: connection) ?? [] { settle(session, upTo: .max) }
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
      case .sessionStart:
        totals.sessionCount += 1
        sessions[connection, default: []].insert(event.session)
      case .syncError(let error):
        totals.errorCount += 1
        if error.asksForReset { totals.resetRequestCount += 1 }
        findings.append(.error(connection: connection, session: event.session, error))
      default: break
      }
    }
    follow(recorded)
    return findings
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

  private mutating func follow(_ recorded: RecordedMessage) {
    switch recorded.read.understood {
    case .upload(let upload):
      let versions = upload.entries.map(\.clientVersion)
      unacknowledged[recorded.session, default: []].append(contentsOf: versions)
      totals.unacknowledgedCount += versions.count
    case .download(let download):
      settle(recorded.session, upTo: download.uploadClientVersion)
    default: break
    }
  }

  /// The server has everything up to a client version (`upload_client_version`, Realm Core:
  /// `sync/noinst/protocol_codec.hpp`), or nobody will ever hear of it.
  private mutating func settle(_ session: UInt32, upTo version: UInt64) {
    guard let waiting = unacknowledged[session] else { return }
    let rest = waiting.filter { $0 > version }
    unacknowledged[session] = rest.isEmpty ? nil : rest
    totals.unacknowledgedCount -= waiting.count - rest.count
  }
}
