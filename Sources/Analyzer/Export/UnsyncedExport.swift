public import Replayer

/// The unsynced writes of a trace on their way elsewhere.
public struct UnsyncedExport: Sendable {
  /// The version of the forms with an envelope in JSON. Additions keep it; anything else raises it.
  public static let version = 1

  /// Where the writes come from.
  public var source: PendingSource
  /// Each session and moment apart, in the order of the trace. A transaction that several moments have is in one.
  public var changes: [PendingChanges]
  /// The sessions of which the trace does not show enough: nothing of them is here.
  public var unanswered: [UnansweredSession]

  /// The writes of a report on a file.
  public init(_ report: PendingReport) {
    (source, unanswered) = (report.source, report.unanswered)
    changes = PendingChanges.once(report.changes)
  }

  /// How many operations there are.
  public var operationCount: Int { changes.reduce(0) { $0 + $1.writes.count } }

  /// What tells an operation from all others, the same in every export of the same file: for targets that
  /// are to take each only once.
  package func key(of write: Int, in changes: PendingChanges) -> String {
    let write = changes.writes[write]
    return key(ofTransaction: write.transactionIndex, in: changes) + "-\(write.instructionIndex)"
  }

  package func key(ofTransaction index: Int, in changes: PendingChanges) -> String {
    let transaction = changes.transactions[index]
    return "\(source.keyPrefix)-\(transaction.sequence)-\(transaction.clientVersion)"
  }
}

/// A database that statements are written for.
public enum SQLDialect: String, Hashable, Sendable, CaseIterable {
  /// SQLite from version 3.38, with its functions for JSON.
  case sqlite
  /// PostgreSQL from version 12, with `jsonb`.
  case postgresql
}

/// What an export could not say, and what it said with less than was there.
public struct ExportTally: Hashable, Sendable {
  /// How many operations are not in the export, by why.
  public var limits: [ExportLimit: Int] = [:]
  /// How many values were rounded, by what is lost.
  public var roundings: [ExportRounding: Int] = [:]
  /// How many operations stand next to the document's data, because its form has no words for them.
  public var besideDataCount = 0
  /// How many operations about classes and properties a target need not know: it takes them as they come.
  public var impliedCount = 0

  /// Nothing left out and nothing rounded.
  public init() {}

  /// How many operations are not in the export.
  public var unexpressedCount: Int { limits.values.reduce(0, +) }

  package var roundedCount: Int { roundings.values.reduce(0, +) }

  package mutating func note(_ limit: ExportLimit, count: Int = 1) {
    limits[limit, default: 0] += count
  }
  package mutating func note(_ rounding: ExportRounding) { roundings[rounding, default: 0] += 1 }
}
