internal import Replayer
public import TraceFormat

// Rows are read by what must be in them: members that a later version adds are passed over.
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

  init(_ node: JSONNode) throws(JSONShapeFailure) {
    let schema = try node.require("schema")
    guard try schema.integer(Int.self) == Self.schema else {
      throw schema.failure(expected: "version \(Self.schema) of rows")
    }
    let trace = FleetTrace(
      name: try node.require("trace").fleetText(),
      sha256: try node.fleetMember("sha256")?.fleetDigest(digitCount: 64),
      sizeBytes: try node.fleetMember("bytes")?.integer())
    let mode: ResetMode? = try node.fleetMember("mode")?.choice()
    if let failure = node.fleetMember("error") {
      self.init(trace: trace, mode: mode, content: .failed(try FleetFailure(failure)))
    } else {
      guard mode != nil else {
        throw node.failure(expected: "a member `mode` or `error`", found: "none")
      }
      self.init(trace: trace, mode: mode, content: .replayed(try FleetReplay(node)))
    }
  }
}

extension FleetFailure {
  fileprivate init(_ node: JSONNode) throws(JSONShapeFailure) {
    self.init(
      try node.require("kind").choice(), place: try node.fleetMember("place")?.string(),
      message: try node.require("message").string(), exitCode: try node.require("exit").integer())
  }
}

extension FleetReplay {
  fileprivate init(_ node: JSONNode) throws(JSONShapeFailure) {
    self.init(
      engine: try node.require("engine").choice(), tool: try node.require("tool").string(),
      recordCount: try node.require("records").integer(),
      isDamaged: try node.require("damaged").bool(),
      notes: try node.fleetList("notes") { note throws(JSONShapeFailure) in
        TraceHeader.Metadata(
          try note.require("name").string(), try note.require("value").string())
      },
      sessions: try node.fleetList("sessions", FleetSession.init),
      resets: try node.fleetList("resets", FleetReset.init),
      unanswered: try node.fleetList("unanswered", FleetUnanswered.init))
    // It follows from the causes, which a later version may know more of.
    _ = try node.fleetMember("cause")?.fleetDigest(digitCount: 16)
  }
}

extension FleetSession {
  fileprivate init(_ node: JSONNode) throws(JSONShapeFailure) {
    self.init(
      session: try node.require("session").integer(),
      device: try node.require("device").fleetDigest(digitCount: 16),
      file: try node.require("file").fleetText())
    fileIdent = try node.fleetMember("fileIdent")?.wide()
    source = try node.fleetMember("source")?.choice()
    name = try node.require("name").fleetText()
    syncKind = try node.fleetMember("sync")?.choice()
    protocolVersion = try node.fleetMember("protocol")?.integer()
    agent = try node.fleetMember("agent")?.fleetText()
    sdk = try node.fleetMember("sdk")?.string()
    sdkVersion = try node.fleetMember("sdkVersion")?.string()
    configuredMode = try node.fleetMember("configuredMode")?.choice()
  }
}

extension FleetUnanswered {
  fileprivate init(_ node: JSONNode) throws(JSONShapeFailure) {
    self.init(
      session: try node.require("session").integer(),
      action: try node.fleetMember("action")?.choice(),
      reason: try node.require("reason").string())
  }
}
