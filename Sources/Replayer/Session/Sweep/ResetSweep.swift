public import TraceFormat

/// Replays a reset at one point of a session after the other, and at each only what the point's
/// event can have changed.
///
/// Writes fall into groups that a reset treats independently (``WriteGraph``). An event changes some
/// objects on some side; only the groups that have to do with them are replayed, as a reset in which
/// the other writes were never made. Where that does not hold, everything is replayed: at the first
/// point, after a change of classes or properties or of what is known, after an acknowledgement, and
/// as long as a reset fails, because one write decides about all then.
///
/// - Complexity: For a whole session, linear in its instructions and in what is replayed: each
///   group once for each event that has to do with it. That is one pass where events change
///   unrelated objects, and one replay a point, as without a sweep, where all hang together.
public struct ResetSweep {
  /// What a step found out.
  public struct Step: Sendable {
    /// How the reset ends at this point.
    public var result: ResetResult
    /// The outcome for the writes that may fare differently than at the point before; nil if there
    /// are none.
    public var outcome: Outcome? = nil
    /// Which writes these are: one for each instruction of the outcome's changesets, in order.
    public var writes: [WritePosition]
    /// Whether these are all unsynced writes, so that nothing holds any longer that was said before.
    public var isWhole: Bool
  }

  private let timeline: SessionTimeline
  private let error: SyncError
  private let mode: ResetMode
  private let quirks: Quirks

  /// What led to the last point; nil before the first.
  private var last: Standing?
  private var graph = WriteGraph()
  private var serverChanges = ChangeIndex()

  fileprivate struct Standing {
    var point: SessionTimeline.Point
    var transactions: [Int]
    var result: ResetResult
    /// Whether the first attempt failed, so that what happened was not up to each write.
    var isFallen: Bool
  }

  /// - Parameter error: what the server sends at each point.
  public init(
    _ timeline: SessionTimeline, error: SyncError, mode: ResetMode, quirks: Quirks = .realmCore
  ) {
    self.timeline = timeline
    self.error = error
    self.mode = mode
    self.quirks = quirks
  }

  /// Replays the reset at a later point.
  ///
  /// - Parameter transactions: unsynced transactions, as indexes in the timeline, whose writes are
  ///   to be replayed in any case.
  /// - Throws: where the trace does not show both sides' states at the point.
  public mutating func step(
    to point: SessionTimeline.Point, including transactions: some Sequence<Int> = []
  ) throws(ReplayFailure) -> Step {
    let reset = try timeline.reset(at: point, error: error)
    let unsynced = timeline.unsyncedIndexes(at: point)
    var groups = affectedGroups(at: point, unsynced)
    for transaction in transactions where groups != nil {
      groups?.formUnion(graph.groups(of: timeline.transactions[transaction].changeset))
    }
    if groups == nil { startOver(unsynced, point) }
    let (step, isFallen) = step(reset, unsynced, groups)
    last = Standing(
      point: point, transactions: unsynced, result: step.result, isFallen: isFallen)
    return step
  }

  private func step(
    _ reset: DueReset, _ unsynced: [Int], _ groups: Set<Int>?
  ) -> (Step, isFallen: Bool) {
    guard let groups, let last else { return whole(reset, unsynced) }
    let hasNew = unsynced.count > last.transactions.count
    let writes = groups.isEmpty && !hasNew ? [] : graph.writes(of: groups)
    guard !writes.isEmpty else {
      return (Step(result: last.result, writes: [], isWhole: false), last.isFallen)
    }
    if last.isFallen {
      let outcome = reset.outcome(mode: mode, quirks: quirks)
      guard outcome.isFallen, outcome.result == last.result else {
        return whole(outcome, unsynced)
      }
      let slice = outcome.slice(writes, of: unsynced)
      return (Step(result: last.result, outcome: slice, writes: writes, isWhole: false), true)
    }
    let changes = timeline.serverChanges.slice(
      serverChanges.positions(of: timeline.objects(of: writes)))
    let outcome = reset.slice(writes, of: unsynced, changes).outcome(mode: mode, quirks: quirks)
    guard !outcome.isFallen, outcome.result == last.result else { return whole(reset, unsynced) }
    return (Step(result: last.result, outcome: outcome, writes: writes, isWhole: false), false)
  }

  private func whole(_ reset: DueReset, _ unsynced: [Int]) -> (Step, isFallen: Bool) {
    whole(reset.outcome(mode: mode, quirks: quirks), unsynced)
  }

  private func whole(_ outcome: Outcome, _ unsynced: [Int]) -> (Step, isFallen: Bool) {
    let writes = unsynced.flatMap { transaction in
      timeline.transactions[transaction].changeset.instructions.indices.map {
        WritePosition(transaction: transaction, instruction: $0)
      }
    }
    return (
      Step(result: outcome.result, outcome: outcome, writes: writes, isWhole: true),
      outcome.isFallen
    )
  }
}

// What has changed since the last point
extension ResetSweep {
  /// The groups that may fare differently than at the last point; nil if all may.
  private mutating func affectedGroups(
    at point: SessionTimeline.Point, _ unsynced: [Int]
  ) -> Set<Int>? {
    guard let last, last.knowsAsMuch(as: point), !last.transactions.isEmpty,
      unsynced.starts(with: last.transactions),
      let client = point.client, let server = point.server,
      let onClient = client.changes(since: last.point.client),
      let onServer = server.changes(since: last.point.server),
      let onBoth = point.base == nil
        ? StateChanges() : point.base?.changes(since: last.point.base)
    else { return nil }
    let new = unsynced.dropFirst(last.transactions.count).map {
      timeline.transactions[$0].changeset
    }
    for (transaction, changeset) in zip(unsynced.dropFirst(last.transactions.count), new) {
      graph.add(changeset, transaction, client: client, server: server)
    }
    graph.noteLinks(of: onServer.objects, in: server)
    var groups = graph.groups(affectedBy: onClient, onServer: false)
    groups.formUnion(graph.groups(affectedBy: onServer, onServer: true))
    groups.formUnion(graph.groups(affectedBy: onBoth, onServer: false))
    // Of what came and went again, or was set to what it was, the states show nothing.
    for index in point.serverChanges.dropFirst(last.point.serverChanges.count) {
      serverChanges.add(timeline.serverChanges[index], index)
      groups.formUnion(graph.groups(of: timeline.serverChanges[index]))
    }
    for changeset in new { groups.formUnion(graph.groups(of: changeset)) }
    return groups
  }

  private mutating func startOver(_ unsynced: [Int], _ point: SessionTimeline.Point) {
    (graph, serverChanges) = (WriteGraph(), ChangeIndex())
    guard let client = point.client, let server = point.server else { return }
    for transaction in unsynced {
      graph.add(
        timeline.transactions[transaction].changeset, transaction, client: client, server: server)
    }
    for index in point.serverChanges { serverChanges.add(timeline.serverChanges[index], index) }
  }
}

extension SessionTimeline {
  /// The objects that writes act on.
  fileprivate func objects(of writes: [WritePosition]) -> Set<ObjectName> {
    var objects: Set<ObjectName> = []
    for write in writes {
      let changeset = transactions[write.transaction].changeset
      if let name = ObjectName(changeset.instructions[write.instruction], in: changeset) {
        objects.insert(name)
      }
    }
    return objects
  }
}

extension ResetSweep.Standing {
  /// Whether a later point differs in states and transactions alone.
  func knowsAsMuch(as later: SessionTimeline.Point) -> Bool {
    point.pendingReset == later.pendingReset && point.foundGapCount == later.foundGapCount
      && (point.base == nil) == (later.base == nil)
      && point.serverChanges.lowerBound == later.serverChanges.lowerBound
  }
}

extension RealmState {
  fileprivate func changes(since earlier: RealmState?) -> StateChanges? {
    earlier.flatMap { changes(since: $0) }
  }
}

extension Outcome {
  /// Whether an attempt failed, so that one write decided about all.
  fileprivate var isFallen: Bool {
    attempts.contains { $0.result == .failed || $0.result == .crash }
  }
}
