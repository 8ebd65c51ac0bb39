/// The search for secrets in bytes: in text, in JSON, or in what could not be read.
///
/// A secret is found by what stands before it (`access_token=`, `"password":`, `Authorization:`, `Bearer`), or by its
/// own shape. Text is searched as it stands and with its escapes resolved, since a token in a URL in a JSON string in a
/// line of a log is escaped more than once. Time and memory are linear in the size of the text.
struct SecretSearch {
  /// What a text is, which decides what counts as a secret in it.
  enum Scope: Hashable {
    /// Words for people, heads, bodies, names: everything that could be a secret.
    case text
    /// The address of a server's log, of which also every value of the query is one.
    case logAddress
    /// What users have written, in which only a JSON web token can be told from data.
    case userData
  }

  struct Match: Hashable {
    var range: Range<Int>
    var kind: SecretKind
  }

  private static let escapingDepthMax = 3

  /// The matches, in order and apart from each other.
  static func matches(in source: [UInt8], _ scope: Scope) -> [Match] {
    var found = search(source, scope)
    if scope != .userData { found += matchesBehindEscapes(of: source, scope) }
    guard !found.isEmpty else { return [] }
    return joined(found, in: source).map { match in
      let secret = unescaped(source[match.range])
      return WebToken.fills(secret) ? Match(range: match.range, kind: .jwt) : match
    }
  }

  /// The text with marks instead of what was found; nil where nothing was.
  static func replacing(
    in source: [UInt8], _ scope: Scope, onMatch: (SecretKind) -> Void
  ) -> [UInt8]? {
    marking(matches(in: source, scope), in: source, onMatch: onMatch)
  }

  /// The text with marks instead of matches in order, less those that overlap one before; nil where there is none.
  static func marking(
    _ matches: [Match], in source: [UInt8], onMatch: (SecretKind) -> Void
  ) -> [UInt8]? {
    guard !matches.isEmpty else { return nil }
    var result: [UInt8] = []
    var position = 0
    for match in matches where match.range.lowerBound >= position {
      result += source[position..<match.range.lowerBound]
      result += SecretMark.bytes(for: unescaped(source[match.range]), match.kind)
      position = match.range.upperBound
      onMatch(match.kind)
    }
    return result + source[position...]
  }

  /// The value of a member of JSON with marks instead of secrets; nil where there are none.
  ///
  /// A name that tells makes a secret of the value, whatever that looks like.
  static func replacing(
    in value: [UInt8], named name: [UInt8], _ onMatch: (SecretKind) -> Void
  ) -> [UInt8]? {
    guard let telling = TellingName(name),
      let match = NamedSecret.match(
        telling, value.indices, .assigned, in: value, isDelimited: true)
    else {
      let isLogAddress = name.map(\.lowercasedASCII).elementsEqual("logurl".utf8)
      return replacing(in: value, isLogAddress ? .logAddress : .text, onMatch: onMatch)
    }
    let secret = Array(value[match.range])
    guard let mark = mark(for: secret, match.kind, onMatch: onMatch) else { return nil }
    return value[..<match.range.lowerBound] + mark + value[match.range.upperBound...]
  }

  static func mayHoldWebToken(_ bytes: [UInt8]) -> Bool {
    var found: [Match] = []
    WebToken.find(in: bytes, isLenient: false, &found)
    return !found.isEmpty
  }

  /// What is known to be a secret, whatever it looks like: its mark, or nil where it is one already.
  static func mark(
    for secret: [UInt8], _ kind: SecretKind, onMatch: (SecretKind) -> Void
  ) -> [UInt8]? {
    guard !secret.isEmpty, SecretMark.end(in: secret, at: 0) != secret.count else { return nil }
    let plain = unescaped(secret[...])
    let kind = WebToken.fills(plain) ? .jwt : kind
    onMatch(kind)
    return SecretMark.bytes(for: plain, kind)
  }

  private static func matchesBehindEscapes(of source: [UInt8], _ scope: Scope) -> [Match] {
    var found: [Match] = []
    var layers: [UnescapedBytes] = []
    var bytes = source
    while layers.count < escapingDepthMax, let layer = UnescapedBytes(bytes) {
      layers.append(layer)
      bytes = layer.bytes
      for match in search(bytes, scope) {
        var range = match.range
        for layer in layers.reversed() {
          range = layer.source(of: range.lowerBound)..<layer.source(of: range.upperBound)
        }
        found.append(Match(range: range, kind: match.kind))
      }
    }
    return found
  }

  private static func unescaped(_ escaped: ArraySlice<UInt8>) -> [UInt8] {
    var bytes = Array(escaped)
    for _ in 0..<escapingDepthMax {
      guard let layer = UnescapedBytes(bytes) else { break }
      bytes = layer.bytes
    }
    return bytes
  }

  /// One match of those that lie on each other; none for what is a mark already.
  private static func joined(_ found: [Match], in source: [UInt8]) -> [Match] {
    let marks = SecretMark.ranges(in: source)
    var nextMark = 0
    var joined: [Match] = []
    let sorted = found.sorted {
      ($0.range.lowerBound, $1.range.upperBound) < ($1.range.lowerBound, $0.range.upperBound)
    }
    for match in sorted where !match.range.isEmpty {
      while nextMark < marks.count, marks[nextMark].upperBound <= match.range.lowerBound {
        nextMark += 1
      }
      if nextMark < marks.count, marks[nextMark].overlaps(match.range),
        !match.range.strictlyContains(marks[nextMark])
      {
        continue
      }
      if let last = joined.last, last.range.upperBound > match.range.lowerBound {
        let end = max(last.range.upperBound, match.range.upperBound)
        joined[joined.count - 1].range = last.range.lowerBound..<end
      } else {
        joined.append(match)
      }
    }
    return joined
  }

  private static func search(_ bytes: [UInt8], _ scope: Scope) -> [Match] {
    var found: [Match] = []
    WebToken.find(in: bytes, isLenient: scope != .userData, &found)
    guard scope != .userData else { return found }
    NamedSecret.find(in: bytes, &found)
    SecretScheme.find(in: bytes, &found)
    SecretAddress.find(in: bytes, isLogAddress: scope == .logAddress, &found)
    SecretShape.find(in: bytes, &found)
    CommandSecret.find(in: bytes, &found)
    EncodedSecret.find(in: bytes, &found)
    FoldedSecret.unfold(&found, in: bytes)
    return found
  }
}

extension Range<Int> {
  fileprivate func strictlyContains(_ other: Range<Int>) -> Bool {
    lowerBound <= other.lowerBound && upperBound >= other.upperBound && self != other
  }
}
