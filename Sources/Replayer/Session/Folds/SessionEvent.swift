import TraceFormat

struct SessionEvent: Sendable {
  var session: UInt32 = 0
  var sequence: UInt64
  var timeMicroseconds: Int64
  var content: Content

  enum Content: Sendable {
    case snapshot(DecodedSnapshot)
    case localCommit(Decoded<LocalCommit>)
    case serverCommit(Decoded<ServerCommit>)
    case upload([Decoded<Upload.Entry>])
    case download(DecodedDownload)
    /// A DOWNLOAD that the client never got; only faults make such.
    case lostDownload(DecodedDownload)
    /// An UPLOAD that the server never got; only faults make such.
    case lostUpload([Decoded<Upload.Entry>])
    /// The server takes transactions of some client versions and says nothing of it; only faults make such.
    case silentIntegration(ofClientVersions: Set<UInt64>)
    case error(SyncError)
    case observed(ObservedReset)
  }

  func with(_ content: Content) -> SessionEvent {
    var event = self
    event.content = content
    return event
  }

  var download: DecodedDownload? {
    if case .download(let download) = content { download } else { nil }
  }

  var uploads: [Upload.Entry] {
    if case .upload(let entries) = content { entries.map(\.recorded) } else { [] }
  }
}
