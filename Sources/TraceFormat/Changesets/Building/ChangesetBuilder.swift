/// Puts a changeset together, instruction by instruction.
///
/// Strings are declared on demand, right before the first instruction that uses them and in the
/// order of use, as Realm's recorder does (Realm Core: `sync/instruction_replication.cpp`), so what
/// is built here encodes to the bytes that Realm would have written. One declaration can't be seen in
/// an instruction: for a change inside an embedded object the recorder first declares the embedded
/// class. ``intern(_:)-(RealmString)`` does that where the very bytes matter.
///
/// ```swift
/// var builder = ChangesetBuilder()
/// builder.createObject("Inspection", .int(7))
/// builder.update(LocationValue("Inspection", .int(7), "status"), to: .string("urgent"))
/// builder.arrayInsert(
///   LocationValue("Inspection", .int(7), "notes", [0]), .string("done"), priorSize: 0)
/// let bytes = builder.changeset.encoded()
/// ```
public struct ChangesetBuilder: Sendable {
  /// What has been built so far; complete after every call.
  public private(set) var changeset = Changeset()
  private var interned = InternTable()

  /// Begins an empty changeset.
  public init() {}

  /// The number of a string within the changeset; declares it if need be.
  ///
  /// - Precondition: At most ``ChangesetLimits/stringSizeMax`` bytes.
  public mutating func intern(_ string: RealmString) -> StringIndex {
    intern(string.bytes.rawBytes)
  }

  /// The number of a string within the changeset; declares it if need be.
  ///
  /// - Precondition: At most ``ChangesetLimits/stringSizeMax`` bytes.
  public mutating func intern(_ bytes: RawSpan) -> StringIndex {
    if let known = interned.index(
      of: bytes, in: changeset.strings, storage: changeset.storage.rawBytes)
    {
      return known
    }
    checkSize(ofString: bytes.byteCount)
    let index = StringIndex(UInt32(changeset.strings.count))
    changeset.strings.append(
      InternedString(
        bytes: store(bytes), beforeInstruction: UInt32(changeset.instructions.count)))
    noteLastString()
    return index
  }

  private mutating func noteLastString() {
    let storage = changeset.storage
    interned.noteLast(of: changeset.strings, storage: storage.rawBytes)
  }

  /// Adds the bytes of a string or binary value to the storage.
  ///
  /// - Precondition: The storage stays below 4 GiB.
  public mutating func store(_ bytes: RawSpan) -> ByteRange {
    let offset = changeset.storage.count
    precondition(
      bytes.byteCount <= ChangesetLimits.encodedSizeMax - offset,
      "the strings and binaries of a changeset take less than 4 GiB")
    // SAFETY: the array copies the buffer's bytes during the call.
    unsafe bytes.withUnsafeBytes { unsafe changeset.storage.append(contentsOf: $0) }
    return ByteRange(offset: UInt32(offset), size: UInt32(bytes.byteCount))
  }

  /// Adds a path.
  public mutating func path(_ elements: some Collection<PathElement>) -> PathRange {
    guard !elements.isEmpty else { return .empty }
    let start = UInt32(changeset.pathElements.count)
    changeset.pathElements.append(contentsOf: elements)
    return PathRange(start: start, count: UInt32(elements.count))
  }

  /// Appends an instruction whose strings, ranges and paths were made by this builder.
  public mutating func append(_ instruction: Instruction) {
    changeset.instructions.append(instruction)
  }

  func checkSize(ofString size: Int) {
    precondition(
      size <= ChangesetLimits.stringSizeMax,
      "a string of \(size) bytes is larger than Realm accepts")
  }
}
