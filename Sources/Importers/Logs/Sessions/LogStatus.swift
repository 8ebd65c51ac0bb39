import TraceFormat

/// A status as Core prints it: `‹CodeName›: ‹reason›`.
struct LogStatus {
  var name: String
  var message: String

  init(_ text: some Sequence<UInt8>) {
    let bytes = Array(text)
    if let colon = bytes[...].firstIndex(of: Array(": ".utf8)),
      colon > 0, bytes[..<colon].allSatisfy({ $0.isLetter || $0.isDigit })
    {
      (name, message) = (bytes[..<colon].text, bytes[(colon + 2)...].text)
    } else {
      (name, message) = ("", bytes.text)
    }
  }
}

/// A record of an unfinished reset as Core prints it:
/// `client reset of type: 'Recover' at: 2025-03-09 07:15:30 for error: ‹status›`.
struct LogPendingReset {
  var mode: ResetMode?
  var action = ServerAction.clientReset
  var timeMicroseconds: Int64?

  init(_ text: ArraySlice<UInt8>) {
    // The status may hold anything.
    let end = text.firstIndex(of: Array(" for error: ".utf8)) ?? text.endIndex
    let bytes = Array(text[..<end])
    // Other actions stand in quotes before `client reset`.
    if bytes.first == UInt8(ascii: "'"),
      let end = bytes.dropFirst(1).firstIndex(of: Array("'".utf8)),
      let action = ServerAction(rawValue: bytes[1..<end].text)
    {
      self.action = action
    }
    for quote in ["'", "\""] {
      for opening in ["type: \(quote)", "type \(quote)"] {
        guard let start = bytes[...].firstIndex(of: Array(opening.utf8)) else { continue }
        let from = start + opening.utf8.count
        if let end = bytes.dropFirst(from).firstIndex(of: Array(quote.utf8)) {
          mode = mode ?? ResetMode(rawValue: bytes[from..<end].text)
        }
      }
    }
    if mode == nil, let end = bytes.dropFirst(1).firstIndex(of: Array("'".utf8)), end > 1 {
      mode = ResetMode(rawValue: bytes[(bytes.first == 0x27 ? 1 : 0)..<end].text)
    }
    for opening in [" at: ", " from "] {
      guard let start = bytes[...].firstIndex(of: Array(opening.utf8)) else { continue }
      timeMicroseconds = LogTime.utcMicroseconds(bytes[(start + opening.utf8.count)...])
    }
  }

  /// The record as a trace has it; nil where the mode is not known.
  var record: PendingReset? {
    mode.map { PendingReset(mode: $0, action: action, timeMicroseconds: timeMicroseconds) }
  }
}

/// The line that sums a reset up before it is carried out, whose values are not in quotes.
struct LogResetSummary {
  private static let names = [
    "encryption", "client_file_ident.ident", "client_file_ident.salt", "server_version.version",
    "remote", "fresh_file_ident", "client_file_ident", "fresh_server_version", "remote_path",
    "requested_mode", "mode", "recovery_is_allowed", "action", "actual_mode", "will_recover",
    "originating_error",
  ]
  private var values: [String: ArraySlice<UInt8>] = [:]
  /// The path of the file; empty where the line is cut inside of it, perhaps in a user's identifier.
  let path: String

  /// - Parameter fields: what stands behind `path_local = `.
  init(_ fields: ArraySlice<UInt8>) {
    let bytes = Array(fields)
    var found: [(name: String, start: Int, value: Int)] = []
    for name in Self.names {
      // Realm Core 11 to 13.23.3 has no blank before this one.
      let marker = Array((name == "remote" ? ",\(name) = " : ", \(name) = ").utf8)
      if let start = bytes[...].firstIndex(of: marker) {
        found.append((name, start, start + marker.count))
      }
    }
    found.sort { $0.start < $1.start }
    for (index, field) in found.enumerated() {
      let end = index + 1 < found.count ? found[index + 1].start : bytes.count
      values[field.name] = bytes[field.value..<max(field.value, end)]
    }
    path = bytes[..<(found.first?.start ?? 0)].text
  }

  func text(_ name: String) -> String? { values[name]?.text }
  func bytes(_ name: String) -> ArraySlice<UInt8>? { values[name] }

  /// The first number of `(ident: 12, salt: 443)` or `12`.
  func ident(_ name: String) -> UInt64? {
    values[name].flatMap { UInt64($0.drop { !$0.isDigit }.prefix { $0.isDigit }.text) }
  }
}

extension ResetFailureClass {
  init?(logged text: String) {
    let known: [(String, ResetFailureClass)] = [
      ("to prevent a cycle", .resetCycle), ("User-provided callback failed", .handlerThrew),
      ("when classes have been removed", .classesRemoved),
      ("when columns have been removed", .propertiesRemoved),
      ("does not permit recovery", .recoveryNotAllowed),
      ("does not allow recovery", .recoveryNotAllowed),
      ("recovery mode is not allowed", .recoveryNotAllowed),
      ("primary key", .incompatiblePrimaryKey),
      ("No space left on device", .outOfDiskSpace), ("Please contact support", .badChangeset),
      ("Unable to automatically recover local changes", .unrecoverable),
    ]
    guard let match = known.first(where: { text.contains($0.0) }) else { return nil }
    self = match.1
  }
}
