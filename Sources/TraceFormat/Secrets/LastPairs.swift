/// Pairs of letters at the end of names, to pass over the many words of a text that end otherwise.
struct LastPairs {
  /// By the last letter, from `a` on: a bit for each letter that stands before it.
  private var befores = [UInt32](repeating: 0, count: 26)

  /// - Parameter endings: two or more lower-case letters each.
  init(_ endings: [[UInt8]]) {
    for ending in endings {
      let pair = ending.suffix(2).map { Int($0 - UInt8(ascii: "a")) }
      befores[pair[1]] |= 1 << UInt32(pair[0])
    }
  }

  /// Whether a word, or what it is the plural of, may end as one of the endings does.
  func mayEnd(_ bytes: [UInt8], _ word: Range<Int>) -> Bool {
    let last = bytes[word.upperBound - 1].lowercasedASCII
    guard last.isASCIILower else { return false }
    return endsInPair(bytes, word)
      || last == UInt8(ascii: "s") && endsInPair(bytes, word.dropLast())
  }

  /// Dashes do not count (``TellingName``).
  private func endsInPair(_ bytes: [UInt8], _ word: Range<Int>) -> Bool {
    guard let position = word.last else { return false }
    let last = bytes[position].lowercasedASCII
    guard last.isASCIILower else { return false }
    let befores = befores[Int(last - UInt8(ascii: "a"))]
    guard befores != 0 else { return false }
    for position in word.dropLast().reversed() {
      let byte = bytes[position].lowercasedASCII
      if byte.isASCIILower { return befores >> UInt32(byte - UInt8(ascii: "a")) & 1 == 1 }
      if byte.isASCIIDigit { return false }
    }
    return false
  }
}
