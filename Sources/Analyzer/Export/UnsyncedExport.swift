internal import RealmModel
internal import Replayer
internal import TraceFormat

/// The unsynced writes of a trace on their way elsewhere.
public struct UnsyncedExport: Sendable {
  /// The version of the forms with an envelope in JSON. Additions keep it; anything else raises it.
  public static let version = 1

  /// Where the writes come from.
  public var source: PendingSource
  /// Each session and moment apart, in the order of the trace.
  public var changes: [PendingChanges]

  /// The writes of a report on a file.
  public init(_ report: PendingReport) {
    source = report.source
    changes = report.changes
  }

  /// How many operations there are.
  public var operationCount: Int { changes.reduce(0) { $0 + $1.writes.count } }

  /// What tells an operation from all others, the same in every export of the same file: for targets that
  /// are to take each only once.
  package func key(of write: Int, in changes: PendingChanges) -> String {
    let write = changes.writes[write]
    return key(ofTransaction: write.transactionIndex, in: changes) + "-\(write.instructionIndex)"
  }

  /// The same of a transaction.
  package func key(ofTransaction index: Int, in changes: PendingChanges) -> String {
    let transaction = changes.transactions[index]
    return "\(source.keyPrefix)-\(transaction.sequence)-\(transaction.clientVersion)"
  }
}
