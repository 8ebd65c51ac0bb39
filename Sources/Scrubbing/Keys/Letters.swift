/// The texts that pseudonyms are written in: consonants, of which hardly any word consists.
enum Letters {
  /// Ascending, so that codes are ordered as their numbers are.
  private static let alphabet = Array("bcdfghjkmnpqrvwxz".utf8)
  /// So many letters tell the values of one property apart, and decide their order.
  static let rankSize = 12
  /// How many numbers ``rank(_:)`` can write: 17^12.
  static let rankLimit: UInt64 = 582_622_237_229_761

  /// A number below ``rankLimit`` in letters: a smaller one comes first.
  static func rank(_ number: UInt64) -> [UInt8] {
    var (rest, letters) = (number, [UInt8](repeating: alphabet[0], count: rankSize))
    for index in letters.indices.reversed() {
      letters[index] = alphabet[Int(rest % 17)]
      rest /= 17
    }
    return letters
  }

  /// So many letters that a sequence decides. Those of a long text repeat: what is told by its size is told once.
  static func text(_ size: Int, _ numbers: inout KeyedNumbers) -> [UInt8] {
    let blockSize = 240
    var block: [UInt8] = []
    while block.count < min(size, blockSize) { block += rank(numbers.next() % rankLimit) }
    var text: [UInt8] = []
    text.reserveCapacity(size)
    while text.count < size { text += block.prefix(size - text.count) }
    return text
  }
}

/// The sizes that texts and binaries are rounded up to, in bytes.
enum SizeClass {
  /// The size of what stands for something of a size; 0 for nothing.
  ///
  /// What is larger than a mebibyte keeps its size, so that nothing exceeds what Realm accepts.
  static func size(_ size: Int, min smallest: Int, limits: [Int] = []) -> Int {
    guard size > 0 else { return 0 }
    guard size < 1 << 20 else { return size }
    var rounded = 8
    while rounded < max(size, smallest) {
      rounded += rounded & (rounded - 1) == 0 ? rounded / 2 : rounded / 3
    }
    // What was within a limit of Realm's stays within it.
    let limit = limits.first { size <= $0 }
    return min(rounded, limit ?? rounded)
  }
}
