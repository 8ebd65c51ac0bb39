internal import TraceFormat

extension ScenarioCompiler {
  func pendingReset(_ node: JSONNode) throws(JSONShapeFailure) -> PendingReset {
    var members = try JSONMembers(node)
    let mode = try members.require("mode")
    let pending = PendingReset(
      mode: try mode.choice(), action: try members.require("action").choice(),
      timeMicroseconds: try members.take("time").map(ScenarioLiteral.microseconds),
      engineVersion: try members.take("engineVersion")?.string())
    guard pending.mode == .discardLocal || pending.mode == .recover else {
      throw mode.failure(expected: "`DiscardLocal` or `Recover`, the modes that a file stores")
    }
    try members.finish()
    return pending
  }

  /// An error; what is left out is that of its number, and the number that of a server that has forgotten
  /// the client file.
  func syncError(_ node: JSONNode) throws(JSONShapeFailure) -> SyncError {
    var members = try JSONMembers(node)
    let code = members.take("code")
    var error = SyncError.scenarioDefault()
    switch code?.json {
    case nil: break
    case .null?: error.code = nil
    case .some: if let code { error = .scenarioDefault(try code.integer()) }
    }
    if let name = try members.take("name")?.string() { error.name = name }
    if let message = try members.take("message")?.string() { error.message = message }
    if let action: ServerAction = try members.take("action")?.choice() { error.action = action }
    if let isFatal = try members.take("fatal")?.bool() { error.isFatal = isFatal }
    error.compensatingWrites = try compensatingWrites(members.take("compensatingWrites"))
    if let url = try members.take("logURL")?.string() { error.logURL = url }
    try members.finish()
    return error
  }

  private func compensatingWrites(
    _ node: JSONNode?
  ) throws(JSONShapeFailure) -> [SyncError.CompensatingWrite] {
    var writes: [SyncError.CompensatingWrite] = []
    for element in try node?.elements() ?? [] {
      var members = try JSONMembers(element)
      writes.append(
        SyncError.CompensatingWrite(
          table: try members.require("class").string(),
          primaryKey: try members.require("primaryKey").string(),
          reason: try members.take("reason")?.string() ?? ""))
      try members.finish()
    }
    return writes
  }

  func resetObserved(_ node: JSONNode) throws(JSONShapeFailure) -> ResetObserved {
    var members = try JSONMembers(node)
    let observed = ResetObserved(
      mode: try members.require("mode").choice(),
      action: try members.take("action")?.choice() ?? .clientReset,
      result: try members.require("result").choice(),
      failure: try members.take("failure")?.choice(),
      message: try members.take("message")?.string() ?? "",
      stateDigest: try members.take("stateDigest").map(digest),
      pendingReset: try members.take("pendingReset").map(pendingReset))
    try members.finish()
    return observed
  }

  private func digest(_ node: JSONNode) throws(JSONShapeFailure) -> UInt64 {
    try ScenarioLiteral.hex(node, byteCount: 8).bigEndian()
  }
}

extension SyncError {
  /// The error of a scenario that says no more of it than its number: a fatal one, with the action of an
  /// ordinary reset.
  static func scenarioDefault(_ code: Int32 = 208) -> SyncError {
    SyncError(
      code: code, name: ProtocolErrorCode.reportedName(code),
      message: ProtocolErrorCode.message(code) ?? "error \(code)", action: .clientReset,
      isFatal: true)
  }
}
