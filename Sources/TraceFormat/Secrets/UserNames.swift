/// Finds who somebody is in what a log says: identifiers of users, addresses of e-mail, names of home
/// directories (`docs/security.md`, "Names of users").
///
/// An identifier that was found by what stands before it, or as a folder of a path, is found everywhere from then on.
struct UserNames: Sendable {
  /// At most so many identifiers are remembered, so that memory is bounded.
  static let knownMax = 4096
  private var known: Set<[UInt8]> = []

  /// The text with marks instead of what was found; nil where nothing was.
  mutating func replacing(
    in source: [UInt8], onMatch: (SecretKind) -> Void
  ) -> [UInt8]? {
    var matches = addresses(in: source) + homes(in: source) + identifiers(in: source)
    matches.sort { $0.range.lowerBound < $1.range.lowerBound }
    return SecretSearch.marking(matches, in: source, onMatch: onMatch)
  }

  private static let announcements = [
    "user_id: ", "user_id=", "user_id\":\"", "user_id\": \"", "userId: ", "userId=", "log_out(",
    "refresh_access_token: ", "user=", "user=\\\"", "_user: ", "user_id: oid(",
  ].map { Array($0.utf8) }

  private mutating func identifiers(in source: [UInt8]) -> [SecretSearch.Match] {
    var found: [SecretSearch.Match] = []
    var position = 0
    while position < source.count {
      guard source[position].isIdentifierByte else {
        position += 1
        continue
      }
      let end = source.end(of: \.isIdentifierByte, from: position)
      let word = position..<end
      position = end
      guard let size = identifierSize(source[word]) else { continue }
      let range = end - size..<end
      let identifier = Array(source[range])
      if known.contains(identifier) || isFolder(range, in: source)
        || isAnnounced(range.lowerBound, in: source)
      {
        if known.count < Self.knownMax { known.insert(identifier) }
        found.append(.init(range: range, kind: .user))
      }
    }
    return found
  }

  /// 24 hexadecimal digits, also behind the `2F` of a slash in percent-encoding, or a UUID.
  private func identifierSize(_ word: ArraySlice<UInt8>) -> Int? {
    switch word.count {
    case 24 where word.allSatisfy(\.isHexDigit): return 24
    case 26 where word.starts(with: Array("2F".utf8)) && word.dropFirst(2).allSatisfy(\.isHexDigit):
      return 24
    case 36
    where word.enumerated().allSatisfy { index, byte in
      [8, 13, 18, 23].contains(index) ? byte == UInt8(ascii: "-") : byte.isHexDigit
    }:
      return 36
    default: return nil
    }
  }

  /// A folder named by 24 digits; a UUID is mostly that of an app's container.
  private func isFolder(_ range: Range<Int>, in source: [UInt8]) -> Bool {
    guard range.count == 24, range.lowerBound > 0, range.upperBound < source.count else {
      return false
    }
    let before = source[range.lowerBound - 1]
    let isBehindSlash =
      before.isPathSeparator || source[..<range.lowerBound].suffix(3).elementsEqual("%2F".utf8)
    return isBehindSlash
      && (source[range.upperBound].isPathSeparator || source[range.upperBound] == 0x25)
  }

  private func isAnnounced(_ position: Int, in source: [UInt8]) -> Bool {
    Self.announcements.contains { source[..<position].suffix($0.count).elementsEqual($0) }
  }

  private static let homeFolders = ["/Users/", "/home/", "\\Users\\", "\\\\Users\\\\"].map {
    Array($0.utf8)
  }
  private static let sharedHomes = ["Shared", "Public", "runner"].map { Array($0.utf8) }

  private func homes(in source: [UInt8]) -> [SecretSearch.Match] {
    var found: [SecretSearch.Match] = []
    for (index, byte) in source.enumerated() where byte.isPathSeparator {
      for folder in Self.homeFolders where source.hasBytes(folder, at: index) {
        let start = index + folder.count
        let end = source.end(
          of: { !$0.isPathSeparator && $0 > 0x20 && !$0.isQuote && $0 != UInt8(ascii: ")") },
          from: start)
        guard end > start, !Self.sharedHomes.contains(Array(source[start..<end])),
          SecretMark.end(in: source, at: start) == nil
        else { continue }
        found.append(.init(range: start..<end, kind: .name))
      }
    }
    return found
  }

  private func addresses(in source: [UInt8]) -> [SecretSearch.Match] {
    var found: [SecretSearch.Match] = []
    for (index, byte) in source.enumerated() where byte == UInt8(ascii: "@") {
      var start = index
      while start > 0, source[start - 1].isAddressByte { start -= 1 }
      var end = source.end(
        of: { $0.isAddressByte && $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "%") },
        from: index + 1)
      while end > index + 1, source[end - 1] == UInt8(ascii: ".") { end -= 1 }
      let domain = source[min(index + 1, end)..<end]
      guard start < index, domain.contains(UInt8(ascii: ".")), domain.first != UInt8(ascii: ".")
      else { continue }
      found.append(.init(range: start..<end, kind: .name))
    }
    return found
  }
}

extension UInt8 {
  fileprivate var isIdentifierByte: Bool {
    isHexDigit || self == UInt8(ascii: "-") || isASCIILetter
  }
  fileprivate var isPathSeparator: Bool { self == UInt8(ascii: "/") || self == UInt8(ascii: "\\") }
  fileprivate var isAddressByte: Bool {
    isASCIILetter || isASCIIDigit || [0x2E, 0x5F, 0x2D, 0x2B, 0x25].contains(self)
  }
}
