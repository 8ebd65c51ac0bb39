internal import Analyzer
public import Campaigns
internal import Replayer
internal import TraceFormat

enum PreflightHeading {
  static let changes = "What the new schema changes"
  static let messages = "What the messages mean"
  static let advice = "What to do after such a reset"
  static let otherApps = "Left out: of other apps, with no class that is like one of the schema"
}

extension Preflight {
  var nothingChanges: String {
    hasTriedAnything
      ? "Nothing, for the traces that were tried." : "Not known: nothing was tried."
  }

  var verdictText: String {
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
    guard hasFoundProblems else {
      guard unknown == 0 else {
        return "Not known: no reset fails because of the new schema, but writes may be lost.\(more)"
      }
      return
        "Safe for \(one ?? "the \(tried) traces that were tried"): no reset fails and no write is lost that would not be without "
        + "the new schema.\(more)"
    }
    let problems = [
      words("fail", of: .fails, of: tried), words("lose writes", of: .loses, of: tried),
    ].compactMap(\.self)
    let list =
      one.map { "resets of \($0) \(problems.joined(separator: " and "))" }
      ?? problems.joined(separator: ", and ")
    let stake = writesAtStake.counted("write")
    return "Not safe: with the new schema, \(list), with \(stake) at stake.\(more)"
  }

  /// Such as `resets of 2 of 4 traces fail (recover)`; of a single trace the verb and the modes.
  private func words(
    _ verb: String, of verdict: PreflightFinding.Verdict, of traceCount: Int
  ) -> String? {
    let found = traces.map { trace in
      trace.sessions.flatMap(\.resets).flatMap(\.findings).filter { $0.verdict == verdict }
    }.filter { !$0.isEmpty }
    guard !found.isEmpty else { return nil }
    let modes = options.modes.filter(Set(found.joined().map(\.mode)).contains)
    return (traceCount == 1 ? "" : "resets of \(found.count) of \(traceCount) traces ")
      + "\(verb) (\(modes.map(\.optionName).joined(separator: ", ")))"
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
  /// A change as what brought a failure about; `text` says it as the form shows it.
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
  /// - Parameters:
  ///   - modeCount: of how many modes it is said.
  ///   - pointCount: of how many points, of which it is the one with most at stake.
  func text(ofModes modeCount: Int = 1, points pointCount: Int) -> String {
    let (fails, goes, loses) =
      modeCount == 1 ? ("fails", "goes", "loses") : ("fail", "go", "lose")
    let count = (pointCount > 1 ? "up to " : "") + writes.count.counted("write")
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
