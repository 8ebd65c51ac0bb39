import RealmFile
import RealmModel
import TraceFormat

// What was found about a file, in JSON.
extension InspectReport {
  var json: JSONText {
    return .members([
      "file": .string(path), "kind": .string(kind.rawValue),
      "sizeBytes": sizeBytes.map { .wide($0) } ?? .null,
      "sha256": sha256.map { .string(Hex.encode($0)) } ?? .null,
      "failure": failure.map { .string($0) } ?? .null,
      "isEncrypted": inspection.map { .bool($0.isEncrypted) },
      "isStreamingForm": inspection.map { .bool($0.header.isStreaming) },
      "readsOlderState": inspection.map { .bool($0.readsOlderState) },
      "fileFormat": inspection.map { .integer(Int($0.header.format)) },
      "fileVersion": inspection.map { .wide($0.group.version) },
      "historyType": inspection.map { .string($0.group.historyTypeName) },
      "appSchemaVersion": inspection.map { $0.appSchemaVersion.map { .wide($0) } ?? .null },
      "classes": inspection.map { .array($0.tables.filter { $0.className != nil }.map(\.json)) },
      "hiddenTables": inspection.map {
        .array($0.tables.filter { $0.className == nil }.map(\.json))
      },
      "sync": inspection.map { $0.history?.json ?? .null },
      "resetRecord": inspection.map { $0.resetRecord?.json ?? .null },
      "subscriptions": inspection.map { $0.subscriptions?.json ?? .null },
      "unsynced": inspection.map { $0.history == nil ? .null : unsyncedJSON($0.unsynced) },
      "areObjectsChecked": inspection.map { _ in .bool(contentProblems != nil) },
      "problems": .array(problems.map { .string($0) }),
    ])
  }

  private func unsyncedJSON(_ unsynced: UnsyncedChanges) -> JSONText {
    .members([
      "changeCount": .integer(unsynced.changes.count),
      "mergedAwayCount": .integer(unsynced.mergedAwayCount),
      "unreadableCount": .integer(unsynced.unreadable.count),
      "lzfseCount": .integer(unsynced.lzfseCount),
      "instructionCount": .integer(tally.instructionCount),
      "oldest": unsynced.times?.first.map { .string($0.text) } ?? .null,
      "newest": unsynced.times?.last.map { .string($0.text) } ?? .null,
      "changes": .array(unsynced.changes.map { $0.commit.json(isMerged: $0.isMerged) }),
      "classes": .array(
        tally.classes.map { tally in
          .members([
            "class": tally.name.json, "instructionCount": .integer(tally.instructionCount),
            "objects": .array(
              tally.objects.map {
                .members([
                  "primaryKey": $0.key.json, "instructionCount": .integer($0.instructionCount),
                ])
              }),
          ])
        }),
    ])
  }
}

extension UnsyncedChanges {
  var times: (first: Timestamp?, last: Timestamp?)? {
    guard !changes.isEmpty else { return nil }
    let times = changes.compactMap(\.commit.originTimestampMilliseconds)
    return (
      times.min().flatMap(Timestamp.init(since2015:)),
      times.max().flatMap(Timestamp.init(since2015:))
    )
  }
}

extension FileGroup {
  var historyTypeName: String { historyType.map { "\($0)" } ?? "\(historyTypeNumber)" }
}

extension LocalCommit {
  fileprivate func json(isMerged: Bool) -> JSONText {
    .members([
      "clientVersion": .wide(clientVersion),
      "lastIntegratedServerVersion": lastIntegratedServerVersion.map { .wide($0) } ?? .null,
      "time": originTimestampMilliseconds.flatMap(Timestamp.init(since2015:))
        .map { .string($0.text) } ?? .null,
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

extension [SubscriptionSet] {
  var json: JSONText {
    .members([
      "activeVersion": active.map { .wide($0.version) } ?? .null,
      "latestVersion": last.map { .wide($0.version) } ?? .null,
      "sets": .array(map(\.json)),
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
