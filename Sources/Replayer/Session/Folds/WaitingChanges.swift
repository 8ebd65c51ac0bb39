import RealmModel
import TraceFormat

/// What came since the state that client and server last shared, in the order of the trace.
struct WaitingChanges: Sendable {
  private var entries: [Entry] = []

  private struct Entry: Sendable {
    /// For a transaction of the device, its index in the timeline and its version.
    var transaction: (index: Int, version: UInt64)?
    var changeset: Changeset
  }

  /// What an acknowledgement has settled.
  struct Settled {
    /// What both sides have now: the server's changes and the acknowledged transactions.
    var shared: [Changeset]
    /// Of these, the transactions.
    var acknowledged: [Changeset]
    /// The transactions that still wait.
    var waiting: [Changeset]
    /// The index of the first of them.
    var firstWaiting: Int?
    /// Whether the server made some of its changes without knowing of an earlier transaction.
    var isConcurrent: Bool
  }

  /// Adds a transaction of the device.
  mutating func add(_ changeset: Changeset, transaction index: Int, version: UInt64) {
    entries.append(Entry(transaction: (index, version), changeset: changeset))
  }

  /// Adds a change of the server's.
  mutating func add(_ changeset: Changeset) { entries.append(Entry(changeset: changeset)) }

  /// Whether any transaction of the device waits.
  var hasTransactions: Bool { entries.contains { $0.transaction != nil } }

  /// Takes out what is settled once the server has acknowledged a version.
  mutating func settle(upTo version: UInt64) -> Settled {
    let isWaiting = { (entry: Entry) in entry.transaction.map { $0.version > version } ?? false }
    let (all, kept) = (entries, entries.filter(isWaiting))
    entries = kept
    let firstTransaction = all.firstIndex { $0.transaction != nil } ?? all.endIndex
    return Settled(
      shared: all.filter { !isWaiting($0) }.map(\.changeset),
      acknowledged: all.filter { $0.transaction != nil && !isWaiting($0) }.map(\.changeset),
      waiting: kept.map(\.changeset), firstWaiting: kept.compactMap(\.transaction?.index).first,
      isConcurrent: all[firstTransaction...].contains { $0.transaction == nil })
  }
}
