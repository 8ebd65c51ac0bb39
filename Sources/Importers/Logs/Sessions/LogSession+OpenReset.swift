import TraceFormat

// What the lines of a reset say of it, as they come.
extension LogSession.OpenReset {
  var outcome: LoggedReset.Outcome {
    if isSkipped { return .skipped }
    // Only a recovery counts changesets, and says what it leaves out.
    let hasRecovered = facts.localChangesetCount != nil || !facts.drops.isEmpty
    if hasFailed {
      let hasThrown = facts.failure == .handlerThrew
      // One handler is called before the recovery, the other once the reset is committed.
      if isCommitted || hasThrown && hasRecovered { return .handlerFailedAfter }
      // Above level info nothing says which of the two threw.
      return hasThrown && !facts.hasInfoLines ? .endNotSeen : .failed
    }
    guard isCommitted else { return .endNotSeen }
    switch willRecover ?? (hasRecovered ? true : nil) {
    case true?: return .recovered
    case false?: return .discarded
    case nil:
      switch facts.actualMode {
      case .recover?: return .recovered
      case .discardLocal?: return .discarded
      default: return .carriedOut
      }
    }
  }

  mutating func takeMode(_ text: String) {
    guard let mode = ResetMode(rawValue: text) else { return }
    (facts.requestedMode, facts.isModeInferred) = (mode, false)
  }

  mutating func takeInferred(_ mode: ResetMode) {
    guard facts.requestedMode == nil else { return }
    (facts.requestedMode, facts.isModeInferred) = (mode, true)
  }

  mutating func take(status: ArraySlice<UInt8>) {
    // A line that was cut may end inside of what is known already.
    let known = Array("\(facts.errorName): \(facts.errorMessage)".utf8)
    let isCut = status.count < known.count && known.starts(with: status)
    guard !status.isEmpty, !isCut else { return }
    self.status = Array(status)
    let parsed = LogStatus(status)
    if !parsed.message.hasSameBytes(as: facts.errorMessage) {
      // Another error than the one that was reported, or one that the log does not show.
      if !facts.errorMessage.isEmpty { facts.errorCode = nil }
      facts.errorMessage = parsed.message
    }
    if !parsed.name.isEmpty { facts.errorName = parsed.name }
  }

  mutating func take(_ summary: LogResetSummary) {
    if facts.file.isEmpty { facts.file = summary.path }
    facts.newFileIdent =
      summary.ident("fresh_file_ident") ?? summary.ident("client_file_ident")
      ?? summary.ident("client_file_ident.ident")
    facts.freshServerVersion = summary.ident("fresh_server_version")
    takeMode(summary.text("requested_mode") ?? summary.text("mode") ?? "")
    facts.action = summary.text("action").flatMap(ServerAction.init) ?? facts.action
    facts.actualMode = summary.text("actual_mode").flatMap(ResetMode.init) ?? facts.actualMode
    willRecover = summary.text("will_recover").map { $0 == "true" || $0 == "1" } ?? willRecover
    if facts.actualMode == nil, let mode = summary.text("mode").flatMap(ResetMode.init),
      mode != .recoverOrDiscard
    {
      facts.actualMode = mode
    }
    if let error = summary.bytes("originating_error") { take(status: error) }
  }

  /// Whether a failure may be this reset's by the status that it names, if it names one.
  func hasStatus(of failure: LogFields) -> Bool {
    failure.bytes("rest")?.starts(with: status) ?? true
  }

  mutating func takeFailure(_ fields: LogFields) {
    hasFailed = true
    facts.action = ServerAction(rawValue: fields.text("action")) ?? facts.action
    var message = fields.text("why")
    if let rest = fields.bytes("rest") {
      let bytes = Array(rest)
      let separator = Array(": '".utf8)
      // The status may hold anything; what is known of it says where it ends.
      let known = !status.isEmpty && bytes.starts(with: status + separator) ? status.count : nil
      if let end = known ?? bytes[...].firstIndex(of: separator) {
        if status.isEmpty { take(status: bytes[..<end]) }
        message = bytes[(end + separator.count)...].text
      } else {
        message = rest.text
      }
    }
    facts.failureMessage = message
    facts.failure =
      isCommitted ? .handlerThrew : ResetFailureClass(logged: message) ?? facts.failure
    // Some name the mode that the app has configured.
    for words in ["giving up on '", "Client reset mode is set to '"] {
      guard let start = message.firstRange(of: words)?.upperBound else { continue }
      takeMode(String(message[start...].prefix { $0 != "'" }))
    }
  }
}

extension LogFields {
  /// All that a line says of a reset that failed.
  var failure: [UInt8] { Array(bytes("rest") ?? bytes("why") ?? []) }
}

extension LoggedReset {
  /// Whether it has what a client writes at level info: its file, and what comes before it carries a reset out, or once
  /// it has.
  var hasInfoLines: Bool {
    !file.isEmpty || requestedMode != nil && !isModeInferred || localChangesetCount != nil
      || versionAfter != nil
  }

  /// Whether the client, or an SDK, told of a failure.
  var isFailure: Bool { [.failed, .handlerFailedAfter].contains(outcome) || failure != nil }

  /// Whether something is to be done before the next launch, of which the log has none yet.
  var waitsForLaunch: Bool {
    hasLaterLaunch != true && ![.recovered, .discarded, .skipped].contains(outcome)
  }

  mutating func takeError(of other: LoggedReset) {
    (errorCode, errorName, errorMessage) = (other.errorCode, other.errorName, other.errorMessage)
    action = other.action ?? action
  }

  mutating func forgetError() {
    takeError(of: LoggedReset())
    action = nil
  }

  /// Forgets what lines of its own were counted for, some of which are missing.
  mutating func forgetCounts() {
    (removedObjectCount, createdObjectCount, updatedObjectCount) = (nil, nil, nil)
    overwrittenListCount = nil
  }

  mutating func add(_ reason: Drop.Reason, _ instruction: String) {
    let name = String(instruction.prefix(40))
    if let index = drops.firstIndex(where: {
      $0.reason == reason && $0.instruction.hasSameBytes(as: name)
    }) {
      drops[index].count += 1
    } else if drops.count < 100 {
      drops.append(Drop(reason: reason, instruction: name, count: 1))
    }
  }

  /// What a replay could be compared with; nil where the log does not tell enough.
  var observed: ResetObserved? {
    guard let mode = requestedMode, let action else { return nil }
    let ending: ResetEnding
    switch outcome {
    case .recovered: ending = .recovered
    case .discarded: ending = .discarded
    case .failed, .handlerFailedAfter: ending = .failed
    case .skipped, .leftToApp, .deletionScheduled, .downloadUnfinished, .notSeen, .endNotSeen,
      .carriedOut:
      return nil
    }
    return ResetObserved(
      mode: mode, action: action, result: ending, failure: failure, message: failureMessage)
  }
}
