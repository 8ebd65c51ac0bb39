/// The names of an object's members so far, each with where it stands: a name that stands twice is refused,
/// because readers differ in which of the two members they believe.
struct JSONMemberNames {
  // Most objects have a handful of members, for which comparing costs less than hashing.
  private var few: [(name: String, offset: Int)] = []
  private var many: [TextBytes: Int] = [:]
  private static let fewMax = 12

  /// Takes in a name; gives the offset of the same one where it stood before.
  mutating func insert(_ name: String, at offset: Int) -> Int? {
    guard many.isEmpty else { return many.updateValue(offset, forKey: TextBytes(name)) }
    if let same = few.first(where: { $0.name.hasSameBytes(as: name) }) { return same.offset }
    few.append((name, offset))
    if few.count > Self.fewMax {
      many = Dictionary(uniqueKeysWithValues: few.map { (TextBytes($0.name), $0.offset) })
      few = []
    }
    return nil
  }
}
