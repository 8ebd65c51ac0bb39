// What Realm's SDKs, and the consoles that apps run in, put in front.
extension LogUnwrapping {
  /// `Realm.Sync.Client.Session - `, `Realm.Sync.Client.Session Info: `,
  /// `[Realm.Sync.Client.Session - info] `, `[REALM] `, `[Session] `, `Realm: `, `Sync: `.
  mutating func takeDottedCategory() -> Bool {
    let isBracketed = scanner.take("[")
    guard scanner.isAt("Realm") else { return false }
    while let byte = scanner.peek(), byte.isLetter || byte == 0x2E { scanner.position += 1 }
    if scanner.take(" - ") {
      if isBracketed {
        guard let level = scanner.take(to: "] ", within: 12), LogLevel.isWord(level) else {
          return false
        }
      }
    } else if !isBracketed, scanner.take(" ") {
      guard let level = scanner.take(to: ": ", within: 10), LogLevel.isWord(level) else {
        return false
      }
      // .NET prints the time in UTC.
      if envelope.time?.zoneSeconds == nil { envelope.time?.zoneSeconds = 0 }
    } else {
      return false
    }
    envelope.isRealms = true
    envelope.layers.append(.category)
    return true
  }

  private static let shortNames: Set<String> = [
    "REALM", "SYNC", "Core", "Session", "Reset", "Changeset", "Network", "App", "Storage",
    "Transaction", "Object", "Query", "Notification", "Client", "Sync", "SDK", "Realm", "Server",
  ]

  mutating func takeShortName() -> Bool {
    if scanner.take("SYNC: [") {
      // Old versions of the JavaScript SDK print levels as numbers.
      guard scanner.digits(1...2) != nil, scanner.take("] ") else { return false }
    } else if scanner.take("Realm: ") || scanner.take("Sync: ") {
      // Nothing more to take.
    } else {
      guard scanner.take("["), let name = scanner.take(to: "] ", within: 16)?.text else {
        return false
      }
      guard Self.shortNames.contains(name), envelope.hasHead || name == name.uppercased() else {
        return false
      }
      // In the tag of another logger a short name says nothing.
      guard envelope.isRealms || name == "REALM" || name == "SYNC" else { return false }
    }
    envelope.isRealms = true
    envelope.layers.append(.tag)
    return true
  }

  /// `Info: `, `[info] `, `INFO: `, `WARNING: `, ` LOG  `.
  mutating func takeLevel() -> Bool {
    let head = scanner
    let blanks = scanner.takeBlanks()
    let isBracketed = scanner.take("[") || scanner.take("<")
    let start = scanner.position
    while let byte = scanner.peek(), byte.isLetter { scanner.position += 1 }
    guard scanner.position > start, scanner.position - start <= 8,
      LogLevel.isWord(scanner.bytes[start..<scanner.position])
    else { return false }
    if isBracketed {
      guard scanner.take("]") || scanner.take(">") else { return false }
      _ = scanner.take(":")
      guard scanner.takeBlanks() > 0 else { return false }
    } else if scanner.take(": ") || scanner.take(" - ") {
      // A level with its separator.
    } else {
      // The console of React Native, which has blanks on both sides, or a column.
      guard blanks > 0 || envelope.layers.last == .time || envelope.layers.last == .process,
        scanner.takeBlanks() > 0
      else { return false }
    }
    let isConsoles = !isBracketed && blanks > 0
    if !isBracketed, !isConsoles, envelope.layers.filter({ $0 != .console }) == [.time],
      envelope.time?.hasYear == true,
      scanner.isAt("Connection[") || scanner.isAt("Realm sync client ("),
      envelope.time?.isHalfDay == false,
      head.isAt("Info") || head.isAt("Debug") || head.isAt("Trace")
        || head.isAt("Warn") || head.isAt("Error") || head.isAt("Detail"),
      envelope.time?.zoneSeconds == nil
    {
      // `2025-03-09 07:15:30.250 Info: Connection[1]: …` is .NET, which prints UTC.
      envelope.time?.zoneSeconds = 0
    }
    envelope.layers.append(.level)
    return true
  }

  /// What apps, engines and runners of builds put before it.
  mutating func takeConsole() -> Bool {
    let isTaken =
      attempt {
        $0.scanner.take("flutter: ") || $0.scanner.take("[] ")
          || $0.scanner.take("Realm log message: ") || $0.scanner.take("[0:] ")
          || $0.scanner.take("'") && $0.scanner.isAt("Realm")
      }
      // Core's own tests number their threads.
      || attempt {
        $0.envelope.layers == [.time] && $0.scanner.digits(1...4) != nil && $0.scanner.take(": ")
      }
      // Runners of containers: `app-1  | `.
      || attempt {
        let name = $0.scanner.takeColumn(sizeMax: 40)
        return !$0.envelope.hasHead && name?.isEmpty == false && $0.scanner.take("| ")
      }
    if isTaken { envelope.layers.append(.console) }
    return isTaken
  }
}
