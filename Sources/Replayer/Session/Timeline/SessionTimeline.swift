public import TraceFormat

/// A session folded once: what client and server had after each event that changed something.
///
/// States are persistent values that share what they have in common. To keep them all, each transaction copies the
/// parts that it changes; who looks only at resets and ends does without (`keepsStates`).
public struct SessionTimeline: Sendable {
  /// The session's number within the trace.
  public let session: UInt32
  /// The session's beginning, where the trace shows it.
  public let start: SessionStart?
  package let recording: SessionRecording

  package internal(set) var points: [Point] = []
  /// Whether every point has its states, or only the last one.
  var keepsStates = true
  /// Every transaction of the device that the trace shows, oldest first.
  package internal(set) var transactions: [UnsyncedChangeset] = []
  /// Those changesets of a recorded base that erase objects, as only a history does.
  var baseHistory: [Changeset] = []
  /// Every change of the server's that the trace shows apart from a state, oldest first. On the
  /// wire there are none: what was downloaded is the client's too.
  package internal(set) var serverChanges: [ServerChange] = []
  /// The resets that the session itself went through, in order. Their own timelines are empty: it is this one.
  private(set) var recordedResets: [DueReset] = []
  /// The merges of the device's that left something out, in order.
  package internal(set) var merges: [MergeOccurrence] = []
  /// How many of the server's changes a device has integrated that was recorded from the inside.
  var integratedChangeCount = 0
  /// Whether the session shows what was merged: on the wire, or inside an app that tells what the server had.
  package internal(set) var showsMerges: Bool

  /// The identifier that the server has given to the client's file; 0 where the trace does not show it.
  package internal(set) var fileIdent: UInt64

  /// Whether the session shows what the server has acknowledged, be it nothing.
  package internal(set) var hasAcknowledgements = false
  /// Of the wire: whether the trace has the file's first session.
  var hasFirstSession = false
  /// Whether the file may track a reset of before the session.
  var mayTrackReset = false

  /// What the trace as a whole does not show.
  let openingGaps: [Gap]
  var foundGaps: [Gap] = []
  /// What the trace does not show of the session, at any point.
  package var allGaps: [Gap] { openingGaps + foundGaps }

  init(session: UInt32, start: SessionStart?, recording: SessionRecording, openingGaps: [Gap]) {
    (self.session, self.start) = (session, start)
    (self.recording, self.openingGaps) = (recording, openingGaps)
    fileIdent = start?.clientFileIdent ?? 0
    showsMerges = recording == .wire
  }

  mutating func add(_ point: Point) {
    forgetLastStates()
    points.append(point)
  }

  /// Lets go of the states of the last point, before another one follows, unless they are kept.
  mutating func forgetLastStates() {
    guard !keepsStates, let last = points.indices.last else { return }
    (points[last].base, points[last].client, points[last].server) = (nil, nil, nil)
  }

  /// How many changes the device downloaded.
  package var downloadedChangeCount: Int {
    points.reduce(integratedChangeCount) { count, point in
      if case .download(let changes, _) = point.change { count + changes } else { count }
    }
  }

  /// The last point. All transactions that a recorded state holds have followed by then.
  var end: Point? {
    var end = points.last
    end?.isClientAhead = false
    return end
  }
}

extension SessionTimeline {
  package var resets: [DueReset] {
    recordedResets.map { reset in
      var reset = reset
      reset.timeline = self
      return reset
    }
  }

  package var resetCount: Int { recordedResets.count }

  /// The last reset that the session itself went through, with an empty timeline.
  var lastReset: DueReset? { recordedResets.last }

  mutating func add(_ reset: DueReset, approach: Range<Int>) {
    var recorded = reset
    (recorded.kind, recorded.approach) = (.recordedReset, approach)
    recorded.timeline = SessionTimeline(
      session: session, start: start, recording: recording, openingGaps: openingGaps)
    recordedResets.append(recorded)
  }

  mutating func note(_ observed: ObservedReset) {
    recordedResets[recordedResets.count - 1].note(observed)
  }

  /// The transactions that the server had not acknowledged at a point, oldest first, as merges have left them.
  package func unsynced(at point: Point) -> [UnsyncedChangeset] {
    unsyncedIndexes(at: point).map { transaction($0, at: point) }
  }

  /// A transaction as merges up to a point have left it.
  func transaction(_ index: Int, at point: Point) -> UnsyncedChangeset {
    guard let merged = point.merged.changeset(of: index) else { return transactions[index] }
    return transactions[index].replaced(by: merged)
  }

  package func unsyncedIndexes(at point: Point) -> [Int] {
    point.transactions.filter { isUnsynced($0, at: point) }
  }

  func isUnsynced(_ transaction: Int, at point: Point) -> Bool {
    let acknowledged = point.acknowledgedClientVersion
    if point.merged.isNothingLeft(of: transaction) { return false }
    // From the inside, versions may be any numbers as long as none is acknowledged.
    return recording == .inside && acknowledged == 0
      || transactions[transaction].clientVersion > acknowledged
  }

  /// The server's own changes since the base; nil where they are not known.
  package func serverChanges(at point: Point) -> [ServerChange]? {
    serverChangeIndexes(at: point).map { Array(serverChanges[$0]) }
  }

  /// The same as indexes in ``serverChanges``. Of a file, a recording has at most those that arrived before a reset.
  package func serverChangeIndexes(at point: Point) -> Range<Int>? {
    guard recording == .inside, start?.source != .realmFile, point.base != nil, point.server != nil
    else { return nil }
    return point.serverChanges
  }

  /// The points up to one of them, from the session's beginning or the last reset before it.
  func approach(to point: Point) -> Range<Int> {
    let end = points.firstIndex { $0.sequence > point.sequence } ?? points.count
    let start = recordedResets.last { $0.approach.upperBound < end }?.approach.upperBound ?? 0
    return start..<end
  }

  package func gaps(at point: Point) -> [Gap] {
    let hasResetBefore = recordedResets.first.map { $0.sequence < point.sequence } ?? false
    return openingGaps + foundGaps.prefix(point.foundGapCount)
      + (mayTrackReset && !hasResetBefore ? [Gap(.resetOfSessionBefore)] : [])
  }
}

package enum SessionRecording: Hashable, Sendable {
  /// From the inside: states and transactions, each when it was made.
  case inside
  /// From what crossed the wire, where a transaction shows once it is uploaded.
  case wire
}

/// A write by its place in a session: the index of its transaction in the timeline, and of its instruction there.
package struct WritePosition: Hashable, Comparable, Sendable {
  package var transaction: Int
  package var instruction: Int

  package init(transaction: Int, instruction: Int) {
    (self.transaction, self.instruction) = (transaction, instruction)
  }

  package static func < (a: WritePosition, b: WritePosition) -> Bool {
    (a.transaction, a.instruction) < (b.transaction, b.instruction)
  }
}
