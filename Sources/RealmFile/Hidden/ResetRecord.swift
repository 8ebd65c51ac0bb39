internal import RealmModel
package import TraceFormat

/// The record of a client reset that was begun and has not been confirmed as finished
/// (Realm Core: `pending_reset_store.cpp`).
package struct ResetRecord: Hashable, Sendable {
  /// The version of Realm that wrote it; another one ignores it.
  package var engineVersion: String?
  package var time: Timestamp?
  /// As stored: 0 discards, 1 recovers.
  package var modeNumber: Int64?
  /// As stored: 1 a reset, 2 one without recovery, 3 and 4 migrations.
  package var actionNumber: Int64?
  package var errorCode: Int64?
  package var errorMessage: String?
  /// Whether its table has other columns than Realm gives it, or several objects, so that Realm ignores it.
  package var isMalformed: Bool

  private static let modes: [Int64: ResetMode] = [0: .discardLocal, 1: .recover]
  private static let actions: [Int64: ServerAction] = [
    1: .clientReset, 2: .clientResetNoRecovery, 3: .migrateToFLX, 4: .revertToPBS,
  ]

  package var mode: ResetMode? { modeNumber.flatMap { Self.modes[$0] } }
  package var action: ServerAction? { actionNumber.flatMap { Self.actions[$0] } }

  /// The record as traces have it; nil where Realm ignores it, or it says what this build does not know or can't read.
  package var pendingReset: PendingReset? {
    guard !isMalformed, let mode, let action, let engineVersion else { return nil }
    return PendingReset(
      mode: mode, action: action, timeMicroseconds: time.flatMap(\.microseconds),
      engineVersion: engineVersion)
  }
}

extension OpenRealmFile {
  private static let recordColumns: [RealmString: ColumnType] = [
    "core_version": .string, "time": .timestamp, "mode": .int, "action": .int, "error_code": .int,
    "error_msg": .string,
  ]

  package func resetRecord() throws(RealmFileFailure) -> ResetRecord? {
    store.beginTraversal()
    guard let records = try HiddenRows("client_reset_metadata", of: self),
      let row = records.rows.first
    else { return nil }
    let hasColumns = Self.recordColumns.allSatisfy { name, type in
      records.table.columns.contains {
        $0.name == name && $0.type == type && $0.collection == .single && !$0.isNullable
      }
    }
    return ResetRecord(
      engineVersion: row.text("core_version"), time: row.time("time") ?? row.time("event_time"),
      modeNumber: row.int("mode"), actionNumber: row.int("action"),
      errorCode: row.int("error_code"), errorMessage: row.text("error_msg"),
      isMalformed: !hasColumns || records.rows.count > 1)
  }
}
