import TraceFormat

/// The names of all changesets of a merge, numbered by their bytes: each changeset numbers its own
/// strings, and the same number means another string in each.
struct MergeNames {
  private var builder = ChangesetBuilder()
  /// For each changeset, where the numbers of its strings begin in ``numbers``.
  private var starts: [Int] = []
  private var numbers: ContiguousArray<Int32> = []

  var count: Int { builder.changeset.strings.count }

  mutating func add(_ changeset: Changeset) {
    starts.append(numbers.count)
    let storage = changeset.storage.rawBytes
    for string in changeset.strings {
      let start = Int(string.bytes.offset)
      let bytes = storage.extracting(start..<start + Int(string.bytes.size))
      numbers.append(Int32(builder.intern(bytes).rawValue))
    }
  }

  subscript(changeset: Int, index: StringIndex) -> Int32 {
    numbers[starts[changeset] + Int(index.rawValue)]
  }

  func string(_ number: Int32) -> RealmString {
    builder.changeset.string(StringIndex(UInt32(number)))
  }
}
