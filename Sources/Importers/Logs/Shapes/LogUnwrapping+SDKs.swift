// What Realm's SDKs, and the consoles that apps run in, put in front.
extension LogUnwrapping {
  /// `Realm.Sync.Client.Session - `, `Realm.Sync.Client.Session Info: `,
  /// `[Realm.Sync.Client.Session - info] `, `[REALM] `, `[Session] `, `Realm: `, `Sync: `.
  static func takeCategory(_ scanner: inout LogScanner, _ envelope: inout LogEnvelope) -> Bool {
    takeDottedCategory(&scanner, &envelope) || takeShortName(&scanner, &envelope)
  }

  private static func takeDottedCategory(
    _ scanner: inout LogScanner, _ envelope: inout LogEnvelope
  ) -> Bool {
    var own = scanner
    let isBracketed = own.take("[")
    guard own.isAt("Realm") else { return false }
    let start = own.position
    while let byte = own.peek(), byte.isLetter || byte == 0x2E { own.position += 1 }
    let category = own.bytes[start..<own.position]
    if own.take(" - ") {
      if isBracketed {
        guard let end = own.find("] ", from: own.position, within: 12),
          let level = LogLevel(word: own.bytes[own.position..<end])
        else { return false }
        envelope.level = level
        own.position = end + 2
      }
    } else if !isBracketed, own.take(" ") {
      guard let end = own.find(": ", from: own.position, within: 10),
        let level = LogLevel(word: own.bytes[own.position..<end])
      else { return false }
      envelope.level = level
      own.position = end + 2
      // .NET prints the time in UTC.
      if envelope.time?.zoneSeconds == nil { envelope.time?.zoneSeconds = 0 }
    } else {
      return false
    }
    envelope.category = lastName(category)
    envelope.isRealms = true
    envelope.layers.append(.category)
    scanner = own
    return true
  }

  private static let shortNames: Set<String> = [
    "REALM", "SYNC", "Core", "Session", "Reset", "Changeset", "Network", "App", "Storage",
    "Transaction", "Object", "Query", "Notification", "Client", "Sync", "SDK", "Realm", "Server",
  ]

  private static func takeShortName(
    _ scanner: inout LogScanner, _ envelope: inout LogEnvelope
  ) -> Bool {
    var own = scanner
    if own.take("SYNC: [") {
      // Old versions of the JavaScript SDK print levels as numbers.
      guard own.digits(1...2) != nil, own.take("] ") else { return false }
    } else if own.take("Realm: ") || own.take("Sync: ") {
      // Nothing more to take.
    } else {
      guard own.take("["), let end = own.find("] ", from: own.position, within: 16) else {
        return false
      }
      let name = own.bytes[own.position..<end].text
      guard shortNames.contains(name), envelope.hasHead || name == name.uppercased() else {
        return false
      }
      if name != "REALM", name != "SYNC", name != "Core" { envelope.category = name }
      own.position = end + 2
      // In the tag of another logger a short name says nothing.
      guard envelope.isRealms || name == "REALM" || name == "SYNC" else { return false }
    }
    envelope.isRealms = true
    envelope.layers.append(.tag)
    scanner = own
    return true
  }

  /// `Info: `, `[info] `, `INFO: `, `WARNING: `, ` LOG  `.
  static func takeLevel(_ scanner: inout LogScanner, _ envelope: inout LogEnvelope) -> Bool {
    var own = scanner
    let blanks = own.takeBlanks()
    let isBracketed = own.take("[") || own.take("<")
    let start = own.position
    while let byte = own.peek(), byte.isLetter { own.position += 1 }
    guard own.position > start, own.position - start <= 8,
      let level = LogLevel(word: own.bytes[start..<own.position])
    else { return false }
    if isBracketed {
      guard own.take("]") || own.take(">") else { return false }
      _ = own.take(":")
      guard own.takeBlanks() > 0 else { return false }
    } else if own.take(": ") || own.take(" - ") {
      // A level with its separator.
    } else {
      // The console of React Native, which has blanks on both sides, or a column.
      guard blanks > 0 || envelope.layers.last == .time || envelope.layers.last == .process,
        own.takeBlanks() > 0
      else { return false }
    }
    let isConsoles = !isBracketed && blanks > 0
    if !isConsoles { envelope.level = level }
    if !isBracketed, !isConsoles, envelope.layers == [.time], envelope.time?.hasYear == true,
      own.isAt("Connection["), envelope.time?.isHalfDay == false,
      scanner.isAt("Info") || scanner.isAt("Debug") || scanner.isAt("Trace")
        || scanner.isAt("Warn") || scanner.isAt("Error") || scanner.isAt("Detail"),
      envelope.time?.zoneSeconds == nil
    {
      // `2025-03-09 07:15:30.250 Info: Connection[1]: …` is .NET, which prints UTC.
      envelope.time?.zoneSeconds = 0
    }
    envelope.layers.append(.level)
    scanner = own
    return true
  }

  /// What apps, engines and runners of builds put before it.
  static func takeConsole(_ scanner: inout LogScanner, _ envelope: inout LogEnvelope) -> Bool {
    var own = scanner
    if own.take("flutter: ") || own.take("[] ") || own.take("Realm log message: ")
      || own.take("'") && own.isAt("Realm")
    {
      envelope.layers.append(.console)
      scanner = own
      return true
    }
    // Core's own tests number their threads.
    own = scanner
    if envelope.layers == [.time], own.digits(1...4) != nil, own.take(": ") {
      envelope.layers.append(.console)
      scanner = own
      return true
    }
    // Runners of containers: `app-1  | `.
    own = scanner
    let name = own.word(sizeMax: 40)
    own.position = name.endIndex
    if !envelope.hasHead, !name.isEmpty, own.takeBlanks() > 0, own.take("| ") {
      envelope.layers.append(.console)
      scanner = own
      return true
    }
    return false
  }
}
