public import TraceFormat

/// A list that a recovery copied whole from the client's state over the server's.
public struct ListCopy: Hashable, Sendable {
  /// The changeset at whose end it was copied: index in ``Outcome/unsynced``.
  public var changesetIndex: Int
  /// The list. Its path leads through no other list.
  public var place: LocationValue
  /// What it added to the re-upload: indexes of instructions in the changeset that replaces the one
  /// at whose end it was copied. Empty if the server had the same list.
  public var emitted: Range<Int>
  /// Indexes, in the client's list, of links that the copy lacks because there was no such object on
  /// the server's side at that time.
  public var missing: [Int]

  public init(changesetIndex: Int, place: LocationValue, emitted: Range<Int>, missing: [Int]) {
    self.changesetIndex = changesetIndex
    self.place = place
    self.emitted = emitted
    self.missing = missing
  }
}
