internal import Analyzer
internal import RealmModel
internal import Replayer
internal import TraceFormat

// What to do, in the first sentence of a report.
extension Report {
  /// What to do about the reset, and what it comes to.
  package var answerSentence: String {
    let price = harm.counts.words
    let unknown = count(of: .unknown)
    switch result {
    case .noReset:
      let pending = ownCount(of: .pending)
      let waiting = pending == 0 ? nil : "\(Phrase.count(pending, "write")) not synced yet"
      let rest = [price, waiting].compactMap(\.self)
      let ending =
        consequences.contains(.syncEnded)
        ? "Sync has stopped, and no reset takes place" : "No reset takes place"
      guard rest.isEmpty else { return "\(ending): \(Phrase.list(rest))." }
      if let hiddenWritesWords {
        let unread =
          unreadableCount > 0
          ? ": \(Phrase.count(unreadableCount, "changeset")) cannot be read" : ""
        return "\(ending)\(unread). What is unsynced is not known: \(hiddenWritesWords)."
      }
      if consequences.contains(.syncEnded) { return "\(ending). Nothing is unsynced." }
      return "Nothing to do: no reset takes place, and nothing is unsynced."
    case .crash: return "Not this mode: Realm Core would not survive it."
    case .failed:
      return
        "The reset fails in this mode\(price.map { ": \($0)" } ?? "; nothing is lost by that")."
    case .manual:
      return price.map { "Left to the app: \($0)." }
        ?? hiddenWritesWords.map { "Left to the app. What is at stake is not known: \($0)." }
        ?? "Left to the app: nothing is at stake."
    case .recovered, .discarded:
      if unknown > 0 {
        let fates = "what became of \(Phrase.count(unknown, "write")) is not known"
        return "Decide: \(Phrase.list((price.map { [$0] } ?? []) + [fates]))."
      }
      guard let price else {
        if let hidden = hiddenWritesWords {
          return writes.isEmpty
            ? "What is lost is not known: \(hidden)."
            : "Nothing that the trace shows is lost. The rest is not known: \(hidden)."
        }
        guard !writes.isEmpty else {
          return "Nothing to do: nothing was unsynced, and nothing is lost."
        }
        return harm.counts.settledWords.map {
          "Nothing to do: nothing is lost. Where both sides had edited the same, \($0)."
        } ?? "Nothing to do: nothing is lost, and nothing of the server's was overwritten."
      }
      return "Decide: \(price)."
    }
  }

  /// How many changesets that the session had cannot be read.
  private var unreadableCount: Int { gaps.count { $0.kind == .unreadableChangeset } }

  /// What keeps the answer from being known, such as `the trace does not show what was never uploaded`;
  /// nil where all unsynced writes are there.
  private var hiddenWritesWords: String? {
    let hidden = hiddenWrites
    return hidden.isEmpty ? nil : "the trace does not show \(Phrase.list(hidden.map(\.words)))"
  }

  /// How the other modes can be seen, where there is something to decide; nil where there isn't.
  package var answerHint: String? {
    let isCarriedOut = result == .recovered || result == .discarded
    return isCarriedOut && !harm.isNone ? "`--mode all` shows what the other modes destroy." : nil
  }
}

extension Recommendation {
  /// What to do, in a few words.
  package var headline: String {
    switch reason {
    case .costsLess: "Use \(Phrase.list(modes.map(\.rawValue), "or"))"
    case .otherCosts: "Your choice"
    case .nothingUnsynced, .allTheSame, .onlyOneMode: "The mode makes no difference"
    case .hidden, .unknownFates: "Decide yourself"
    }
  }

  /// Why, in a sentence that follows ``headline``.
  package var reasonSentence: String {
    switch reason {
    case .costsLess(let best, _):
      best.destroys ? "It destroys least: \(best.costWords)." : "Nothing is lost with it."
    case .otherCosts: "No mode is plainly better: each destroys something else."
    case .nothingUnsynced: "Nothing was unsynced, and nothing is lost in any mode."
    case .allTheSame, .onlyOneMode, .hidden, .unknownFates:
      "\(reason.words.capitalizedFirst)."
    }
  }
}

extension ModeMatrix.Column {
  private var isWithoutLoss: Bool { harm.sum == 0 && unknown == 0 }

  /// Whether anything is gone, changed or not known.
  fileprivate var destroys: Bool { !isWithoutLoss }

  /// What the mode keeps, or several modes, such as `keeps 2 of 3 writes`.
  package func keptWords(isSeveral: Bool) -> String {
    let verb = isSeveral ? "keep" : "keeps"
    switch (kept, counted) {
    case (_, 0): return "\(isSeveral ? "have" : "has") nothing to keep"
    case (1, 1): return "\(verb) the only write"
    case (0, 1): return isSeveral ? "do not keep the only write" : "does not keep the only write"
    case (2, 2): return "\(verb) both writes"
    case (counted, _): return "\(verb) all \(counted) writes"
    case (0, _): return "\(verb) none of \(counted) writes"
    default: return "\(verb) \(kept) of \(counted) writes"
    }
  }
}
