internal import Analyzer
internal import Phrasebook
internal import TraceFormat

/// The reason of the last write as JSON, in words and as a fact: writes that follow each other mostly have the same.
final class LastReason {
  private var known: (reason: FateReason, words: JSONText, fact: JSONText)?

  func json(of reason: FateReason) -> (words: JSONText, fact: JSONText) {
    if let known, known.reason == reason { return (known.words, known.fact) }
    let (words, fact) = (JSONText.string(reason.words), JSONText(fact: reason))
    known = (reason, words, fact)
    return (words, fact)
  }
}
