/// The sessions of a trace as the wire shows them: which file each belongs to, how far it got, and how it ended.
///
/// It is folded from the events in order. Client resets are recognised from it, see ``resets``.
package struct SessionGraph: Hashable, Sendable {
  /// In the order of their beginnings.
  package private(set) var sessions: [WireSession] = []
  private var indexByNumber: [UInt32: Int] = [:]
  private var runningByAddress: [Address: Int] = [:]
  private var latestByFile: [FileIdent: Int] = [:]

  private struct Address: Hashable, Sendable {
    var connection: TextBytes
    var wireSession: UInt64?
  }

  package init() {}

  package subscript(number: UInt32) -> WireSession? {
    indexByNumber[number].map { sessions[$0] }
  }

  /// Takes the next event; messages that cannot be read change nothing.
  package mutating func observe(_ event: Event) {
    switch event.content {
    case .sessionStart(let start): begin(start, event)
    case .message(let message):
      if let meaning = try? message.parsed() { observe(meaning, of: event) }
    case .syncError(let error): update(event.session) { $0.fail(error, at: event.sequence) }
    default: break
    }
  }

  /// Takes the meaning of the next event where it has been read already.
  package mutating func observe(_ message: ProtocolMessage, of event: Event) {
    guard case .message(let wire) = event.content else { return }
    if case .clientIdent(let ident) = message, let index = indexByNumber[event.session],
      let earlier = latestByFile.updateValue(index, forKey: ident.file), earlier != index
    {
      sessions[index].missesSync =
        ident.downloadServerVersion > sessions[earlier].shownServerVersion
      sessions[index].earlier = earlier
      sessions[earlier].noteNext(ident)
    }
    update(event.session) { $0.observe(message, from: wire.direction, at: event.sequence) }
    if case .upload = message { noteUploadedAgain(bySession: event.session) }
  }

  /// After a reconnect a client uploads all of which it has integrated no acknowledgement.
  private mutating func noteUploadedAgain(bySession number: UInt32) {
    guard let session = self[number], let first = session.firstUploadedClientVersion, first > 0
    else { return }
    var next = session.earlier
    while let index = next, sessions[index].kept.clientVersion >= first {
      sessions[index].kept.clientVersion = first - 1
      sessions[index].acknowledgedClientVersion =
        min(sessions[index].acknowledgedClientVersion, first - 1)
      next = sessions[index].earlier
    }
  }

  private mutating func begin(_ start: SessionStart, _ event: Event) {
    let address = Address(
      connection: TextBytes(start.connection), wireSession: start.wireSession)
    if start.wireSession != nil, let earlier = runningByAddress[address] {
      // A bind of the same number means that the earlier session is over, seen or not.
      if sessions[earlier].endSequence == nil { sessions[earlier].endSequence = event.sequence }
    }
    indexByNumber[event.session] = sessions.count
    runningByAddress[address] = sessions.count
    sessions.append(
      WireSession(number: event.session, start: start, startSequence: event.sequence))
  }

  private mutating func update(_ number: UInt32, _ change: (inout WireSession) -> Void) {
    guard let index = indexByNumber[number] else { return }
    change(&sessions[index])
  }
}

package struct WireSession: Hashable, Sendable {
  /// The number within the trace.
  package var number: UInt32
  package var start: SessionStart
  package var startSequence: UInt64
  /// The file, from either side's IDENT.
  package var file: FileIdent?
  package var obtainedFileIdent = false
  package var clientIdent: ClientIdent?
  /// Flexible sync: what BIND says about the session's purpose.
  package var sessionReason: FlexibleBind.SessionReason?
  /// Whether BIND asks the server for an identifier of the file.
  package var asksForFileIdent = false
  /// Messages, with or without changesets.
  package var uploadMessageCount = 0
  /// The lowest client version that was uploaded with a changeset.
  package var firstUploadedClientVersion: UInt64?
  /// The highest client version that an UPLOAD names: of a changeset, or of how far the client has got.
  package var uploadedClientVersion: UInt64 = 0
  /// The last server version that the client had integrated before the end of what it has uploaded.
  package var uploadedServerVersion: UInt64 = 0
  /// Where the history ended at the first UPLOAD that left nothing: it names a later version than its changesets (Realm
  /// Core: `sync/noinst/client_history_impl.cpp`). Nil in flexible sync, where subscriptions limit an UPLOAD.
  package var historyEnd: UInt64?
  /// Whether a MARK was answered before any UPLOAD: a client with something to upload sends that with its MARK.
  package var hadNothingToUpload = false
  package var acknowledgedClientVersion: UInt64 = 0
  /// The DOWNLOAD that acknowledged that, and what was acknowledged before the last DOWNLOAD.
  fileprivate var acknowledging: DownloadPosition?
  fileprivate var acknowledgedBefore: UInt64 = 0
  /// How far the file has got by what it sends in later sessions: later DOWNLOADs were lost on their way.
  package fileprivate(set) var kept = DownloadPosition()
  /// The index of the session of the same file before it.
  fileprivate var earlier: Int?
  fileprivate var refusedDownload = false
  /// The last server version that IDENT or a DOWNLOAD names.
  fileprivate var shownServerVersion: UInt64 = 0
  /// Whether its file had downloaded more than the trace shows when it began: it has synced somewhere else.
  package fileprivate(set) var missesSync = false
  package var latestServerVersion: UInt64?
  /// Whether a MARK was answered, which says that everything available has been downloaded.
  package var isMarkAnswered = false
  /// The first error that ended it.
  package var error: SyncError?
  /// Where the session ended: at its error, its UNBIND, or the next BIND of its number; nil where
  /// the trace does not show an end.
  package var endSequence: UInt64?

  mutating func observe(
    _ message: ProtocolMessage, from direction: WireMessage.Direction, at sequence: UInt64
  ) {
    switch message {
    case .bind(let bind):
      sessionReason = (try? bind.flexible())??.sessionReason
      asksForFileIdent = bind.needsFileIdent
    case .serverIdent(let ident):
      file = ident.file
      obtainedFileIdent = true
    case .clientIdent(let ident):
      file = ident.file
      clientIdent = ident
      shownServerVersion = ident.downloadServerVersion
    case .upload(let upload): observe(upload)
    case .download(let download):
      guard takesDownloads else { break }
      acknowledge(download)
      shownServerVersion = max(
        shownServerVersion, download.latestServerVersion, download.downloadServerVersion)
      latestServerVersion = max(latestServerVersion ?? 0, download.latestServerVersion)
    case .mark where direction == .serverToClient:
      if !isMarkAnswered {
        hadNothingToUpload = uploadMessageCount == 0 && start.syncKind == .partition
      }
      isMarkAnswered = true
    case .clientError:
      refusedDownload = true
      acknowledgedClientVersion = acknowledgedBefore
    case .unbind, .unbound: endSequence = endSequence ?? sequence
    case .serverError, .legacyError:
      // After its end the client takes no error (Realm Core: `sync/noinst/client_impl_base.cpp`).
      if endSequence == nil, let error = SyncError(message) { fail(error, at: sequence) }
    default: break
    }
  }

  mutating func fail(_ error: SyncError, at sequence: UInt64) {
    guard error.endsSession else { return }
    if self.error == nil { self.error = error }
    endSequence = endSequence ?? sequence
  }

  /// Whether the client reads what it downloads: not once it ends the session, gets an error, or says that it could not
  /// integrate a DOWNLOAD (Realm Core: `sync/noinst/client_impl_base.cpp`).
  package var takesDownloads: Bool { endSequence == nil && !refusedDownload }

  /// Of a bootstrap the last message's head counts (Realm Core: `sync/noinst/pending_bootstrap_store.cpp`).
  private mutating func acknowledge(_ download: Download) {
    if case .flexible(_, .moreToCome, _) = download.scope { return }
    acknowledgedBefore = acknowledgedClientVersion
    guard download.uploadClientVersion > acknowledgedClientVersion else { return }
    acknowledgedClientVersion = download.uploadClientVersion
    acknowledging = DownloadPosition(download)
  }

  /// Takes the next IDENT of its file, which says how far the client had got with these downloads.
  fileprivate mutating func noteNext(_ ident: ClientIdent) {
    kept.serverVersion = ident.downloadServerVersion
    // A reset gives the file of its download the version of the original's subscriptions.
    if sessionReason == .sync, let active = ident.subscriptions {
      kept.queryVersion = active.version
    }
    guard let acknowledging, !kept.includes(acknowledging) else { return }
    acknowledgedClientVersion = min(acknowledgedClientVersion, ident.downloadClientVersion)
  }

  private mutating func observe(_ upload: Upload) {
    uploadMessageCount += 1
    let last = upload.entries.map(\.clientVersion).max() ?? 0
    uploadedClientVersion = max(uploadedClientVersion, upload.progressClientVersion, last)
    uploadedServerVersion = max(uploadedServerVersion, upload.progressServerVersion)
    if historyEnd == nil, start.syncKind == .partition, upload.progressClientVersion > last {
      historyEnd = upload.progressClientVersion
    }
    guard let lowest = upload.entries.map(\.clientVersion).min() else { return }
    firstUploadedClientVersion = min(firstUploadedClientVersion ?? lowest, lowest)
  }
}

/// A place among what a file downloads: what a DOWNLOAD reaches, or how far the file has got.
package struct DownloadPosition: Hashable, Sendable {
  var serverVersion = UInt64.max
  /// Of the subscriptions: a bootstrap of new ones may reach no newer server version.
  var queryVersion = Int64.max
  /// The last client version that is acknowledged.
  var clientVersion = UInt64.max

  package func includes(_ other: Self) -> Bool {
    other.serverVersion <= serverVersion && other.queryVersion <= queryVersion
      && other.clientVersion <= clientVersion
  }
}

extension DownloadPosition {
  package init(_ download: Download) {
    self.init(
      serverVersion: download.downloadServerVersion, clientVersion: download.uploadClientVersion)
    queryVersion = if case .flexible(let version, _, _) = download.scope { version } else { 0 }
  }
}
