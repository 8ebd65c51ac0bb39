internal import Replayer
public import TraceFormat

// Rows as JSON (`docs/fleet-row.schema.json`). What is not known is no member, so that whoever reads
// a table of rows finds null there.
extension FleetRow {
  /// The row for programs.
  public var json: JSONText {
    let head: [JSONText.Member] = [
      .init("schema", .integer(Self.schema)), .init("trace", trace.name.fleetJSON),
    ]
    return .object(
      head
        + .init(fleet: [
          "sha256": trace.sha256.map { .string($0) },
          "bytes": trace.sizeBytes.map { .number(String($0)) },
          "mode": mode.map { .string($0.rawValue) },
        ]) + content.members)
  }

  /// The row as a line, with its line feed.
  public var line: [UInt8] {
    var line: [UInt8] = []
    write(into: &line)
    return line
  }

  /// Appends the row as a line, with its line feed.
  func write(into bytes: inout [UInt8]) {
    json.write(into: &bytes)
    bytes.append(UInt8(ascii: "\n"))
  }
}

extension FleetRow.Content {
  fileprivate var members: [JSONText.Member] {
    switch self {
    case .replayed(let replay): replay.members
    case .failed(let failure): [.init("error", failure.json)]
    }
  }
}

extension FleetFailure {
  fileprivate var json: JSONText {
    .members([
      "kind": .string(kind.rawValue), "place": place.map { .string($0) },
      "message": .string(message), "exit": .integer(Int(exitCode)),
    ])
  }
}

extension FleetReplay {
  fileprivate var members: [JSONText.Member] {
    .init(fleet: [
      "engine": .string(engine.rawValue), "tool": .string(tool),
      "records": .number(String(recordCount)),
      "damaged": .bool(isDamaged),
      "notes": .array(
        notes.map { .members(["name": .string($0.name), "value": .string($0.value)]) }),
      "sessions": .array(sessions.map(\.json)), "resets": .array(resets.map(\.json)),
      "unanswered": .array(unanswered.map(\.json)), "cause": causeDigest.map { .string($0) },
    ])
  }
}

extension FleetSession {
  fileprivate var json: JSONText {
    .members([
      "session": .integer(Int(session)), "device": .string(device),
      "fileIdent": fileIdent.map { .wide($0) }, "file": file.fleetJSON,
      "source": source.map { .string($0.rawValue) }, "name": name.fleetJSON,
      "sync": syncKind.map { .string($0.rawValue) },
      "protocol": protocolVersion.map { .integer(Int($0)) }, "agent": agent?.fleetJSON,
      "sdk": sdk.map { .string($0) }, "sdkVersion": sdkVersion.map { .string($0) },
      "configuredMode": configuredMode.map { .string($0.rawValue) },
    ])
  }
}

extension FleetUnanswered {
  fileprivate var json: JSONText {
    .members([
      "session": .integer(Int(session)), "action": action.map { .string($0.rawValue) },
      "reason": .string(reason),
    ])
  }
}

extension RealmString {
  /// Text that was read from a trace: what is not UTF-8 has been written as digits before.
  var fleetJSON: JSONText { .string(readableText) }
}

extension [JSONText.Member] {
  /// The members that have a value.
  init(fleet pairs: KeyValuePairs<String, JSONText?>) {
    self = pairs.compactMap { name, value in value.map { JSONText.Member(name, $0) } }
  }
}
