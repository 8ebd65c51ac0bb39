import RealmModel
import TraceFormat

// Comparing what instructions put into sets
extension MergeWork {
  /// Whether both carry one value: of one type, by content; numbers as numbers, but never an integer
  /// and a float (Realm Core: `sync/transform.cpp`).
  ///
  /// - Parameter isByStorage: as Realm Core compares two removals: strings and binaries by where they
  ///   stand in the strings of their changesets, names by their numbers there.
  mutating func haveSameValue(_ first: Int32, _ second: Int32, isByStorage: Bool = false) -> Bool {
    let (a, b) = (source(first), source(second))
    guard let value = a.instruction.value, let other = b.instruction.value else { return false }
    switch (value, other) {
    case (.string(let range), .string(let otherRange)),
      (.binary(let range), .binary(let otherRange)):
      return isByStorage
        ? range.size == otherRange.size && storageOffset(first) == storageOffset(second)
        : a.changeset.bytes(range) == b.changeset.bytes(otherRange)
    case (.link(let table, let key), .link(let otherTable, let otherKey)) where !isByStorage:
      let (index, otherIndex) = (Int(self[first].changeset), Int(self[second].changeset))
      return names[index, table] == names[otherIndex, otherTable]
        && named(key, index) == named(otherKey, otherIndex)
    case (.float(let bits), .float(let other)):
      return Float(bitPattern: bits) == Float(bitPattern: other)
    case (.double(let bits), .double(let other)):
      return Double(bitPattern: bits) == Double(bitPattern: other)
    case (.decimal(let decimal), .decimal(let other)):
      return DecimalNumber(decimal) == DecimalNumber(other)
    default: return value == other
    }
  }

  /// Where the string or binary of an instruction stands among all strings of its changeset, back to
  /// back in the order of their records (`docs/merge.md`, "Defects").
  private mutating func storageOffset(_ number: Int32) -> UInt64 {
    let (index, source) = (Int(self[number].changeset), Int(self[number].source))
    if let known = storageOffsets[index] { return known[source] }
    let offsets = Self.storageOffsets(changesets[index].changeset)
    storageOffsets[index] = offsets
    return offsets[source]
  }

  /// The key with the merge's number for a string.
  func named(_ key: PrimaryKey, _ index: Int) -> PrimaryKey {
    guard case .string(let name) = key else { return key }
    return .string(StringIndex(UInt32(names[index, name])))
  }

  private static func storageOffsets(_ changeset: Changeset) -> [UInt64] {
    var (offsets, total, declared): ([UInt64], UInt64, Int) = ([], 0, 0)
    for (index, instruction) in changeset.instructions.enumerated() {
      while declared < changeset.strings.count,
        changeset.strings[declared].beforeInstruction <= index
      {
        total += UInt64(changeset.strings[declared].bytes.size)
        declared += 1
      }
      offsets.append(total)
      switch instruction.value {
      case .string(let range), .binary(let range): total += UInt64(range.size)
      default: break
      }
    }
    return offsets
  }
}
