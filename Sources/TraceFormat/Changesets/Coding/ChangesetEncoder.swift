/// Writes the records of one changeset in canonical form: every integer as short as it can be.
struct ChangesetEncoder {
  let changeset: Changeset
  var output: [UInt8] = []

  /// Writes everything: each instruction behind the strings that were declared before it.
  consuming func encode() -> [UInt8] {
    output.reserveCapacity(changeset.storage.count + changeset.instructions.count)
    var declared = 0
    for (index, instruction) in changeset.instructions.enumerated() {
      while declared < changeset.strings.count,
        changeset.strings[declared].beforeInstruction <= index
      {
        writeInternString(declared)
        declared += 1
      }
      write(instruction)
    }
    while declared < changeset.strings.count {
      writeInternString(declared)
      declared += 1
    }
    return output
  }

  private mutating func writeInternString(_ index: Int) {
    writeUnsigned(ChangesetDecoder.internStringNumber)
    writeUnsigned(UInt64(index))
    writeBytes(changeset.strings[index].bytes)
  }
}

extension Changeset {
  /// The bytes of the changeset on the wire, uncompressed.
  ///
  /// Strings are declared where `strings` says, so a decoded changeset gives back its own bytes
  /// unless its writer used longer forms of integers than needed, or other numbers than Realm for the same:
  /// a flag that is more than 1, a name in a path as another number below 0, a number without sign as a negative one.
  public func encoded() -> [UInt8] { ChangesetEncoder(changeset: self).encode() }

  /// The bytes that the changeset was decoded from, whatever was done to it since; if it was built, those that it
  /// encodes to.
  package var originalBytes: [UInt8] {
    // Before its first string, an encoded changeset says that one follows.
    strings.first?.bytes.offset == 0 ? encoded() : storage
  }
}
