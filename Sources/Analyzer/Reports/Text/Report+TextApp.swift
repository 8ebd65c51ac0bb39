// What the app gets to know of a reset, beside the truth.
extension Report {
  /// What the app is told, where that may sound better than it is.
  func writeApp(to page: inout TextPage) {
    if didRecover == true { page.paragraph(toldSentence) }
  }

  /// What the app is told, and how much of that is so.
  var toldSentence: String {
    let told = "The app is told `didRecover = true`"
    guard !writes.isEmpty else { return told + "; there was nothing to recover." }
    let kept = count(of: .recovered) + count(of: .conflicted) + count(of: .redundant)
    let rest = [
      (Fate.superseded, "replaced by later ones"), (.lost, "lost"), (.unknown, "not known"),
    ]
    .compactMap { fate, words in
      count(of: fate) == 0 ? nil : "\(count(of: fate)) \(words)"
    }
    let parts = ["\(kept) of \(Phrase.count(writes.count, "write")) kept"] + rest
    return "\(told); \(parts.joined(separator: ", "))."
  }

  /// That an earlier reset was never completed.
  func writeResetLoop(to page: inout TextPage) {
    guard let resetLoop else { return }
    page.heading("An earlier reset was never completed")
    page.paragraph(resetLoop.text, resetLoop.kind == .wentOn ? nil : .bad)
    guard resetLoop.unacknowledgedResetCount > 1 else { return }
    page.paragraph(
      "It is the last of \(resetLoop.unacknowledgedResetCount) in a row: the client is in a loop.")
  }
}
