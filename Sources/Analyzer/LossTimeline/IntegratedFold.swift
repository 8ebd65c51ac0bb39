internal import RealmModel
internal import Replayer
internal import TraceFormat

/// Follows from point to point which unsynced transactions the server took, as
/// ``IntegratedTransactions`` tells it of one point.
struct IntegratedFold {
  /// By the timeline's indexes.
  private(set) var current = IntegratedTransactions()
  private let timeline: SessionTimeline
  private var known = (unsynced: 0..<0, changes: 0..<0)

  /// The objects that unsynced transactions created since the base, in order, and those the server created.
  private var creations: [Creation] = []
  private var creationsByObject: [Address: [Int]] = [:]
  private var serverCreations: Set<Address> = []
  /// Those of them that are not known to come from another file than the device's.
  private var createdHere: Set<Address> = []
  /// The transactions that are not known to be among the server's changes, by what would tell that they are.
  private var waiting: [OwnMark: [Int]] = [:]
  /// How many creations, from the first on, are on the server too.
  private var leadingCount = 0
  /// The transactions and the server's changes that create objects, by their bytes.
  private var twins: [[UInt8]: Twins] = [:]

  private struct Creation {
    var transaction: Int
    var object: Address
  }

  private struct Twins {
    var transactions: [Int] = []
    var changes: [Int] = []
  }

  init(_ timeline: SessionTimeline) { self.timeline = timeline }

  /// Goes on to a point; gives the transactions of which something else is known now.
  ///
  /// - Complexity: Over all points, linear in the session, but for transactions that create the same
  ///   objects: these are looked at again for each change that creates them.
  mutating func advance(to point: SessionTimeline.Point) -> [Int] {
    let last = current
    let unsynced = point.transactions
    guard let changes = timeline.serverChangeIndexes(at: point) else {
      self = IntegratedFold(timeline)
      return last.difference(from: current, among: unsynced)
    }
    if unsynced.lowerBound != known.unsynced.lowerBound
      || changes.lowerBound != known.changes.lowerBound
    {
      self = IntegratedFold(timeline)
      known.unsynced = unsynced.lowerBound..<unsynced.lowerBound
      known.changes = changes.lowerBound..<changes.lowerBound
    }
    for index in unsynced.dropFirst(known.unsynced.count) { add(index, point.base) }
    for index in changes.dropFirst(known.changes.count) { addServerChange(index) }
    known = (unsynced, changes)
    while leadingCount < creations.count,
      serverCreations.contains(creations[leadingCount].object)
    { leadingCount += 1 }
    current.firstNotIntegrated =
      leadingCount < creations.count ? creations[leadingCount].transaction : nil
    return last.difference(from: current, among: unsynced)
  }

  private mutating func addServerChange(_ index: Int) {
    let changeset = timeline.serverChanges[index].changeset
    if let mark = timeline.serverChanges[index].ownMark, let first = waiting[mark]?.first {
      waiting[mark]?.removeFirst()
      note(first)
    }
    let objects = changeset.createdObjects
    guard !objects.isEmpty else { return }
    serverCreations.formUnion(objects)
    guard !timeline.serverChanges[index].isForeign else { return }
    twins[changeset.originalBytes, default: Twins()].changes.append(index)
    for object in objects {
      createdHere.insert(object)
      for creation in creationsByObject[object] ?? [] { judge(creation) }
    }
  }

  private mutating func add(_ index: Int, _ base: RealmState?) {
    let changeset = timeline.transactions[index].changeset
    if changeset.changesObjects {
      for mark in timeline.transactions[index].ownMarks {
        waiting[mark, default: []].append(index)
      }
    }
    let objects = changeset.createdObjects.filter { base?.has($0) == false }
    guard !objects.isEmpty else { return }
    twins[changeset.originalBytes, default: Twins()].transactions.append(index)
    for object in objects {
      creationsByObject[object, default: []].append(creations.count)
      creations.append(Creation(transaction: index, object: object))
      judge(creations.count - 1)
    }
  }

  /// Takes note if a creation shows that the server took its transaction.
  private mutating func judge(_ index: Int) {
    let creation = creations[index]
    let isFirst = creationsByObject[creation.object]?.first == index
    guard createdHere.contains(creation.object),
      isFirst && creation.object.hasUniqueKey || isIntegrated(creation.transaction)
    else { return }
    note(creation.transaction)
  }

  private mutating func note(_ transaction: Int) {
    current.lastIntegrated = max(current.lastIntegrated ?? transaction, transaction)
  }

  private func isIntegrated(_ transaction: Int) -> Bool {
    guard let twins = twins[timeline.transactions[transaction].changeset.originalBytes],
      let index = twins.transactions.firstIndex(of: transaction)
    else { return false }
    return ServerChange.integrated(
      twins.transactions.map { timeline.transactions[$0] },
      in: twins.changes.map { timeline.serverChanges[$0] }
    ).contains(index)
  }
}

extension IntegratedTransactions {
  /// The transactions of which something else is known than by another finding.
  fileprivate func difference(
    from other: IntegratedTransactions, among transactions: Range<Int>
  ) -> [Int] {
    guard self != other else { return [] }
    let taken = [lastIntegrated, other.lastIntegrated].map {
      ($0 ?? transactions.lowerBound - 1) + 1
    }
    let notIntegrated = [firstNotIntegrated, other.firstNotIntegrated].map {
      $0 ?? transactions.upperBound
    }
    // Only between bounds that have moved can anything differ.
    let moved = [taken, notIntegrated].flatMap { bounds in
      min(bounds[0], bounds[1])..<max(bounds[0], bounds[1])
    }
    return Set(moved).filter { transactions.contains($0) && has($0) != other.has($0) }.sorted()
  }
}
