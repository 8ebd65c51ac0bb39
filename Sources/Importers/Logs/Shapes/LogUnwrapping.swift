import TraceFormat

struct UnwrappedLine: Sendable {
  var envelope: LogEnvelope
  var text: [UInt8]
  /// Whether it is a line of a server, which looks alike.
  var isServers = false
  /// Whether the system has hidden what stands there.
  var isPrivate = false
}

/// Takes the layers off a line, one after the other, whatever their order.
struct LogUnwrapping {
  /// What is left of the line.
  var scanner: LogScanner
  var envelope: LogEnvelope

  /// More layers than any shape has.
  private static let layersMax = 12
  /// How far into a line a message of Realm may begin behind what nobody knows.
  private static let unknownHeadMax = 400
  private static let failure: StaticString = "A fatal error occurred during "

  static func unwrap(_ line: [UInt8], in outer: LogEnvelope = LogEnvelope()) -> UnwrappedLine {
    var rest = LogUnwrapping(scanner: LogScanner(line), envelope: outer)
    rest.takeRecord()
    var count = 0
    while count < layersMax, !rest.scanner.isAtEnd, !isMessage(rest.scanner), rest.takeLayer() {
      count += 1
    }
    if !isMessage(rest.scanner), let start = rest.messageStart {
      rest.scanner.position = start
      rest.envelope.layers.append(.unknown)
    }
    if rest.isServers { return UnwrappedLine(envelope: outer, text: line, isServers: true) }
    let text = rest.trimmed
    return UnwrappedLine(
      envelope: rest.envelope, text: text, isPrivate: text.elementsEqual("<private>".utf8))
  }

  /// Whether a message begins here whose prefix is Realm's own.
  private static func isMessage(_ scanner: LogScanner) -> Bool {
    scanner.isAt("Connection[") && scanner.peek(11)?.isDigit == true
  }

  /// Where such a message begins behind something unknown, or one that only Realm writes.
  private var messageStart: Int? {
    let (here, limit) = (scanner.position, Self.unknownHeadMax)
    if let start = scanner.find("Connection[", from: here, within: limit),
      start == 0 || !scanner.bytes[start - 1].isLetter,
      Self.isMessage(LogScanner(scanner.bytes, at: start))
    {
      return start
    }
    return scanner.find("Realm sync client ([", from: here, within: limit)
      ?? scanner.find("Client reset: ", from: here, within: limit)
      // An app's own words about an error have those of the engine in them.
      ?? scanner.find(Self.failure, from: here, within: limit)
  }

  /// The Realm Object Server and its successors wrote `Sync Connection[2]: …`, or named themselves in front of the
  /// message, in which a client may name a server, or a file, so too.
  private var isServers: Bool {
    if scanner.find("Sync Connection[", from: 0, within: Self.unknownHeadMax) != nil { return true }
    return scanner.find("sync-server", from: 0, within: 80).map { $0 <= scanner.position } == true
  }

  private mutating func takeLayer() -> Bool {
    if let time = LogTime(&scanner) {
      // The innermost time is the app's; one with a day tells more than one without.
      if envelope.time == nil || time.hasDay { envelope.time = time }
      envelope.layers.append(.time)
      return true
    }
    return attempt { $0.takeThreadTime() } || attempt { $0.takeLetterAndTag() }
      || attempt { $0.takeProcess() } || attempt { $0.takeCompactType() }
      || attempt { $0.takeColumns() } || attempt { $0.takeSubsystem() }
      || attempt { $0.takeDottedCategory() } || attempt { $0.takeShortName() }
      || attempt { $0.takeConsole() } || attempt { $0.takeLevel() }
  }

  /// Takes something off the line, or nothing.
  mutating func attempt(_ take: (inout LogUnwrapping) -> Bool) -> Bool {
    let start = scanner.position
    if take(&self) { return true }
    scanner.position = start
    return false
  }

  /// The record of a Dart logger: `(category: ‹c›, level: LogLevel.‹l›, message: ‹text›)`.
  private mutating func takeRecord() {
    let limit = Self.unknownHeadMax
    guard let start = scanner.find("(category: Realm", from: 0, within: limit) else { return }
    var head = LogUnwrapping(
      scanner: LogScanner(Array(scanner.bytes[..<start])), envelope: envelope)
    var count = 0
    while count < Self.layersMax, !head.scanner.isAtEnd, head.takeLayer() { count += 1 }
    envelope = head.envelope
    var own = LogScanner(scanner.bytes, at: start + "(category: ".utf8.count)
    guard own.take(to: ", level: ", within: 80) != nil else { return }
    _ = own.take("LogLevel.") || own.take("RealmLogLevel.")
    guard own.take(to: ", message: ", within: 20) != nil else { return }
    envelope.isRealms = true
    envelope.layers.append(.record)
    scanner = own
  }

  /// Whether it is the last of several arguments, each of which React Native's console puts in quotation marks.
  private var isQuotedArgument: Bool {
    let head = scanner.bytes.prefix(scanner.position)
    guard let quote = head.lastIndex(of: UInt8(ascii: "'")) else { return false }
    return head[..<quote].suffix(2).elementsEqual(", ".utf8)
  }

  /// Whether it is the end of a quoted field of CSV, in which quotation marks are doubled.
  private var isQuotedField: Bool {
    let head = scanner.bytes.prefix(scanner.position)
    guard let quote = head.lastIndex(of: UInt8(ascii: "\"")) else { return false }
    return quote == 0 || head[quote - 1] == UInt8(ascii: ",")
  }

  /// Where the last quotation mark of an app's words about an error stands. An `NSError` has them in quotation marks of
  /// its own, and once more behind these.
  private func failureEnd(in text: [UInt8]) -> Int? {
    let own = text[..<(LogScanner(text).find(Self.failure, from: 1) ?? text.count)]
    let isQuoted = scanner.bytes[..<scanner.position].last == UInt8(ascii: "\"")
    return (isQuoted ? own.lastIndex(of: Array("'\"".utf8)) : nil)
      ?? own.lastIndex(of: UInt8(ascii: "'"))
  }

  /// The text without what closes a layer behind it.
  private var trimmed: [UInt8] {
    var text = Array(scanner.rest)
    while let last = text.last, last == 0x0D || last == 0x0A || last == 0 { text.removeLast() }
    if text.last == UInt8(ascii: "'"), isQuotedArgument { text.removeLast() }
    if text.last == UInt8(ascii: "\""), isQuotedField {
      text = text.dropLast().withoutDoubledQuotes
    }
    // Unity's frame: `[Log] [] … []`.
    if text.suffix(3).elementsEqual(" []".utf8), scanner.find("] [] ", from: 0, within: 16) != nil {
      text.removeLast(3)
    }
    if let start = text.sourcePlaceStart { text.removeSubrange(start...) }
    if scanner.isAt(Self.failure), let end = failureEnd(in: text) {
      text.removeSubrange((end + 1)...)
    }
    guard envelope.layers.contains(.record) else { return text }
    for end in [")'", ")\"", ")"] where text.suffix(end.utf8.count).elementsEqual(end.utf8) {
      text.removeLast(end.utf8.count)
      break
    }
    return text
  }
}

extension Collection<UInt8> {
  /// The text of a field of CSV.
  fileprivate var withoutDoubledQuotes: [UInt8] {
    var isFirst = false
    return filter { byte in
      isFirst = byte == UInt8(ascii: "\"") && !isFirst
      return byte != UInt8(ascii: "\"") || isFirst
    }
  }
}

extension [UInt8] {
  /// Where the place in an app's source begins that its own logger puts behind a message: ` (SyncLogger.swift:42)`.
  fileprivate var sourcePlaceStart: Int? {
    guard last == UInt8(ascii: ")"), let start = lastIndex(of: 0x20),
      let colon = lastIndex(of: UInt8(ascii: ":")), start + 2 < colon, colon + 2 < count,
      self[start + 1] == UInt8(ascii: "("), self[(colon + 1)..<(count - 1)].allSatisfy(\.isDigit),
      let dot = self[..<colon].lastIndex(of: UInt8(ascii: ".")), start < dot,
      self[(dot + 1)..<colon].allSatisfy(\.isLetter)
    else { return nil }
    return start
  }
}
