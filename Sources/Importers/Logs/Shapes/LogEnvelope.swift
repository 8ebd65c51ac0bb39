/// How important a line is (Realm Core: `util/logger.hpp`).
enum LogLevel: Comparable, Decodable, Sendable, CaseIterable {
  case trace, debug, detail, info, warn, error, fatal

  /// The word that stands for a level in a log, in whatever case.
  init?(word: some Sequence<UInt8>) {
    switch word.map({ $0.isLetter ? $0 | 0x20 : $0 }).text {
    case "trace", "verbose": self = .trace
    case "debug": self = .debug
    case "detail": self = .detail
    case "info", "notice", "log", "default": self = .info
    case "warn", "warning": self = .warn
    case "error": self = .error
    case "fatal", "critical", "fault": self = .fatal
    default: return nil
    }
  }

  var name: String { String(describing: self) }
}

/// What a line has around the message: when, how important, of which category, from where.
struct LogEnvelope: Sendable {
  var time: LogTime?
  var level: LogLevel?
  /// The last name of the category, such as `Session` of `Realm.Sync.Client.Session`.
  var category: String?
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
