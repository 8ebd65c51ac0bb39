extension ProtocolMessage {
  /// The message as JSON, with every field.
  ///
  /// Numbers of 64 bits are strings. A JSON body stands as JSON under `body`, one that is not JSON
  /// as a string. `changeset` gives the form of each changeset of an upload or a download; the
  /// default is its bytes in hexadecimal.
  public func json(
    changeset: ([UInt8]) -> JSONText = { .string(Hex.encode($0)) }
  ) -> JSONText {
    let opening = [
      JSONText.Member("type", .string(kind.rawValue)),
      JSONText.Member("session", .wide(sessionIdent)),
    ]
    guard case .object(let members) = content(changeset) else { return .object(opening) }
    return .object(opening + members)
  }

  private func content(_ changeset: ([UInt8]) -> JSONText) -> JSONText {
    switch self {
    case .bind(let message): message.content
    case .clientIdent(let message): message.content
    case .query(let message): .object(message.subscriptions.members)
    case .upload(let message): message.content(changeset)
    case .unbind, .unbound: .object([])
    case .ping(let message):
      .members([
        "timestampMilliseconds": .wide(message.timestampMilliseconds),
        "roundTripMilliseconds": .wide(message.roundTripMilliseconds),
      ])
    case .clientError(let message): Self.error(message.code, ["body": Self.body(message.json)])
    case .mark(let message): .members(["request": .wide(message.requestIdent)])
    case .testCommand(let message):
      .members(["request": .wide(message.requestIdent), "body": Self.body(message.json)])
    case .serverIdent(let message): .object(message.file.members)
    case .download(let message): message.content(changeset)
    case .legacyError(let message):
      Self.error(
        message.code, ["tryAgain": .bool(message.tryAgain), "message": .string(message.message)])
    case .serverError(let message): Self.error(message.code, ["body": Self.body(message.json)])
    case .queryError(let message):
      Self.error(
        message.code,
        ["queryVersion": .wide(message.queryVersion), "message": .string(message.message)])
    case .pong(let message):
      .members(["timestampMilliseconds": .wide(message.timestampMilliseconds)])
    case .logMessage(let message): .members(["body": Self.body(message.json)])
    }
  }

  private static func error(
    _ code: Int32, _ more: KeyValuePairs<String, JSONText?>
  ) -> JSONText {
    let opening = JSONText.members([
      "code": .number(String(code)), "name": ProtocolErrorCode.name(code).map { .string($0) },
    ])
    return opening.appending(.members(more))
  }

  /// A JSON body; what is not JSON stands as a string.
  fileprivate static func body(_ bytes: [UInt8]) -> JSONText {
    (try? JSONText(parsing: bytes)) ?? .string(String(decoding: bytes, as: UTF8.self))
  }
}

extension JSONText {
  /// The members of two objects, one after the other.
  fileprivate func appending(_ other: JSONText) -> JSONText {
    guard case .object(let first) = self, case .object(let second) = other else { return self }
    return .object(first + second)
  }
}

extension FileIdent {
  fileprivate var members: [JSONText.Member] {
    [.init("fileIdent", .wide(ident)), .init("fileIdentSalt", .wide(salt))]
  }
}

extension QuerySet {
  fileprivate var members: [JSONText.Member] {
    [.init("queryVersion", .wide(version)), .init("queries", ProtocolMessage.body(json))]
  }
}

extension BodySize {
  fileprivate var content: JSONText {
    .members([
      "isCompressed": .bool(isCompressed), "uncompressed": .wide(uncompressed),
      "compressed": .wide(compressed),
    ])
  }
}

extension Bind {
  fileprivate var content: JSONText {
    .members([
      "path": syncKind == .partition ? .string(path) : nil,
      "body": syncKind == .flexible ? ProtocolMessage.body(target) : nil,
      "token": .string(String(decoding: token, as: UTF8.self)),
      "needsFileIdent": .bool(needsFileIdent), "isSubserver": .bool(isSubserver),
    ])
  }
}

extension ClientIdent {
  fileprivate var content: JSONText {
    let progress = JSONText.members([
      "downloadServerVersion": .wide(downloadServerVersion),
      "downloadClientVersion": .wide(downloadClientVersion),
      "latestServerVersion": .wide(latestServerVersion),
      "latestServerVersionSalt": .wide(latestServerVersionSalt),
    ])
    return JSONText.object(file.members).appending(progress)
      .appending(.object(subscriptions?.members ?? []))
  }
}

extension Upload {
  fileprivate func content(_ changeset: ([UInt8]) -> JSONText) -> JSONText {
    .members([
      "progressClientVersion": .wide(progressClientVersion),
      "progressServerVersion": .wide(progressServerVersion),
      "lockedServerVersion": .wide(lockedServerVersion), "bodySize": bodySize.content,
      "entries": .array(entries.map { $0.content(changeset) }),
    ])
  }
}

extension Upload.Entry {
  fileprivate func content(_ form: ([UInt8]) -> JSONText) -> JSONText {
    .members([
      "clientVersion": .wide(clientVersion), "serverVersion": .wide(serverVersion),
      "originTimestampMilliseconds": .wide(originTimestampMilliseconds),
      "originFileIdent": .wide(originFileIdent), "changeset": form(changeset),
    ])
  }
}

extension Download {
  fileprivate func content(_ changeset: ([UInt8]) -> JSONText) -> JSONText {
    JSONText.members([
      "downloadServerVersion": .wide(downloadServerVersion),
      "downloadClientVersion": .wide(downloadClientVersion),
      "latestServerVersion": .wide(latestServerVersion),
      "latestServerVersionSalt": .wide(latestServerVersionSalt),
      "uploadClientVersion": .wide(uploadClientVersion),
      "uploadServerVersion": .wide(uploadServerVersion),
    ]).appending(scope.content).appending(
      .members([
        "bodySize": bodySize.content, "entries": .array(entries.map { $0.content(changeset) }),
      ]))
  }
}

extension Download.Scope {
  fileprivate var content: JSONText {
    switch self {
    case .partition(let bytes): .members(["downloadableBytes": .wide(bytes)])
    case .flexible(let version, let state, let estimate):
      .members([
        "queryVersion": .wide(version), "batchState": .string("\(state)"),
        // JSON has no infinities; the text of the wire may.
        "progressEstimate": estimate.isFinite ? .number("\(estimate)") : .string("\(estimate)"),
      ])
    }
  }
}

extension Download.Entry {
  fileprivate func content(_ form: ([UInt8]) -> JSONText) -> JSONText {
    .members([
      "serverVersion": .wide(serverVersion), "clientVersion": .wide(clientVersion),
      "originTimestampMilliseconds": .wide(originTimestampMilliseconds),
      "originFileIdent": .wide(originFileIdent),
      "originalChangesetSize": .wide(originalChangesetSize), "changeset": form(changeset),
    ])
  }
}
