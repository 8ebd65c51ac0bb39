import RealmFile
import RealmModel
import TraceFormat

// The parts of a file in JSON.

extension UnsyncedChange {
  var json: JSONText {
    .members([
      "clientVersion": .wide(clientVersion),
      "lastIntegratedServerVersion": .wide(lastIntegratedServerVersion),
      "time": Timestamp(since2015: originTimestampMilliseconds).map { .string($0.text) } ?? .null,
      "sizeBytes": .integer(changeset.count), "isMerged": .bool(isMerged),
    ])
  }
}

extension RealmFileInspection.TableFacts {
  var json: JSONText {
    .members([
      "name": (className ?? table.name).json, "table": table.name.json,
      "key": .integer(Int(table.key.rawValue)), "kind": .string("\(table.kind)"),
      "primaryKey": table.primaryKeyColumn?.name.json ?? .null,
      "objectCount": objectCount.map { .wide($0) } ?? .null,
      "properties": .object(properties.map { .init($0.name.jsonName, .string($0.notation)) }),
    ])
  }
}

extension SyncHistory {
  var json: JSONText {
    .members([
      "historySchemaVersion": .wide(schemaVersion), "clientFileIdent": .wide(clientFileIdent),
      "clientFileIdentSalt": .wide(clientFileIdentSalt),
      "historyEntryCount": .integer(entries.count),
      "progress": JSONText(fact: progress),
      "engines": .array(
        engines.map {
          .members([
            "version": .string($0.engineVersion), "historySchemaVersion": .wide($0.schemaVersion),
            "fileVersion": .wide($0.fileVersion),
            "time": .string(Timestamp(seconds: $0.timeSeconds, nanoseconds: 0).text),
          ])
        }),
    ])
  }
}

extension ResetRecord {
  var json: JSONText {
    .members([
      "engineVersion": engineVersion.map { .string($0) } ?? .null,
      "time": time.map { .string($0.text) } ?? .null,
      "mode": mode.map { .string($0.rawValue) } ?? modeNumber.map { .wide($0) } ?? .null,
      "action": action.map { .string($0.rawValue) } ?? actionNumber.map { .wide($0) } ?? .null,
      "errorCode": errorCode.map { .wide($0) } ?? .null,
      "errorMessage": errorMessage.map { .string($0) } ?? .null,
    ])
  }
}

extension SubscriptionSets {
  var json: JSONText {
    .members([
      "activeVersion": active.map { .wide($0.version) } ?? .null,
      "latestVersion": latest.map { .wide($0.version) } ?? .null,
      "sets": .array(sets.map(\.json)),
    ])
  }
}

extension SubscriptionSet {
  var stateName: String { state.map { "\($0)" } ?? "\(stateNumber)" }

  var json: JSONText {
    .members([
      "version": .wide(version), "state": .string(stateName),
      "snapshotVersion": snapshotVersion.map { .wide($0) } ?? .null,
      "error": error.map { .string($0) } ?? .null,
      "subscriptions": .array(
        subscriptions.map {
          .members([
            "id": $0.id.map { .string($0.text) } ?? .null,
            "name": $0.name.map { .string($0) } ?? .null, "class": .string($0.className),
            "query": .string($0.query), "createdAt": $0.createdAt.map { .string($0.text) } ?? .null,
            "updatedAt": $0.updatedAt.map { .string($0.text) } ?? .null,
          ])
        }),
    ])
  }
}
