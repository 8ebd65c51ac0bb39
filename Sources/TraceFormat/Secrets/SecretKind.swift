/// What a secret is, as far as its shape and its place tell (`docs/security.md`).
public enum SecretKind: String, Codable, Hashable, Sendable, CaseIterable {
  /// A JSON web token: three parts in base64url, the first of which is JSON that names an algorithm.
  case jwt
  /// An access or refresh token of another form.
  case token
  /// Name and password of an `Authorization` header, or what another scheme has there.
  case credentials
  /// The value of a cookie.
  case cookie
  /// A password or a passphrase.
  case password
  /// An API key, a private key, an encryption key, a client's secret.
  case key
  /// A signature that makes a URL valid.
  case signature
  /// A value in the query of an address of the server's log.
  case query
  /// The identifier of a user; only logs lose it.
  case user
  /// An address of e-mail, or the name of a home directory; only logs lose them.
  case name

  /// Whether people choose it, so that whoever has a digest could try what they might have chosen.
  var isGuessable: Bool { self == .password || self == .credentials || self == .name }
}

/// How many secrets there were, by kind.
public struct SecretCounts: Hashable, Sendable {
  private var counts: [SecretKind: UInt64] = [:]

  /// None yet.
  public init() {}

  /// In the order of the vocabulary; kinds that did not occur are left out.
  public var byKind: [(kind: SecretKind, count: UInt64)] {
    SecretKind.allCases.compactMap { kind in counts[kind].map { (kind, $0) } }
  }

  /// All of them.
  public var total: UInt64 { counts.values.reduce(0, +) }

  /// Those that came after the earlier counts.
  package func since(_ earlier: SecretCounts) -> SecretCounts {
    var later = SecretCounts()
    for (kind, count) in byKind where count > earlier.counts[kind, default: 0] {
      later.counts[kind] = count - earlier.counts[kind, default: 0]
    }
    return later
  }

  mutating func add(_ kind: SecretKind) { counts[kind, default: 0] += 1 }
}

/// What becomes of the secrets of a source.
public enum SecretHandling: String, Hashable, Sendable, CaseIterable {
  /// Each gives way to a `SecretMark`.
  case replaced
  /// They stay, and the trace says so.
  case kept
}
