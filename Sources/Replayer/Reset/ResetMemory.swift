import RealmModel
package import TraceFormat

/// Remembers what attempts at resets did to data, so that another one with the very same data is not
/// made again: under many faults a reset comes to the same work, and differs in what happens around it.
///
/// States and changesets are the same where they are so in memory, which proves it whatever they hold; as
/// long as something is remembered, its memory is not used for anything else. What is made anew is
/// worked out anew.
final class ResetMemory {
  /// How many of each kind are remembered. The works of one point of a session are a few; the states
  /// of many would be what an exploration needs most memory for.
  private static let countMax = 24

  private struct Work {
    var subject: ResetSubject
    var mode: ResetMode
    var quirks: Quirks
    var work: ResetWork
  }

  private struct Rulings {
    var unsynced: [UnsyncedChangeset]
    var rule: RuleIdentifier
    var effect: Ruling.Effect
    var rulings: [Ruling]
  }

  private var works = RecentEntries<Work>(countMax: ResetMemory.countMax)
  private var records = RecentEntries<(local: RealmState, recorded: RealmState)>(
    countMax: countMax)
  private var uniformRulings = RecentEntries<Rulings>(countMax: ResetMemory.countMax)

  init() {}

  /// What an attempt does, in the mode that it carries out.
  func work(_ situation: ResetSituation, mode: ResetMode, quirks: Quirks) -> ResetWork {
    let subject = ResetSubject(situation: situation, recorded: localWithRecord(situation))
    let known = works.last {
      $0.mode == mode && $0.quirks == quirks && $0.subject.isIdentical(to: subject, in: mode)
    }
    if let known { return known.work }
    let work = ResetWork(subject, mode: mode, quirks: quirks)
    works.add(Work(subject: subject, mode: mode, quirks: quirks, work: work))
    return work
  }

  /// As ``ResetSituation/localWithRecord``.
  func localWithRecord(_ situation: ResetSituation) -> RealmState {
    guard situation.pendingReset == nil else { return situation.local }
    if let known = records.last(where: { $0.local.isIdentical(to: situation.local) }) {
      return known.recorded
    }
    let recorded = situation.localWithRecord
    records.add((situation.local, recorded))
    return recorded
  }

  /// As ``ResetSituation/rulings(_:_:)``.
  func rulings(_ situation: ResetSituation, _ rule: RuleIdentifier, _ effect: Ruling.Effect)
    -> [Ruling]
  {
    let known = uniformRulings.last {
      $0.effect == effect && $0.rule == rule && $0.unsynced.isIdentical(to: situation.unsynced)
    }
    if let known { return known.rulings }
    let made = situation.rulings(rule, effect)
    uniformRulings.add(
      Rulings(unsynced: situation.unsynced, rule: rule, effect: effect, rulings: made))
    return made
  }
}

extension ResetSubject {
  /// Whether an attempt that carries out a mode does the same in both.
  fileprivate func isIdentical(to other: ResetSubject, in mode: ResetMode) -> Bool {
    let (own, others) = (situation, other.situation)
    guard own.fresh.isIdentical(to: others.fresh), recorded.isIdentical(to: other.recorded),
      own.scope == others.scope, own.unsynced.areSame(as: others.unsynced)
    else { return false }
    return mode == .discardLocal
      || own.local.isIdentical(to: others.local) && own.base.isIdentical(to: others.base)
        && own.integrated == others.integrated
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
  /// Whether both are one changeset in memory.
  fileprivate func isIdentical(to other: Changeset) -> Bool {
    instructions.isIdentical(to: other.instructions) && strings.isIdentical(to: other.strings)
      && pathElements.isIdentical(to: other.pathElements) && storage.isIdentical(to: other.storage)
  }
}
