// Heads in the order in which the parsers read them, bodies in the order of their sizes.

extension Bind {
  var encoded: EncodedMessage {
    EncodedMessage(
      .bind,
      [
        .integer(sessionIdent), .size(target), .size(token), .flag(needsFileIdent),
        .flag(isSubserver),
      ], body: target + token)
  }
}

extension ClientIdent {
  var encoded: EncodedMessage {
    EncodedMessage(
      .clientIdent,
      [.integer(sessionIdent)] + HeadField.file(file) + [
        .integer(downloadServerVersion), .integer(downloadClientVersion),
        .integer(latestServerVersion), .integer(latestServerVersionSalt),
      ] + (subscriptions?.encoded ?? []), body: subscriptions?.json ?? [])
  }
}

extension QuerySet {
  fileprivate var encoded: [HeadField] { [.integer(version), .size(json)] }
}

extension Query {
  var encoded: EncodedMessage {
    EncodedMessage(
      .query, [.integer(sessionIdent)] + subscriptions.encoded, body: subscriptions.json)
  }
}

extension Ping {
  var encoded: EncodedMessage {
    EncodedMessage(.ping, [.integer(timestampMilliseconds), .integer(roundTripMilliseconds)])
  }
}

extension ClientError {
  var encoded: EncodedMessage {
    EncodedMessage(.clientError, [.integer(code), .size(json), .integer(sessionIdent)], body: json)
  }
}

extension Mark {
  var encoded: EncodedMessage {
    EncodedMessage(.mark, [.integer(sessionIdent), .integer(requestIdent)])
  }
}

extension TestCommand {
  var encoded: EncodedMessage {
    EncodedMessage(
      .testCommand, [.integer(sessionIdent), .integer(requestIdent), .size(json)], body: json)
  }
}

extension ServerIdent {
  var encoded: EncodedMessage {
    EncodedMessage(.serverIdent, [.integer(sessionIdent)] + HeadField.file(file))
  }
}

extension LegacyError {
  var encoded: EncodedMessage {
    EncodedMessage(
      .legacyError, [.integer(code), .size(text), .flag(tryAgain), .integer(sessionIdent)],
      body: text)
  }
}

extension ServerError {
  var encoded: EncodedMessage {
    EncodedMessage(.serverError, [.integer(code), .size(json), .integer(sessionIdent)], body: json)
  }
}

extension QueryError {
  var encoded: EncodedMessage {
    EncodedMessage(
      .queryError, [.integer(code), .size(text), .integer(sessionIdent), .integer(queryVersion)],
      body: text)
  }
}

extension LogMessage {
  var encoded: EncodedMessage {
    EncodedMessage(.logMessage, [.integer(sessionIdent), .size(json)], body: json)
  }
}
