internal import Replayer
public import TraceFormat

/// The replay against what the device itself did.
public struct Comparison: Hashable, Sendable {
  /// What the device did.
  public var observed: ResetObserved
  /// Whether the replay was of the same mode and action, so that the two must agree.
  public var isSameReset: Bool
  /// What differs; empty where the two agree as far as the trace shows.
  public var differences: [Difference]

  /// One thing that differs.
  public struct Difference: Hashable, Sendable {
    public enum Aspect: String, Hashable, Sendable, CaseIterable {
      case result
      case failure
      case state
      case pendingReset
    }

    public var aspect: Aspect
    public var device: String
    public var replay: String
  }
}

extension Comparison {
  init(_ observed: ResetObserved, with outcome: Outcome) {
    self.observed = observed
    let attempt = outcome.attempts.last
    isSameReset = attempt?.requestedMode == observed.mode && attempt?.action == observed.action
    differences = []
    guard isSameReset else { return }
    compare(.result, observed.result.rawValue, outcome.result.rawValue)
    if let failure = observed.failure {
      compare(.failure, failure.rawValue, outcome.failure?.failureClass?.rawValue ?? "none")
    }
    if let digest = observed.stateDigest {
      compare(.state, Self.text(digest), Self.text(outcome.states.after.digest))
    }
    if let pending = observed.pendingReset {
      compare(.pendingReset, Self.text(pending), Self.text(outcome.pendingResetAfter))
    }
  }

  private mutating func compare(_ aspect: Difference.Aspect, _ device: String, _ replay: String) {
    guard device != replay else { return }
    differences.append(Difference(aspect: aspect, device: device, replay: replay))
  }

  private static func text(_ digest: UInt64) -> String {
    let digits = String(digest, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private static func text(_ pending: PendingReset?) -> String {
    pending.map { "\($0.mode.rawValue) \($0.action.rawValue)" } ?? "none"
  }
}

extension RealmState {
  /// XXH64 of the state in canonical JSON, by which states are compared across tools.
  fileprivate var digest: UInt64 {
    var bytes: [UInt8] = []
    canonicalJSON.write(into: &bytes)
    return XXH64.digest(bytes)
  }
}
