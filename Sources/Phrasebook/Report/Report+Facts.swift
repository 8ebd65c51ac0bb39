internal import Analyzer
internal import RealmModel
internal import Replayer
internal import TraceFormat

extension Report {
  /// Properties of the reset by their names, which say less than the sentences and are looked up.
  package var facts: [(name: String, text: String)] {
    let facts = [
      ("Engine", engine?.rawValue ?? "\(engineName), without some of the known defects"),
      ("Configured in the app", session.start?.configuredResetMode?.rawValue),
      ("didRecover", didRecover.map(String.init)),
      ("On record before", pendingResetBefore.map(Self.words)),
      ("On record afterwards", pendingResetAfter.map(Self.words)),
    ]
    return facts.compactMap { name, text in text.map { (name, $0) } }
  }

  private static func words(_ pending: PendingReset) -> String {
    "a reset in mode \(pending.mode.rawValue) for the action \(pending.action.rawValue)"
  }
}
