import RealmModel

/// The server of a captured session, as the client knows it and as it is.
///
/// The two differ where the client refuses a message, or faults keep it from the client.
struct WireSides: Sendable {
  private var known = ServerPeer()
  /// The server with what the client never heard of; nil while there is nothing.
  private var ahead: ServerPeer?
  /// The changes that the client did not get. The server sends them again, as the same.
  private var lost: Set<HistoryEntry> = []
  private var received: Set<UInt64> = []
  /// The last client version that the server has said it has integrated.
  private(set) var acknowledgedClientVersion: UInt64 = 0
  /// The last client version whose place in the server's history the client knows.
  private(set) var placedClientVersion: UInt64 = 0
  /// The last client version that the server has integrated, whether the client knows it or not.
  private var integratedClientVersion: UInt64 = 0

  var shared: RealmState { known.state(withUploadsThrough: acknowledgedClientVersion) }

  /// What the server has, which is what both sides have unless it is ahead.
  func server(besides shared: RealmState) -> RealmState {
    ahead?.state(withUploadsThrough: integratedClientVersion) ?? shared
  }

  /// Takes an upload as it arrives at the server; it may have come before.
  mutating func receive(_ upload: HistoryEntry) {
    guard received.insert(upload.version).inserted else { return }
    known.receive(upload)
    ahead?.receive(upload)
  }

  /// Takes a DOWNLOAD that the client has integrated.
  ///
  /// - Parameters:
  ///   - changes: those of its changes that the client did not have.
  ///   - givingState: whether the state with them has to be made, since ``agree(on:)`` will not give it.
  /// - Returns: whether it acknowledges anything.
  mutating func take(
    _ download: DecodedDownload, _ changes: [HistoryEntry], givingState: Bool
  ) -> Bool {
    for change in changes { known.take(change, givingState: givingState) }
    settle(download, &known)
    if var ahead {
      for change in changes where !lost.contains(change) { ahead.take(change) }
      settle(download, &ahead)
      self.ahead = ahead
    }
    placedClientVersion = max(placedClientVersion, download.downloadClientVersion)
    integratedClientVersion = max(integratedClientVersion, download.uploadClientVersion)
    guard download.uploadClientVersion > acknowledgedClientVersion else { return false }
    acknowledgedClientVersion = download.uploadClientVersion
    return true
  }

  private func settle(_ download: DecodedDownload, _ server: inout ServerPeer) {
    server.place(through: download.downloadClientVersion)
    server.forget(through: download.uploadServerVersion)
  }

  /// Both sides have the same, so that one state serves for both.
  mutating func agree(on state: RealmState) { known.agree(on: state) }

  /// Why changes of the server's were left out since it was asked last.
  mutating func takeFailures() -> [IntegrationFailure] {
    known.takeFailures() + (ahead?.takeFailures() ?? [])
  }
}

// What only the server has
extension WireSides {
  /// Takes a DOWNLOAD that the client never got; returns whether the server has anything in it that it had not before.
  mutating func takeLost(_ download: DecodedDownload, _ changes: [HistoryEntry]) -> Bool {
    let isNews = !changes.isEmpty || download.uploadClientVersion > integratedClientVersion
    var server = ahead ?? known
    for change in changes where lost.insert(change).inserted { server.take(change) }
    server.place(through: download.downloadClientVersion)
    ahead = server
    integratedClientVersion = max(integratedClientVersion, download.uploadClientVersion)
    return isNews
  }

  /// The server takes uploads of some versions with all that arrived before them, and the client does not hear of it.
  mutating func integrateSilently(_ versions: Set<UInt64>) {
    var server = ahead ?? known
    server.integrateNow(through: versions.max() ?? 0)
    ahead = server
  }
}
