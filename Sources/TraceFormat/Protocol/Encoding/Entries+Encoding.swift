extension Upload {
  var encoded: EncodedMessage {
    EncodedMessage(
      .upload,
      [.integer(sessionIdent)] + HeadField.bodySize(bodySize) + [
        .integer(progressClientVersion), .integer(progressServerVersion),
        .integer(lockedServerVersion),
      ],
      body: encodedEntries)
  }

  /// The body, before compression.
  var encodedEntries: [UInt8] {
    entries.reduce(into: []) { body, entry in
      body.append(
        changeset: entry.changeset,
        after: [
          entry.clientVersion, entry.serverVersion, entry.originTimestampMilliseconds,
          entry.originFileIdent,
        ])
    }
  }

  /// Makes the head say what the entries are: so many bytes, not compressed.
  public mutating func fitBodySize() { bodySize = .plain(encodedEntries.count) }
}

extension Download {
  var encoded: EncodedMessage {
    EncodedMessage(
      .download,
      [
        .integer(sessionIdent), .integer(downloadServerVersion), .integer(downloadClientVersion),
        .integer(latestServerVersion), .integer(latestServerVersionSalt),
        .integer(uploadClientVersion), .integer(uploadServerVersion),
      ] + scope.encoded + HeadField.bodySize(bodySize), body: encodedEntries)
  }

  /// The body, before compression.
  var encodedEntries: [UInt8] {
    entries.reduce(into: []) { body, entry in
      body.append(
        changeset: entry.changeset,
        after: [
          entry.serverVersion, entry.clientVersion, entry.originTimestampMilliseconds,
          entry.originFileIdent, entry.originalChangesetSize,
        ])
    }
  }

  /// Makes the head say what the entries are: so many bytes, not compressed.
  public mutating func fitBodySize() { bodySize = .plain(encodedEntries.count) }
}

extension Download.Scope {
  fileprivate var encoded: [HeadField] {
    switch self {
    case .partition(let downloadableBytes): [.integer(downloadableBytes)]
    case .flexible(let queryVersion, let batchState, let progressEstimate):
      [.integer(queryVersion), .integer(batchState.rawValue), .fraction(progressEstimate)]
    }
  }
}

extension ProtocolMessage {
  /// The same message, with a head that fits the entries of an UPLOAD or a DOWNLOAD: not
  /// compressed, and as large as they are. All other messages take their sizes from their bodies.
  public var withFittingBodySize: ProtocolMessage {
    switch self {
    case .upload(var message):
      message.fitBodySize()
      return .upload(message)
    case .download(var message):
      message.fitBodySize()
      return .download(message)
    case .bind, .clientIdent, .query, .unbind, .ping, .clientError, .mark, .testCommand,
      .serverIdent, .unbound, .legacyError, .serverError, .queryError, .pong, .logMessage:
      return self
    }
  }
}

extension [UInt8] {
  /// Appends an entry: numbers, each with a space behind it, the changeset's size and its bytes.
  fileprivate mutating func append(changeset: [UInt8], after numbers: [UInt64]) {
    for number in numbers + [UInt64(changeset.count)] { append(contentsOf: "\(number) ".utf8) }
    append(contentsOf: changeset)
  }
}
