internal import Analyzer
internal import RealmModel
internal import Replayer
package import TraceFormat

// How the reset ended, and what the app gets to know of it beside the truth.
extension Report {
  /// How the reset ended, in one sentence.
  package var resultSentence: String {
    switch result {
    case .recovered: "The reset went through and recovered what it could."
    case .discarded where isSkipped: "The reset was skipped: there was nothing to reset."
    case .discarded where writes.isEmpty: "The reset went through."
    case .discarded: "The reset went through. What was not synced was discarded."
    case .failed: "The reset failed."
    case .manual: "No reset was attempted; the app has to see to its data itself."
    case .crash: "Realm Core would not survive this reset."
    case .noReset where error.isAbsent: "Nothing asked for a reset, and none took place."
    case .noReset where error.action == .deleteRealm:
      "No reset takes place: the server has the file deleted."
    case .noReset: "The error asked for no reset, and none took place."
    }
  }

  /// Whether the reset was skipped, because the file was never written to.
  package var isSkipped: Bool { attempts.last?.isSkipped ?? false }

  /// The kind of failure and the engine's message; nil where the reset did not fail.
  package var failureText: String? {
    guard let failure else { return nil }
    let failureClass = failure.failureClass.map { "\($0.rawValue): " } ?? ""
    return failureClass + Phrase.foreign(failure.message, columns: 400)
  }

  /// What Realm Core may abort at, a sentence each.
  package var hazardSentences: [QuotingSentence] {
    (attempts.last?.hazards ?? []).map {
      QuotingSentence(opening: "Realm Core may abort here: ", quotation: $0.words, ending: ".")
    }
  }

  /// What the app is told after a recovery, how much of that is so, and at whose cost.
  package var didRecoverSentence: String {
    let told = "The app is told `didRecover = true`"
    guard !writes.isEmpty else { return told + "; there was nothing to recover." }
    let words = (onlyLossWords.map { [$0] } ?? [keptWords] + restWords) + costWords
    return "\(told); \(words.joined(separator: ", "))."
  }

  private var keptCount: Int {
    ownCount(of: .recovered) + ownCount(of: .conflicted) + ownCount(of: .redundant)
  }

  /// What became of a write that is the only one, if it is not kept.
  private var onlyLossWords: String? {
    guard ownWriteCount == 1, keptCount == 0 else { return nil }
    return ownCount(of: .lost) == 1
      ? "the only write is lost" : "what became of the only write is not known"
  }

  private var keptWords: String {
    let all = Phrase.count(ownWriteCount, "write")
    switch keptCount {
    case ownWriteCount where ownWriteCount <= 2:
      return ownWriteCount == 1 ? "the only write is kept" : "both writes are kept"
    case ownWriteCount: return "all \(all) are kept"
    case 0: return "none of \(all) is kept"
    default: return "\(keptCount) of \(all) \(keptCount == 1 ? "is" : "are") kept"
    }
  }

  /// What became of the others, and what is there twice.
  private var restWords: [String] {
    let rest = [
      (Fate.superseded, "replaced by later ones"), (.lost, "lost"), (.unknown, "not known"),
    ].compactMap { fate, words in
      ownCount(of: fate) == 0 ? nil : "\(ownCount(of: fate)) \(words)"
    }
    let doubled = writes.count(where: \.isDoneAgain)
    return rest + (doubled > 0 ? ["\(doubled) of them done twice"] : [])
  }

  private var costWords: [String] {
    var words: [String] = []
    let (overwritten, gone) = (harm.overwritten.count, harm.acknowledgedLost.count)
    if overwritten > 0 {
      let places = Phrase.count(overwritten, "place")
      words.append(
        "\(places) of the server's data \(overwritten == 1 ? "was" : "were") overwritten")
    }
    if gone > 0 {
      let values = Phrase.count(gone, "value")
      words.append("\(values) that had been synced \(gone == 1 ? "is" : "are") gone")
    }
    return words.isEmpty ? [] : ["and \(words.joined(separator: ", "))"]
  }
}

extension ResetEnding {
  /// The result in a word or two.
  package var title: String {
    switch self {
    case .recovered: "Recovered"
    case .discarded: "Discarded"
    case .failed: "Failed"
    case .manual: "Left to the app"
    case .crash: "Crash"
    case .noReset: "No reset"
    }
  }
}
