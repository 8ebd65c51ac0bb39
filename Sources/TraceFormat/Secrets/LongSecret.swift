/// Long random words beside a telling name, before or behind it.
enum LongSecret {
  private static let distanceMax = 32
  /// So much of a word decides whether it is random.
  private static let sampleSizeMax = 4096

  static func match(
    beside name: Range<Int>, _ kind: SecretKind, in bytes: [UInt8]
  ) -> SecretSearch.Match? {
    let word = wordBehind(name, in: bytes) ?? wordBefore(name, in: bytes)
    return word.map { SecretSearch.Match(range: $0, kind: kind) }
  }

  private static func wordBehind(_ name: Range<Int>, in bytes: [UInt8]) -> Range<Int>? {
    var position = name.upperBound
    let limit = min(bytes.count, position + distanceMax)
    while position < limit, !bytes[position].isLineEnd {
      guard bytes[position].isBase64Digit else {
        position += 1
        continue
      }
      let sampleEnd = bytes.end(
        of: \.isBase64Digit, from: position, limit: min(bytes.count, position + sampleSizeMax))
      if SecretStrength(bytes[position..<sampleEnd]).isLongAndRandom {
        return position..<bytes.end(of: \.isBase64Digit, from: sampleEnd)
      }
      position = sampleEnd
    }
    return nil
  }

  private static func wordBefore(_ name: Range<Int>, in bytes: [UInt8]) -> Range<Int>? {
    var position = name.lowerBound
    let limit = max(0, position - distanceMax)
    while position > limit, !bytes[position - 1].isLineEnd {
      position -= 1
      guard bytes[position].isBase64Digit else { continue }
      let end = position + 1
      let sampleStart = max(0, end - sampleSizeMax)
      while position > sampleStart, bytes[position - 1].isBase64Digit { position -= 1 }
      guard SecretStrength(bytes[position..<end]).isLongAndRandom else { continue }
      while position > 0, bytes[position - 1].isBase64Digit { position -= 1 }
      return position..<end
    }
    return nil
  }
}
