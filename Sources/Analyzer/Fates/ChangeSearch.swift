internal import RealmModel
internal import TraceFormat

/// Puts the writes together that are one change: by what the device did, so that a reset has the same
/// changes in every mode.
struct ChangeSearch {
  private let writes: [DeviceWrite]
  private let objects: [DeviceWrites.Object]
  private let places: [DeviceWrites.Place]
  private let taken: IntegratedTransactions
  /// For each write the one that its change is named after; itself, where it is that one.
  private var leaders: [Int]
  /// The last creation and deletion of each object so far, and what the schema got.
  private var makers: [Subject: Int] = [:]
  private var deletions: [Subject: Int] = [:]
  /// The last value of each place that has one by its name, without a position in a list.
  private var values: [Int: Int] = [:]

  private enum Subject: Hashable {
    case object(Int)
    case schemaClass(RealmString)
  }

  private init(
    _ writes: [DeviceWrite], _ objects: [DeviceWrites.Object], _ places: [DeviceWrites.Place],
    _ taken: IntegratedTransactions
  ) {
    (self.writes, self.objects, self.places, self.taken) = (writes, objects, places, taken)
    leaders = Array(writes.indices)
  }

  /// The changes in the order of the first write of each.
  static func changes(
    of writes: [DeviceWrite], to objects: [DeviceWrites.Object], at places: [DeviceWrites.Place],
    _ taken: IntegratedTransactions
  ) -> [Change] {
    var search = ChangeSearch(writes, objects, places, taken)
    for index in writes.indices { search.join(index) }
    let groups = writes.indices.groupedInOrder { search.leader(of: $0) }
    return groups.compactMap { search.change(of: ($0.key, $0.elements)) }
  }

  private mutating func join(_ index: Int) {
    let write = writes[index]
    if let later = write.impliedBy ?? write.effect.replacedBy { leaders[index] = later }
    let subject = write.object.map(Subject.object) ?? .schemaClass(write.address.className)
    switch write.operation {
    case .create, .addClass:
      if let deletion = deletions.removeValue(forKey: subject), leaders[deletion] == deletion {
        leaders[deletion] = index
      }
      makers[subject] = index
    case .delete, .removeClass:
      makers[subject] = nil
      deletions[subject] = index
    default:
      guard leaders[index] == index else { return }
      if write.isOnOwnObject || write.object == nil, let maker = makers[subject] {
        leaders[index] = maker
      } else if let maker = write.effect.elementMadeBy, write.effect.removes == nil {
        leaders[index] = maker
      } else if write.isOfNamedPlace {
        if let first = values[write.place] { leaders[index] = first }
        values[write.place] = leaders[index]
      }
    }
  }

  /// Each way is gone once: what it led through then leads to the end of it at once.
  private mutating func leader(of index: Int) -> Int {
    var (leader, way): (Int, [Int]) = (index, [])
    while leaders[leader] != leader, way.count <= writes.count {
      way.append(leader)
      leader = leaders[leader]
    }
    for passed in way { leaders[passed] = leader }
    return leader
  }

  /// Whether they are additions that take each other back, and the server has as good as none of them.
  private func addNothing(_ additions: [Int]) -> Bool {
    var (sum, sumOnServer): (Int64, Int64) = (0, 0)
    for index in additions {
      guard case .add(let number) = writes[index].operation else { return false }
      sum &+= number
      if taken.has(writes[index].transactionIndex) == true { sumOnServer &+= number }
    }
    return sum == 0 && sumOnServer == 0
  }

  /// Nil for one that came to nothing on the device.
  private func change(of group: (leader: Int, writes: [Int])) -> Change? {
    let leader = writes[group.leader]
    let counted = group.writes.filter {
      writes[$0].impliedBy == nil && writes[$0].effect.replacedBy == nil
        && !writes[$0].effect.isCancellation
    }
    guard !counted.isEmpty, !leader.effect.isCancellation, !addNothing(counted) else { return nil }
    let deletes = group.writes.contains { writes[$0].operation == .delete }
    let first = writes[group.writes[0]]
    // What is made and taken back is no change, unless the server took the first of that.
    let isNothing = !taken.has(first, without: leader)
    let kind: Change.Kind
    switch leader.operation {
    case .removeMember:
      // Realm records no addition of what a set has already.
      if isNothing, case .addMember = first.operation { return nil }
      kind = .edited
    case .removeEntry where !leader.address.leadsThroughList:
      if isNothing, counted.count < group.writes.count,
        places[leader.place].before == .absent
      {
        return nil
      }
      kind = .edited
    case .removeClass where isNothing && first.operation == .addClass: return nil
    case .removeProperty where isNothing && first.operation == .addProperty: return nil
    case .addClass, .removeClass, .addProperty, .removeProperty: kind = .schema
    case .create: kind = deletes ? .recreated : .created
    case .delete:
      // Created and deleted offline: nobody else ever sees it.
      if isNothing, leader.isOnOwnObject, leader.object.map({ objects[$0].wasThere }) != true {
        return nil
      }
      kind = .deleted
    default: kind = .edited
    }
    return Change(address: leader.address, kind: kind, writes: counted, outcome: .notKnown)
  }
}

extension DeviceWrite {
  /// Whether it gives a place a value that is named, so that later ones of the same place count with it.
  fileprivate var isOfNamedPlace: Bool {
    switch operation {
    case .set, .add, .removeEntry: !address.leadsThroughList
    default: false
    }
  }
}
