internal import RealmModel
internal import Replayer
internal import TraceFormat

/// Says what became of a change, from the fates of its writes and the states around the reset.
struct ChangeJudge {
  private let outcome: Outcome
  private let writes: [JudgedWrite]
  /// The writes that left something of the server's overwritten.
  private let overwriting: Set<Int>

  init(_ outcome: Outcome, _ writes: [JudgedWrite], _ harm: HarmAccount, _ collateral: [Collateral])
  {
    (self.outcome, self.writes) = (outcome, writes)
    overwriting = Set(harm.overwritten.flatMap(\.collateral).flatMap { collateral[$0].writes })
  }

  func settled(_ change: Change) -> Change {
    var change = change
    change.outcome = outcome(of: change)
    return change
  }

  private func outcome(of change: Change) -> Change.Outcome {
    let outcomes = change.writes.compactMap { outcome(ofWrite: $0) }
    guard outcome.ending == .discarded else {
      // What a created object lacks counts for the whole of it.
      return outcomes.min { $0.gravity < $1.gravity } ?? .kept
    }
    if outcomes.allSatisfy({ $0 == .alreadyOnServer }), hasEffect(of: change) {
      return .alreadyOnServer
    }
    return outcomes.contains(.notKnown) && !outcomes.contains(.lost) ? .notKnown : .lost
  }

  /// Nil for a write that says nothing of its own.
  private func outcome(ofWrite index: Int) -> Change.Outcome? {
    let write = writes[index]
    switch write.fate {
    case .recovered: return overwriting.contains(index) ? .keptAndOverwrote : .kept
    case .conflicted:
      switch write.winner {
      case .both: return .merged
      case .device: return .keptAndOverwrote
      case nil: return overwriting.contains(index) ? .keptAndOverwrote : .kept
      }
    case .lost: return isServersThere(write) ? .serversKept : .lost
    case .stranded: return .inBackupOnly
    case .pending: return .pending
    case .redundant: return .alreadyOnServer
    case .superseded: return nil
    case .unknown: return .notKnown
    }
  }

  /// Whether the server's own value stands where the device's was lost.
  private func isServersThere(_ write: JudgedWrite) -> Bool {
    guard outcome.ending == .recovered, write.threeWay == .both,
      case .value = write.observed.server
    else { return false }
    return write.observed.after.looksLike(write.observed.server)
  }

  /// Whether the server has all of an object that the device had made.
  private func hasEffect(of change: Change) -> Bool {
    guard change.kind == .created || change.kind == .recreated, let key = change.address.object
    else { return true }
    let (device, server) = (outcome.situation.local, outcome.situation.fresh)
    guard let own = device.object(key, of: change.address.className),
      let servers = server.object(key, of: change.address.className)
    else { return false }
    return own.allSatisfy { property in
      servers.contains { $0.key == property.key && $0.value.looksLike(property.value) }
    }
  }
}

extension Change.Outcome {
  /// The lower, the graver: an object that was created lacks what one of its values lost.
  fileprivate var gravity: Int {
    switch self {
    case .lost: 0
    case .notKnown: 1
    case .inBackupOnly: 2
    case .serversKept: 3
    case .keptAndOverwrote: 4
    case .merged: 5
    case .pending: 6
    case .kept: 7
    case .alreadyOnServer: 8
    }
  }
}
