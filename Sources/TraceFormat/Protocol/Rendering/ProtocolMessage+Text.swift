extension ProtocolMessage {
  /// The message in one line for people. Text from the wire is quoted as JSON, so it cannot break
  /// the line; the changesets of an upload or a download are only counted, see `entryTexts`.
  public var text: String {
    let session = sessionIdent == 0 ? "connection" : "session \(sessionIdent)"
    let content = contentText
    return "\(kind.rawValue) \(session)" + (content.isEmpty ? "" : ": \(content)")
  }

  /// One line a changeset of an upload or a download.
  package var entryTexts: [String] {
    switch self {
    case .upload(let message):
      message.entries.map {
        "client version \($0.clientVersion) on server version \($0.serverVersion), "
          + "origin time \($0.originTimestampMilliseconds) ms, \($0.changeset.count) bytes"
      }
    case .download(let message):
      message.entries.map {
        "server version \($0.serverVersion) on client version \($0.clientVersion), "
          + "origin file \($0.originFileIdent), "
          + "origin time \($0.originTimestampMilliseconds) ms, \($0.changeset.count) bytes"
      }
    default: []
    }
  }

  private var contentText: String {
    switch self {
    case .bind(let message): message.contentText
    case .clientIdent(let message): message.contentText
    case .query(let message): message.subscriptions.contentText
    case .upload(let message): message.contentText
    case .unbind, .unbound: ""
    case .ping(let message):
      "time \(message.timestampMilliseconds) ms, round trip \(message.roundTripMilliseconds) ms"
    case .clientError(let message): "error \(message.code), \(Quoted.json(message.json))"
    case .mark(let message): "request \(message.requestIdent)"
    case .testCommand(let message):
      "request \(message.requestIdent), \(Quoted.json(message.json))"
    case .serverIdent(let message): message.file.contentText
    case .download(let message): message.contentText
    case .legacyError(let message):
      "\(Quoted.error(message.code)), \(message.tryAgain ? "try again" : "fatal"), "
        + Quoted.text(message.text)
    case .serverError(let message): message.contentText
    case .queryError(let message):
      "\(Quoted.error(message.code)), subscriptions \(message.queryVersion), "
        + Quoted.text(message.text)
    case .pong(let message): "time \(message.timestampMilliseconds) ms"
    case .logMessage(let message): Quoted.json(message.json)
    }
  }
}

/// Text of the wire in a form that stays on one line.
private enum Quoted {
  static func text(_ bytes: [UInt8]) -> String {
    JSONText.string(String(decoding: bytes, as: UTF8.self)).text()
  }

  /// JSON on one line; what is not JSON, as a quoted string.
  static func json(_ bytes: [UInt8]) -> String {
    (try? JSONText(parsing: bytes))?.text() ?? text(bytes)
  }

  static func error(_ code: Int32) -> String {
    "error \(code)" + (ProtocolErrorCode.name(code).map { " \($0)" } ?? "")
  }
}

extension FileIdent {
  fileprivate var contentText: String { "file \(ident) (salt \(salt))" }
}

extension QuerySet {
  fileprivate var contentText: String { "subscriptions \(version) \(Quoted.json(json))" }
}

extension Bind {
  fileprivate var contentText: String {
    let place =
      syncKind == .partition ? "path \(Quoted.text(target))" : "flexible \(Quoted.json(target))"
    return place + (token.isEmpty ? "" : ", token of \(token.count) bytes")
      + (needsFileIdent ? ", needs a file ident" : "") + (isSubserver ? ", subserver" : "")
  }
}

extension ClientIdent {
  fileprivate var contentText: String {
    "\(file.contentText), downloaded server version \(downloadServerVersion) "
      + "client version \(downloadClientVersion), "
      + "latest server version \(latestServerVersion) (salt \(latestServerVersionSalt))"
      + (subscriptions.map { ", \($0.contentText)" } ?? "")
  }
}

extension Upload {
  fileprivate var contentText: String {
    "\(entries.count.counted("changeset")), progress client version \(progressClientVersion) "
      + "on server version \(progressServerVersion), locked server version \(lockedServerVersion)"
      + (bodySize.isCompressed ? ", compressed" : "")
  }
}

extension Download {
  fileprivate var contentText: String {
    "\(entries.count.counted("changeset")), up to server version \(downloadServerVersion) "
      + "client version \(downloadClientVersion), acknowledges client version "
      + "\(uploadClientVersion), latest server version \(latestServerVersion) "
      + "(salt \(latestServerVersionSalt)), \(scope.contentText)"
      + (bodySize.isCompressed ? ", compressed" : "")
  }
}

extension Download.Scope {
  fileprivate var contentText: String {
    switch self {
    case .partition(let bytes): "\(bytes) bytes to come"
    case .flexible(let version, let state, let estimate):
      "subscriptions \(version), \(state), progress \(estimate)"
    }
  }
}

extension JSONError {
  fileprivate var contentText: String {
    guard let details = try? details() else {
      return "\(Quoted.error(code)), unreadable body \(Quoted.text(json))"
    }
    let rejected = details.rejectedUpdates.map { ", \($0.count) rejected writes" } ?? ""
    let retry = details.tryAgain == true ? "try again" : "fatal"
    return
      "\(Quoted.error(code)), \(details.actionName.map { RealmString($0).nameText } ?? "no action"), \(retry)\(rejected), "
      + JSONText.string(details.message ?? "").text()
  }
}
