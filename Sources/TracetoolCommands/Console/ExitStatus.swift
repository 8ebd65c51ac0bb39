import ArgumentParser

/// How a command ends. One table for all verbs, printed by `tracetool --help` and in the README.
enum ExitStatus: Int32, CaseIterable, Sendable {
  case fine = 0
  case failed = 1
  case foundProblems = 2
  case dataLost = 3
  case usage = 64
  case badInput = 65
  case noInput = 66
  case cannotCreate = 73
  case inputOutput = 74
  case hungUp = 129
  case interrupted = 130
  case readerGone = 141
  case terminated = 143

  var meaning: String {
    switch self {
    case .fine: "fine"
    case .failed: "the command failed"
    case .foundProblems: "it found problems, or nothing to test"
    case .dataLost: "it finished, but some of the input was lost"
    case .usage: "the command line is wrong"
    case .badInput: "the input is not valid, or lacks what you asked for"
    case .noInput: "no such input"
    case .cannotCreate: "the output can't be created"
    case .inputOutput: "reading or writing failed"
    case .hungUp: "ended by the signal HUP"
    case .interrupted: "ended by the signal INT"
    case .readerGone: "ended by the signal PIPE"
    case .terminated: "ended by the signal TERM"
    }
  }

  /// How bad an end is among those of several inputs: what could not be read at all is worst.
  var severity: Int32 {
    switch self {
    case .fine: 0
    case .dataLost: 1
    case .foundProblems: 2
    default: 3 + rawValue
    }
  }

  var exitCode: ExitCode { ExitCode(rawValue) }

  static var table: String {
    let rows = allCases.map { status in
      let number = String(status.rawValue)
      return "  " + String(repeating: " ", count: 3 - number.count) + "\(number)  \(status.meaning)"
    }
    return "EXIT CODES:\n" + rows.joined(separator: "\n")
  }
}

/// Why a command could not do its work: what is said, what can be done next, and how it ends.
struct CommandFailure: Error, CustomStringConvertible {
  var status: ExitStatus
  /// Lower case, no final period.
  var message: String
  var hint: String?

  init(_ status: ExitStatus, _ message: String, hint: String? = nil) {
    (self.status, self.message, self.hint) = (status, message, hint)
  }

  /// What libraries say that get it from what the command gave them to read with.
  var description: String { message }
}
