package import Replayer
internal import TraceFormat

extension Report {
  package var story: ResetStory {
    ResetStory(attempts: attempts.indices.map(storyAttempt), precedence: handlerPrecedence)
  }

  private var handlerPrecedence: HandlerPrecedence {
    switch result {
    case .manual: .manual
    case _ where attempts.contains { $0.ending == .failed }: .automaticFailure
    case .noReset where attempts.indices.last.map(errorHandler)?.isCalled == true: .otherError
    case .recovered: .blocksAlone
    case .discarded where attempts.last?.isSkipped == false: .blocksAlone
    default: .nobodyCalled
    }
  }

  private func storyAttempt(_ index: Int) -> ResetStory.Attempt {
    ResetStory.Attempt(
      number: index + 1, attempt: attempts[index],
      events: callbacks(of: index) + traces(of: index) + sequel(to: index))
  }

  private func traces(of index: Int) -> [StoryEvent] {
    let attempt = attempts[index]
    var events: [StoryEvent] = []
    let lost = ownCount(of: .lost)
    if attempt.ending == .discarded, !attempt.isSkipped, index == attempts.count - 1, lost > 0 {
      events.append(.discards(writeCount: lost))
      let kept = attempts[..<index].lastIndex { $0.ending == .failed || $0.ending == .crash }
      if let kept { events.append(.couldBeHad(afterAttempt: kept + 1)) }
    }
    switch attempt.ending {
    case .failed, .manual: events.append(.moveScheduled)
    case .noReset where error.action == .deleteRealm: events.append(.deletionScheduled)
    case .recovered, .discarded, .crash, .noReset: break
    }
    if attempt.actualMode != nil, attempt.ending == .failed || attempt.ending == .crash {
      events.append(.isRecorded)
    }
    return events
  }

  private func sequel(to index: Int) -> [StoryEvent] {
    guard index + 1 < attempts.count else { return [] }
    switch attempts[index].ending {
    case .crash: return [.restartTriesAgain]
    case .failed:
      return [.restartMovesFile(writeCount: ownWriteCount), .reopeningTriesAgain]
    case .recovered, .discarded: return [.serverAsksAgain]
    case .manual, .noReset: return []
    }
  }

  private func callbacks(of index: Int) -> [StoryEvent] {
    [
      .beforeBlock(beforeBlock(of: index)), .afterBlock(afterBlock(of: index)),
      .errorHandler(errorHandler(of: index)),
    ]
  }

  /// It is called before the last gate is passed, in a transaction of its own.
  private func beforeBlock(of index: Int) -> StoryEvent.BeforeBlock {
    let attempt = attempts[index]
    guard attempt.comesToBeforeBlock else { return .isNotCalled(silence(before: attempt)) }
    if attempt.failure?.failureClass == .handlerThrew, attempt.actualMode == nil { return .threw }
    let earlier = attempts[..<index].lastIndex(where: \.isCarriedOut)
    return earlier.map { .seesLeft(byAttempt: $0 + 1) }
      ?? .seesDevice(writeCount: ownWriteCount)
  }

  private func afterBlock(of index: Int) -> StoryEvent.AfterBlock {
    let attempt = attempts[index]
    let didRecover = attempt.actualMode == .recover
    switch attempt.ending {
    case .recovered, .discarded:
      if attempt.isSkipped { return .isNotCalled(.nothingToReset) }
      return attempt.skipsAfterHandler
        ? .isNotCalled(.isSkipped) : .seesBoth(didRecover: didRecover)
    case .failed:
      return attempt.isFailedByHandlerAfter
        ? .threw(didRecover: didRecover) : .isNotCalled(.failsBefore)
    case .manual, .noReset, .crash: return .isNotCalled(silence(before: attempt))
    }
  }

  private func silence(before attempt: ResetAttempt) -> StoryEvent.Silence {
    switch attempt.ending {
    case .crash: .processEnded
    case .failed: .failsBefore
    case .manual: .endsBefore
    case .noReset, .recovered, .discarded: .nothingToReset
    }
  }

  private func errorHandler(of index: Int) -> StoryEvent.ErrorHandler {
    let attempt = attempts[index]
    switch attempt.ending {
    case .recovered, .discarded: return .isNotCalled(.goesThrough)
    case .crash: return .isNotCalled(.processEnded)
    case .manual: return .getsError(error: originating, hasPaths: true)
    case .failed: return .getsFailure(failure(of: index))
    case .noReset where attempt.decisions.last?.reason == .noError:
      return .isNotCalled(.nothingToReset)
    case .noReset:
      return !attempt.action.isSeenToByClient
        ? .getsError(error: originating, hasPaths: false) : .isNotCalled(.isNotReported)
    }
  }

  private var originating: ReportedFailure.Originating {
    ReportedFailure.Originating(name: error.name, message: error.message)
  }

  private func failure(of index: Int) -> ReportedFailure {
    let attempt = attempts[index]
    // The error that asked for a second reset is not in the report.
    let answersError = attempts[..<index].allSatisfy {
      $0.ending == .failed || $0.ending == .crash
    }
    let isForbidden = attempt.failure?.failureClass == .recoveryNotAllowed
    return ReportedFailure(
      action: attempt.action, comesToBlocks: attempt.comesToBeforeBlock,
      originating: answersError ? originating : nil,
      inner: attempt.failure?.message ?? "",
      innerName: isForbidden && !attempt.comesToBeforeBlock ? "RuntimeError" : nil)
  }
}

extension StoryEvent.ErrorHandler {
  fileprivate var isCalled: Bool { if case .isNotCalled = self { false } else { true } }
}

extension ResetAttempt {
  /// Whether the app's block before the reset is called: all gates before it are passed. An attempt
  /// that begins at the last gate has passed them.
  fileprivate var comesToBeforeBlock: Bool {
    // Realm Core refuses the mode when it makes the reset's configuration, before any block.
    requestedMode != .manual
      && decisions.contains {
        $0.gate == .pendingReset || $0.gate == .precheck
          || ($0.gate == .anythingToReset && $0.isPassed)
      }
  }
}

/// A reset as the app lives through it, attempt by attempt (`docs/report.md`, "The story").
package struct ResetStory: Hashable, Sendable {
  package struct Attempt: Hashable, Sendable {
    /// From 1.
    package var number: Int
    package var attempt: ResetAttempt
    package var events: [StoryEvent]

    /// Whether it discards because the attempt before is on record.
    package var discardsAfterFailure: Bool {
      attempt.decisions.contains { $0.reason == .discardsAfterRecovery }
    }
  }

  package var attempts: [Attempt]
  package var precedence: HandlerPrecedence

  /// Whether a before block sees the device's data.
  package var showsDeviceBefore: Bool {
    attempts.contains { attempt in
      attempt.events.contains { event in
        if case .beforeBlock(.seesDevice) = event { true } else { false }
      }
    }
  }

  /// Whether there are several attempts, or the only one calls anybody.
  package var callsAnybody: Bool {
    attempts.count > 1 || attempts.contains { $0.events.contains(where: \.isCall) }
  }
}

extension StoryEvent {
  fileprivate var isCall: Bool {
    switch self {
    case .beforeBlock(.isNotCalled), .afterBlock(.isNotCalled), .errorHandler(.isNotCalled): false
    default: isCallback
    }
  }
}
