import RealmModel
package import Replayer
package import TraceFormat

/// Learns from recorded sessions what the users of an app write, and how often.
package struct WorkloadLearner {
  private var counts: [Workload.Change: Int] = [:]
  private var transactionCount = 0
  private var (textCount, textBytes) = (0, 0)
  /// The time from the first to the last transaction of each session; no sum of times is too much for a `Double`.
  private var spanMicroseconds = 0.0
  /// How long transactions have waited for their acknowledgement, where that took a minute or more.
  private var (waitCount, waitMicroseconds) = (0, 0.0)

  /// The schema of a session that shows one: the server's, or the device's.
  package private(set) var schema: RealmSchema?

  package init() {}

  /// Takes the sessions of a trace: of each file on the wire the last one, which has what earlier ones wrote.
  package mutating func take(_ replay: Replay) {
    var files: Set<UInt64> = []
    for number in replay.sessionNumbers.reversed() {
      guard let session = try? replay.timeline(session: number),
        session.recording == .inside || files.insert(session.fileIdent).inserted
      else { continue }
      take(session)
      let state = session.points.last.flatMap { $0.server ?? $0.client }
      if let state, !state.schema.classes.isEmpty { schema = state.schema }
    }
  }

  private mutating func take(_ session: SessionTimeline) {
    let transactions = session.transactions
    for transaction in transactions { take(transaction.changeset) }
    let times = transactions.map(\.timeMicroseconds)
    if let first = times.min(), let last = times.max() {
      spanMicroseconds += Double(last) - Double(first)
    }
    // In the order in which they are acknowledged; nothing acknowledges version 0.
    var waiting = transactions.sorted { $0.clientVersion < $1.clientVersion }
      .drop { $0.clientVersion == 0 }
    for point in session.points {
      guard case .download(_, let version) = point.change else { continue }
      while let write = waiting.first, write.clientVersion <= version {
        waiting.removeFirst()
        let wait = Double(point.timeMicroseconds) - Double(write.timeMicroseconds)
        guard wait >= 60_000_000 else { continue }
        (waitCount, waitMicroseconds) = (waitCount + 1, waitMicroseconds + wait)
      }
    }
  }

  /// What a new object is given belongs to its creation.
  private mutating func take(_ changeset: Changeset) {
    guard changeset.instructions.contains(where: { $0.object != nil }) else { return }
    transactionCount += 1
    var created: PrimaryKey?
    for instruction in changeset.instructions {
      if case .update(let it) = instruction, case .string(let text) = it.value {
        (textCount, textBytes) = (textCount + 1, textBytes + Int(text.size))
      }
      guard let change = instruction.change(in: changeset) else { continue }
      if change == .create {
        created = instruction.object
      } else if instruction.object == created {
        continue
      }
      counts[change, default: 0] += 1
    }
  }

  /// What was learned; nil where no transaction was met.
  package var workload: Workload? {
    guard transactionCount > 0 else { return nil }
    var workload = Workload()
    for change in Workload.Change.allCases { workload[change] = counts[change] ?? 0 }
    let changeCount = counts.values.reduce(0, +)
    workload.changesPerWrite = 2 * changeCount / transactionCount - 1
    if textCount > 0 { workload.textBytes = textBytes / textCount }
    let hours = Int(spanMicroseconds / 3_600_000_000)
    // Less than an hour says little of a day.
    if hours > 0 { workload.writesPerDay = 24 * transactionCount / hours }
    // A transaction waits for half of the time that its device is offline.
    if waitCount > 0 {
      workload.offlineMinutes = Int(2 * waitMicroseconds / Double(waitCount) / 60_000_000)
    }
    return workload.withinLimits()
  }
}

extension Instruction {
  /// The kind of change that it is; nil for what is about the schema.
  fileprivate func change(in changeset: Changeset) -> Workload.Change? {
    switch self {
    case .createObject: return .create
    case .eraseObject: return .delete
    case .addInteger: return .increment
    case .arrayInsert, .arrayMove, .arrayErase: return .list
    case .setInsert, .setErase: return .set
    case .clear(let it):
      return it.collection == .set ? .set : it.collection == .list ? .list : .dictionary
    case .update(let it):
      switch (it.value, changeset.steps(it.location.path).first) {
      case (.objectValue, _): return .embedded
      case (.link, nil): return .link
      case (_, nil): return .update
      case (_, .index): return .list
      case (_, .key): return .dictionary
      }
    case .addTable, .eraseTable, .addColumn, .eraseColumn: return nil
    }
  }
}
