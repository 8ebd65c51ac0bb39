public import Analyzer
internal import RealmModel
public import TraceFormat

extension ClientsReport {
  /// The report for programs (`docs/merge.md`, "Several clients").
  public var json: JSONText {
    .members([
      "version": .integer(Self.version), "traces": .array(traces.map(JSONText.string)),
      "files": .array(files.map(Self.json)),
      "unanswered": JSONText(unanswered: unanswered),
    ])
  }

  private static func json(_ file: SharedFile) -> JSONText {
    .members([
      "clients": .array(file.clients.map(json)),
      "classes": .array(
        file.classes.map { entry in
          .members([
            "class": entry.className.json,
            "counts": .array(entry.counts.map { $0.map(JSONText.integer) ?? .null }),
          ])
        }),
      "agreements": .array(
        file.agreements.map { agreement in
          .members([
            "timeMicroseconds": .wide(agreement.timeMicroseconds),
            "serverVersion": .wide(agreement.serverVersion),
            "clients": .array(agreement.clients.map(JSONText.integer)),
            "same": agreement.isSame.map(JSONText.bool),
          ])
        }),
      "losses": .array(
        file.losses.map { loss in
          .members(["client": .integer(loss.client), "write": loss.write.json])
        }),
    ])
  }

  private static func json(_ client: Client) -> JSONText {
    .members([
      "trace": .integer(client.trace), "session": .integer(Int(client.session)),
      "name": .string(client.name), "fileIdent": .wide(client.fileIdent),
      "firstMicroseconds": .wide(client.firstMicroseconds),
      "lastMicroseconds": .wide(client.lastMicroseconds),
      "transactions": .integer(client.transactionCount),
      "downloadedChanges": .integer(client.downloadedChangeCount),
      "serverVersion": .wide(client.serverVersion), "unsynced": .integer(client.unsyncedCount),
      "wasReset": .bool(client.wasReset), "stateDigest": client.stateDigest.map(JSONText.wide),
      "gaps": JSONText(fact: client.gaps),
    ])
  }
}
