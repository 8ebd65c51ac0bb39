// Android's and Apple's logs.
extension LogUnwrapping {
  /// `8120  8155 D REALM   : `, `8120-8155/demo.app D/REALM: `, `8120-8155  REALM  demo.app  D  `.
  mutating func takeThreadTime() -> Bool {
    guard envelope.layers.last == .time || envelope.layers.isEmpty else { return false }
    guard let process = number() else { return false }
    let isPair = scanner.take("-") || scanner.take(": ") || scanner.take(":")
    if !isPair { guard scanner.takeBlanks() > 0 else { return false } }
    _ = scanner.takeBlanks()
    guard let thread = number() else { return false }
    if scanner.take("/") { scanner.position += scanner.word(sizeMax: 200).count }
    guard scanner.takeBlanks() > 0 else { return false }
    (envelope.process, envelope.thread) = (process, thread)
    let isTaken =
      attempt { $0.takeLetterAndTag() } || attempt { $0.takePaddedTag() }
      || isPair && attempt { $0.takeStudio() }
    if !isTaken { (envelope.process, envelope.thread) = ("", "") }
    return isTaken
  }

  private mutating func takeLetter(_ separator: UInt8) -> Bool {
    guard let letter = scanner.peek(), "VDIWEFA".utf8.contains(letter),
      scanner.peek(1) == separator
    else { return false }
    scanner.position += 2
    return true
  }

  /// `D REALM   : `.
  private mutating func takePaddedTag() -> Bool {
    guard takeLetter(0x20), let tag = scanner.take(to: ": ", within: 100) else { return false }
    accept(tag: tag)
    return true
  }

  /// `D/REALM: `, `D/REALM(1951): `, `D/REALM   ( 1951): `.
  mutating func takeLetterAndTag() -> Bool {
    guard takeLetter(0x2F) else { return false }
    let start = scanner.position
    while let byte = scanner.peek(), byte > 0x20, byte != 0x28, byte != 0x3A, byte != 0x5D {
      scanner.position += 1
    }
    let tag = scanner.bytes[start..<scanner.position]
    guard !tag.isEmpty, tag.count <= 100 else { return false }
    _ = scanner.takeBlanks()
    if scanner.take("(") {
      _ = scanner.takeBlanks()
      guard let process = number(), scanner.take(")") else { return false }
      envelope.process = process
    }
    // The long form ends its head with a bracket, and has the text on the next line.
    guard scanner.take(":") || scanner.take("]") || scanner.isAtEnd else { return false }
    if scanner.peek() == 0x20 { scanner.position += 1 }
    accept(tag: tag)
    return true
  }

  /// The tag, the package and the letter, in columns.
  private mutating func takeStudio() -> Bool {
    guard let tag = scanner.takeColumn(sizeMax: 100), !tag.isEmpty,
      scanner.takeColumn(sizeMax: 200) != nil, takeLetter(0x20)
    else { return false }
    _ = scanner.takeBlanks()
    accept(tag: tag)
    return true
  }

  private mutating func accept(tag: ArraySlice<UInt8>) {
    var name = tag
    while name.last == 0x20 { name.removeLast() }
    envelope.tag = name.text
    envelope.layers.append(.logcat)
    if envelope.tag.lowercased().hasPrefix("realm") { envelope.isRealms = true }
  }

  private mutating func number() -> String? { scanner.digits(1...10).map(String.init) }

  /// `Demo[812:40311] `, `[812:40311] `, `host Demo[812]: `.
  mutating func takeProcess() -> Bool {
    guard let bracket = scanner.find("[", from: scanner.position, within: 80) else { return false }
    let name = scanner.bytes[scanner.position..<bracket]
    // Where nothing stands before it a name may have blanks; and none of Realm's words is one.
    guard !name.contains(where: { [0x22, 0x27, 0x5D, 0x3A, 0x28].contains($0) }),
      !name.suffix(10).elementsEqual("Connection".utf8),
      !name.suffix(7).elementsEqual("Session".utf8),
      envelope.layers.last == .time || name.isEmpty
    else { return false }
    scanner.position = bracket + 1
    guard let process = number() else { return false }
    var thread = ""
    if scanner.take(":") {
      let start = scanner.position
      while let byte = scanner.peek(), byte.isHexadecimal || byte == 0x78 { scanner.position += 1 }
      thread = scanner.bytes[start..<scanner.position].text
      guard !thread.isEmpty, scanner.take("]") else { return false }
    } else {
      guard scanner.take("]:"), !name.isEmpty else { return false }
    }
    _ = scanner.take(":")
    guard scanner.isAtEnd || scanner.takeBlanks() > 0 else { return false }
    (envelope.process, envelope.thread) = (process, thread)
    envelope.layers.append(.process)
    return true
  }

  /// The type in `log show --style compact`: `Df `, `I  `.
  mutating func takeCompactType() -> Bool {
    guard envelope.layers.last == .time else { return false }
    for type: StaticString in ["Db", "Df", "In", "Er", "Ft", "I", "E", "F"] where scanner.isAt(type)
    {
      scanner.position += type.utf8CodeUnitCount
      // A process follows, which tells it from the name of an app.
      guard scanner.takeBlanks() > 0,
        let bracket = scanner.find("[", from: scanner.position, within: 80),
        LogScanner(scanner.bytes, at: bracket + 1).peek()?.isDigit == true
      else { return false }
      // The process is taken as if it stood behind the time.
      envelope.layers.append(.time)
      return true
    }
    return false
  }

  /// `0x1a2b   Default     0x0                  812    0    Demo: (RealmSwift) `.
  mutating func takeColumns() -> Bool {
    guard envelope.layers.last == .time, scanner.isAt("0x"), let thread = scanner.takeColumn(),
      scanner.takeColumn() != nil, scanner.isAt("0x"), scanner.takeColumn() != nil,
      let process = number(), scanner.takeBlanks() > 0, number() != nil, scanner.takeBlanks() > 0,
      scanner.take(to: ": ", within: 100) != nil
    else { return false }
    _ = scanner.takeBlanks()
    if scanner.isAt("(") { _ = scanner.take(to: ") ", within: 100) }
    (envelope.process, envelope.thread) = (process, thread.text)
    envelope.layers.append(.appleLog)
    return true
  }

  /// `[io.realm.demo:sync] `.
  mutating func takeSubsystem() -> Bool {
    guard envelope.hasHead, scanner.isAt("["),
      let name = scanner.take(to: "] ", within: 100)?.dropFirst(),
      name.contains(UInt8(ascii: ":")), !name.contains(0x20)
    else { return false }
    envelope.layers.append(.appleLog)
    return true
  }
}
