/// Secrets that whoever wrote a log has broken into lines.
enum FoldedSecret {
  /// What is shorter was not broken because it is long.
  private static let sizeMin = 8

  /// Adds to each match the lines that go on with it: where it ends with its line, and the next ones are
  /// nothing but characters of base64 that are not a word.
  static func unfold(_ matches: inout [SecretSearch.Match], in bytes: [UInt8]) {
    matches.sort { $0.range.lowerBound < $1.range.lowerBound }
    // Lines in which the next secret begins are not of this one.
    var limit = bytes.count
    for index in matches.indices.reversed() {
      let range = matches[index].range
      let end = end(of: range, before: max(limit, range.upperBound), in: bytes)
      matches[index].range = range.lowerBound..<end
      limit = range.lowerBound
    }
  }

  private static func end(of match: Range<Int>, before limit: Int, in bytes: [UInt8]) -> Int {
    guard match.count >= sizeMin, bytes[match].suffix(sizeMin).allSatisfy(\.isBase64Byte) else {
      return match.upperBound
    }
    var end = match.upperBound
    while let line = line(behind: end, in: bytes), line.upperBound <= limit,
      SecretStrength(bytes[line]).isNoWord
    { end = line.upperBound }
    return end
  }

  /// The line that begins behind a position, if the one before ends there and this one has nothing but
  /// characters of base64 in it, with padding at most at its end; a quotation may end with it.
  private static func line(behind end: Int, in bytes: [UInt8]) -> Range<Int>? {
    var start = end
    if start < bytes.count, bytes[start] == 0x0D { start += 1 }
    guard start < bytes.count, bytes[start] == 0x0A else { return nil }
    start = bytes.end(of: \.isBlank, from: start + 1)
    let digits = start..<bytes.end(of: { $0.isBase64Byte && $0 != 0x3D }, from: start)
    let lineEnd = bytes.end(of: { $0 == 0x3D }, from: digits.upperBound)
    guard !digits.isEmpty,
      lineEnd == bytes.count || bytes[lineEnd].isLineEnd || bytes[lineEnd].isQuote
    else { return nil }
    return start..<lineEnd
  }
}
