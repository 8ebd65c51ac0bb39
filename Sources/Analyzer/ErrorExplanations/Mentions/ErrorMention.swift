internal import TraceFormat

/// What a line says of an error besides the error's own text: its number, the action that came with it, the
/// name that an SDK has for it.
///
/// Realm Core's log says `(error_code=208, …, error_action=ClientReset)`, the server's message is JSON, and
/// each SDK shows an error in its own way (`docs/triage.md`, "Errors in the SDKs").
struct ErrorMention {
  /// The number, of the protocol or of Realm Core.
  private(set) var code: Int32?
  private(set) var action: ServerAction?
  private(set) var named: (name: String, entry: ExplainedMessage)?
  /// The text in which the error's own message stands.
  private(set) var text: String

  var isEmpty: Bool { code == nil && action == nil && named == nil }

  init(in text: String) {
    self.text = text
    guard let (before, object) = Self.object(in: text) else {
      takeWords(of: text)
      return
    }
    if let line = Self.line(of: object) {
      self.text = line
      takeWords(of: line)
    } else {
      takeWords(of: before)
      take(object)
    }
  }

  private mutating func takeWords(of text: String) {
    let words = TextWords(ArraySlice(text.utf8.prefix(ErrorExplanation.messageSizeMax)))
    let isAsked = Self.isAsked
    for index in 0..<words.count where isAsked[words.slot(index)] { take(words, at: index) }
  }

  /// Where words are that ``take(_:at:)`` looks at: of a long log hardly any word is one of them.
  private static let isAsked: [Bool] = {
    let words =
      codeKeys.union(actionKeys).union(SDKErrorName.domains).union(ExplainedMessage.enumerations)
      .union(SDKErrorName.allSpellings).union(["code", "sync"])
    var table = [Bool](repeating: false, count: TextWords.slotCount)
    for word in words { table[TextWords.slot(ofKey: TextWords.key(word.utf8))] = true }
    return table
  }()

  private mutating func take(_ words: TextWords, at index: Int) {
    guard let word = words[index] else { return }
    if Self.codeKeys.contains(word) {
      code = code ?? words.value(after: index).flatMap { Int32($0) }
    } else if Self.actionKeys.contains(word), words.isExplicit(after: index) {
      action = action ?? words.value(after: index).flatMap(Self.action)
    } else if word.lowercased() == "code", words[index - 1]?.lowercased() == "error" {
      code = code ?? words.value(after: index).flatMap { Int32($0) }.flatMap(Self.known)
    }
    if let number = words.number(inParenthesesAfter: index),
      let name = ProtocolErrorCode.name(number), word.normalizedName == name.normalizedName
    {
      code = code ?? number
    }
    code = code ?? SDKErrorName.resetCode(word)
    named = named ?? Self.entry(words, at: index, word).map { (word, $0) }
  }

  private static func entry(_ words: TextWords, at index: Int, _ word: String) -> ExplainedMessage?
  {
    if SDKErrorName.flags.contains(word) {
      let value = words.value(after: index)?.lowercased()
      return value.map(negations.contains) == true
        ? ExplainedMessage.named(ErrorExplanation.Topic.clientResetNotAsked.rawValue)
        : SDKErrorName.entry(of: word)
    }
    if ExplainedMessage.enumerations.contains(word), words.isDotted(after: index) {
      return words[index + 1].flatMap(ExplainedMessage.enumerated)
    }
    if SDKErrorName.domains.contains(word) || isDomain(words, at: index) {
      // `Error Domain=io.realm.sync Code=7`, `SyncError Code=7`
      let next = (1...2).first { words[index + $0]?.lowercased() == "code" }
      let number = next.flatMap { words.value(after: index + $0) }.flatMap { Int($0) }
      if let number, let name = SDKErrorName.swiftNumbers[number] {
        return SDKErrorName.entry(of: name)
      }
    }
    return SDKErrorName.entry(of: word)
  }

  /// Whether `io.realm.sync` ends here, and does not go on.
  private static func isDomain(_ words: TextWords, at index: Int) -> Bool {
    words[index] == "sync" && words[index - 1] == "realm" && words[index - 2] == "io"
      && words.isDotted(after: index - 2) && words.isDotted(after: index - 1)
      && !words.isDotted(after: index)
  }

  private static func known(_ code: Int32) -> Int32? {
    ProtocolErrorCode.name(code) == nil ? nil : code
  }

  private static func action(_ name: String) -> ServerAction? {
    ServerAction.allCases.first { $0.rawValue.hasSameBytes(as: name) }
  }

  private static let codeKeys: Set = [
    "error_code", "errorCode", "ErrorCode", "ProtocolErrorCode", "json_error",
  ]
  private static let actionKeys: Set = ["error_action", "action", "server_requests_action"]
  private static let negations: Set = ["false", "no", "0"]

  private mutating func take(_ body: JSONText) {
    for name in ["code", "error_code", "errorCode"] {
      guard case .number(let digits)? = body.member(name) else { continue }
      code = code ?? Int32(digits)
    }
    if case .string(let name)? = body.member("action") { action = Self.action(name) }
    if code == nil, body.member("rejectedUpdates") != nil {
      code = body.member("compensatingWriteServerVersion") == nil ? 230 : 231
    }
    if case .string(let message)? = body.member("message") { text = message } else { text = "" }
  }

  /// The line that a collector of logs has put into JSON.
  private static func line(of body: JSONText) -> String? {
    guard bodyMembers.allSatisfy({ body.member($0) == nil }) else { return nil }
    for name in lineMembers {
      if case .string(let line)? = body.member(name) { return line }
    }
    return nil
  }

  private static let lineMembers = ["eventMessage", "message", "msg"]
  private static let bodyMembers = [
    "action", "code", "error_code", "errorCode", "tryAgain", "shouldClientReset", "rejectedUpdates",
  ]

  /// The JSON object of a text, if it is an ERROR's body or a line of a log, and what stands before it.
  private static func object(in text: String) -> (before: String, object: JSONText)? {
    let bytes = Array(text.utf8.prefix(ErrorExplanation.messageSizeMax))
    guard let start = bytes.firstIndex(of: UInt8(ascii: "{")),
      let end = bytes.lastIndex(of: UInt8(ascii: "}")), start < end,
      // What is not JSON is words.
      let json = try? JSONText(parsing: Array(bytes[start...end])),
      (bodyMembers + lineMembers).contains(where: { json.member($0) != nil })
    else { return nil }
    return (String(decoding: bytes[..<start], as: UTF8.self), json)
  }
}
