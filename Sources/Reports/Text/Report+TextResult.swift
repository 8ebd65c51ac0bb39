internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

// How the reset ended, and what came of the writes in numbers.
extension Report {
  func writeResult(to page: inout TextPage) {
    page.heading("What the reset did")
    page.paragraph(resultSentence, result == .failed || result == .crash ? .bad : nil)
    if let failureText { page.paragraph(failureText, indent: 4) }
    for hazard in attempts.last?.hazards ?? [] {
      page.paragraph(
        "Realm Core may abort here: \(Phrase.foreign(hazard, columns: 300, isQuoted: false)).", .bad
      )
    }
  }

  var resultSentence: String {
    switch result {
    case .recovered: "The reset went through and recovered what it could."
    case .discarded where writes.isEmpty: "The reset went through."
    case .discarded: "The reset went through. What was not synced was discarded."
    case .failed: "The reset failed."
    case .manual: "No reset was attempted; the app has to see to its data itself."
    case .crash: "Realm Core would not survive this reset."
    case .noReset: "The error asked for no reset, and none took place."
    }
  }

  /// The kind of failure and the engine's message.
  var failureText: String? {
    guard let failure else { return nil }
    let failureClass = failure.failureClass.map { "\($0.rawValue): " } ?? ""
    return failureClass + Phrase.foreign(failure.message, columns: 400)
  }

  func writeTotals(to page: inout TextPage) {
    guard !writes.isEmpty else { return }
    page.paragraph("Of \(Phrase.count(writes.count, "unsynced write")):")
    for (fate, count) in totals where count > 0 {
      let number = String(count)
      page.row(
        String(repeating: " ", count: max(0, 6 - number.count)) + number, nameColumns: 6,
        fate.rawValue, fate.role, [fate.meaning])
    }
  }
}
