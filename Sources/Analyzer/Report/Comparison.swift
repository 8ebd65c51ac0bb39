internal import RealmModel
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
      case reupload
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
    if let digest = observed.stateDigest { compareState(digest, with: outcome) }
    if let reupload = observed.reupload, outcome.result == .recovered {
      compare(reupload, with: outcome.reupload)
    }
    if let pending = observed.pendingReset {
      compare(.pendingReset, Self.text(pending), Self.text(outcome.pendingResetAfter))
    }
  }

  private mutating func compare(_ aspect: Difference.Aspect, _ device: String, _ replay: String) {
    guard device != replay else { return }
    differences.append(Difference(aspect: aspect, device: device, replay: replay))
  }

  /// Compares the states by digest. Where the digests differ, the device's state is built anew, so
  /// that the difference can be said; and where that fails, a set of links, whose order is nobody's
  /// business, may be all that differs, and nothing is claimed.
  private mutating func compareState(_ digest: UInt64, with outcome: Outcome) {
    let after = outcome.states.after.canonicalJSON
    let replayed = after.digest
    guard digest != replayed else { return }
    let device = stateOnDevice(outcome)?.canonicalJSON
    if let device, device.digest == digest {
      guard let difference = CanonicalDifference.first(of: after, against: device) else { return }
      differences.append(
        Difference(aspect: .state, device: "the expected value", replay: difference))
    } else if !after.holdsSetOfLinks {
      compare(.state, Hex.digest(digest), Hex.digest(replayed))
    }
  }

  /// The state that the device ended in, from what it discarded or uploaded again.
  private func stateOnDevice(_ outcome: Outcome) -> RealmState? {
    switch observed.result {
    case .discarded: return outcome.states.fresh
    case .failed, .manual, .noReset: return outcome.states.local
    case .crash: return nil
    case .recovered:
      var state = outcome.states.fresh
      for change in observed.reupload ?? [] {
        guard let changeset = try? Changeset(decoding: change.changeset),
          (try? state.apply(changeset)) != nil
        else { return nil }
      }
      return observed.reupload == nil ? nil : state
    }
  }

  private mutating func compare(
    _ device: [ResetObserved.Reupload], with replay: [Outcome.ReuploadedChangeset]
  ) {
    for change in device {
      let version = "version \(change.clientVersion)"
      guard let counterpart = replay.first(where: { $0.clientVersion == change.clientVersion })
      else {
        differences.append(
          Difference(aspect: .reupload, device: "\(version) uploaded", replay: "not uploaded"))
        continue
      }
      guard !Self.isSame(change.changeset, counterpart.changeset) else { continue }
      differences.append(
        Difference(
          aspect: .reupload, device: "\(version), \(change.changeset.count) bytes",
          replay: "other instructions, \(counterpart.changeset.count) bytes"))
    }
  }

  private static func isSame(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    if a == b { return true }
    guard let x = try? Changeset(decoding: a), let y = try? Changeset(decoding: b) else {
      return false
    }
    return x.hasSameInstructions(as: y)
  }

  private static func text(_ pending: PendingReset?) -> String {
    pending.map { "\($0.mode.rawValue) \($0.action.rawValue)" } ?? "none"
  }
}

extension JSONText {
  /// Whether a canonical state holds a set whose order depends on internal keys.
  fileprivate var holdsSetOfLinks: Bool {
    switch self {
    case .array(let elements): elements.contains(where: \.holdsSetOfLinks)
    case .object(let members):
      members.contains { member in
        if member.name == "$set", case .array(let elements) = member.value {
          return elements.contains(where: \.isLink)
        }
        return member.value.holdsSetOfLinks
      }
    default: false
    }
  }

  private var isLink: Bool {
    if case .object(let members) = self { members.first?.name == "$link" } else { false }
  }
}
