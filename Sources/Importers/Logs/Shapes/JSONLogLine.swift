import TraceFormat

/// A line of JSON with messages of a log in it: of `log show --style ndjson`, of `logcat -v json`, of a
/// collector in the cloud, or the breadcrumbs of a crash report.
enum JSONLogLine {
  private static let messageNames = [
    "eventMessage", "message", "msg", "log", "textPayload", "MESSAGE", "@message", "text", "body",
    "line", "short_message",
  ]
  private static let timeNames = [
    "timestamp", "time", "@timestamp", "ts", "date", "datetime", "timeStamp",
    "_SOURCE_REALTIME_TIMESTAMP", "__REALTIME_TIMESTAMP",
  ]
  private static let processNames = ["processID", "pid", "process_id", "_PID"]
  private static let threadNames = ["threadID", "tid", "thread_id"]
  private static let depthMax = 32
  /// A larger line is read as text, so that its values take no memory out of proportion.
  private static let sizeMax = 1 << 21

  /// The messages, each with what stands beside it; nil where it is not a JSON object or list.
  static func messages(of line: [UInt8]) -> [(envelope: LogEnvelope, text: [UInt8])]? {
    guard line.count <= sizeMax, let first = line.first(where: { $0 > 0x20 }),
      first == 0x7B || first == 0x5B,
      let json = try? JSONText(parsing: line)
    else { return nil }
    var found: [(envelope: LogEnvelope, text: [UInt8])] = []
    collect(json, LogEnvelope(layers: [.json]), &found, depth: 0)
    return found
  }

  static func hasMessage(_ text: [UInt8]) -> Bool {
    guard let json = try? JSONText(parsing: text), case .object = json else { return false }
    return self.text(of: json) != nil
  }

  private static func collect(
    _ json: JSONText, _ outer: LogEnvelope,
    _ found: inout [(envelope: LogEnvelope, text: [UInt8])], depth: Int
  ) {
    guard depth < depthMax else { return }
    switch json {
    case .array(let elements):
      for element in elements { collect(element, outer, &found, depth: depth + 1) }
    case .object(let members):
      var envelope = outer
      read(json, into: &envelope)
      if let header = json.member("header") { read(header, into: &envelope) }
      let text = Self.text(of: json)
      if let text {
        // Containers' logs have what was printed in a string, also where that was JSON itself.
        if let inner = try? JSONText(parsing: text), Self.text(of: inner) != nil {
          collect(inner, envelope, &found, depth: depth + 1)
        } else {
          found.append((envelope, text))
        }
      }
      for member in members where member.name != "header" && member.name != "metadata" {
        switch member.value {
        // Some collectors have the message in an object beside its time.
        case .object:
          collect(member.value, text == nil ? envelope : outer, &found, depth: depth + 1)
        case .array: collect(member.value, outer, &found, depth: depth + 1)
        default: break
        }
      }
    default: break
    }
  }

  private static func text(of json: JSONText) -> [UInt8]? {
    for name in messageNames {
      switch json.member(name) {
      case .string(let text)?: return Array(text.utf8)
      case .array(let elements)?:
        // journald lists the bytes of a message with escape sequences.
        let bytes = elements.compactMap { plain($0).flatMap { UInt8($0) } }
        if !bytes.isEmpty, bytes.count == elements.count { return bytes }
      default: break
      }
    }
    return nil
  }

  private static func read(_ json: JSONText, into envelope: inout LogEnvelope) {
    for name in timeNames {
      guard let value = json.member(name), let time = time(value) else { continue }
      envelope.time = time
      break
    }
    for name in processNames {
      if let process = plain(json.member(name)) { envelope.process = process }
    }
    for name in threadNames {
      if let thread = plain(json.member(name)) { envelope.thread = thread }
    }
    if case .string(let tag)? = json.member("tag") {
      envelope.tag = tag
      if tag.lowercased().hasPrefix("realm") { envelope.isRealms = true }
    }
    if case .string(let category)? = json.member("category"), category.hasPrefix("Realm.") {
      envelope.isRealms = true
    }
  }

  private static func plain(_ json: JSONText?) -> String? {
    switch json {
    case .number(let digits)?: digits
    case .string(let text)?: text
    default: nil
    }
  }

  private static func time(_ json: JSONText) -> LogTime? {
    switch json {
    case .string(let text):
      var scanner = LogScanner(Array(text.utf8))
      return LogTime(&scanner) ?? epoch(text)
    case .number(let digits): return epoch(digits)
    case .object:
      guard case .number(let seconds)? = json.member("seconds"), let whole = Int64(seconds),
        whole.magnitude < 1 << 40
      else { return nil }
      var nanoseconds: Int64 = 0
      for name in ["nanos", "nanoseconds"] {
        if case .number(let digits)? = json.member(name) { nanoseconds = Int64(digits) ?? 0 }
      }
      return LogTime(
        printedMicroseconds: whole * 1_000_000 + nanoseconds % 1_000_000_000 / 1000, zoneSeconds: 0)
    default: return nil
    }
  }

  /// Seconds, milliseconds, microseconds or nanoseconds since 1970, which their size tells.
  private static func epoch(_ digits: String) -> LogTime? {
    guard let number = Double(digits), number.isFinite, number >= 1e8 else { return nil }
    let microseconds =
      number < 1e11
      ? number * 1e6 : number < 1e14 ? number * 1e3 : number < 1e17 ? number : number / 1e3
    guard microseconds < 9e18 else { return nil }
    return LogTime(printedMicroseconds: Int64(microseconds), zoneSeconds: 0)
  }
}
