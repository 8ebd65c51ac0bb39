struct UnwrappedLine: Sendable {
  var envelope: LogEnvelope
  var text: [UInt8]
  /// Whether it is a line of a server, which looks alike.
  var isServers = false
  /// Whether the system has hidden what stands there.
  var isPrivate = false
}

/// Takes the layers off a line, one after the other, whatever their order.
enum LogUnwrapping {
  /// More layers than any shape has.
  private static let layersMax = 12
  /// How far into a line a message of Realm may begin behind what nobody knows.
  private static let unknownHeadMax = 400

  static func unwrap(_ line: [UInt8], in outer: LogEnvelope = LogEnvelope()) -> UnwrappedLine {
    var scanner = LogScanner(line)
    var envelope = outer
    if isServers(scanner) {
      return UnwrappedLine(envelope: envelope, text: line, isServers: true)
    }
    takeRecord(&scanner, &envelope)
    var count = 0
    while count < layersMax, !scanner.isAtEnd, !isMessage(scanner), takeLayer(&scanner, &envelope) {
      count += 1
    }
    if !isMessage(scanner), let start = messageStart(scanner) {
      scanner.position = start
      envelope.layers.append(.unknown)
    }
    let text = trimmed(scanner, envelope)
    return UnwrappedLine(
      envelope: envelope, text: text, isPrivate: text.elementsEqual("<private>".utf8))
  }

  /// Whether a message begins here whose prefix is Realm's own.
  private static func isMessage(_ scanner: LogScanner) -> Bool {
    scanner.isAt("Connection[") && scanner.peek(11)?.isDigit == true
  }

  /// Where such a message begins behind something unknown, or one that only Realm writes.
  private static func messageStart(_ scanner: LogScanner) -> Int? {
    if let start = scanner.find("Connection[", from: scanner.position, within: unknownHeadMax),
      start == 0 || !scanner.bytes[start - 1].isLetter,
      isMessage(LogScanner(scanner.bytes, at: start))
    {
      return start
    }
    return scanner.find("Realm sync client ([", from: scanner.position, within: unknownHeadMax)
      ?? scanner.find("Client reset: ", from: scanner.position, within: unknownHeadMax)
  }

  /// The Realm Object Server and its successors wrote `Sync Connection[2]: …`.
  private static func isServers(_ scanner: LogScanner) -> Bool {
    let limit = unknownHeadMax
    return scanner.find("Sync Connection[", from: 0, within: limit) != nil
      || scanner.find("sync-server", from: 0, within: 80) != nil
  }

  private static func takeLayer(_ scanner: inout LogScanner, _ envelope: inout LogEnvelope) -> Bool
  {
    if let time = LogTime(&scanner) {
      // The innermost time is the app's; one with a day tells more than one without.
      if envelope.time == nil || time.hasDay { envelope.time = time }
      envelope.layers.append(.time)
      return true
    }
    return takeLogcat(&scanner, &envelope) || takeApple(&scanner, &envelope)
      || takeCategory(&scanner, &envelope) || takeConsole(&scanner, &envelope)
      || takeLevel(&scanner, &envelope)
  }

  /// The record of a Dart logger: `(category: ‹c›, level: LogLevel.‹l›, message: ‹text›)`.
  private static func takeRecord(_ scanner: inout LogScanner, _ envelope: inout LogEnvelope) {
    guard let start = scanner.find("(category: Realm", from: 0, within: unknownHeadMax) else {
      return
    }
    var head = LogScanner(Array(scanner.bytes[..<start]))
    var count = 0
    while count < layersMax, !head.isAtEnd, takeLayer(&head, &envelope) { count += 1 }
    var own = LogScanner(scanner.bytes, at: start + "(category: ".utf8.count)
    let categoryStart = own.position
    guard let comma = own.find(", level: ", from: own.position, within: 80) else { return }
    envelope.category = lastName(own.bytes[categoryStart..<comma])
    own.position = comma + ", level: ".utf8.count
    _ = own.take("LogLevel.") || own.take("RealmLogLevel.")
    guard let end = own.find(", message: ", from: own.position, within: 20) else { return }
    envelope.level = LogLevel(word: own.bytes[own.position..<end])
    own.position = end + ", message: ".utf8.count
    envelope.isRealms = true
    envelope.layers.append(.record)
    scanner = own
  }

  /// The text without what closes a layer behind it.
  private static func trimmed(_ scanner: LogScanner, _ envelope: LogEnvelope) -> [UInt8] {
    var text = Array(scanner.rest)
    while let last = text.last, last == 0x0D || last == 0x0A || last == 0 { text.removeLast() }
    guard envelope.layers.contains(.record) else { return text }
    for end in [")'", ")\"", ")"] where text.suffix(end.utf8.count).elementsEqual(end.utf8) {
      text.removeLast(end.utf8.count)
      break
    }
    return text
  }

  /// `Session` of `Realm.Sync.Client.Session`.
  static func lastName(_ category: ArraySlice<UInt8>) -> String {
    category.split(separator: UInt8(ascii: ".")).last.map(\.text) ?? ""
  }
}
