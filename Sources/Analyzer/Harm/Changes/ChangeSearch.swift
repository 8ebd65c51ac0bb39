internal import RealmModel
internal import Replayer

/// Puts the writes together that are one change: by what the device did, so that a reset has the same
/// changes in every mode.
struct ChangeSearch {
  private let writes: [JudgedWrite]
  /// For each write the one that its change is named after; itself, where it is that one.
  private var leaders: [Int]
  /// The last creation and deletion of each object so far, and what the schema got.
  private var makers: [Address: Int] = [:]
  private var deletions: [Address: Int] = [:]
  /// The last value of each place that has one by its name, without a position in a list.
  private var values: [Address: Int] = [:]

  private init(_ writes: [JudgedWrite]) {
    self.writes = writes
    leaders = Array(writes.indices)
  }

  /// The changes in the order of the first write of each.
  static func changes(
    in outcome: Outcome, _ writes: [JudgedWrite], _ harm: HarmAccount, _ collateral: [Collateral]
  ) -> [Change] {
    var search = ChangeSearch(writes)
    for index in writes.indices { search.join(index) }
    let judge = ChangeJudge(outcome, writes, harm, collateral)
    return search.groups.compactMap { group in
      guard let change = search.change(of: group) else { return nil }
      return judge.settled(change)
    }
  }

  private mutating func join(_ index: Int) {
    let write = writes[index]
    if let later = write.impliedBy ?? write.localEffect.replacedBy { leaders[index] = later }
    let object = write.address.wholeObject
    switch write.operation {
    case .create, .addClass:
      if let deletion = deletions.removeValue(forKey: object), leaders[deletion] == deletion {
        leaders[deletion] = index
      }
      makers[object] = index
    case .delete:
      makers[object] = nil
      deletions[object] = index
    default:
      guard leaders[index] == index else { return }
      if write.isOnOwnObject || write.address.object == nil, let maker = makers[object] {
        leaders[index] = maker
      } else if let maker = write.localEffect.elementMadeBy {
        leaders[index] = maker
      } else if write.isOfNamedPlace {
        if let first = values[write.address] { leaders[index] = first }
        values[write.address] = leaders[index]
      }
    }
  }

  private func leader(of index: Int) -> Int {
    var (leader, steps) = (index, 0)
    while leaders[leader] != leader, steps <= writes.count {
      (leader, steps) = (leaders[leader], steps + 1)
    }
    return leader
  }

  private var groups: [(leader: Int, writes: [Int])] {
    writes.indices.groupedInOrder(by: leader).map { ($0.key, $0.elements) }
  }

  /// Nil for one that came to nothing on the device.
  private func change(of group: (leader: Int, writes: [Int])) -> Change? {
    let leader = writes[group.leader]
    let counted = group.writes.filter {
      writes[$0].impliedBy == nil && writes[$0].localEffect.replacedBy == nil
        && !writes[$0].localEffect.isCancellation
    }
    guard !counted.isEmpty, !leader.localEffect.isCancellation else { return nil }
    let deletes = group.writes.contains { writes[$0].operation == .delete }
    let kind: Change.Kind
    switch leader.operation {
    case .addClass, .removeClass, .addProperty, .removeProperty: kind = .schema
    case .create: kind = deletes ? .recreated : .created
    case .delete:
      // Created and deleted offline: nobody else ever sees it.
      if leader.isOnOwnObject, leader.observed.before != .present { return nil }
      kind = .deleted
    default: kind = .edited
    }
    return Change(address: leader.address, kind: kind, writes: counted, outcome: .notKnown)
  }
}

extension JudgedWrite {
  /// Whether it gives a place a value that is named, so that later ones of the same place count with it.
  fileprivate var isOfNamedPlace: Bool {
    switch operation {
    case .set, .add, .removeEntry: address.comparable == address
    default: false
    }
  }
}
