/// What a log does not say of its times, and whoever imports it may know.
public struct LogImportOptions: Hashable, Sendable {
  /// How far the clock of a log without a zone is ahead of UTC, in seconds; nil takes it for UTC.
  public var utcOffsetSeconds: Int?
  /// The year of a log that names none; nil takes it for 1970.
  public var year: Int?

  /// Nothing is known beside the log.
  public init(utcOffsetSeconds: Int? = nil, year: Int? = nil) {
    (self.utcOffsetSeconds, self.year) = (utcOffsetSeconds, year)
  }
}
