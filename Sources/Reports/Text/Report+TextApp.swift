internal import Analyzer
internal import Phrasebook

// What the app gets to know of a reset, beside the truth.
extension Report {
  /// What the app is told, where that may sound better than it is.
  func writeApp(to page: inout TextPage) {
    if didRecover == true { page.paragraph(toldSentence) }
  }

  /// What the app is told, how much of that is so, and at whose cost.
  var toldSentence: String {
    let told = "The app is told `didRecover = true`"
    guard !writes.isEmpty else { return told + "; there was nothing to recover." }
    let words = (onlyLossWords.map { [$0] } ?? [keptWords] + restWords) + costWords
    return "\(told); \(words.joined(separator: ", "))."
  }

  private var keptCount: Int {
    count(of: .recovered) + count(of: .conflicted) + count(of: .redundant)
  }

  /// What became of a write that is the only one, if it is not kept.
  private var onlyLossWords: String? {
    guard writes.count == 1, keptCount == 0 else { return nil }
    return writes[0].fate == .lost
      ? "the only write is lost" : "what became of the only write is not known"
  }

  private var keptWords: String {
    let all = Phrase.count(writes.count, "write")
    switch keptCount {
    case writes.count where writes.count <= 2:
      return writes.count == 1 ? "the only write is kept" : "both writes are kept"
    case writes.count: return "all \(all) are kept"
    case 0: return "none of \(all) is kept"
    default: return "\(keptCount) of \(all) \(keptCount == 1 ? "is" : "are") kept"
    }
  }

  /// What became of the others, and what is there twice.
  private var restWords: [String] {
    let rest = [
      (Fate.superseded, "replaced by later ones"), (.lost, "lost"), (.unknown, "not known"),
    ].compactMap { fate, words in
      count(of: fate) == 0 ? nil : "\(count(of: fate)) \(words)"
    }
    let doubled = writes.count(where: \.isDoneAgain)
    return rest + (doubled > 0 ? ["\(doubled) of them done twice"] : [])
  }

  private var costWords: [String] {
    guard !collateral.isEmpty else { return [] }
    let places = Phrase.count(collateral.count, "place")
    return [
      "and \(places) of the server's data \(collateral.count == 1 ? "was" : "were") overwritten"
    ]
  }

  /// That an earlier reset was never completed.
  func writeResetLoop(to page: inout TextPage) {
    guard let resetLoop else { return }
    page.heading("An earlier reset was never completed")
    page.paragraph(resetLoop.sentences, resetLoop.kind == .wentOn ? nil : .bad)
    guard resetLoop.unacknowledgedResetCount > 1 else { return }
    page.paragraph(
      "It is the last of \(resetLoop.unacknowledgedResetCount) in a row: the client is in a loop.")
  }
}
