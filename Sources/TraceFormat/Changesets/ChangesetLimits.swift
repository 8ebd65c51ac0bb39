/// What a changeset may hold at most before its decoder refuses it.
///
/// The sizes that Realm's own parser enforces are constants; the others bound what hostile bytes
/// can cost and may be chosen by the caller (`docs/changesets.md`, "Limits").
public struct ChangesetLimits: Hashable, Sendable {
  /// The largest string that Realm can store and its parser accepts, in bytes. Binaries have no
  /// limit of their own in a changeset.
  public static let stringSizeMax = 16_777_199
  /// The largest encoded changeset: ranges into it are 32 bits wide.
  public static let encodedSizeMax = Int(UInt32.max)

  /// The most bytes that an encoded changeset may have.
  public var encodedSizeMax = ChangesetLimits.encodedSizeMax
  /// The most instructions. The shortest one takes two bytes, so the size bounds them as well.
  public var instructionCountMax = 100_000_000
  /// The most elements of one path.
  public var pathDepthMax = 1024
  package var stringCountMax = Int.max
  /// The most elements of all paths together.
  package var pathElementCountMax = Int.max
  /// Whether the counts are what memory is left for, and not what the format accepts.
  package var areOfMemory = false

  /// Generous for anything that Realm writes.
  public static let standard = ChangesetLimits()
}
