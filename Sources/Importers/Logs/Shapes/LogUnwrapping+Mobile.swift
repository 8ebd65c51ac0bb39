// Android's and Apple's logs.
extension LogUnwrapping {
  static func takeLogcat(_ scanner: inout LogScanner, _ envelope: inout LogEnvelope) -> Bool {
    takeThreadTime(&scanner, &envelope) || takeLetterAndTag(&scanner, &envelope)
  }

  /// `8120  8155 D REALM   : `, `8120-8155/demo.app D/REALM: `, `8120-8155  REALM  demo.app  D  `.
  private static func takeThreadTime(
    _ scanner: inout LogScanner, _ envelope: inout LogEnvelope
  ) -> Bool {
    guard envelope.layers.last == .time || envelope.layers.isEmpty else { return false }
    var own = scanner
    guard let process = number(&own) else { return false }
    let isPair = own.take("-") || own.take(": ") || own.take(":")
    if !isPair { guard own.takeBlanks() > 0 else { return false } }
    _ = own.takeBlanks()
    guard let thread = number(&own) else { return false }
    if own.take("/") {
      own.position += own.word(sizeMax: 200).count
    }
    guard own.takeBlanks() > 0 else { return false }
    (envelope.process, envelope.thread) = (process, thread)
    if takeLetterAndTag(&own, &envelope) || takePaddedTag(&own, &envelope) {
      scanner = own
      return true
    }
    guard isPair, takeStudio(&own, &envelope) else {
      (envelope.process, envelope.thread) = ("", "")
      return false
    }
    scanner = own
    return true
  }

  private static func takeLetter(_ scanner: inout LogScanner, _ separator: UInt8) -> UInt8? {
    guard let letter = scanner.peek(), "VDIWEFA".utf8.contains(letter),
      scanner.peek(1) == separator
    else { return nil }
    scanner.position += 2
    return letter
  }

  /// `D REALM   : `.
  private static func takePaddedTag(
    _ scanner: inout LogScanner, _ envelope: inout LogEnvelope
  ) -> Bool {
    var own = scanner
    guard let letter = takeLetter(&own, 0x20),
      let colon = own.find(": ", from: own.position, within: 100)
    else { return false }
    accept(tag: own.bytes[own.position..<colon], letter, &envelope)
    own.position = colon + 2
    scanner = own
    return true
  }

  /// `D/REALM: `, `D/REALM(1951): `, `D/REALM   ( 1951): `.
  private static func takeLetterAndTag(
    _ scanner: inout LogScanner, _ envelope: inout LogEnvelope
  ) -> Bool {
    var own = scanner
    guard let letter = takeLetter(&own, 0x2F) else { return false }
    let start = own.position
    while let byte = own.peek(), byte > 0x20, byte != 0x28, byte != 0x3A, byte != 0x5D {
      own.position += 1
    }
    let tag = own.bytes[start..<own.position]
    guard !tag.isEmpty, tag.count <= 100 else { return false }
    _ = own.takeBlanks()
    if own.take("(") {
      _ = own.takeBlanks()
      guard let process = number(&own), own.take(")") else { return false }
      envelope.process = process
    }
    // The long form ends its head with a bracket, and has the text on the next line.
    guard own.take(":") || own.take("]") || own.isAtEnd else { return false }
    if own.peek() == 0x20 { own.position += 1 }
    accept(tag: tag, letter, &envelope)
    scanner = own
    return true
  }

  /// The tag, the package and the letter, in columns.
  private static func takeStudio(
    _ scanner: inout LogScanner, _ envelope: inout LogEnvelope
  ) -> Bool {
    var own = scanner
    let tag = own.word(sizeMax: 100)
    own.position = tag.endIndex
    guard !tag.isEmpty, own.takeBlanks() > 0 else { return false }
    own.position = own.word(sizeMax: 200).endIndex
    guard own.takeBlanks() > 0, let letter = takeLetter(&own, 0x20) else { return false }
    _ = own.takeBlanks()
    accept(tag: tag, letter, &envelope)
    scanner = own
    return true
  }

  private static func accept(
    tag: ArraySlice<UInt8>, _ letter: UInt8, _ envelope: inout LogEnvelope
  ) {
    var name = tag
    while name.last == 0x20 { name.removeLast() }
    envelope.tag = name.text
    envelope.layers.append(.logcat)
    if envelope.tag.lowercased().hasPrefix("realm") { envelope.isRealms = true }
    switch letter {
    case UInt8(ascii: "V"): envelope.level = .trace
    case UInt8(ascii: "D"): envelope.level = .debug
    case UInt8(ascii: "I"): envelope.level = .info
    case UInt8(ascii: "W"): envelope.level = .warn
    default: envelope.level = .error
    }
  }

  private static func number(_ scanner: inout LogScanner) -> String? {
    scanner.digits(1...10).map(String.init)
  }

  /// `Demo[812:40311] `, `[812:40311] `, `host Demo[812]: `, and what `log show` has.
  static func takeApple(_ scanner: inout LogScanner, _ envelope: inout LogEnvelope) -> Bool {
    takeProcess(&scanner, &envelope) || takeCompactType(&scanner, &envelope)
      || takeColumns(&scanner, &envelope) || takeSubsystem(&scanner, &envelope)
  }

  private static func takeProcess(
    _ scanner: inout LogScanner, _ envelope: inout LogEnvelope
  ) -> Bool {
    var own = scanner
    guard let bracket = own.find("[", from: own.position, within: 80) else { return false }
    let name = own.bytes[own.position..<bracket]
    // Where nothing stands before it a name may have blanks; and none of Realm's words is one.
    guard !name.contains(where: { [0x22, 0x27, 0x5D, 0x3A, 0x28].contains($0) }),
      !name.suffix(10).elementsEqual("Connection".utf8),
      !name.suffix(7).elementsEqual("Session".utf8),
      envelope.layers.last == .time || name.isEmpty
    else { return false }
    own.position = bracket + 1
    guard let process = number(&own) else { return false }
    var thread = ""
    if own.take(":") {
      let start = own.position
      while let byte = own.peek(), byte.isHexadecimal || byte == 0x78 { own.position += 1 }
      thread = own.bytes[start..<own.position].text
      guard !thread.isEmpty, own.take("]") else { return false }
    } else {
      guard own.take("]:"), !name.isEmpty else { return false }
    }
    _ = own.take(":")
    guard own.isAtEnd || own.takeBlanks() > 0 else { return false }
    (envelope.process, envelope.thread) = (process, thread)
    envelope.layers.append(.process)
    scanner = own
    return true
  }

  /// The type in `log show --style compact`: `Df `, `I  `.
  private static func takeCompactType(
    _ scanner: inout LogScanner, _ envelope: inout LogEnvelope
  ) -> Bool {
    guard envelope.layers.last == .time else { return false }
    var own = scanner
    for (type, level) in [
      ("Db" as StaticString, LogLevel.debug), ("Df", .info), ("In", .info), ("Er", .error),
      ("Ft", .fatal), ("I", .info), ("E", .error), ("F", .fatal),
    ] where own.isAt(type) {
      own.position += type.utf8CodeUnitCount
      // A process follows, which tells it from the name of an app.
      guard own.takeBlanks() > 0, let bracket = own.find("[", from: own.position, within: 80),
        LogScanner(own.bytes, at: bracket + 1).peek()?.isDigit == true
      else { return false }
      envelope.level = level
      // The process is taken as if it stood behind the time.
      envelope.layers.append(.time)
      scanner = own
      return true
    }
    return false
  }

  /// `0x1a2b   Default     0x0                  812    0    Demo: (RealmSwift) `.
  private static func takeColumns(
    _ scanner: inout LogScanner, _ envelope: inout LogEnvelope
  ) -> Bool {
    guard envelope.layers.last == .time else { return false }
    var own = scanner
    guard own.isAt("0x") else { return false }
    let thread = own.word()
    own.position = thread.endIndex
    guard own.takeBlanks() > 0 else { return false }
    let type = own.word()
    own.position = type.endIndex
    guard own.takeBlanks() > 0, own.isAt("0x") else { return false }
    own.position = own.word().endIndex
    guard own.takeBlanks() > 0, let process = number(&own), own.takeBlanks() > 0,
      number(&own) != nil, own.takeBlanks() > 0,
      let colon = own.find(": ", from: own.position, within: 100)
    else { return false }
    own.position = colon + 2
    _ = own.takeBlanks()
    if own.isAt("("), let end = own.find(") ", from: own.position, within: 100) {
      own.position = end + 2
    }
    (envelope.process, envelope.thread) = (process, thread.text)
    envelope.level = LogLevel(word: type)
    envelope.layers.append(.appleLog)
    scanner = own
    return true
  }

  /// `[io.realm.demo:sync] `.
  private static func takeSubsystem(
    _ scanner: inout LogScanner, _ envelope: inout LogEnvelope
  ) -> Bool {
    guard envelope.hasHead, scanner.isAt("["),
      let end = scanner.find("] ", from: scanner.position, within: 100)
    else { return false }
    let name = scanner.bytes[scanner.position + 1..<end]
    guard name.contains(UInt8(ascii: ":")), !name.contains(0x20) else { return false }
    scanner.position = end + 2
    envelope.layers.append(.appleLog)
    return true
  }
}
