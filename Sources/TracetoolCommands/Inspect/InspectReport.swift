import RealmFile
import RealmModel
import TraceFormat

struct InspectReport {
  let file: InspectedFile
  let tally: UnsyncedTally

  init(_ file: InspectedFile) {
    self.file = file
    tally = UnsyncedTally(file.inspection?.unsynced.changes ?? [])
  }

  var isSound: Bool { file.isSound && tally.undecodable.isEmpty }

  var problems: [String] {
    (file.inspection?.problems ?? []).map(\.description)
      + (file.contentProblems ?? [])
      + tally.undecodable.map { "change \($0.clientVersion): \($0.failure)" }
  }

  var json: JSONText {
    let inspection = file.inspection
    return .members([
      "file": .string(file.path), "kind": .string(file.kind.rawValue),
      "sizeBytes": file.sizeBytes.map { .wide($0) } ?? .null,
      "sha256": file.sha256.map { .string(Hex.encode($0)) } ?? .null,
      "failure": file.failure.map { .string($0) } ?? .null,
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
      "areObjectsChecked": inspection.map { _ in .bool(file.contentProblems != nil) },
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
      "changes": .array(unsynced.changes.map(\.json)),
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
    let times = changes.map(\.originTimestampMilliseconds)
    return (
      times.min().flatMap(Timestamp.init(since2015:)),
      times.max().flatMap(Timestamp.init(since2015:))
    )
  }
}

extension Timestamp {
  /// A time of a history; nil where it is beyond what dates can say.
  init?(since2015 milliseconds: UInt64) {
    let (sum, overflows) = milliseconds.addingReportingOverflow(1_420_070_400_000)
    guard !overflows else { return nil }
    self.init(seconds: Int64(sum / 1000), nanoseconds: Int32(sum % 1000) * 1_000_000)
  }
}

extension FileGroup {
  var historyTypeName: String { historyType.map { "\($0)" } ?? "\(historyTypeNumber)" }
}
