internal import Analyzer
public import Campaigns
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

/// What stands above the parts of a pre-flight.
enum PreflightHeading {
  static let changes = "What the new schema changes"
  static let messages = "What the messages mean"
}

extension Preflight {
  /// That the new schema changes nothing.
  static let nothingChanges = "Nothing, for these traces."

  /// Such as `4 traces: 1 fails, 3 fine`.
  public var summary: String {
    let parts = PreflightTrace.Verdict.allCases.filter { count(of: $0) > 0 }.map {
      "\(count(of: $0)) \($0.words)"
    }
    let head = Phrase.count(traces.count, "trace")
    return parts.isEmpty ? head : "\(head): \(parts.joined(separator: ", "))"
  }
}

extension PreflightTrace.Verdict {
  var words: String { self == .notTried ? "not tried" : rawValue }
}

extension PreflightSession {
  /// That a session was not tried, and why; without a final period.
  static func notTried(_ problem: String) -> String { "not tried, \(problem)" }
}

extension SchemaChange {
  /// A change as what brought a failure about.
  ///
  /// - Parameter text: what is said of the change, as the form shows it.
  static func asCause(_ text: String) -> String { "because \(text)" }
}

extension PreflightReset {
  /// When the reset is due, in words.
  var occasionText: String {
    switch kind {
    case .recordedReset: "the reset at record \(sequence)"
    case .endOfSession: "a reset at the end, after record \(sequence)"
    case .point where pointCount > 1:
      "a reset at any of \(pointCount) points, after records \(sequences.lowerBound) to "
        + "\(sequences.upperBound)"
    case .point: "a reset after record \(sequence)"
    }
  }
}

extension PreflightFinding {
  /// What it comes to, in words.
  var text: String {
    let count = Phrase.count(writes.count, "write")
    switch verdict {
    case .fine: return "as without the new schema"
    case .loses: return "goes through, and loses \(count)"
    case .fails: return "fails, with \(writes.isEmpty ? "nothing" : count) at stake"
    case .failsAnyway: return "fails, and would without the new schema too"
    case .leftToApp: return "left to the app, with any schema"
    }
  }
}

extension ResetFailure {
  /// The class and the engine's words.
  var text: String {
    (failureClass.map { "\($0.rawValue): " } ?? "") + Phrase.foreign(message, columns: 400)
  }
}
