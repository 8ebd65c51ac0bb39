struct SecretRewriting: EventRewriting {
  var counts = SecretCounts()
  private(set) var unreadCount: UInt64 = 0
  /// What finds the names of users; nil where they stay.
  var userNames: UserNames?
  /// Whether users' data is no longer what it was, and digests of states no longer theirs.
  private var hasReplacedUserData = false
  /// Whether the body of the message that is being rewritten has been searched, behind its head, and nothing was
  /// found: then nothing is in it alone either, since a line feed stands before it.
  private var isBodySearched = false
  /// The connection of the latest message and what stands for it: mostly the next one has it too.
  private var connection: (text: TextBytes, replacement: String, kinds: [SecretKind])?

  /// Whether a walk could replace something. Most bytes of a trace are changesets, and looking through
  /// them as they are encoded costs less than decoding them: their strings stand there as they are.
  ///
  /// - Parameter meaning: what a message means, where that is known: it is not parsed again.
  mutating func needsWalk(_ content: Event.Content, _ meaning: ProtocolMessage? = nil) -> Bool {
    switch content {
    case .localCommit(let commit): SecretSearch.mayHoldWebToken(commit.changeset)
    case .serverCommit(let commit): SecretSearch.mayHoldWebToken(commit.changeset)
    case .snapshot(let snapshot):
      snapshot.changesets.contains { SecretSearch.mayHoldWebToken($0) }
    case .message(let message): needsWalk(message, meaning)
    default: true
    }
  }

  private mutating func needsWalk(_ message: WireMessage, _ meaning: ProtocolMessage?) -> Bool {
    let bodySize = meaning.map(\.bodySize) ?? message.announcedBodySize
    guard bodySize != nil, message.bodyForm != .notInflatable,
      !SecretSearch.mayHoldWebToken(message.body)
    else { return true }
    let counts = counts
    _ = connectionText(message.connection)
    self.counts = counts
    return connection?.kinds.isEmpty != true || (meaning ?? (try? message.parsed())) == nil
  }

  mutating func content(_ content: Event.Content) -> Event.Content {
    switch content {
    case .message(let message):
      isBodySearched = false
      if message.bodyForm == .notInflatable { unreadCount += 1 }
      return .message(withoutUnreadSecrets(message))
    case .unknown:
      unreadCount += 1
      return content
    case .resetObserved(var observed) where hasReplacedUserData:
      observed.stateDigest = nil
      return .resetObserved(observed)
    default: return content
    }
  }

  /// A message without what makes a secret only of its head and its body together.
  private mutating func withoutUnreadSecrets(_ message: WireMessage) -> WireMessage {
    guard message.head.last == UInt8(ascii: "\n"), !message.body.isEmpty,
      message.partial == nil, (try? message.parsed()) == nil
    else { return message }
    var message = withoutUnreadToken(message)
    let wireBytes = message.wireBytes
    let bytes = replaced(wireBytes, .text)
    isBodySearched = bytes == wireBytes
    guard !isBodySearched else { return message }
    let bodyStart = bytes.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
    message.head = Array(bytes[..<bodyStart])
    message.body = Array(bytes[bodyStart...])
    return message
  }

  mutating func message(_ message: ProtocolMessage) -> ProtocolMessage {
    guard case .bind(var bind) = message else { return message }
    // Here, since a token that is not UTF-8 is one too.
    bind.token = secret(bind.token, .token)
    return .bind(bind)
  }

  /// A BIND that cannot be read keeps its path alone, and nothing where the size of that is impossible.
  private mutating func withoutUnreadToken(_ message: WireMessage) -> WireMessage {
    guard message.direction == .clientToServer, message.typeWord == "bind" else { return message }
    let fields = message.head.split(separator: UInt8(ascii: " "))
    let pathSize = fields.count > 2 ? Int(String(decoding: fields[2], as: UTF8.self)) : nil
    let sizes = 0...message.body.count
    let path = message.body.prefix(pathSize.flatMap { sizes.contains($0) ? $0 : nil } ?? 0)
    var message = message
    message.body = path + secret(Array(message.body[path.endIndex...]), .token)
    return message
  }

  mutating func text(_ text: String, _ field: TextField) -> String {
    switch field {
    case .connection: connectionText(text)
    case .logURL: replaced(text, .logAddress)
    case .token: String(decoding: secret(Array(text.utf8), .token), as: UTF8.self)
    case .partitionQuery: userText(text)
    default: replaced(text, .text)
    }
  }

  mutating func query(_ query: String, of className: RealmString) -> String { userText(query) }

  mutating func bytes(_ bytes: [UInt8], _ field: BytesField) -> [UInt8] {
    if field == .unreadableBody, isBodySearched {
      isBodySearched = false
      return bytes
    }
    return field == .undecodableChangeset ? userBytes(bytes) : replaced(bytes, .text)
  }

  mutating func connectionText(_ text: String) -> String {
    if connection?.text != TextBytes(text) {
      var kinds: [SecretKind] = []
      let replacement = SecretSearch.replacing(in: Array(text.utf8), .text) { kinds.append($0) }
      connection = (
        TextBytes(text), replacement.map { String(decoding: $0, as: UTF8.self) } ?? text, kinds
      )
    }
    guard let connection else { return text }
    for kind in connection.kinds { counts.add(kind) }
    return connection.replacement
  }

  private mutating func replaced(_ text: String, _ scope: SecretSearch.Scope) -> String {
    let bytes = Array(text.utf8)
    let replacement = replaced(bytes, scope)
    return replacement == bytes ? text : String(decoding: replacement, as: UTF8.self)
  }

  private mutating func replaced(_ bytes: [UInt8], _ scope: SecretSearch.Scope) -> [UInt8] {
    withoutUserNames(SecretSearch.replacing(in: bytes, scope) { counts.add($0) } ?? bytes)
  }

  private mutating func withoutUserNames(_ bytes: [UInt8]) -> [UInt8] {
    userNames?.replacing(in: bytes) { counts.add($0) } ?? bytes
  }

  private mutating func secret(_ bytes: [UInt8], _ kind: SecretKind) -> [UInt8] {
    SecretSearch.mark(for: bytes, kind) { counts.add($0) } ?? bytes
  }

  mutating func pathKey(_ key: RealmString, below place: LocationValue) -> RealmString {
    userString(key)
  }

  mutating func unusedString(_ string: RealmString) -> RealmString { userString(string) }

  mutating func primaryKey(
    _ key: PrimaryKeyValue, of className: RealmString
  ) -> PrimaryKeyValue {
    if case .string(let text) = key { .string(userString(text)) } else { key }
  }

  mutating func value(_ value: PayloadValue, at place: LocationValue) -> PayloadValue {
    switch value {
    case .value(.string(let text)): .value(.string(userString(text)))
    default: value
    }
  }

  private mutating func userString(_ string: RealmString) -> RealmString {
    let bytes = Array(string.bytes)
    let replacement = userBytes(bytes)
    return replacement == bytes ? string : RealmString(replacement)
  }

  private mutating func userText(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let replacement = withoutUserNames(userBytes(bytes))
    return replacement == bytes ? text : String(decoding: replacement, as: UTF8.self)
  }

  private mutating func userBytes(_ bytes: [UInt8]) -> [UInt8] {
    guard
      let replacement = SecretSearch.replacing(in: bytes, .userData, onMatch: { counts.add($0) })
    else { return bytes }
    hasReplacedUserData = true
    return replacement
  }

  mutating func unknownMember(_ member: JSONText.Member) -> JSONText.Member {
    self.member(member, in: [])
  }

  /// - Parameter outerName: the name of the object that the member is of, which may tell what its own does
  ///   not: `"access_token": {"value": "…"}`.
  private mutating func member(
    _ member: JSONText.Member, in outerName: [UInt8]
  ) -> JSONText.Member {
    let name = Array(member.name.utf8)
    return JSONText.Member(
      replaced(member.name, .text), value(member.value, named: name, in: outerName))
  }

  private mutating func value(
    _ value: JSONText, named name: [UInt8], in outerName: [UInt8]
  ) -> JSONText {
    switch value {
    case .string(let text):
      let bytes = Array(text.utf8)
      let inherits = TellingName(name) == nil && SecretStrength(bytes[...]).isNoWord
      guard
        let replacement = SecretSearch.replacing(
          in: bytes, named: inherits && TellingName(outerName) != nil ? outerName : name,
          { counts.add($0) })
      else { return value }
      return .string(String(decoding: replacement, as: UTF8.self))
    case .number(let digits):
      guard TellingName(name)?.kind == .password else { return value }
      return .string(
        String(decoding: secret(Array(digits.utf8), .password), as: UTF8.self))
    case .array(let elements):
      return .array(elements.map { self.value($0, named: name, in: outerName) })
    case .object(let members):
      let outerName = TellingName(name) == nil ? outerName : name
      return .object(members.map { member($0, in: outerName) })
    case .null, .bool: return value
    }
  }
}
