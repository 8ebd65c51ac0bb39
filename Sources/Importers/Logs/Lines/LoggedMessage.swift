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
    findRow(isRealms: envelope.isRealms)
    if row == nil, !hasPrefix, !envelope.isRealms { return nil }
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
      // Core indents the objects of a reset, and whatever a log was copied through may have taken that away.
      _ = scanner.takeBlanks()
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

  /// The rows by the first byte of what they begin with; those that begin with a hole at the end.
  private static let rowsByFirstByte: [UInt8?: [LogRow]] = Dictionary(grouping: LogRow.all) {
    $0.pattern.opening.first
  }

  private mutating func findRow(isRealms: Bool) {
    guard let first = text.first else { return }
    for row in (Self.rowsByFirstByte[first] ?? []) + (Self.rowsByFirstByte[nil] ?? []) {
      switch row.prefix {
      case .session: guard session != nil else { continue }
      case .connection: guard connection != nil, session == nil else { continue }
      case .either: guard connection != nil else { continue }
      case .none: guard connection == nil, isRealms || row.isUnmistakable else { continue }
      }
      switch row.pattern.match(text) {
      case .whole(let fields):
        (self.row, self.fields, isCut) = (row, fields, false)
        return
      case .begun:
        if self.row == nil, !row.pattern.opening.isEmpty { (self.row, isCut) = (row, true) }
      case .none: break
      }
    }
  }
}
