internal import Analyzer
internal import RealmModel
internal import Replayer
internal import TraceFormat

extension ResetSession {
  package var title: String { SessionStart.title(session, start?.name) }
}

// The report in a line, for places that have room for no more.
extension Report {
  static let sentenceColumnsMax = 400

  /// Properties of the reset by their names, which say less than the sentences and are looked up.
  package var facts: [(name: String, text: String)] {
    let facts = [
      ("Engine", engine?.rawValue ?? "\(engineName), without some of the known defects"),
      ("Configured in your app", session.start?.configuredResetMode.map(name(of:))),
      ("didRecover", didRecover.map(String.init)),
      ("On record before", pendingResetBefore.map(Self.words)),
      ("On record afterwards", pendingResetAfter.map(Self.words)),
    ]
    return facts.compactMap { name, text in text.map { (name, $0) } }
  }

  private static func words(_ pending: PendingReset) -> String {
    "a reset in mode \(pending.mode.optionName) for the action \(pending.action.rawValue)"
  }
}

extension JudgedWrite {
  /// The operation, behind the path below the property if there is one.
  var operationAtPath: String { operationAtPath(valueColumns: Phrase.valueColumns) }

  func operationAtPath(valueColumns: Int) -> String {
    let words = operation.words(valueColumns: valueColumns)
    return address.path.isEmpty ? words : "\(address.pathText) \(words)"
  }
}
