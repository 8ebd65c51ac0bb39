/// A name that says of what stands behind it that it is a secret: `access_token`, `X-Api-Key`, `userPassword`.
struct TellingName {
  /// How the value of a name looks where it is a secret.
  enum Values {
    case any
    case authorization
    /// Names and values.
    case cookies
    /// Long and random; the name has other uses.
    case random
    /// As anything, where it is assigned.
    case assigned
    /// A few digits.
    case code
    /// What is not a word, in the query of an address.
    case query
  }

  let kind: SecretKind
  let values: Values

  private struct Ending {
    let letters: [UInt8]
    let kind: SecretKind
    let values: Values
    /// Whether it must be a word of its own: `sig`, but not `config`.
    let isWord: Bool

    init(
      _ letters: String, _ kind: SecretKind, _ values: Values = .any, isWord: Bool = false
    ) {
      self.letters = Array(letters.utf8)
      (self.kind, self.values, self.isWord) = (kind, values, isWord)
    }
  }

  /// By what names end in, in lower case and without dashes. `baas_at` and `baas_rt` are Realm's.
  private static let endings = [
    Ending("token", .token), Ending("baasat", .token), Ending("baasrt", .token),
    Ending("jwt", .token, isWord: true), Ending("authcode", .token),
    Ending("authorizationcode", .token), Ending("authorization", .token, .authorization),
    Ending("cookie", .cookie, .cookies), Ending("password", .password),
    Ending("passwd", .password), Ending("passphrase", .password),
    Ending("pwd", .password, isWord: true), Ending("pass", .password, .assigned, isWord: true),
    Ending("secret", .key), Ending("apikey", .key), Ending("accesskey", .key),
    Ending("secretkey", .key), Ending("privatekey", .key), Ending("encryptionkey", .key),
    Ending("authkey", .key), Ending("signingkey", .key), Ending("sharedkey", .key),
    Ending("credential", .key), Ending("credentials", .key),
    Ending("key", .key, .random, isWord: true), Ending("signature", .signature, .assigned),
    Ending("sig", .signature, .assigned, isWord: true),
    Ending("sessionid", .cookie, .random), Ending("otp", .password, .code, isWord: true),
    Ending("pin", .password, .code, isWord: true), Ending("passcode", .password, .code),
    Ending("onetimecode", .password, .code), Ending("verificationcode", .password, .code),
    Ending("securitycode", .password, .code), Ending("mfacode", .password, .code),
    Ending("state", .token, .query, isWord: true),
    Ending("code", .token, .random, isWord: true),
  ]

  /// Nil where the word is not such a name, nor the plural of one.
  init?(_ bytes: [UInt8], _ word: Range<Int>) {
    guard let name = Self(named: word, in: bytes) ?? Self(plural: word, in: bytes) else {
      return nil
    }
    self = name
  }

  /// Nil where a name as a whole does not tell.
  init?(_ name: [UInt8]) { self.init(name, name.indices) }

  private init?(plural word: Range<Int>, in bytes: [UInt8]) {
    guard let last = word.last, bytes[last].lowercasedASCII == UInt8(ascii: "s") else { return nil }
    self.init(named: word.dropLast(), in: bytes)
  }

  private init?(named word: Range<Int>, in bytes: [UInt8]) {
    guard word.count >= Self.sizeMin, Self.mayEnd(bytes, word) else { return nil }
    let last = bytes[word.upperBound - 1].lowercasedASCII
    for ending in Self.endings where ending.letters.last == last {
      guard let start = Self.start(of: ending, in: bytes, word) else { continue }
      if ending.isWord, !Self.isWordStart(start, in: bytes, word) { continue }
      kind = ending.kind
      values = ending.values
      return
    }
    return nil
  }

  static let sizeMin = 3

  /// By the last letter of endings, from `a` on: a bit for each letter that stands before it.
  private static let lettersBefore = endings.reduce(into: [UInt32](repeating: 0, count: 26)) {
    let pair = $1.letters.suffix(2).map { Int($0 - UInt8(ascii: "a")) }
    $0[pair[1]] |= 1 << UInt32(pair[0])
  }

  /// Whether a word ends in the last two letters of an ending, dashes apart: the many words of a text that do not
  /// are passed over.
  private static func mayEnd(_ bytes: [UInt8], _ word: Range<Int>) -> Bool {
    let last = bytes[word.upperBound - 1].lowercasedASCII
    guard last.isASCIILower else { return false }
    let befores = lettersBefore[Int(last - UInt8(ascii: "a"))]
    guard befores != 0 else { return false }
    for position in word.dropLast().reversed() {
      let byte = bytes[position].lowercasedASCII
      if byte.isASCIILower { return befores >> UInt32(byte - UInt8(ascii: "a")) & 1 == 1 }
      if byte.isASCIIDigit { return false }
    }
    return false
  }

  private static func start(
    of ending: Ending, in bytes: [UInt8], _ word: Range<Int>
  ) -> Int? {
    var position = word.upperBound
    var left = ending.letters.count
    while left > 0 {
      guard position > word.lowerBound else { return nil }
      position -= 1
      let byte = bytes[position].lowercasedASCII
      if !byte.isASCIILetter, !byte.isASCIIDigit { continue }
      guard byte == ending.letters[left - 1] else { return nil }
      left -= 1
    }
    return position
  }

  private static func isWordStart(_ start: Int, in bytes: [UInt8], _ word: Range<Int>) -> Bool {
    guard start > word.lowerBound else { return true }
    return !bytes[start - 1].isASCIILetter
      || bytes[start].isASCIIUpper && bytes[start - 1].isASCIILower
  }
}
