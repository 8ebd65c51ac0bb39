internal import Analyzer
public import Campaigns
internal import Replayer
internal import TraceFormat

enum PreflightHeading {
  static let changes = "What the new schema changes"
  static let messages = "What the messages mean"
  static let advice = "What to do"
  static let otherApps = "Left out: of other apps, with no class that is like one of the schema"
}

extension Preflight {
  static let nothingChanges = "Nothing, for these traces."

  var verdictText: String {
    let (failing, losing) = (count(of: .fails), count(of: .loses))
    let tried = traces.count { ![.otherApp, .notTried, .unreadable].contains($0.verdict) }
    let unread = count(of: .unreadable)
    let unknown = traces.count(where: \.hasUnknownFates)
    let hiding = "\(unknown.counted("trace does", "traces do")) not show"
    let more =
      (unknown > 0 ? " \(hiding) what becomes of some writes." : "")
      + (unread > 0 ? " \(unread.counted("trace")) could not be read." : "")
    guard tried > 0 else {
      let isTried = traces.contains { !$0.sessions.flatMap(\.resets).isEmpty }
      return "No verdict: \(isTried ? "not every session" : "nothing") could be tried.\(more)"
    }
    let one = tried == 1 ? "the one trace that was tried" : nil
    guard failing + losing > 0 else {
      guard unknown == 0 else {
        return "Not known: no reset fails because of the new schema, but writes may be lost.\(more)"
      }
      return
        "Safe for \(one ?? "the \(tried) traces that were tried"): no reset fails and no write is lost that would not be without "
        + "the new schema.\(more)"
    }
    let parts = [
      failing > 0 ? "resets of \(one ?? "\(failing) of \(tried) traces") fail" : nil,
      losing > 0 ? "resets of \(one ?? "\(losing) of \(tried) traces") lose writes" : nil,
    ]
    let modes = problematicModes.map(\.optionName).joined(separator: ", ")
    let stake = writesAtStake.counted("write")
    return "Not safe: with the new schema, \(parts.compactMap { $0 }.joined(separator: ", and ")) "
      + "(\(modes)), with \(stake) at stake.\(more)"
  }

  /// Such as `4 traces: 1 fails, 3 fine`.
  public var summary: String {
    let parts = PreflightTrace.Verdict.allCases.filter { count(of: $0) > 0 }.map {
      "\(count(of: $0)) \($0.words(count(of: $0)))"
    }
    let head = traces.count.counted("trace")
    return parts.isEmpty ? head : "\(head): \(parts.joined(separator: ", "))"
  }
}

extension PreflightTrace.Verdict {
  /// - Parameter count: how many traces it is said of.
  func words(_ count: Int = 1) -> String {
    switch self {
    case .notKnown: "not known"
    case .notTried: "not tried"
    case .otherApp: "of other apps"
    case .fails where count > 1: "fail"
    case .loses where count > 1: "lose"
    case .unreadable, .fails, .loses, .fine: rawValue
    }
  }
}

extension PreflightTrace {
  static let otherApp =
    "of another app: no class that is also in the schema has the same primary key or most of its other properties"
}

extension PreflightSession {
  static func notTried(_ problem: String) -> String { "not tried, \(problem)" }
}

extension SchemaChange {
  /// A change as what brought a failure about.
  ///
  /// - Parameter text: what is said of the change, as the form shows it.
  static func asCause(_ text: String) -> String { "because \(text)" }
}

extension PreflightReset {
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
  var text: String { text(ofModes: 1) }

  /// - Parameter modeCount: of how many modes it is said.
  func text(ofModes modeCount: Int) -> String {
    let (fails, goes, loses) =
      modeCount == 1 ? ("fails", "goes", "loses") : ("fail", "go", "lose")
    let count = writes.count.counted("write")
    let unknown = unknownCount.counted("write")
    switch verdict {
    case .fine: return "as without the new schema"
    case .loses:
      return "\(goes) through, and \(loses) \(count)"
        + (unknownCount == 0 ? "" : "; what becomes of \(unknown) is not known")
    case .notKnown: return "\(goes) through; what becomes of \(unknown) is not known"
    case .fails: return "\(fails), with \(writes.isEmpty ? "nothing" : count) at stake"
    case .failsAnyway: return "\(fails), and would without the new schema too"
    case .leftToApp: return "left to your app, with any schema"
    }
  }
}

extension ResetFailure {
  var text: String {
    (failureClass.map { "\($0.meaning): " } ?? "") + message.quoted(columns: 400)
  }

  /// The same where nothing else says how the reset ended.
  var textWithEnding: String { (failureClass == nil ? "the process ends: " : "") + text }
}
