import RealmModel
package import TraceFormat

// What attempts at resets did to data. The works of one point of a session are a few; the states of many would be what an exploration
// needs most memory for.
extension ReplayCache {
  private struct Work: CachedResult {
    static let countMax = 24
    var situation: ResetSituation
    var recorded: RealmState
    var mode: ResetMode
    var quirks: Quirks
    var work: ResetWork
  }

  private struct RecordedAttempt: CachedResult {
    static let countMax = 24
    var local: RealmState
    var recorded: RealmState
  }

  private struct UniformRulings: CachedResult {
    static let countMax = 24
    var unsynced: [UnsyncedChangeset]
    var rule: RuleIdentifier
    var effect: Ruling.Effect
    var rulings: [Ruling]
  }

  func work(_ situation: ResetSituation, mode: ResetMode, quirks: Quirks) -> ResetWork {
    let recorded = localWithRecord(situation)
    return result { (known: Work) in
      known.mode == mode && known.quirks == quirks && known.recorded.isIdentical(to: recorded)
        && known.situation.leadsToSameWork(as: situation, in: mode)
    } otherwise: {
      Work(
        situation: situation, recorded: recorded, mode: mode, quirks: quirks,
        work: ResetWork(situation, recorded: recorded, mode: mode, quirks: quirks))
    }.work
  }

  func localWithRecord(_ situation: ResetSituation) -> RealmState {
    guard situation.pendingReset == nil else { return situation.local }
    return result { (known: RecordedAttempt) in
      known.local.isIdentical(to: situation.local)
    } otherwise: {
      RecordedAttempt(local: situation.local, recorded: situation.localWithRecord)
    }.recorded
  }

  func rulings(_ situation: ResetSituation, _ rule: RuleIdentifier, _ effect: Ruling.Effect)
    -> [Ruling]
  {
    result { (known: UniformRulings) in
      known.effect == effect && known.rule == rule
        && known.unsynced.isIdentical(to: situation.unsynced)
    } otherwise: {
      UniformRulings(
        unsynced: situation.unsynced, rule: rule, effect: effect,
        rulings: situation.rulings(rule, effect))
    }.rulings
  }
}

extension ResetSituation {
  /// Whether an attempt that carries out a mode does the same in both, on the same local file.
  fileprivate func leadsToSameWork(as other: ResetSituation, in mode: ResetMode) -> Bool {
    guard fresh.isIdentical(to: other.fresh), scope == other.scope,
      unsynced.areSame(as: other.unsynced)
    else { return false }
    return mode == .discardLocal
      || local.isIdentical(to: other.local) && base.isIdentical(to: other.base)
        && integrated == other.integrated
  }
}

extension [UnsyncedChangeset] {
  /// Whether the changesets are the same ones in memory.
  package func areSame(as others: [UnsyncedChangeset]) -> Bool {
    isIdentical(to: others)
      || count == others.count
        && zip(self, others).allSatisfy {
          $0.clientVersion == $1.clientVersion && $0.sequence == $1.sequence
            && $0.timeMicroseconds == $1.timeMicroseconds
            && $0.originTimestampMilliseconds == $1.originTimestampMilliseconds
            && $0.changeset.isIdentical(to: $1.changeset)
        }
  }
}

extension [Changeset] {
  /// Whether the changesets are the same ones in memory.
  package func areSame(as others: [Changeset]) -> Bool {
    count == others.count && zip(self, others).allSatisfy { $0.isIdentical(to: $1) }
  }
}

extension Changeset {
  fileprivate func isIdentical(to other: Changeset) -> Bool {
    instructions.isIdentical(to: other.instructions) && strings.isIdentical(to: other.strings)
      && pathElements.isIdentical(to: other.pathElements) && storage.isIdentical(to: other.storage)
  }
}
