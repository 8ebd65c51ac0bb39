/// What replaces a secret: its kind, its length in bytes and a short digest, such as `[removed-token-31-9f8a3c21]`.
///
/// Equal secrets have equal marks, also where one of them was percent-encoded or escaped. The digest
/// has 32 bits of XXH64, from which nothing can be calculated back; but whoever has a guess can try it.
/// So a password has neither digest nor length, and a secret that is short no digest.
enum SecretMark {
  /// Below so many bytes all secrets could be tried.
  static let digestedSizeMin = 12
  private static let opening = Array("[removed-".utf8)
  private static let closing = UInt8(ascii: "]")
  private static let dash = UInt8(ascii: "-")

  static func bytes(for secret: [UInt8], _ kind: SecretKind) -> [UInt8] {
    var mark = opening + Array(kind.rawValue.utf8)
    if !kind.isGuessable {
      mark += Array("-\(secret.count)".utf8)
      if secret.count >= digestedSizeMin {
        mark +=
          [dash] + Array(Hex.digits(of: UInt32(truncatingIfNeeded: XXH64.digest(secret))).utf8)
      }
    }
    return mark + [closing]
  }

  static func end(in bytes: [UInt8], at start: Int) -> Int? {
    guard bytes.hasBytes(opening, at: start) else { return nil }
    let content = start + opening.count
    let limit = min(bytes.count, content + 64)
    let end = bytes.end(of: { $0 != closing }, from: content, limit: limit)
    return end < limit && isMark(bytes[content..<end]) ? end + 1 : nil
  }

  /// Whether that is a kind, and what may follow it.
  private static func isMark(_ content: ArraySlice<UInt8>) -> Bool {
    let parts = content.split(separator: dash, omittingEmptySubsequences: false)
    guard SecretKind(rawValue: String(decoding: parts[0], as: UTF8.self)) != nil else {
      return false
    }
    let isSized = parts.count < 2 || !parts[1].isEmpty && parts[1].allSatisfy(\.isASCIIDigit)
    let isDigested = parts.count < 3 || parts[2].count == 8 && parts[2].allSatisfy(\.isHexDigit)
    return isSized && isDigested && parts.count <= 3
  }

  /// Where marks stand already, in order.
  static func ranges(in bytes: [UInt8]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var position = 0
    while let start = bytes.firstIndex(ofByte: opening[0], from: position) {
      position = start + 1
      guard let end = end(in: bytes, at: start) else { continue }
      ranges.append(start..<end)
      position = end
    }
    return ranges
  }
}
