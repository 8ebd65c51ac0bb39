import TraceFormat

/// Transactions of the device that merges have changed since, as they are at one point of a session: what a
/// reset recovers, and what later downloads are merged with, is these.
package struct MergedTransactions: Sendable {
  private var forms: [Int: (entry: HistoryEntry, origins: InstructionOrigins)] = [:]
  /// Changes whenever one of the transactions does.
  private(set) var generation = 0

  /// Takes what a merge has left; `indexes` say where the transactions stand in the timeline, by their versions.
  mutating func replace(
    by merged: [(entry: HistoryEntry, origins: InstructionOrigins)], _ indexes: [UInt64: Int]
  ) {
    generation += 1
    forms = [:]
    for form in merged {
      if let index = indexes[form.entry.version] { forms[index] = form }
    }
  }

  /// What is left of a transaction; nil where no merge has changed it.
  func changeset(of transaction: Int) -> Changeset? { forms[transaction]?.entry.changeset }

  /// Whether merges have left nothing of a transaction. Then it is no longer recovered by a reset.
  func isNothingLeft(of transaction: Int) -> Bool {
    forms[transaction]?.entry.changeset.instructions.isEmpty == true
  }

  /// The instruction of a transaction, as that was written, which one of its merged form is.
  package func origin(of write: WritePosition) -> WritePosition {
    guard let form = forms[write.transaction] else { return write }
    return WritePosition(
      transaction: write.transaction, instruction: form.origins[write.instruction])
  }
}

/// A merge of the device's that left something out.
package struct MergeOccurrence: Sendable {
  /// The DOWNLOAD, and its time.
  package var sequence: UInt64
  package var timeMicroseconds: Int64
  package var mergedAway: [MergedAway]
}
