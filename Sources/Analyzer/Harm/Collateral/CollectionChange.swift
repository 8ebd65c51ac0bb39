internal import RealmModel
internal import TraceFormat

/// What became of the server's changes to a collection: counted three ways, because what both sides
/// did since the last sync should be there in the end.
struct CollectionChange {
  private(set) var harm = Collateral.CollectionHarm()
  /// What the device has more often than it is there.
  private(set) var lacking: [Value] = []
  /// For a list: whether exactly those elements are there that should be.
  private(set) var isComplete = false
}

// Lists
extension CollectionChange {
  /// - Parameter shared: the elements to which both sides did the same.
  init(
    lists before: [Value], device: [Value], server: [Value], after: [Value],
    shared: [ObservedValues] = []
  ) {
    let counts = Counts(before, device, server, after, shared)
    harm.gone = counts.values.flatMap { Array(repeating: $0.value, count: $0.goneCount) }
    harm.back = counts.values.flatMap { Array(repeating: $0.value, count: $0.backCount) }
    isComplete = counts.values.allSatisfy { $0.due == $0.after }
    lacking = counts.values.filter { $0.device > $0.after }.map(\.value)
    let due = counts.values.reduce(0) { $0 + $1.server + $1.device - $1.before }
    // Embedded objects that both sides left alone look alike; one that was edited looks like a new
    // one, and then only the number tells that it is back.
    let hasRemoved = counts.values.contains { $0.before > $0.server }
    if hasRemoved, harm.back.isEmpty, after.count > due, after.contains(where: \.isEmbedded) {
      harm.surplusCount = after.count - due
    }
    if harm.gone.isEmpty, harm.back.isEmpty, harm.surplusCount == 0 {
      harm.isReordered =
        Self.losesOrder(before, server, after)
        || Self.losesOrderOfChanged(before, device, server, after)
    }
  }

  /// Elements that are there twice are not back, though the first one may look otherwise since: nobody had removed it.
  mutating func leaveOutOfBack(_ doubled: [Value]) {
    for value in doubled {
      guard let index = harm.back.firstIndex(where: value.looksLike) else { continue }
      harm.back.remove(at: index)
    }
  }

  private struct Count {
    var value: Value
    var before = 0
    var device = 0
    var server = 0
    var after = 0

    /// How often it would be there if the changes of both sides were.
    var due: Int { max(0, server + device - before) }
    var goneCount: Int { max(0, min(server - before, due - after)) }
    var backCount: Int { max(0, min(before - server, after - due)) }

    func joined(with other: Count) -> Count {
      Count(
        value: value, before: before + other.before, device: device + other.device,
        server: server + other.server, after: after + other.after)
    }
  }

  private struct Counts {
    /// In the order of first appearance.
    private(set) var values: [Count] = []
    private var indexes: [Value.Appearance: Int] = [:]

    init(
      _ before: [Value], _ device: [Value], _ server: [Value], _ after: [Value],
      _ shared: [ObservedValues]
    ) {
      count(server) { $0.server += 1 }
      count(before) { $0.before += 1 }
      count(device) { $0.device += 1 }
      count(after) { $0.after += 1 }
      // What both sides did to one element is the server's, so that it is due once.
      count(shared.compactMap { $0.before?.value }) { $0.device += 1 }
      count(shared.compactMap { $0.device?.value }) { $0.device -= 1 }
      joinEqualNumbers()
    }

    private mutating func count(_ elements: [Value], _ add: (inout Count) -> Void) {
      for element in elements {
        let index = indexes.number(of: element.appearance)
        if index == values.count { values.append(Count(value: element)) }
        add(&values[index])
      }
    }

    /// One number in two forms, such as 1 and 1.0, is one value to Realm: counted as the form that came first.
    private mutating func joinEqualNumbers() {
      let numbers = values.indices.map { (index: $0, cell: Cell(scalar: values[$0].value)) }
        .filter { $0.cell.isNumber }.sorted { CellOrder.compareMixed($0.cell, $1.cell) < 0 }
      for (number, next) in zip(numbers, numbers.dropFirst()).reversed()
      where CellOrder.compareMixed(number.cell, next.cell) == 0 {
        values[number.index] = values[number.index].joined(with: values[next.index])
        values[next.index] = Count(value: values[next.index].value)
      }
    }
  }

  private static func losesOrder(_ before: [Value], _ server: [Value], _ after: [Value]) -> Bool {
    let lists = [before, server, after].map { $0.map(\.appearance) }
    let common = lists.map(Set.init).reduce(Set(lists[0])) { $0.intersection($1) }
    let orders = lists.map { $0.filter(common.contains) }
    guard orders.allSatisfy({ $0.count == common.count }) else { return false }
    return orders[1] != orders[0] && orders[2] != orders[1]
  }

  /// The same where the device had set elements to other values: the server may have moved the very
  /// elements, which then have other values in the end. An element is told by its place in the list as
  /// last synced, so the device must have put, taken and moved none.
  private static func losesOrderOfChanged(
    _ before: [Value], _ device: [Value], _ server: [Value], _ after: [Value]
  ) -> Bool {
    guard before.count == device.count, let synced = places(before), let own = places(device),
      places(server) != nil, places(after) != nil,
      own.allSatisfy({ appearance, place in synced[appearance].map { $0 == place } ?? true })
    else { return false }
    let onServer = server.compactMap { synced[$0.appearance] }
    let now = after.compactMap { own[$0.appearance] }
    let common = Set(onServer).intersection(now)
    let orders = [onServer, now].map { $0.filter(common.contains) }
    return orders[0] != orders[0].sorted() && orders[1] != orders[0]
  }

  /// Where each element is; nil where two look alike.
  private static func places(_ elements: [Value]) -> [Value.Appearance: Int]? {
    var places: [Value.Appearance: Int] = [:]
    for (place, element) in elements.enumerated() {
      guard places.updateValue(place, forKey: element.appearance) == nil else { return nil }
    }
    return places
  }

  init(sets before: [Value], server: [Value], after: [Value]) {
    let (old, own, now) = (Members(before), Members(server), Members(after))
    harm.gone = server.filter { !old.has($0) && !now.has($0) }
    harm.back = before.filter { !own.has($0) && now.has($0) }
  }

  /// Entries are given as dictionaries of one entry. A collection in one is kept where what the server put into it is.
  init(
    dictionaries before: [Value.Entry], device: [Value.Entry], server: [Value.Entry],
    after: [Value.Entry]
  ) {
    let (old, own) = (before.byKey, server.byKey)
    let sides = [old, device.byKey, own, after.byKey]
    for entry in server {
      let seen = sides.map { side -> ObservedValue in
        side[entry.key].map(ObservedValue.value) ?? .absent
      }
      guard !seen[2].looksLike(seen[0]) else { continue }
      let isKept = CollateralSearch.keepsServers(
        since: seen[0], ObservedValues(device: seen[1], server: seen[2], after: seen[3]))
      if !isKept { harm.gone.append(.dictionary([entry])) }
    }
    for entry in after where own[entry.key] == nil && old[entry.key] != nil {
      harm.back.append(.dictionary([entry]))
    }
  }
}

extension Value {
  var isEmbedded: Bool { if case .embedded = self { true } else { false } }
}
