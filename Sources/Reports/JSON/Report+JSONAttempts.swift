package import Analyzer
internal import Phrasebook
package import Replayer
package import TraceFormat

// What was asked for, and what was attempted.
extension ResetSession: JSONObject {
  package init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure) {
    self.init(
      session: try fields("session", \.session),
      start: try fields.inlined(markedBy: "name", \.start),
      resetSequence: try fields("resetSequence", \.resetSequence),
      resetTimeMicroseconds: try fields("resetTimeMicroseconds", \.resetTimeMicroseconds))
  }
}

extension SessionStart: JSONObject {
  package init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure) {
    let (name, source) = (try fields("name", \.name), try fields("source", \.source))
    self.init(
      source: source, name: name, clientFile: try fields("clientFile", \.clientFile),
      syncKind: try fields("syncKind", \.syncKind),
      configuredResetMode: try fields.optional("configuredMode", \.configuredResetMode),
      sdk: try fields.optional("sdk", \.sdk))
  }
}

extension ResetAttempt: JSONObject {
  package init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure) {
    self.init(
      requestedMode: try fields("requestedMode", \.requestedMode),
      actualMode: try fields.optional("actualMode", \.actualMode),
      action: try fields("action", \.action),
      decisions: try fields.list("decisions", \.decisions),
      ending: try fields("result", \.ending), failure: try fields.optional("failure", \.failure))
    fields.written("hazards") { attempt in
      attempt.hazards.isEmpty ? nil : .array(attempt.hazards.map { .string($0.words) })
    }
    hazards = try fields.facts("hazardFacts", \.hazards, omitsEmpty: true)
    skipsAfterHandler = try fields.flag("skipsAfterHandler", \.skipsAfterHandler)
  }
}

extension GateDecision: JSONObject {
  package init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure) {
    let (gate, isPassed) = (try fields("gate", \.gate), try fields("passed", \.isPassed))
    fields.words("text", \.words)
    self.init(gate: gate, isPassed: isPassed, reason: try fields.fact("fact", \.reason))
  }
}

extension ResetFailure: JSONObject {
  package init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure) {
    self.init(
      try fields.optional("class", \.failureClass), message: try fields("message", \.message))
  }
}

extension PendingReset: JSONObject {
  package init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure) {
    self.init(
      mode: try fields("mode", \.mode), action: try fields("action", \.action),
      timeMicroseconds: try fields.optional("timeMicroseconds", \.timeMicroseconds),
      engineVersion: try fields.optional("engineVersion", \.engineVersion))
  }
}

extension Gap: JSONObject {
  package init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure) {
    fields.words("kind", \.kind.rawValue)
    let sequence = try fields.optional("sequence", \.sequence)
    fields.words("text", \.words)
    self.init(try fields.fact("fact", \.fact), sequence: sequence)
  }
}

extension Comparison: JSONObject {
  package init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure) {
    self.init(
      mode: try fields("mode", \.mode), action: try fields("action", \.action),
      result: try fields("result", \.result),
      stateDigest: try fields.optional(
        "stateDigest", \.stateDigest, write: { .string(Hex.digest($0)) }, read: Self.digest),
      isSameReset: try fields("sameReset", \.isSameReset),
      differences: try fields.list("differences", \.differences))
  }

  private static func digest(_ node: JSONNode) throws(JSONShapeFailure) -> UInt64 {
    let text = try node.string()
    guard let digest = UInt64(text, radix: 16), Hex.digest(digest) == text else {
      throw node.failure(expected: "a digest of sixteen digits")
    }
    return digest
  }
}

extension Comparison.Difference: JSONObject {
  package init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure) {
    fields.words("aspect", \.aspect.rawValue)
    fields.words("device", \.words.device)
    fields.words("replay", \.words.replay)
    self = try fields.fact("fact") { $0 }
  }
}

extension JSONFields<Report> {
  /// The error, as far as a report shows it.
  mutating func error() throws(JSONShapeFailure) -> SyncError {
    try group("error") { fields throws(JSONShapeFailure) in
      SyncError(
        code: try fields.optional("code", \.error.code), name: try fields("name", \.error.name),
        message: try fields("message", \.error.message),
        action: try fields("action", \.error.action),
        isFatal: try fields("fatal", \.error.isFatal))
    }
  }
}
