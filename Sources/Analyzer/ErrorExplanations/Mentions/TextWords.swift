/// The words of a line, with what stands between them: letters, digits and `_`.
struct TextWords {
  private let bytes: ArraySlice<UInt8>
  private let ranges: [Range<Int>]
  private let keys: [UInt64]

  init(_ bytes: ArraySlice<UInt8>) {
    var (ranges, keys): ([Range<Int>], [UInt64]) = ([], [])
    var start: Int?
    var key = Self.emptyKey
    for index in bytes.indices {
      let byte = bytes[index]
      if byte.isWordByte {
        start = start ?? index
        Self.add(byte, to: &key)
      } else if let begin = start {
        ranges.append(begin..<index)
        keys.append(key)
        (start, key) = (nil, Self.emptyKey)
      }
    }
    if let start {
      ranges.append(start..<bytes.endIndex)
      keys.append(key)
    }
    (self.bytes, self.ranges, self.keys) = (bytes, ranges, keys)
  }

  var count: Int { ranges.count }

  /// A word; nil beyond the last one.
  subscript(index: Int) -> String? {
    guard ranges.indices.contains(index) else { return nil }
    return String(decoding: bytes[ranges[index]], as: UTF8.self)
  }

  /// Where a word is in a table of ``slotCount`` places, which several words may have.
  func slot(_ index: Int) -> Int { Self.slot(ofKey: keys[index]) }

  static func slot(ofKey key: UInt64) -> Int { Int(key % UInt64(slotCount)) }
  static let slotCount = 4096

  /// A hash of a word as all SDKs spell it, without case and underscores: equal for equal words, and made
  /// without a string.
  static func key(_ word: some Sequence<UInt8>) -> UInt64 {
    var key = emptyKey
    for byte in word { add(byte, to: &key) }
    return key
  }

  // FNV-1a.
  private static let emptyKey: UInt64 = 0xcbf2_9ce4_8422_2325

  private static func add(_ byte: UInt8, to key: inout UInt64) {
    guard byte != UInt8(ascii: "_") else { return }
    let isUppercase = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
    key = (key ^ UInt64(isUppercase ? byte | 0x20 : byte)) &* 0x100_0000_01b3
  }

  /// The key of the longest word that stands neither at the beginning nor at the end.
  var longestInnerKey: UInt64? {
    ranges.indices.filter {
      ranges[$0].lowerBound > bytes.startIndex && ranges[$0].upperBound < bytes.endIndex
    }.max { ranges[$0].count < ranges[$1].count }.map { keys[$0] }
  }

  /// What stands between a word and the next one; nil behind the last one.
  private func gap(after index: Int) -> ArraySlice<UInt8>? {
    guard index >= 0, index + 1 < ranges.count else { return nil }
    return bytes[ranges[index].upperBound..<ranges[index + 1].lowerBound]
  }

  /// The word after another one that names what it is, as in `error_code=208` and `"action":"ClientReset"`.
  func value(after index: Int) -> String? {
    guard let gap = gap(after: index), gap.count <= Self.gapSizeMax,
      gap.allSatisfy(Self.joints.contains)
    else { return nil }
    return self[index + 1]
  }

  /// Whether an equals sign or a quotation mark stands between a word and its value.
  func isExplicit(after index: Int) -> Bool {
    value(after: index) != nil
      && gap(after: index)?.contains(where: Array("=\"'".utf8).contains) == true
  }

  func number(inParenthesesAfter index: Int) -> Int32? {
    guard let gap = gap(after: index), gap.elementsEqual("(".utf8),
      bytes[ranges[index + 1].upperBound...].first == UInt8(ascii: ")")
    else { return nil }
    return self[index + 1].flatMap { Int32($0) }
  }

  func isDotted(after index: Int) -> Bool { gap(after: index)?.elementsEqual(".".utf8) == true }

  /// The most bytes between a name and its value.
  private static let gapSizeMax = 8
  private static let joints = Set("= :\"'`()\\[\t".utf8)
}

extension UInt8 {
  fileprivate var isWordByte: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
