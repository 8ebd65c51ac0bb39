// The clocks of recordings: microseconds since 1970, and what changesets count in.
extension Timestamp {
  /// 2015-01-01T00:00:00Z, where Realm's origin timestamps begin, in milliseconds since 1970.
  package static let originMilliseconds: Int64 = 1_420_070_400_000

  /// A time in microseconds since 1970 (UTC).
  package init(microseconds: Int64) {
    let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    self.init(seconds: seconds, nanoseconds: Int32(rest) * 1000)
  }

  /// A time of a history, in milliseconds since 2015-01-01 (UTC); nil where it is beyond what dates can say.
  package init?(since2015 milliseconds: UInt64) {
    let (sum, overflows) = milliseconds.addingReportingOverflow(UInt64(Self.originMilliseconds))
    guard !overflows else { return nil }
    self.init(seconds: Int64(sum / 1000), nanoseconds: Int32(sum % 1000) * 1_000_000)
  }

  /// Microseconds since 1970 (UTC), where they fit into 64 bits.
  package var microseconds: Int64? {
    let (product, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000)
    guard !overflows else { return nil }
    let (sum, isTooLarge) = product.addingReportingOverflow(Int64(nanoseconds / 1000))
    return isTooLarge ? nil : sum
  }
}
