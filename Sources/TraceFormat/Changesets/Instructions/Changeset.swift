/// A string that a changeset declares once and refers to by number.
public struct InternedString: Hashable, Sendable, BitwiseCopyable {
  /// The bytes of the string, in the storage of its changeset.
  public var bytes: ByteRange
  /// The instruction before which the declaration stands. Kept because writers differ (a recorder
  /// declares a string where it is first used, a re-encoder declares all of them first), and so
  /// that encoding gives back the very bytes that were decoded.
  public var beforeInstruction: UInt32

  /// A declaration.
  @inlinable public init(bytes: ByteRange, beforeInstruction: UInt32) {
    (self.bytes, self.beforeInstruction) = (bytes, beforeInstruction)
  }
}

/// An ordered list of instructions: what one transaction did.
///
/// The form is flat on purpose. Instructions refer to `strings`, `pathElements` and `storage` by
/// number, so decoding allocates four arrays and nothing per instruction.
public struct Changeset: Hashable, Sendable {
  /// Declared strings, by `StringIndex`.
  public var strings: [InternedString] = []
  /// What the transaction did, in order.
  public var instructions: [Instruction] = []
  /// The elements of all paths, back to back.
  public var pathElements: [PathElement] = []
  /// The bytes that strings and binaries are stretches of. After decoding: the encoded changeset.
  public var storage: [UInt8] = []

  /// A changeset without instructions; ``ChangesetBuilder`` makes parts that fit together.
  public init() {}

  /// The bytes of a stretch of the storage.
  @inlinable public func bytes(_ range: ByteRange) -> ArraySlice<UInt8> {
    storage[Int(range.offset)..<Int(range.offset) + Int(range.size)]
  }

  /// The bytes of a declared string.
  @inlinable public func bytes(_ index: StringIndex) -> ArraySlice<UInt8> {
    bytes(strings[Int(index.rawValue)].bytes)
  }

  /// A declared string as text; bytes that are not UTF-8 are replaced, so this is for people only.
  public func text(_ index: StringIndex) -> String { String(decoding: bytes(index), as: UTF8.self) }

  /// The elements of a path.
  @inlinable public func elements(_ path: PathRange) -> ArraySlice<PathElement> {
    pathElements[Int(path.start)..<Int(path.start) + Int(path.count)]
  }
}
