internal import Analyzer
internal import RealmModel
package import TraceFormat

/// How what a reset comes to differs from what it came to before, in one sentence without a final
/// period each.
package enum OutcomeChange {
  package static func reset(isNew name: String) -> String { "a reset is new: \(name)" }

  package static func reset(isGone name: String) -> String { "a reset is gone: \(name)" }

  /// - Parameters:
  ///   - name: where the reset stood, such as `session 1, record 11`.
  ///   - now: where it stands.
  package static func reset(_ name: String, isNow now: String) -> String {
    "the reset of \(name) is now at \(now)"
  }

  /// - Parameter totals: such as `2 writes: 2 lost`.
  package static func fates(ofNew name: String, _ totals: String) -> String {
    "\(name): \(totals), none of them reviewed"
  }

  package static func fates(ofGone name: String, _ totals: String) -> String {
    "\(name): \(totals), none of them there any more"
  }

  package static func ending(
    from old: ResetEnding, to new: ResetEnding, _ sides: ComparedSides = .versions
  ) -> String {
    switch sides {
    case .versions: "the reset \(old.pastTense) before, and now it \(new.verb)"
    case .modes(let first, let second):
      "the reset \(old.verb) with \(first), and \(new.verb) with \(second)"
    }
  }

  package static let state = "the state after the reset is another"

  /// - Parameters:
  ///   - name: what is counted, such as `collateral valueOverwritten`.
  ///   - count: how many more there are; none if they are only others.
  package static func findings(
    _ name: String, more count: Int, _ sides: ComparedSides = .versions
  ) -> String {
    let (before, now) =
      switch sides {
      case .versions: ("as many as before, but others", "")
      case .modes(_, let second): ("as many in both modes, but others", " with \(second)")
      }
    if count > 0 { return "\(name): \(count) more\(now)" }
    return count < 0 ? "\(name): \(-count) less\(now)" : "\(name): \(before)"
  }
}

/// What two outcomes of one reset are.
package enum ComparedSides: Hashable, Sendable {
  /// What it came to before, and what it comes to now.
  case versions
  /// What it comes to in two modes, by their names.
  case modes(String, String)
}

/// What else is compared of two outcomes.
package enum OutcomePart {
  case sessionName
  case error
  case attempts
  case didRecover
  case pendingReset
  case device
  case gaps

  /// That it is another.
  package var changeWords: String { "\(noun) is another" }

  private var noun: String {
    switch self {
    case .sessionName: "the name of the session"
    case .error: "the error"
    case .attempts: "what was attempted"
    case .didRecover: "what the SDK tells the app (didRecover)"
    case .pendingReset: "the reset that the file tracks afterwards"
    case .device: "the comparison with the device"
    case .gaps: "what the trace does not show"
    }
  }
}

/// How a fault of the plan does otherwise than before.
package enum FaultChange {
  case isNew
  case isGone
  case stopped
  case started
  case otherEffect
  case otherReason

  /// - Parameter fault: as the command line takes it.
  package func words(_ fault: String) -> String { "the fault `\(fault)` \(predicate)" }

  private var predicate: String {
    switch self {
    case .isNew: "is new"
    case .isGone: "is gone"
    case .stopped: "fired before, and now never happens"
    case .started: "never happened before, and now fires"
    case .otherEffect: "does something else than before"
    case .otherReason: "never happens, for another reason than before"
    }
  }
}

extension ResetEnding {
  fileprivate var pastTense: String {
    switch self {
    case .recovered: "recovered"
    case .discarded: "discarded"
    case .manual: "was left to the app"
    case .failed: "failed"
    case .crash: "crashed"
    case .noReset: "did not take place"
    }
  }

  fileprivate var verb: String {
    switch self {
    case .recovered: "recovers"
    case .discarded: "discards"
    case .manual: "is left to the app"
    case .failed: "fails"
    case .crash: "crashes"
    case .noReset: "does not take place"
    }
  }
}
