internal import RealmModel
internal import Replayer
internal import TraceFormat

/// Says what became of a change, from the fates of its writes and the states around the reset.
struct ChangeJudge {
  private let outcome: Outcome
  private let writes: [JudgedWrite]
  private let taken: IntegratedTransactions
  private let overwriting: Set<Int>

  init(
    _ outcome: Outcome, _ writes: [JudgedWrite], _ taken: IntegratedTransactions,
    _ harm: HarmAccount, _ collateral: [Collateral]
  ) {
    (self.outcome, self.writes, self.taken) = (outcome, writes, taken)
    overwriting = Set(
      harm.overwritten.flatMap(\.collateral).flatMap { index -> [Int] in
        let piece = collateral[index]
        // Of what was written to a list those have overwritten it that had it copied.
        let authors = piece.writes.filter {
          piece.rule != .listCopiedWhole || outcome.result.rulings[$0].effect == .copiedWhole
        }
        guard case .collectionHarmed(let cause, _) = piece.reason,
          [.cleared, .replaced, .putAnew, .removed].contains(cause)
        else { return authors }
        // What else the device wrote there stands next to what others wrote.
        let winners = authors.filter { writes[$0].winner == .device }
        return winners.isEmpty ? authors : winners
      }.flatMap { author in
        // What a deletion did to links counts with the creation that superseded it.
        sequence(first: author) { writes[$0].supersededBy }
      })
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
    switch (write.fate, write.winner) {
    case (.conflicted, .both): return .merged
    case (.recovered, _), (.conflicted, nil):
      return overwriting.contains(index) ? .keptAndOverwrote : .kept
    case (.lost, _) where isServersThere(write): return .serversKept
    default: return write.fate.outcome
    }
  }

  /// Whether the server's own value stands where the device's was lost.
  private func isServersThere(_ write: JudgedWrite) -> Bool {
    guard outcome.ending == .recovered, write.threeWay == .both,
      case .value = write.observed.server
    else { return false }
    return write.observed.after.looksLike(write.observed.server)
  }

  /// Whether the server has all of an object that the device had made, or had it and others have edited it since.
  private func hasEffect(of change: Change) -> Bool {
    let isTaken = change.writes.allSatisfy { taken.has(writes[$0].transactionIndex) == true }
    guard change.kind.makesObject, !isTaken, change.address.object != nil else { return true }
    let (device, server) = (outcome.situation.local, outcome.situation.fresh)
    guard let own = device.object(at: change.address),
      let servers = server.object(at: change.address)
    else { return false }
    return Value.looksAlike(server.completed(own), servers)
  }
}

extension Change.Outcome {
  /// Whether the device's change is gone, also where the server's own stands in its place.
  package var isLoss: Bool { self == .lost || self == .serversKept }

  /// The gravest first: an object that was created lacks what one of its values lost.
  package static let byGravity: [Self] = [
    .lost, .notKnown, .inBackupOnly, .serversKept, .keptAndOverwrote, .merged, .pending, .kept,
    .alreadyOnServer,
  ]

  /// The lower, the graver.
  fileprivate var gravity: Int { Self.byGravity.firstIndex(of: self) ?? 0 }
}

extension Fate {
  /// What a write of this fate makes of its change, if nothing else is known of it; nil where it says nothing.
  fileprivate var outcome: Change.Outcome? {
    switch self {
    case .lost: .lost
    case .unknown: .notKnown
    case .stranded: .inBackupOnly
    case .conflicted: .keptAndOverwrote
    case .pending: .pending
    case .recovered: .kept
    case .redundant: .alreadyOnServer
    case .superseded: nil
    }
  }
}
