import RealmModel
import TraceFormat

// Comparing what instructions put into sets
extension MergeWork {
  /// Whether both carry one value: of one type, by content; numbers as numbers, but never an integer
  /// and a float (Realm Core: `sync/transform.cpp`).
  func haveSameValue(_ first: Int32, _ second: Int32) -> Bool {
    let (a, b) = (source(first), source(second))
    guard let value = a.instruction.value, let other = b.instruction.value else { return false }
    switch (value, other) {
    case (.string(let range), .string(let otherRange)),
      (.binary(let range), .binary(let otherRange)):
      return a.changeset.bytes(range) == b.changeset.bytes(otherRange)
    case (.link(let table, let key), .link(let otherTable, let otherKey)):
      let (index, otherIndex) = (Int(self[first].changeset), Int(self[second].changeset))
      return names[index, table] == names[otherIndex, otherTable]
        && named(key, index) == named(otherKey, otherIndex)
    default: return Self.isSameScalar(value, other)
    }
  }

  /// Whether both carry one value as Realm Core compares two removals: strings and binaries by where
  /// they stand in the strings of their changesets, names by their numbers there.
  mutating func haveSameStoredValue(_ first: Int32, _ second: Int32) -> Bool {
    let (a, b) = (source(first), source(second))
    guard let value = a.instruction.value, let other = b.instruction.value else { return false }
    switch (value, other) {
    case (.string(let range), .string(let otherRange)),
      (.binary(let range), .binary(let otherRange)):
      return range.size == otherRange.size && storageOffset(first) == storageOffset(second)
    default: return Self.isSameScalar(value, other)
    }
  }

  private mutating func storageOffset(_ number: Int32) -> UInt64 {
    let (index, source) = (Int(self[number].changeset), Int(self[number].source))
    return storageOffsets.offset(of: source, in: index, changesets[index].changeset)
  }

  /// The key with the merge's number for a string.
  func named(_ key: PrimaryKey, _ index: Int) -> PrimaryKey {
    guard case .string(let name) = key else { return key }
    return .string(StringIndex(UInt32(names[index, name])))
  }

  private static func isSameScalar(_ a: Payload, _ b: Payload) -> Bool {
    switch (a, b) {
    case (.float(let bits), .float(let other)):
      Float(bitPattern: bits) == Float(bitPattern: other)
    case (.double(let bits), .double(let other)):
      Double(bitPattern: bits) == Double(bitPattern: other)
    case (.decimal(let decimal), .decimal(let other)):
      DecimalNumber(decimal) == DecimalNumber(other)
    default: a == b
    }
  }
}

/// Where the string or binary of an instruction stands among all strings of its changeset, back to back
/// in the order of their records (`docs/merge.md`, "Defects").
struct StorageOffsets {
  /// By the changeset: for each instruction what stands before its own value.
  private var known: [Int: [UInt64]] = [:]

  mutating func offset(of instruction: Int, in index: Int, _ changeset: Changeset) -> UInt64 {
    if let offsets = known[index] { return offsets[instruction] }
    let offsets = Self.offsets(changeset)
    known[index] = offsets
    return offsets[instruction]
  }

  private static func offsets(_ changeset: Changeset) -> [UInt64] {
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
