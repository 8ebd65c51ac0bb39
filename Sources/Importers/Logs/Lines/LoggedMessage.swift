import TraceFormat

struct LoggedMessage: Sendable {
  var connection: UInt64?
  var session: UInt64?
  /// What stands behind the prefix.
  var text: [UInt8]
  /// The kind and the fields, where it was understood whole.
  var row: LogRow?
  var fields = LogFields()
  /// Whether it begins as something known and does not go on so, as where it was cut.
  var isCut = false

  /// - Returns: nil where it is not a message of Realm.
  init?(_ text: [UInt8], in envelope: LogEnvelope) {
    self.text = text
    let hasPrefix = takePrefix()
    let found = LogTable.match(
      self.text, session: session != nil, connection: connection != nil,
      isRealms: envelope.isRealms)
    switch found {
    case .whole(let row, let fields): (self.row, self.fields) = (row, fields)
    case .begun(let row): (self.row, isCut) = (row, true)
    case nil: if !hasPrefix, !envelope.isRealms { return nil }
    }
  }

  /// Takes `Connection[1:0a1b] Session[2]: ` off, with colons where versions before 14.9 have them.
  private mutating func takePrefix() -> Bool {
    var scanner = LogScanner(text)
    guard let connection = Self.number(in: "Connection[", &scanner) else { return false }
    self.connection = connection
    _ = scanner.take(":")
    _ = scanner.take(" ")
    let start = scanner
    if let session = Self.number(in: "Session[", &scanner) {
      self.session = session
      _ = scanner.take(":")
      _ = scanner.take(" ")
    } else {
      scanner = start
    }
    text = Array(scanner.rest)
    return true
  }

  private static func number(in name: StaticString, _ scanner: inout LogScanner) -> UInt64? {
    guard scanner.take(name) else { return nil }
    let start = scanner.position
    while let byte = scanner.peek(), byte.isDigit { scanner.position += 1 }
    let number = UInt64(scanner.bytes[start..<scanner.position].text)
    if scanner.take(":") {
      // The server's identifier of the request.
      let limit = scanner.position + 80
      while let byte = scanner.peek(), byte != UInt8(ascii: "]"), scanner.position < limit {
        scanner.position += 1
      }
    }
    return scanner.take("]") ? number : nil
  }
}

enum LogTable {
  /// The rows by the first byte of what they begin with; those that begin with a hole at the end.
  private static let byFirstByte: [UInt8?: [LogRow]] = Dictionary(grouping: LogRow.all) {
    $0.pattern.opening.first
  }

  enum Found {
    case whole(LogRow, LogFields)
    case begun(LogRow)
  }

  static func match(_ text: [UInt8], session: Bool, connection: Bool, isRealms: Bool) -> Found? {
    guard let first = text.first else { return nil }
    var begun: LogRow?
    for row in (byFirstByte[first] ?? []) + (byFirstByte[nil] ?? []) {
      switch row.prefix {
      case .session: guard session else { continue }
      case .connection: guard connection, !session else { continue }
      case .either: guard connection else { continue }
      case .none: guard !connection, isRealms || row.isUnmistakable else { continue }
      }
      switch row.pattern.match(text) {
      case .whole(let fields): return .whole(row, fields)
      case .begun: if begun == nil, !row.pattern.opening.isEmpty { begun = row }
      case .none: break
      }
    }
    return begun.map { .begun($0) }
  }
}
