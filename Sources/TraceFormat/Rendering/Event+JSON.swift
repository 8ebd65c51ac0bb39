extension Event {
  /// The event as one JSON object, with every field.
  ///
  /// 64-bit numbers are strings. Members that are null say that the source did not know.
  public var json: JSONText {
    let head: [JSONText.Member] = [
      .init("sequence", .wide(sequence)),
      .init("time", .string(timeText)),
      .init("timeMicroseconds", .wide(timeMicroseconds)),
      .init("session", .integer(Int(session))),
      .init("kind", .string(kind.rawValue)),
    ]
    let suspect: [JSONText.Member] = isSuspect ? [.init("suspect", .bool(true))] : []
    return .object(head + suspect + content.json.members)
  }

  /// The time in UTC for people.
  public var timeText: String { Timestamp(microseconds: timeMicroseconds).text }
}

extension Event.Content {
  fileprivate var json: JSONText {
    switch self {
    case .sessionStart(let start): start.json
    case .message(let message): message.json
    case .localCommit(let commit): commit.json
    case .serverCommit(let commit): commit.json
    case .snapshot(let snapshot): snapshot.json
    case .syncError(let error): error.json
    case .resetObserved(let observed): observed.json
    case .loss(let loss):
      .members([
        "firstSequence": .optional(loss.firstSequence), "recordCount": .optional(loss.recordCount),
        "reason": .string(loss.reason),
      ])
    case .note(let note):
      .members(["text": .string(note.text), "reset": note.reset.map { JSONText(fact: $0) }])
    case .unknown(let record):
      .members([
        "recordType": .integer(Int(record.recordType)), "bytes": .string(Hex.encode(record.bytes)),
      ])
    }
  }
}

extension SessionStart {
  fileprivate var json: JSONText {
    .members([
      "source": .string(source.rawValue), "name": .string(name),
      "connection": .string(connection), "wireSession": .optional(wireSession),
      "clientFile": .string(clientFile), "clientFileIdent": .optional(clientFileIdent),
      "syncKind": .string(syncKind.rawValue),
      "protocolVersion": protocolVersion.map { .integer(Int($0)) } ?? .null,
      "configuredResetMode": .optional(configuredResetMode?.rawValue),
      "pendingReset": pendingReset?.json ?? .null,
      "sdk": sdk.map(JSONText.string),
    ])
  }
}

extension WireMessage {
  fileprivate var json: JSONText {
    .members([
      "direction": .string(direction.rawValue), "connection": .string(connection),
      "syncKind": .string(syncKind.rawValue), "bodyForm": .string(bodyForm.rawValue),
      "message": meaningJSON,
    ])
  }

  private var meaningJSON: JSONText {
    if let partial {
      let members = partial.head.json(changeset: EncodedChangeset.json).members
      let entries = partial.entries.map(\.json)
      return .object(
        members.filter { !$0.isNamed("entries") } + [.init("partialEntries", .array(entries))])
    }
    do throws(DecodingFailure) {
      return try parsed().json(changeset: EncodedChangeset.json)
    } catch {
      return .members([
        "notUnderstood": .string(error.description), "head": .string(Hex.encode(head)),
        "body": .string(Hex.encode(body)),
      ])
    }
  }
}

extension PartialEntry {
  fileprivate var json: JSONText {
    .members([
      "numbers": .array(numbers.map { .wide($0) }), "size": .wide(size),
      "instructions": changeset.map(EncodedChangeset.json) ?? .null,
    ])
  }
}

extension LocalCommit {
  fileprivate var json: JSONText {
    .members([
      "clientVersion": .wide(clientVersion),
      "lastIntegratedServerVersion": .optional(lastIntegratedServerVersion),
      "originTimestampMilliseconds": .optional(originTimestampMilliseconds),
      "instructions": EncodedChangeset.json(changeset),
    ])
  }
}

extension ServerCommit {
  fileprivate var json: JSONText {
    .members([
      "serverVersion": .wide(serverVersion), "originFileIdent": .optional(originFileIdent),
      "originTimestampMilliseconds": .optional(originTimestampMilliseconds),
      "lastIntegratedClientVersion": .optional(lastIntegratedClientVersion),
      "instructions": EncodedChangeset.json(changeset),
    ])
  }
}

extension Snapshot {
  fileprivate var json: JSONText {
    .members([
      "role": .string(role.rawValue), "origin": .string(origin.rawValue),
      "part": part.map {
        .members(["index": .integer(Int($0.index)), "isLast": .bool($0.isLast)])
      },
      "changesets": .array(changesets.map(EncodedChangeset.json)),
      "internalKeys": keys.map {
        .members([
          "classCount": .integer($0.tables.count),
          "objectCount": .integer($0.tables.reduce(0) { $0 + $1.objects.count }),
        ])
      },
    ])
  }
}

extension PendingReset {
  package var json: JSONText {
    .members([
      "mode": .string(mode.rawValue), "action": .string(action.rawValue),
      "timeMicroseconds": .optional(timeMicroseconds), "engineVersion": .optional(engineVersion),
    ])
  }
}

extension SyncError {
  package var json: JSONText {
    .members([
      "code": code.map { .integer(Int($0)) } ?? .null, "name": .string(name),
      "message": .string(message), "action": .string(action.rawValue), "isFatal": .bool(isFatal),
      "compensatingWrites": .array(
        compensatingWrites.map {
          .members([
            "class": .string($0.table), "primaryKey": .string($0.primaryKey),
            "reason": .string($0.reason),
          ])
        }),
      "logURL": .string(logURL),
    ])
  }
}

extension ResetObserved {
  fileprivate var json: JSONText {
    .members([
      "mode": .string(mode.rawValue), "action": .string(action.rawValue),
      "result": .string(result.rawValue), "failure": .optional(failure?.rawValue),
      "message": .string(message), "stateDigest": .optional(stateDigest.map(Hex.digest)),
      "reupload": reupload.map { .array($0.map(\.json)) } ?? .null,
      "pendingReset": pendingReset?.json ?? .null,
    ])
  }
}

extension ResetObserved.Reupload {
  fileprivate var json: JSONText {
    .members([
      "clientVersion": .wide(clientVersion), "instructions": EncodedChangeset.json(changeset),
    ])
  }
}

extension JSONText {
  fileprivate static func optional(_ text: String?) -> JSONText {
    text.map { .string($0) } ?? .null
  }
  fileprivate static func optional(_ value: (some FixedWidthInteger)?) -> JSONText {
    value.map { .wide($0) } ?? .null
  }
}
