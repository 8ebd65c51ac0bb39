internal import TraceFormat

extension HarmAccount.AcknowledgedLoss {
  /// What was synced and what is there now, such as `"a", now nothing`; both cut at a width.
  package func text(columns: Int) -> String {
    let synced = value.map { $0.text(columns: columns) } ?? "the object"
    return "\(synced), now \(after.text(columns: columns))"
  }
}
