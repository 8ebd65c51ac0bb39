/// What a log tells of a changeset in an UPLOAD or a DOWNLOAD.
public struct PartialEntry: Hashable, Sendable {
  /// The numbers before the changeset's size, in the order of the wire; empty where none are known.
  public var numbers: [UInt64]
  /// The size of the changeset in bytes.
  public var size: UInt64
  /// The encoded changeset; nil where the log does not have it.
  public var changeset: [UInt8]?

  /// What is known of an entry.
  public init(numbers: [UInt64], size: UInt64, changeset: [UInt8]? = nil) {
    (self.numbers, self.size, self.changeset) = (numbers, size, changeset)
  }

  /// An entry of which no more is known than that it was there.
  public static let unknown = PartialEntry(numbers: [], size: 0)

  var isUnknown: Bool { numbers.isEmpty }
}
