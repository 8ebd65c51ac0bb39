import RealmFile
import RealmModel
import TraceFormat

extension InspectReport {
  var json: JSONText {
    let file = JSONText(facts: [
      "file": path, "kind": kind.rawValue, "sizeBytes": sizeBytes.map { JSONText.wide($0) },
      "sha256": sha256.map { Hex.encode($0) }, "failure": failure,
    ])
    let contents = inspection.map(json)?.members ?? []
    return .object(file.members + contents + [.init("problems", JSONText(fact: problems))])
  }

  private func json(_ inspection: RealmFileInspection) -> JSONText {
    JSONText(facts: [
      "isEncrypted": inspection.isEncrypted, "isStreamingForm": inspection.header.isStreaming,
      "readsOlderState": inspection.readsOlderState, "fileFormat": inspection.header.format,
      "fileVersion": inspection.group.version, "historyType": inspection.group.historyTypeName,
      "appSchemaVersion": inspection.appSchemaVersion,
      "classes": inspection.tables.filter { $0.className != nil }.map(\.json),
      "hiddenTables": inspection.tables.filter { $0.className == nil }.map(\.json),
      "sync": inspection.history?.json, "resetRecord": inspection.resetRecord?.json,
      "subscriptions": inspection.subscriptions?.json,
      "unsynced": inspection.history.map { _ in unsyncedJSON(inspection.unsynced) },
      "areObjectsChecked": contentProblems != nil,
    ])
  }

  private func unsyncedJSON(_ unsynced: UnsyncedChanges) -> JSONText {
    JSONText(facts: [
      "changeCount": unsynced.changes.count, "mergedAwayCount": unsynced.mergedAwayCount,
      "unreadableCount": unsynced.unreadable.count, "lzfseCount": unsynced.lzfseCount,
      "instructionCount": tally.instructionCount, "oldest": unsynced.times?.first?.text,
      "newest": unsynced.times?.last?.text,
      "changes": unsynced.changes.map { $0.commit.json(isMerged: $0.isMerged) },
      "classes": tally.classes.map { tally in
        JSONText(facts: [
          "class": tally.name.json, "instructionCount": tally.instructionCount,
          "objects": tally.objects.map {
            JSONText(facts: ["primaryKey": $0.key.json, "instructionCount": $0.instructionCount])
          },
        ])
      },
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
    JSONText(facts: [
      "clientVersion": clientVersion, "lastIntegratedServerVersion": lastIntegratedServerVersion,
      "time": originTimestampMilliseconds.flatMap(Timestamp.init(since2015:))?.text,
      "sizeBytes": changeset.count, "isMerged": isMerged,
    ])
  }
}

extension RealmFileInspection.TableFacts {
  var json: JSONText {
    JSONText(facts: [
      "name": (className ?? table.name).json, "table": table.name.json,
      "key": table.key.rawValue, "kind": "\(table.kind)",
      "primaryKey": table.primaryKeyColumn?.name.json, "objectCount": objectCount,
      "properties": JSONText.object(
        properties.map { .init($0.name.jsonName, .string($0.notation)) }),
    ])
  }
}

extension SyncHistory {
  var json: JSONText {
    JSONText(facts: [
      "historySchemaVersion": schemaVersion, "clientFileIdent": clientFileIdent,
      "clientFileIdentSalt": clientFileIdentSalt, "historyEntryCount": entries.count,
      "progress": progress,
      "engines": engines.map {
        JSONText(facts: [
          "version": $0.engineVersion, "historySchemaVersion": $0.schemaVersion,
          "fileVersion": $0.fileVersion,
          "time": Timestamp(seconds: $0.timeSeconds, nanoseconds: 0).text,
        ])
      },
    ])
  }
}

extension ResetRecord {
  var json: JSONText {
    JSONText(facts: [
      "engineVersion": engineVersion, "time": time?.text,
      "mode": JSONText(fact: mode?.rawValue ?? modeNumber.map { String($0) }),
      "action": JSONText(fact: action?.rawValue ?? actionNumber.map { String($0) }),
      "errorCode": errorCode, "errorMessage": errorMessage, "isMalformed": isMalformed,
    ])
  }
}

extension [SubscriptionSet] {
  var json: JSONText {
    JSONText(facts: [
      "activeVersion": active?.version, "latestVersion": last?.version, "sets": map(\.json),
    ])
  }
}

extension SubscriptionSet {
  var stateName: String {
    state.map { "\($0)" } ?? stateNumber.map { "\($0)" } ?? "not known"
  }

  var json: JSONText {
    JSONText(facts: [
      "version": version, "state": stateName, "snapshotVersion": snapshotVersion, "error": error,
      "subscriptions": subscriptions.map {
        JSONText(facts: [
          "id": $0.id?.text, "name": $0.name, "class": $0.className, "query": $0.query,
          "createdAt": $0.createdAt?.text, "updatedAt": $0.updatedAt?.text,
        ])
      },
    ])
  }
}
