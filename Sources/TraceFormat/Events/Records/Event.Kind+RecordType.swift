extension Event.Kind {
  /// The kinds in the order of their numbers, from 1 on (`docs/format.md`, "Record types").
  ///
  /// Numbers from 0x8000 are free for private use; a reader that does not know a number keeps the
  /// record as it is.
  private static let numbered: [Event.Kind] = [
    .sessionStart, .message, .localCommit, .serverCommit, .snapshot, .syncError, .resetObserved,
    .loss, .note,
  ]

  /// The number of the records that hold such events; nil for ``unknown``, which is many.
  public var recordType: UInt16? { Self.numbered.firstIndex(of: self).map { UInt16($0 + 1) } }

  /// The kind of event that a record of a number holds.
  public init(recordType: UInt16) {
    let isKnown = (1...Self.numbered.count).contains(Int(recordType))
    self = isKnown ? Self.numbered[Int(recordType) - 1] : .unknown
  }
}
