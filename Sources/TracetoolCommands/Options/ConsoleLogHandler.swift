import Logging

/// Prints log messages on a console's standard error, one a line, as `warning: …`.
struct ConsoleLogHandler: LogHandler {
  // A console belongs to one command, which logs from where it runs and nowhere else.
  nonisolated(unsafe) private let console: Console
  var logLevel: Logger.Level
  var metadata: Logger.Metadata = [:]

  init(_ console: Console, level: Logger.Level) {
    unsafe self.console = console
    logLevel = level
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) { unsafe console.say("\(event.level.word): \(event.message)") }
}

extension Logger.Level {
  fileprivate var word: String {
    switch self {
    case .info, .notice: "note"
    case .debug, .trace: "debug"
    case .warning: "warning"
    case .error, .critical: "error"
    }
  }
}

extension SpeechOptions {
  /// The log of a command: warnings and notes; with `--quiet` warnings alone, with `--verbose` also what is being done.
  func logger(on console: Console) -> Logger {
    let level: Logger.Level = quiet ? .warning : verbose ? .debug : .info
    return Logger(label: "tracetool") { _ in ConsoleLogHandler(console, level: level) }
  }
}
