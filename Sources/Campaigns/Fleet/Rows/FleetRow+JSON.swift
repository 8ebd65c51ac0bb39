internal import Replayer
public import TraceFormat

// Rows as JSON (`docs/fleet-row.schema.json`). What is not known is no member, so that whoever reads
// a table of rows finds null there.
extension FleetRow {
  /// The most bytes of a line that is read as a row.
  public static let lineSizeMax = 1 << 26

  /// Reads a row from a line of NDJSON, with its line feed or without.
  ///
  /// - Throws: where the line is too long or no JSON, where it has another version of rows, and where
  ///   something else was expected in it.
  public init(parsing line: [UInt8]) throws(JSONShapeFailure) {
    self = try JSONNode.reading(line, sizeMax: Self.lineSizeMax, memory: .standard) {
      node throws(JSONShapeFailure) in try FleetRow(node)
    }
  }

  /// The row for programs.
  public var json: JSONText { .object(jsonMembers) }

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

extension FleetRow: FleetObject {
  package init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure) {
    try fields.version("schema", Self.schema, of: "rows")
    trace = FleetTrace(
      name: try fields.text("trace", \.trace.name),
      sha256: try fields.optionalDigest("sha256", digitCount: 64, \.trace.sha256),
      sizeBytes: try fields.optionalNumber("bytes", \.trace.sizeBytes))
    mode = try fields.optional("mode", \.mode)
    if let failure = try fields.optional("error", \.content.failure) {
      content = .failed(failure)
    } else if let replay = try fields.inlined(markedBy: "mode", \.content.replay) {
      content = .replayed(replay)
    } else {
      throw fields.missing("mode` or `error")
    }
  }
}

extension FleetRow.Content {
  fileprivate var failure: FleetFailure? {
    if case .failed(let failure) = self { failure } else { nil }
  }
  fileprivate var replay: FleetReplay? {
    if case .replayed(let replay) = self { replay } else { nil }
  }
}

extension FleetFailure: FleetObject {
  package init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure) {
    self.init(
      try fields("kind", \.kind), place: try fields.optional("place", \.place),
      message: try fields("message", \.message), exitCode: try fields("exit", \.exitCode))
  }
}

extension FleetReplay: FleetObject {
  package init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure) {
    self.init(
      engine: try fields("engine", \.engine), tool: try fields("tool", \.tool),
      recordCount: try fields.number("records", \.recordCount),
      isDamaged: try fields("damaged", \.isDamaged), notes: try fields("notes", \.notes),
      sessions: try fields("sessions", \.sessions), resets: try fields("resets", \.resets),
      unanswered: try fields("unanswered", \.unanswered))
    // It follows from the causes, which a later version may know more of.
    _ = try fields.optionalDigest("cause", digitCount: 16, \.causeDigest)
  }
}

extension TraceHeader.Metadata: FleetObject {
  package init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure) {
    self.init(try fields("name", \.name), try fields("value", \.value))
  }
}

extension FleetSession: FleetObject {
  package init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure) {
    self.init(
      session: try fields("session", \.session),
      device: try fields.digest("device", digitCount: 16, \.device))
    fileIdent = try fields.optional("fileIdent", \.fileIdent)
    file = try fields.text("file", \.file)
    source = try fields.optional("source", \.source)
    name = try fields.text("name", \.name)
    syncKind = try fields.optional("sync", \.syncKind)
    protocolVersion = try fields.optional("protocol", \.protocolVersion)
    agent = try fields.optionalText("agent", \.agent)
    sdk = try fields.optional("sdk", \.sdk)
    sdkVersion = try fields.optional("sdkVersion", \.sdkVersion)
    configuredMode = try fields.optional("configuredMode", \.configuredMode)
  }
}

extension FleetUnanswered: FleetObject {
  package init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure) {
    self.init(
      session: try fields("session", \.session), action: try fields.optional("action", \.action),
      reason: try fields("reason", \.reason))
  }
}
