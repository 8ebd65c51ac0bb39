internal import RealmModel
internal import Replayer
internal import TraceFormat

// What was asked for, and what was attempted.
extension ResetSession {
  init(_ node: JSONNode) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    self.init(
      session: try members.require("session").integer(),
      start: try SessionStart(&members),
      resetSequence: try members.require("resetSequence").wide(),
      resetTimeMicroseconds: try members.require("resetTimeMicroseconds").wide())
    try members.finish()
  }
}

extension SessionStart {
  /// Nil where the trace did not show the session's beginning, so that none of its members is there.
  fileprivate init?(_ members: inout JSONMembers) throws(JSONShapeFailure) {
    guard let name = members.take("name") else { return nil }
    self.init(
      source: try members.require("source").choice(), name: try name.string(),
      clientFile: try members.require("clientFile").string(),
      syncKind: try members.require("syncKind").choice(),
      configuredResetMode: try members.take("configuredMode")?.choice(),
      sdk: try members.take("sdk")?.string())
  }
}

extension SyncError {
  init(_ node: JSONNode) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    self.init(
      code: try members.take("code")?.integer(), name: try members.require("name").string(),
      message: try members.require("message").string(),
      action: try members.require("action").choice(),
      isFatal: try members.require("fatal").bool())
    try members.finish()
  }
}

extension ResetAttempt {
  init(_ node: JSONNode) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    self.init(
      requestedMode: try members.require("requestedMode").choice(),
      actualMode: try members.take("actualMode")?.choice(),
      action: try members.require("action").choice(),
      decisions: try members.list("decisions", GateDecision.init(reading:)),
      ending: try members.require("result").choice(),
      failure: try members.take("failure").map(ResetFailure.init))
    hazards = try members.list("hazardFacts") { node throws(JSONShapeFailure) in
      try node.fact()
    }
    skipsAfterHandler = try members.take("skipsAfterHandler")?.bool() ?? false
    members.skip("hazards")
    try members.finish()
  }
}

extension GateDecision {
  fileprivate init(reading node: JSONNode) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    self.init(
      gate: try members.require("gate").choice(), isPassed: try members.require("passed").bool(),
      reason: try members.require("fact").fact())
    members.skip("text")
    try members.finish()
  }
}

extension ResetLoop {
  init(_ node: JSONNode) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    self.init(
      kind: try members.require("kind").choice(),
      pendingReset: try PendingReset(members.require("pendingReset")),
      unacknowledgedResetCount: try members.require("unacknowledgedResets").count(),
      action: try members.require("action").choice(),
      requestedMode: try members.require("requestedMode").choice(),
      nextAttempt: try members.require("nextAttempt").fact())
    members.skip("text")
    try members.finish()
  }
}

extension Gap {
  init(_ node: JSONNode) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    self.init(
      try members.require("fact").fact(), sequence: try members.take("sequence")?.wide())
    members.skip("kind", "text")
    try members.finish()
  }
}

extension Comparison {
  init(_ node: JSONNode) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    self.init(
      mode: try members.require("mode").choice(), action: try members.require("action").choice(),
      result: try members.require("result").choice(),
      stateDigest: try members.take("stateDigest").map(Self.digest),
      isSameReset: try members.require("sameReset").bool(),
      differences: try members.list("differences", Difference.init(reading:)))
    try members.finish()
  }

  private static func digest(_ node: JSONNode) throws(JSONShapeFailure) -> UInt64 {
    let text = try node.string()
    guard let digest = UInt64(text, radix: 16), Hex.digest(digest) == text else {
      throw node.failure(expected: "a digest of sixteen digits")
    }
    return digest
  }
}

extension Comparison.Difference {
  fileprivate init(reading node: JSONNode) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    self = try members.require("fact").fact()
    members.skip("aspect", "device", "replay")
    try members.finish()
  }
}
