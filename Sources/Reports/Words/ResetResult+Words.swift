internal import Analyzer
internal import Replayer
internal import TraceFormat

// What a report on one mode says first.
extension Report {
  var costLines: [String] {
    resultLines + (result == .noReset ? [] : [ownSubscriptionLine].compactMap(\.self))
  }

  private var resultLines: [String] {
    let count = changes.count
    switch result {
    case .recovered, .discarded:
      if isSkipped { return ["There is nothing to reset: this file was never written to."] }
      if count == 0, overwrittenCount == 0 {
        return hiddenWrites.isEmpty ? ["\(nothingWords()), and nothing is lost."] : []
      }
      let hint = lostChanges.isEmpty ? "" : " `--mode all` shows the other modes."
      return ["\(subjectWords) \(priceWords(isNamed: true)).\(hint)"]
    case .failed:
      if let line = earlierResetLine { return [line] + remedies }
      return ["The reset fails: \(failureWords)."] + whereaboutsLines + remedies
    case .manual:
      return count == 0
        ? [
          (hiddenWrites.isEmpty ? "\(nothingWords()). " : "") + "Sync stops until your app acts."
        ]
        : [
          (isAnother ? "With \(name(of: mode)) " : "")
            + "\(changesWords(changes)) \(count == 1 ? "is" : "are") in the backup file only, and sync stops "
            + "until your app acts."
        ]
    case .crash:
      return [(["Realm Core ends the process here."] + whereaboutsLines).joined(separator: " ")]
    case .noReset: return pendingLines
    }
  }

  /// That no change was unsynced, without a final period: what was written may have been taken back.
  func nothingWords(opening: String = "Nothing was") -> String {
    writes.isEmpty ? "\(opening) unsynced" : "The unsynced writes cancel out"
  }

  private var subjectWords: String { isAnother ? "With \(name(of: mode)) the reset" : "The reset" }

  /// Whether the device, or the app as far as the trace shows it, uses another mode.
  private var isAnother: Bool {
    guard let used = comparison?.mode ?? session.start?.configuredResetMode else { return false }
    return used != mode
  }

  /// That a reset went through before the one that fails; nil where none did.
  private var earlierResetLine: String? {
    guard let earlier = attempts.dropLast().last(where: \.isCarriedOut) else { return nil }
    let deed =
      lossCount > 0
      ? "the reset before it lost \(changesWords(lostChanges))"
      : earlier.ending == .recovered
        ? "what the reset before it recovered is in the device's file only"
        : "the reset before it went through"
    return "The second reset fails: \(failureWords); \(deed)."
  }

  /// What becomes of subscriptions that were changed offline; nil where none were.
  var subscriptionLine: String? {
    subscriptionsWords.map { words, it in
      "\(words): discard drops \(it), and a recovery keeps \(it) pending."
    }
  }

  /// The same in this mode; nil also where nothing was reset.
  private var ownSubscriptionLine: String? {
    subscriptionsWords.flatMap { words, it in
      switch result {
      case .discarded: "\(words): this mode drops \(it)."
      case .recovered: "\(words): this mode keeps \(it) pending."
      default: nil
      }
    }
  }

  /// Such as `2 changes of subscriptions made offline`, and the pronoun. They are transactions without
  /// instructions (Realm Core: `sync/subscriptions.cpp`).
  private var subscriptionsWords: (String, String)? {
    guard session.start?.syncKind == .flexible else { return nil }
    let count = transactions.count { $0.writeCount == 0 }
    guard count > 0 else { return nil }
    return (
      "\(count.counted("change")) of subscriptions made offline", count == 1 ? "it" : "them"
    )
  }

  /// That the trace has records of a reset, and what it lacks; nil where it has none, or no error is missing.
  private var unaskedResetLines: [String]? {
    let records = gaps.count(where: \.isOfUnaskedReset)
    guard records > 0 else { return nil }
    let fate =
      changes.isEmpty
      ? "What is unsynced is not known."
      : "What became of \(changesWords(changes)) is not known."
    return [
      "The trace has \(records.counted("record")) of a client reset, and not the error that asked for it.",
      fate,
    ]
  }

  /// What is said where no reset takes place.
  var pendingLines: [String] {
    let count = changes.count
    let unread = gaps.count(where: \.isOfUnreadableBytes)
    let misfits = gaps.count { $0.kind == .unreadableChangeset } - unread
    if let lines = unaskedResetLines { return lines }
    let reset =
      (error.action == .deleteRealm
        ? "The server orders the deletion of this file."
        : consequences.contains(.syncEnded)
          ? "Sync has stopped, and no reset takes place."
          : "The session ends without a client reset.")
      + (unread > 0 ? " \(unread.counted("changeset")) cannot be read." : "")
      + (misfits > 0
        ? " \(misfits.counted("changeset does", "changesets do")) not fit what the trace shows."
        : "")
    guard count > 0 else {
      return hiddenWrites.isEmpty
        ? ["\(reset) \(nothingWords(opening: "Nothing is"))."]
        : [
          "\(reset) What is unsynced is not known: the trace does not show \(Phrase.list(hiddenWrites.map(\.words), "or"))."
        ]
    }
    let refused = changes.filter { change in
      change.writes.contains { if case .refused = writes[$0].reason { true } else { false } }
    }
    let tail =
      refused.isEmpty
      ? "."
      : "; the server has refused \(count == 1 ? "it" : "\(refused.count) of them")"
        + (error.code.map { " (error \($0), \(words(naming: refused[0])))" } ?? "") + "."
    let isOpen = changes.allSatisfy { $0.outcome == .pending || $0.outcome == .inBackupOnly }
    let unsynced =
      isOpen
      ? "\(count.counted("change is", "changes are")) not synced yet"
      : "\(count.counted("change was", "changes were")) not acknowledged: \(outcomeWords)"
    return ["\(reset) \(unsynced)\(tail)"]
  }
}
