/// Passwords on command lines that a log repeats: `--password x`, and `-p x` where a user is named before it.
enum CommandSecret {
  private static let userOptions = ["-u", "--user", "--username", "login"].map { Array($0.utf8) }
  private static let dash = UInt8(ascii: "-")

  /// The value behind an option, which ends with its word or quotation; nil where a name is not an option.
  static func value(behind option: Range<Int>, in bytes: [UInt8]) -> Range<Int>? {
    guard bytes[option.lowerBound] == dash else { return nil }
    let start = bytes.end(of: \.isBlank, from: option.upperBound)
    guard start > option.upperBound, start < bytes.count, bytes[start] != dash else { return nil }
    if bytes[start].isQuote {
      let end = bytes.end(
        of: { $0 != bytes[start] && !$0.isLineEnd }, from: start + 1)
      return start + 1..<end
    }
    let value = start..<bytes.end(of: { $0 > 0x20 }, from: start)
    return value.isEmpty ? nil : value
  }

  static func find(in bytes: [UInt8], _ found: inout [SecretSearch.Match]) {
    var position = 0
    while let start = bytes.firstIndex(ofByte: dash, from: position) {
      position = start + 1
      let option = start..<start + 2
      guard option.upperBound < bytes.count, bytes[start + 1] == UInt8(ascii: "p"),
        start > 0, bytes[start - 1].isBlank, bytes[option.upperBound].isBlank,
        let value = value(behind: option, in: bytes), isUserNamed(before: start, in: bytes),
        SecretMark.end(in: bytes, at: value.lowerBound) == nil
      else { continue }
      found.append(SecretSearch.Match(range: value, kind: .password))
    }
  }

  /// Whether a word before it on its line names a user: alone, `-p` is a port or a path.
  private static func isUserNamed(before position: Int, in bytes: [UInt8]) -> Bool {
    var end = position
    while end > 0, !bytes[end - 1].isLineEnd, position - end < 500 {
      var start = end
      while start > 0, bytes[start - 1] > 0x20 { start -= 1 }
      let word = bytes[start..<end].prefix { $0 != UInt8(ascii: "=") }
      if userOptions.contains(where: { $0[...] == word }) { return true }
      end = start
      while end > 0, bytes[end - 1].isBlank { end -= 1 }
      if end == start, end > 0, !bytes[end - 1].isBlank { break }
    }
    return false
  }
}
