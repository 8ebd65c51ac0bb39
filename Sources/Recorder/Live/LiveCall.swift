package import TraceFormat

/// A call of an app, on its way to the writer.
package struct LiveCall: Sendable {
  var timeMicroseconds: Int64
  var session: UInt32
  var content: Content

  package enum Content: Sendable {
    case event(Event.Content)
    /// A transaction, or a state, by what is in it.
    indirect case transaction(clientVersion: UInt64, LiveTransaction, RealmSchema?)
    case state(Snapshot.Role, LiveState)
    /// A message of which the parts are known and not the bytes.
    indirect case message(ProtocolMessage, WireMessage.Direction)
    case acknowledged(upToClientVersion: UInt64)
    /// A line of the app's log, or of the SDK's.
    case logLine(level: String, category: String, text: String)
    /// The app's code before a reset was called.
    case resetBegan(copiedTo: String?)
    indirect case resetEnded(ReportedReset)
  }

  package init(timeMicroseconds: Int64, session: UInt32, content: Content) {
    (self.timeMicroseconds, self.session, self.content) = (timeMicroseconds, session, content)
  }
}

/// How a reset ended, as far as the hooks of an app tell.
package struct ReportedReset: Sendable {
  var result: ResetEnding
  /// The state that the client downloaded.
  var fresh: LiveState?
  var after: LiveState?
  var message = ""
  var failure: ResetFailureClass?
  var stateDigest: UInt64?
  /// Where the SDK puts the file aside.
  var backup: String?

  var size: Int { message.utf8.count + (fresh?.size ?? 0) + (after?.size ?? 0) }
}

package enum LiveState: Sendable {
  case changesets([[UInt8]])
  case objects(LiveTransaction, RealmSchema?)

  var size: Int {
    switch self {
    case .changesets(let changesets): changesets.reduce(0) { $0 + $1.count }
    case .objects(let objects, _): objects.size
    }
  }
}

extension ProtocolMessage {
  /// The bytes that it refers to, nearly: what is neither UPLOAD nor DOWNLOAD is small.
  var sizeInMemory: Int {
    switch self {
    case .upload(let upload): upload.entries.reduce(0) { $0 + $1.changeset.count }
    case .download(let download): download.entries.reduce(0) { $0 + $1.changeset.count }
    default: 1 << 10
    }
  }
}
