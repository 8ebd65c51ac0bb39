internal import RealmModel
internal import Replayer
internal import TraceFormat

/// What both sides last shared, or what the server was restored to since, with the transactions carried out on it that
/// the server took unheard: only where the server has something else, others have changed it.
struct BaseWithTaken: CachedResult {
  static let countMax = 12

  private let (base, unsynced, taken): (RealmState?, [UnsyncedChangeset], [Int])
  /// Nil where the transactions do not fit the base alone.
  let state: RealmState?

  /// - Parameter taken: the indexes of the transactions.
  init(_ situation: ResetSituation, _ taken: [Int]) {
    base = situation.restored ?? situation.base
    (unsynced, self.taken) = (situation.unsynced, taken)
    var state = base
    for index in taken {
      if (try? state?.apply(unsynced[index].changeset)) == nil { state = nil }
    }
    self.state = state
  }

  func isOf(_ situation: ResetSituation, _ taken: [Int]) -> Bool {
    taken == self.taken && base.isIdentical(to: situation.restored ?? situation.base)
      && unsynced.areSame(as: situation.unsynced)
  }
}

extension IntegratedTransactions {
  /// What the server had of which others have changed nothing, where that is not the last sync, and is known.
  func base(of situation: ResetSituation, _ cache: ReplayCache?) -> RealmState? {
    guard lastIntegrated != nil || !situation.integrated.isEmpty else {
      return situation.restored
    }
    guard let last = situation.unsynced.indices.last(where: { isTaken($0, in: situation) }) else {
      return situation.restored
    }
    // What adds classes alone counts as nobody's, and the later ones need it.
    let taken = (0...last).filter {
      isTaken($0, in: situation) || !situation.unsynced[$0].changeset.changesObjects
    }
    return (cache?.baseWithTaken(situation, taken) ?? BaseWithTaken(situation, taken)).state
  }

  /// Where the server's changes are shown, it is among them; elsewhere an object that it creates shows it.
  func isTaken(_ transaction: Int, in situation: ResetSituation) -> Bool {
    situation.integrated.contains(transaction)
      || situation.serverChanges == nil && has(transaction) == true
  }
}
