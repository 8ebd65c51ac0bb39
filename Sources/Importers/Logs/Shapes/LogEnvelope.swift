/// How important a line is (Realm Core: `util/logger.hpp`).
enum LogLevel: Comparable, Decodable, Sendable, CaseIterable {
  case trace, debug, detail, info, warn, error, fatal

  private static let words: Set<String> = [
    "trace", "verbose", "debug", "detail", "info", "notice", "log", "default", "warn", "warning",
    "error", "fatal", "critical", "fault",
  ]

  /// Whether a log calls a level by a word, in whatever case.
  static func isWord(_ word: some Sequence<UInt8>) -> Bool {
    words.contains(word.map { $0.isLetter ? $0 | 0x20 : $0 }.text)
  }

  var name: String { String(describing: self) }
}

/// What a line has around the message: when, and from where.
struct LogEnvelope: Sendable {
  var time: LogTime?
  /// The number of the process, as the log prints it; empty where it has none.
  var process = ""
  var thread = ""
  /// The tag of Android's log.
  var tag = ""
  var isRealms = false
  /// The layers that were taken off, so that two forms of one line are told from one form twice.
  var layers: [Layer] = []

  enum Layer: UInt8, Sendable {
    case time, process, appleLog, logcat, level, category, tag, record, json, console, unknown
  }

  var hasHead: Bool { !layers.isEmpty }

  /// Whether both come from the same place, as the parts of an entry that was cut do: in logcat a part has no
  /// category of its own where the SDK writes one into the message.
  func isFromSamePlace(as whole: LogEnvelope) -> Bool {
    process == whole.process && thread == whole.thread && tag == whole.tag
      && (layers == whole.layers
        || layers.contains(.logcat) && layers + [.tag] == whole.layers)
  }
}
