public import Analyzer
internal import RealmModel
internal import Replayer
public import TraceFormat

extension MergesReport {
  /// The report for programs (`docs/merge.md`, "JSON").
  public var json: JSONText {
    .members([
      "version": .integer(Self.version), "trace": .string(trace),
      "sessions": .array(sessions.map(Self.json)),
      "unanswered": JSONText(unanswered: unanswered),
    ])
  }

  private static func json(_ session: Session) -> JSONText {
    .members([
      "session": .integer(Int(session.session)), "name": .string(session.name),
      "fileIdent": .wide(session.fileIdent),
      "transactions": .integer(session.transactionCount),
      "downloadedChanges": .integer(session.downloadedChangeCount),
      "mergesKnown": .bool(session.isShown),
      "writes": .array(session.writes.map(\.json)), "gaps": JSONText(fact: session.gaps),
    ])
  }
}

extension MergedWrite {
  var json: JSONText {
    .members([
      "sequence": .wide(sequence), "timeMicroseconds": .wide(timeMicroseconds),
      "fate": .string(fate.rawValue), "rule": .string(rule.rawValue), "lost": lost.json,
      "other": other.json, "text": .string("\(words): \(reasonWords)"),
    ])
  }
}

extension MergedWrite.Side {
  fileprivate var json: JSONText {
    .members([
      "device": .bool(isDevices), isDevices ? "clientVersion" : "serverVersion": .wide(version),
      "originTimestampMilliseconds": .wide(originTimestampMilliseconds),
      "originFileIdent": .wide(originFileIdent), "index": .integer(instructionIndex),
      "class": write?.address.className.json, "object": write?.address.object.map(\.json),
      "property": write?.address.property.map(\.json),
      "path": write.map { .array($0.address.path.map(\.json)) },
      "operation": write.map { .string($0.operation.words) },
      "fact": write.map { JSONText(fact: $0.operation) },
    ])
  }
}
