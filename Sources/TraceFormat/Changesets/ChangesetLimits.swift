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
  public var encodedSizeMax: Int
  /// The most instructions. The shortest one takes two bytes, so the size bounds them as well.
  public var instructionCountMax: Int
  /// The most elements of one path.
  public var pathDepthMax: Int
  package var stringCountMax = Int.max
  /// The most elements of all paths together.
  package var pathElementCountMax = Int.max

  /// Limits of these sizes; that of the encoded changeset is at most what ranges can express.
  public init(
    encodedSizeMax: Int = ChangesetLimits.encodedSizeMax,
    instructionCountMax: Int = 100_000_000, pathDepthMax: Int = 1024
  ) {
    self.encodedSizeMax = min(encodedSizeMax, Self.encodedSizeMax)
    self.instructionCountMax = instructionCountMax
    self.pathDepthMax = pathDepthMax
  }

  /// Generous for anything that Realm writes.
  public static let standard = ChangesetLimits()
}
