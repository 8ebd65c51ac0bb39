extension Record {
  var loss: Loss? {
    guard head.kind == .loss else { return nil }
    var reader = ByteReader(body.rawBytes)
    return try? Loss(decoding: &reader)
  }
}

/// What the losses of a trace add up to.
public struct LossSummary: Hashable, Sendable {
  /// Loss records.
  public var lossCount: UInt64 = 0
  /// The records they count, as far as they do.
  public var lostRecordCount: UInt64 = 0
  /// Losses that do not say how many records they stand for.
  public var uncountedLossCount: UInt64 = 0

  /// Counts one more loss.
  public mutating func add(_ loss: Loss) {
    lossCount += 1
    let (sum, overflow) = lostRecordCount.addingReportingOverflow(loss.recordCount ?? 0)
    lostRecordCount = overflow ? .max : sum
    if loss.recordCount == nil { uncountedLossCount += 1 }
  }
}
