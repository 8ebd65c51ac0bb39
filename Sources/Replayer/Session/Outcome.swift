public import FaultPlans
package import RealmModel
public import TraceFormat

/// What a client reset did, or would have done, to a session: everything that analysis reads.
///
/// Analysis judges by `ResetResult.rulings` and compares the states; it never works out a rule again.
public struct Outcome: Sendable {
  /// What the reset began with.
  public var situation: ResetSituation
  /// What it led to.
  public var result: ResetResult
  /// The attempts in order; the last one decides.
  public var attempts: [ResetAttempt]
  /// What the trace does not show. Verdicts that depend on it are not certain.
  public var gaps: [Gap]
  /// The defects of Realm Core that were replayed.
  public var quirks: Quirks
  package var observed: ObservedReset?
  /// The faults that were to be injected.
  public var faultPlan = FaultPlan.none
  /// Those that happened at this reset or on the way to it, in the order of the plan.
  public var faults: [FaultFiring] = []
  /// Those that happened at no reset of the trace, or that this one did not reach.
  public var unfiredFaults: [UnfiredFault] = []

  /// How the reset ended: as the last attempt did.
  public var ending: ResetEnding { attempts.last?.ending ?? .failed }

  /// Why the reset failed, if it did.
  public var failure: ResetFailure? { attempts.last?.failure }

  package var uploaded: ObservedReset.Upload? {
    guard ending == .recovered, observed?.recorded.result == .recovered else { return nil }
    return observed?.upload
  }

  /// Whether the trace shows what the device had. Where it does not, the replay's state of the device is what the
  /// writes that are shown make: fates are judged by it, and it is not reported.
  package var isDeviceKnown: Bool { !gaps.contains(where: \.hidesDevice) }

  /// The client's state after the reset; nil where that is what the device had, and the trace does not show it, or where
  /// the trace does not show which of two ends the reset came to.
  package var knownAfter: RealmState? {
    let isLeftAsItWas = result.after.isIdentical(to: situation.local)
    let isKnown = isLeftAsItWas ? isDeviceKnown : !gaps.contains(where: \.hidesEnding)
    return isKnown ? result.after : nil
  }
}
