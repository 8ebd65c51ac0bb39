/// How much of a trace was replaced, and what was left out.
public struct ScrubCounts: Hashable, Sendable {
  /// Values of objects, increments included.
  public var values: UInt64 = 0
  /// Primary keys, wherever they stand.
  public var primaryKeys: UInt64 = 0
  /// Names of classes and properties.
  public var names: UInt64 = 0
  /// Keys of dictionaries.
  public var dictionaryKeys: UInt64 = 0
  /// Texts besides the data: paths, errors, queries, lines of logs, notes.
  public var texts: UInt64 = 0
  /// Numbers besides the data.
  public var numbers: UInt64 = 0
  /// Bytes that could not be read.
  public var unreadable: UInt64 = 0
  /// What is not there any more, because it has no policy: the contents of records of unknown kinds,
  /// unknown members of bodies, notes of the header, fields behind those that are known.
  public var dropped: UInt64 = 0

  /// Nothing yet.
  public init() {}

  /// All that was replaced or left out.
  public var total: UInt64 {
    values + primaryKeys + names + dictionaryKeys + texts + numbers + unreadable + dropped
  }
}
