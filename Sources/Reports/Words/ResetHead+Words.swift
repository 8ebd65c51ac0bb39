internal import Analyzer
internal import RealmModel
internal import Replayer
internal import TraceFormat

/// What stands above the table of modes: what the app is set to, what the reset costs, and what to do.
extension ModeComparison {
  /// A sentence or two each, in the order in which they are to be read.
  var headLines: [String] {
    let first = reports[0]
    guard first.isReset else { return first.pendingLines }
    let unknown = unanswered.isEmpty ? nil : unansweredSentence(unanswered)
    return [appLine, hiddenLine, unknown].compactMap(\.self) + costLines
  }

  /// The app's mode, and whether this device has been through the reset.
  private var appLine: String? {
    let first = reports[0]
    let observed = first.comparison
    if let configured = first.session.start?.configuredResetMode {
      guard let observed else { return "Your app uses \(name(configured))." }
      return "Your app uses \(name(configured)), and this device \(observed.deedWords)."
    }
    if let observed { return "This device \(observed.deedWords) (\(name(observed.mode)))." }
    return first.modeSourceSentence
  }

  /// That the answer in some modes depends on what the trace does not show.
  func unansweredSentence(_ modes: [ResetMode]) -> String {
    "What \(names(of: modes)) \(modes.count == 1 ? "does" : "do") is not known: the trace does not show what the "
      + "reset downloads. Pass that state with `--fresh`."
  }

  /// What has to be said before any number.
  private var hiddenLine: String? {
    let hidden = reports[0].hiddenWrites
    guard !hidden.isEmpty else { return comparesModes ? nil : acknowledgedLine }
    return "What this device had not uploaded is not known: the trace does not show "
      + "\(Phrase.list(hidden.map(\.words), "or"))."
  }

  /// That some of the changes may have been synced before the reset.
  private var acknowledgedLine: String? {
    let count = reports[0].changes.count
    guard count > 0, reports[0].hiddenParts.contains(.acknowledged) else { return nil }
    return (count == 1 ? "Whether the change was" : "Which of the \(count) changes were")
      + " synced already is not known: the trace does not show \(HiddenPart.acknowledged.words)."
  }

  private var costLines: [String] {
    let choice = choice
    let hasPlaces = reports.contains { $0.overwrittenCount > 0 }
    guard comparesModes else { return reports[0].costLines }
    if !reports[0].changes.isEmpty || hasPlaces {
      if choice.best.isEmpty { return failureLines(choice) }
      if let lines = forbiddenLines(choice) ?? restoredLines(choice) { return lines }
      return [deedLine(choice) ?? choiceLine(choice)] + manualLines(choice) + schemaLines(choice)
        + [reports[0].subscriptionLine].compactMap(\.self)
    }
    let failed = reports.first { choice.failing.contains($0.mode) }
    let failure = failed.map { [failureLine(choice, "automatic ")] + $0.remedies } ?? []
    if choice.best.isEmpty, failed != nil { return failure }
    return reports[0].hiddenWrites.isEmpty ? [nothingLine(failed != nil)] + failure : []
  }

  /// - Parameter hasFailure: whether an automatic mode does not go through.
  private func nothingLine(_ hasFailure: Bool) -> String {
    if let subscriptions = reports[0].subscriptionLine {
      return "\(subscriptions) \(reports[0].nothingWords(opening: "Nothing else was"))."
    }
    let manual = reports.contains { $0.mode == .manual && $0.result == .manual }
    let nothing = reports[0].nothingWords()
    guard unanswered.isEmpty else { return "\(nothing)." }
    if hasFailure { return "\(nothing), so nothing is lost." }
    return "\(nothing): every mode gives this device the server's data, and nothing is lost."
      + (manual ? " \(name(.manual)) also stops sync until your app acts." : "")
  }

  /// Every automatic mode fails.
  private func failureLines(_ choice: ModeChoice) -> [String] {
    let failing = reports.filter { choice.failing.contains($0.mode) }
    guard !failing.isEmpty else { return manualLines(choice) }
    if failing.allSatisfy({ $0.result == .crash }) {
      let isManual = reports.contains { $0.mode == .manual && $0.result == .crash }
      let isSeen = failing.contains(where: \.story.showsDeviceBefore)
      let export =
        "Export \(failing[0].changes.count == 1 ? "it" : "them"), or delete the file, before your app opens it again."
      return [
        "Realm Core ends the process in every \(isManual ? "" : "automatic ")mode"
          + (isSeen ? "." : ", before any block of your app is called."),
        (whereaboutsLines(choice) + [export]).joined(separator: " "),
      ]
    }
    let isAll = reports.allSatisfy { $0.result != .recovered && $0.result != .discarded }
    return [failureLine(choice, isAll && reports.count > 3 ? "automatic " : "")]
      + whereaboutsLines(choice) + (failing.map(\.remedies).first { !$0.isEmpty } ?? [])
  }

  /// Where the changes are after the modes that fail, which do not all leave them where they were.
  private func whereaboutsLines(_ choice: ModeChoice) -> [String] {
    let places = reports.filter { choice.failing.contains($0.mode) && !$0.changes.isEmpty }
      .groupedInOrder { TextBytes($0.whereaboutsLines.joined(separator: " ")) }
    return places.map { place, reports in
      (places.count > 1 ? "With \(names(of: reports.map(\.mode))) " : "") + place.text
    }
  }

  /// - Parameter modes: which modes it is that fail, where it is every one.
  private func failureLine(_ choice: ModeChoice, _ modes: String) -> String {
    let ways = failingWays(choice)
    let isEvery = unanswered.isEmpty && choice.best.isEmpty && ways.count == 1
    return ways.map { words, report in
      let every = report.result == .crash ? "Realm Core ends the process" : "The reset fails"
      return "\(isEvery ? "\(every) in every \(modes)mode" : words): \(report.failureWords)."
    }.joined(separator: " ")
  }

  /// Such as `recover fails` and `discard ends the process`, each with its first report.
  private func failingWays(_ choice: ModeChoice) -> [(words: String, report: Report)] {
    let failing = reports.filter { choice.failing.contains($0.mode) }
    return failing.groupedInOrder { $0.result == .crash }.map { isCrash, reports in
      let verb =
        switch (isCrash, reports.count) {
        case (true, 1): "ends the process"
        case (true, _): "end the process"
        case (false, 1): "fails"
        case (false, _): "fail"
        }
      return (words: "\(names(of: reports.map(\.mode))) \(verb)", report: reports[0])
    }
  }

  /// That the server may not take what the device changes of the schema.
  private func schemaLines(_ choice: ModeChoice) -> [String] {
    guard let best = choice.best.first.map({ reports[$0.report] }), best.result == .recovered,
      best.changes.contains(where: {
        $0.kind == .schema && $0.outcome.isKept && $0.outcome != .alreadyOnServer
      })
    else { return [] }
    return [
      "The device has changed the schema, too: where development mode is off, the server may refuse that."
    ]
  }

  /// Recovery is turned off on the server; nil where it is not.
  private func forbiddenLines(_ choice: ModeChoice) -> [String]? {
    let isForbidden = reports.contains { report in
      report.attempts.contains { $0.failure?.failureClass == .recoveryNotAllowed }
        || report.isRecoveryForbidden
    }
    guard isForbidden else { return nil }
    let discarding = reports.filter { $0.result == .discarded && $0.changeCount(.lost) > 0 }
    guard let first = discarding.first else { return nil }
    let lost = first.changes.filter { $0.outcome == .lost }
    let deleting = Phrase.list(discarding.map { name($0.mode) })
    let failing =
      choice.failing.isEmpty
      ? ""
      : "; \(names(of: choice.failing)) "
        + "\(choice.failing.count == 1 ? "fails" : "fail") and "
        + "\(choice.failing.count == 1 ? "leaves" : "leave") \(lost.count == 1 ? "it" : "them") "
        + "in the backup file"
    return [
      "Recovery is turned off on the server. Turn it on before this device connects.",
      "Otherwise \(deleting) \(discarding.count == 1 ? "deletes" : "delete") "
        + "\(first.changesWords(lost))\(failing).",
    ]
  }

  /// The server was restored from a backup; nil where it was not, or nothing is gone with it.
  private func restoredLines(_ choice: ModeChoice) -> [String]? {
    let report = reports[choice.best[0].report]
    guard !report.placesGoneWithRestore.isEmpty else { return nil }
    // A recovery puts back some of what the server lacks.
    let gone = reports.map(\.placesGoneWithRestore).max { $0.count < $1.count } ?? []
    let values = gone.filter { $0.kind == .goneWithRestore }
    let deletions = gone.filter { $0.kind == .deletionUndone }
    // There the device's new object and the one that is back are one.
    let own = Set(report.changes.lazy.filter(\.kind.makesObject).map(\.address))
    let made = deletions.map(\.address).filter(own.contains)
    let except =
      made.isEmpty
      ? ""
      : " (of \(Phrase.first(of: made, \.text).joined(separator: ", ")), which this device has created again, "
        + "only the values that it did not set)"
    let kept = reports.filter(\.result.isCarriedOut).map { report in
      (mode: report.mode, words: report.keptCountWords)
    }
    let groups = kept.groupedInOrder { TextBytes($0.words) }.map { words, modes in
      "\(names(of: modes.map(\.mode))) \(modes.count == 1 ? "keeps" : "keep") \(words.text)"
    }
    return [
      "The server was restored from a backup."
        + Self.sentence(
          values, "value", "that this device had synced",
          report.isGoneOrChanged
            ? "gone from it or changed since (which of the two is not known)" : "gone from it"
        ) {
          "\($0.address.text) \($0.before.text(columns: 24))"
        }
        + Self.sentence(deletions, "deletion", "that this device had synced", "undone") {
          $0.address.text
        },
      (report.changes.isEmpty ? "" : "Of the unsynced changes \(groups.joined(separator: "; ")). ")
        + (values.isEmpty
          ? "Delete what is back once more\(except), or restore the server from a later backup."
          : "Only the old file still has what is gone: copy it in the before block, or use \(name(.manual))."),
    ]
  }

  /// Such as ` 3 values that this device had synced are gone from it: …`; empty where there are none.
  private static func sentence(
    _ places: [OverwrittenPlace], _ noun: String, _ whose: String, _ fate: String,
    _ words: (OverwrittenPlace) -> String
  ) -> String {
    guard !places.isEmpty else { return "" }
    let list = Phrase.first(of: places, words).joined(separator: ", ")
    return
      " \(places.count.counted(noun)) \(whose) \(places.count == 1 ? "is" : "are") \(fate): \(list)."
  }

  /// What this device has already done with its changes, and what another mode would have; nil where the
  /// trace does not show it.
  private func deedLine(_ choice: ModeChoice) -> String? {
    guard let observed = reports[0].comparison,
      let report = reports.first(where: { $0.mode == observed.mode && $0.result == observed.result }
      ),
      report.result.isCarriedOut, acknowledgedLine == nil
    else { return nil }
    let count = report.changes.count
    let lost = report.lossCount
    let isAllKnown = report.changeCount(.notKnown) == 0 && report.hiddenWrites.isEmpty
    guard lost > 0 else {
      return count == 0 || !isAllKnown
        ? nil
        : count == 1
          ? "The only change made offline was kept."
          : "All \(count) changes made offline were kept."
    }
    let whole = lost == count || !isAllKnown
    let deed =
      "\(whole ? lost.counted("change") : "\(lost) of \(count) changes") made offline "
      + "\(lost == 1 ? "was" : "were") deleted."
    guard isAllKnown, choice.hidden.isEmpty else { return deed }
    let better = reports.filter { $0.result.isCarriedOut }.max { $0.keptCount < $1.keptCount }
    guard let better, better.keptCount > report.keptCount else { return deed }
    let kept =
      better.keptCount < count
      ? "\(better.keptCount) of \(count)" : count == 1 ? "it" : "all \(count)"
    return "\(deed) With \(name(better.mode)) \(kept) would have been kept."
  }

  private func choiceLine(_ choice: ModeChoice) -> String {
    let hidden = choice.hidden.filter { !$0.hidesWrites }
    if !hidden.isEmpty {
      return "Which mode is best is not known: the trace does not show "
        + "\(Phrase.list(hidden.map(\.words), "or"))."
    }
    if choice.isOpen { return openLine(choice) }
    let best = choice.best.map {
      (modes: $0.modes, report: reports[$0.report], isFree: $0.destroysNothing)
    }
    guard best.count == 1 else {
      let prices = best.enumerated().map { index, group in
        "\(names(of: group.modes)) "
          + group.report.priceWords(of: group.modes.count, isNamed: index == 0)
      }
      return "Your choice: \(prices.joined(separator: "; "))."
    }
    let (modes, report, isFree) = best[0]
    let isOnly = choice.worse.isEmpty && choice.failing.isEmpty
    if isOnly, isFree, report.overwrittenCount == 0 {
      let rest = choice.hidden.isEmpty ? "and nothing is lost" : "as far as the trace shows"
      return "Every automatic mode keeps \(report.allKeptWords), \(rest)."
    }
    if isOnly {
      let lost = report.lostChanges.filter { $0.outcome != .notKnown }
      if lost.count == report.changes.count, (1...3).contains(lost.count),
        report.overwrittenCount == 0
      {
        let own = lost.indices.map(reason(ofChange:))
        let reasons = Phrase.distinct(own.compactMap(\.self))
        let why =
          reasons.count > 1
          ? " (\(zip(["first", "second", "third"], own).compactMap { name, own in own.map { "the \(name): \($0)" } }.joined(separator: "; ")))"
          : reasons.map { ": \($0)" }.joined()
        let what = Phrase.list(lost.map(report.sentenceWords(naming:))).capitalizedFirst
        return "\(what) \(lost.count == 1 ? "is" : "are") lost in every automatic mode\(why)."
      }
      return "Every automatic mode does the same: it \(report.priceWords(isNamed: true))."
    }
    if !choice.failing.isEmpty, report.keptCount == 0, !report.lostChanges.isEmpty,
      let failed = reports.first(where: { choice.failing.contains($0.mode) })
    {
      // That one which fails has lost something all the same is not to be guessed.
      let losing = reports.contains { choice.failing.contains($0.mode) && $0.lossCount > 0 }
      let remedy = ((losing ? whereaboutsLines(choice) : []) + failed.remedies).map { " \($0)" }
        .joined()
      return "\(failureLine(choice, ""))\(remedy) Otherwise \(names(of: modes)) "
        + "\(report.priceWords(of: modes.count, isNamed: true))."
    }
    let worse = choice.worse.map { group in
      "\(names(of: group.modes)) \(reports[group.report].priceWords(of: group.modes.count))"
    }
    let others = (worse + failingWays(choice).map(\.words)).joined(separator: "; ")
    let who = modes.count == 1 ? "it" : modes.count == 2 ? "both" : "all"
    return
      "Use \(names(of: modes, "or")): \(who) \(report.priceWords(of: modes.count, isNamed: true))"
      + (others.isEmpty ? "." : "; \(others).")
  }

  /// Whether a recording that lacks less would show what this one leaves open. What Realm Core itself leaves to chance
  /// stays open in each.
  private var isShownElsewhere: Bool { reports[0].gaps.contains { $0.kind != .undefinedState } }

  /// What depends on changes whose outcome is not known is no advice.
  private func openLine(_ choice: ModeChoice) -> String {
    let prices = choice.best.groupedInOrder { TextBytes(reports[$0.report].priceWords()) }
      .map { _, groups in
        let modes = groups.flatMap(\.modes)
        return "\(names(of: modes)) \(reports[groups[0].report].priceWords(of: modes.count))"
      }
    return "Which mode is best is not known: \(prices.joined(separator: "; "))."
      + (isShownElsewhere ? " A trace without the gaps of this one would show it." : "")
  }

  /// Why a change is lost. What a discard does it does to every change: a recovery says why.
  private func reason(ofChange index: Int) -> String? {
    reports.lazy.compactMap { report in
      report.changes.indices.contains(index)
        ? report.reasonWords(of: report.changes[index], withDefects: false) : nil
    }.first
  }

  /// What the mode manual is worth where no automatic mode keeps everything.
  private func manualLines(_ choice: ModeChoice) -> [String] {
    guard let manual = reports.first(where: { $0.mode == .manual && $0.result == .manual }),
      choice.best.first.map({ !reports[$0.report].lostChanges.isEmpty }) ?? true
    else { return [] }
    let count = manual.changes.count
    return [
      "\(name(.manual)) keeps \(count == 1 ? "it" : count == 2 ? "both" : "all \(count)") in the backup file, "
        + "and uploads \(count == 1 ? "nothing of it" : "none of them")."
    ]
  }

  private func name(_ mode: ResetMode) -> String { reports[0].name(of: mode) }

  private func names(of modes: [ResetMode], _ conjunction: String = "and") -> String {
    Phrase.list(modes.map(name), conjunction)
  }
}

extension Report {
  /// Where the restored server has something else than this device had synced.
  fileprivate var placesGoneWithRestore: [OverwrittenPlace] {
    unmeantPlaces.filter { $0.kind == .goneWithRestore || $0.kind == .deletionUndone }
  }
}

extension Comparison {
  fileprivate var deedWords: String {
    switch result {
    case .recovered, .discarded: "has already carried it out"
    case .failed: "has tried it, and it failed"
    case .manual: "has left it to your app"
    case .crash: "did not survive it"
    case .noReset: "has not reset"
    }
  }
}
