import RealmModel
import Replayer
import TestSupport
import TraceFormat

extension ScenarioExpectation.Reset {
  /// What comes before the attempt, in words.
  var afterText: String {
    (isRecoveryForbidden ? " with recovery forbidden" : "")
      + after.map { " after \($0.rawValue)" }.joined()
      + faults.map { " with \($0)" }.joined()
  }

  /// How a reset differs from what is expected of it, in words.
  func differences(of end: AttemptEnd, local: RealmState) -> [String] {
    let attempt = end.attempt
    var found: [String] = []
    func compare<Value: Equatable>(_ what: String, _ actual: Value, _ expected: Value) {
      if actual != expected { found.append("\(what) is \(actual), not \(expected)") }
    }
    compare("result", attempt.resultWord, result)
    compare("failure", attempt.failure?.failureClass, failure)
    if let message, !Self.matches(attempt.failure?.message ?? "", message) {
      found.append("message is \"\(attempt.failure?.message ?? "")\", not \"\(message)\"")
    }
    compare("pending mode", end.pendingReset?.mode, pendingReset?.mode)
    compare("pending action", end.pendingReset?.action, pendingReset?.action)
    if let reuploadCount { compare("number of re-uploads", end.uploadCount, reuploadCount) }
    return found + stateDifferences(of: end.after, local: local)
  }

  private func stateDifferences(of after: RealmState, local: RealmState) -> [String] {
    let state = after.canonicalJSON
    var found = objectDifferences(state)
    let isCommitted = failure == .handlerThrew && self.state != nil
    if ["failed", "manual", "skipped", "crash"].contains(result), !isCommitted,
      let difference = CanonicalDifference.first(of: state, against: local.canonicalJSON)
    {
      found.append("the state was touched: \(difference)")
    }
    for name in absentClasses where state.member("classes")?.member(name) != nil {
      found.append("class \(name) is there")
    }
    return found
  }

  private func objectDifferences(_ state: JSONText) -> [String] {
    self.state.map { PlainState.differences(of: state, against: $0) } ?? []
  }

  /// Whether a text is what a pattern says, in which `*` stands for anything.
  private static func matches(_ text: String, _ pattern: String) -> Bool {
    let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
    guard parts.count > 1 else { return text == pattern }
    var rest = Substring(text)
    for (index, part) in parts.enumerated() where !part.isEmpty {
      guard let range = rest.firstRange(of: part) else { return false }
      if index == 0, range.lowerBound != rest.startIndex { return false }
      rest = rest[range.upperBound...]
    }
    return parts[parts.count - 1].isEmpty || text.hasSuffix(parts[parts.count - 1])
  }
}

extension ResetAttempt {
  /// How the attempt ended, in the words of the expectations.
  fileprivate var resultWord: String {
    isSkipped ? "skipped" : ending.rawValue
  }
}
