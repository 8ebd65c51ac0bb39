import RealmModel
package import TraceFormat

/// Replays a reset at one point of a session after the other, and at each only what the point's event can have changed.
///
/// Writes fall into groups that a reset treats independently (``WriteGraph``). An event changes some objects on some
/// side; only the groups that have to do with them are replayed, as a reset in which the other writes were never made,
/// and which changes no other objects. While a reset fails, one write decides about all; it is replayed together with
/// the groups, and as long as it fails in the same way nothing else can have changed. Where that does not hold,
/// everything is replayed: at the first point, after a change of classes or properties or of what is known, when a
/// reset begins or ceases to fail, and while there are links to objects that don't exist.
///
/// - Complexity: For a whole session, linear in its instructions and in what is replayed: each
///   group once for each event that has to do with it. That is one pass where events change
///   unrelated objects, and one replay a point, as without a sweep, where all hang together.
package struct ResetSweep {
  package struct Finding: Sendable {
    package var ending: ResetEnding
    /// The outcome for the writes that may fare differently than at the point before; nil if there
    /// are none. Its state afterwards holds for the objects that these act on or link to.
    package var outcome: Outcome? = nil
    /// Which writes these are: one for each instruction of the outcome's changesets, in order, by its place in the
    /// transaction as that was written.
    package var writes: [WritePosition] = []
    /// The transactions that are no longer unsynced, as indexes in the timeline.
    package var acknowledged: [Int] = []
    /// Whether `writes` are all unsynced writes, so that nothing holds any longer that was said before.
    package var isWhole: Bool
  }

  private let timeline: SessionTimeline
  private let error: SyncError
  private let action: ServerAction?
  private let mode: ResetMode
  private let quirks: Quirks

  /// What led to the last point; nil before the first.
  private var last: Standing?
  private var unsynced = UnsyncedFold()
  private var graph = WriteGraph()
  private var serverChanges = ChangeIndex()

  fileprivate struct Standing {
    var point: SessionTimeline.Point
    var ending: ResetEnding
    /// Present where an attempt failed, so that what happened was not up to each write.
    var fall: Fall?
  }

  struct Fall: Equatable {
    /// The write at which the recovery failed; nil where none did it.
    var culprit: WritePosition?
    var failureClass: ResetFailureClass?
  }

  /// - Parameters:
  ///   - error: what the server sends at each point.
  ///   - action: what it is taken to ask for, if not what it says or an ordinary reset.
  package init(
    _ timeline: SessionTimeline, error: SyncError, action: ServerAction? = nil, mode: ResetMode,
    quirks: Quirks = .realmCore
  ) {
    (self.action, self.timeline, self.error) = (action, timeline, error)
    (self.mode, self.quirks) = (mode, quirks)
  }

  /// Replays the reset at a later point.
  ///
  /// - Parameter transactions: unsynced transactions, as indexes in the timeline, whose writes are
  ///   to be replayed in any case.
  /// - Throws: where the trace does not show both sides' states at the point.
  package mutating func advance(
    to point: SessionTimeline.Point, including transactions: some Sequence<Int> = []
  ) throws(ReplayFailure) -> Finding {
    try timeline.requireStates(at: point)
    let news = unsynced.advance(to: point, in: timeline)
    var groups = affectedGroups(at: point, news)
    for transaction in transactions where groups != nil {
      groups?.formUnion(graph.groups(of: timeline.transaction(transaction, at: point).changeset))
    }
    if let last, var groups {
      if var finding = try part(&groups, at: point, last, hasNew: !news.added.isEmpty) {
        self.last?.point = point
        finding.acknowledged = news.dropped
        return finding
      }
    } else {
      startOver(point)
    }
    return try whole(at: point)
  }

  /// Replays some groups; nil if that tells nothing of the others.
  private mutating func part(
    _ groups: inout Set<Int>, at point: SessionTimeline.Point, _ last: Standing, hasNew: Bool
  ) throws(ReplayFailure) -> Finding? {
    guard !groups.isEmpty || hasNew else { return Finding(ending: last.ending, isWhole: false) }
    if let culprit = last.fall?.culprit {
      groups.formUnion(graph.groups(of: timeline.objects(of: [culprit], at: point)))
    }
    let writes = graph.writes(of: groups)
    guard !writes.isEmpty else { return Finding(ending: last.ending, isWhole: false) }
    let changes = serverChanges.positions(of: timeline.objects(of: writes, at: point))
    let outcome = outcome(try timeline.reset(at: point, error: error, of: writes, changes))
    let parts = writes.byTransaction
    let fall = Fall(outcome) { ruling in
      let part = parts[ruling.changesetIndex]
      return WritePosition(
        transaction: part.transaction, instruction: part.instructions[ruling.instructionIndex])
    }
    guard outcome.ending == last.ending, fall == last.fall else { return nil }
    return Finding(
      ending: last.ending, outcome: outcome, writes: writes.map(point.merged.origin(of:)),
      isWhole: false)
  }

  private func outcome(_ reset: DueReset) -> Outcome {
    var reset = reset
    if let action { reset.situation.action = action }
    return reset.outcome(mode: mode, quirks: quirks)
  }

  private mutating func whole(at point: SessionTimeline.Point) throws(ReplayFailure) -> Finding {
    let outcome = outcome(try timeline.reset(at: point, error: error))
    let transactions = Array(unsynced.transactions)
    let fall = Fall(outcome) { ruling in
      WritePosition(
        transaction: transactions[ruling.changesetIndex], instruction: ruling.instructionIndex)
    }
    last = Standing(point: point, ending: outcome.ending, fall: fall)
    let writes = transactions.flatMap { transaction in
      timeline.transaction(transaction, at: point).changeset.instructions.indices.map {
        point.merged.origin(of: WritePosition(transaction: transaction, instruction: $0))
      }
    }
    return Finding(ending: outcome.ending, outcome: outcome, writes: writes, isWhole: true)
  }
}

// What has changed since the last point
extension ResetSweep {
  /// The groups that may fare differently than at the last point; nil if all may.
  private mutating func affectedGroups(
    at point: SessionTimeline.Point, _ news: UnsyncedFold.News
  ) -> Set<Int>? {
    guard news.isContinued, let last, last.holds(at: point, without: news.dropped),
      let client = point.client, let server = point.server,
      !client.hasTombstones, !server.hasTombstones,
      let onClient = client.changes(since: last.point.client),
      let onServer = server.changes(since: last.point.server),
      let onBoth = point.base == nil
        ? StateChanges() : point.base?.changes(since: last.point.base)
    else { return nil }
    let dropped = news.dropped.map { timeline.transaction($0, at: last.point).changeset }
    graph.remove(Set(news.dropped), dropped)
    for transaction in news.added { add(transaction, at: point, client, server) }
    graph.noteLinks(of: onServer.objects, in: server)
    var groups = graph.groups(affectedBy: onClient, onServer: false)
    groups.formUnion(graph.groups(affectedBy: onServer, onServer: true))
    groups.formUnion(graph.groups(affectedBy: onBoth, onServer: false))
    // Of what came and went again, or was set to what it was, the states show nothing.
    for index in point.serverChanges.dropFirst(last.point.serverChanges.count) {
      let changeset = timeline.serverChanges[index].changeset
      serverChanges.add(changeset, index)
      groups.formUnion(graph.groups(of: changeset))
    }
    for transaction in news.added {
      groups.formUnion(graph.groups(of: timeline.transaction(transaction, at: point).changeset))
    }
    for changeset in dropped { groups.formUnion(graph.groups(of: changeset)) }
    return groups
  }

  private mutating func add(
    _ transaction: Int, at point: SessionTimeline.Point, _ client: RealmState, _ server: RealmState
  ) {
    graph.add(
      timeline.transaction(transaction, at: point).changeset, transaction, client: client,
      server: server)
  }

  private mutating func startOver(_ point: SessionTimeline.Point) {
    (graph, serverChanges) = (WriteGraph(), ChangeIndex())
    guard let client = point.client, let server = point.server else { return }
    for transaction in unsynced.transactions { add(transaction, at: point, client, server) }
    for index in point.serverChanges {
      serverChanges.add(timeline.serverChanges[index].changeset, index)
    }
  }
}

extension ResetSweep.Standing {
  /// Whether a later point differs in states and transactions alone, and what made the reset fail is still there.
  func holds(at later: SessionTimeline.Point, without dropped: [Int]) -> Bool {
    point.pendingReset == later.pendingReset && point.foundGapCount == later.foundGapCount
      && (point.base == nil) == (later.base == nil)
      && point.mayHaveEarlierWrites == later.mayHaveEarlierWrites
      && point.serverChanges.lowerBound == later.serverChanges.lowerBound
      && point.serverChanges.count <= later.serverChanges.count
      && fall?.culprit.map { dropped.contains($0.transaction) } != true
  }
}

extension ResetSweep.Fall {
  /// Nil where no attempt failed.
  fileprivate init?(_ outcome: Outcome, position: (Ruling) -> WritePosition) {
    let failed = outcome.attempts.first { $0.ending == .failed || $0.ending == .crash }
    guard let failed else { return nil }
    failureClass = failed.failure?.failureClass
    culprit = failed.failedRuling.map(position)
  }
}

extension RealmState {
  fileprivate func changes(since earlier: RealmState?) -> StateChanges? {
    earlier.flatMap { changes(since: $0) }
  }
}

struct ChangeIndex {
  /// By object; changes are numbered as the timeline does.
  private var positions: [ObjectName: [WritePosition]] = [:]
  /// What is about all objects: the schema.
  private var common: [WritePosition] = []

  mutating func add(_ changeset: Changeset, _ index: Int) {
    for (place, instruction) in changeset.instructions.enumerated() {
      let position = WritePosition(transaction: index, instruction: place)
      if let name = ObjectName(instruction, in: changeset) {
        positions[name, default: []].append(position)
      } else {
        common.append(position)
      }
    }
  }

  func positions(of objects: Set<ObjectName>) -> [WritePosition] {
    (objects.flatMap { positions[$0] ?? [] } + common).sorted()
  }
}
