internal import Analyzer
internal import RealmModel
internal import Replayer
internal import TraceFormat

/// What stands above the table of modes: what the app is set to, what the reset costs, and what to do.
extension ModeComparison {
  /// Three lines at most.
  var headLines: [String] {
    let first = reports[0]
    guard first.isReset else { return first.pendingLines }
    return [appLine].compactMap(\.self) + (hiddenLine.map { [$0] } ?? []) + costLines
  }

  // MARK: The app's mode

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

  /// What has to be said before any number.
  private var hiddenLine: String? {
    let hidden = reports[0].hiddenWrites
    guard !hidden.isEmpty else { return nil }
    return "What this device had not uploaded is not known: the trace does not show "
      + "\(Phrase.list(hidden.map(\.words)))."
  }

  // MARK: What it costs, and what to do

  private var costLines: [String] {
    let choice = choice
    let hasPlaces = reports.contains { !$0.overwrittenPlaces.isEmpty }
    guard reports.count > 1 else { return reports[0].costLines }
    if !reports[0].changes.isEmpty || hasPlaces {
      if choice.best.isEmpty { return failureLines(choice) }
      if let lines = forbiddenLines(choice) ?? restoredLines(choice) { return lines }
      return [deedLine ?? choiceLine(choice)] + manualLines(choice) + schemaLines(choice)
        + [reports[0].subscriptionLine].compactMap(\.self)
    }
    guard choice.best.isEmpty, let failed = reports.first(where: { $0.failure != nil }) else {
      return reports[0].hiddenWrites.isEmpty ? [nothingLine] : []
    }
    return ["The reset fails in every automatic mode: \(failed.failureWords)."] + failed.remedies
  }

  private var nothingLine: String {
    if let subscriptions = reports[0].subscriptionLine {
      return "\(subscriptions) Nothing else was unsynced."
    }
    let manual = reports.contains { $0.mode == .manual && $0.result == .manual }
    return
      "Nothing was unsynced: every mode gives this device the server's data, and nothing is lost."
      + (manual ? " \(name(.manual)) also stops sync until your app acts." : "")
  }

  /// Every automatic mode fails.
  private func failureLines(_ choice: ModeChoice) -> [String] {
    guard let failed = reports.first(where: { choice.failing.contains($0.mode) }) else {
      return reports[0].costLines
    }
    if failed.result == .crash {
      return [
        "Realm Core ends the process in every automatic mode, before any block of your app is called.",
        "\(failed.changesWords(failed.changes)) \(Self.stay(failed.changes.count)) in the device's file. "
          + "Export them, or delete the file, before your app opens it again.",
      ]
    }
    let isAll = reports.allSatisfy { $0.result != .recovered && $0.result != .discarded }
    return [
      "The reset fails in every \(isAll && reports.count > 3 ? "automatic " : "")mode: "
        + "\(failed.failureWords).",
      "\(failed.changesWords(failed.changes)) \(Self.stay(failed.changes.count)) in the device's file, "
        + "which is moved away at the next launch.",
    ] + failed.remedies
  }

  private static func stay(_ count: Int) -> String { count == 1 ? "stays" : "stay" }

  /// That the server may not take what the device changes of the schema.
  private func schemaLines(_ choice: ModeChoice) -> [String] {
    guard let best = choice.best.first.map({ reports[$0.report] }), best.result == .recovered,
      best.changes.contains(where: { $0.kind == .schema && $0.outcome.isKept })
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
    let gone = report.overwrittenPlaces.filter {
      $0.kind == .goneWithRestore || $0.kind == .deletionUndone
    }
    guard !gone.isEmpty else { return nil }
    let values = gone.filter { $0.kind == .goneWithRestore }
    let deletions = gone.filter { $0.kind == .deletionUndone }
    let kept = reports.filter(\.isCarriedOut).map { report in
      (mode: report.mode, words: report.keptCountWords)
    }
    let groups = kept.groupedInOrder { TextBytes($0.words) }.map { words, modes in
      "\(names(of: modes.map(\.mode))) \(modes.count == 1 ? "keeps" : "keep") \(words.text)"
    }
    return [
      "The server was restored from a backup."
        + Self.sentence(values, "value", "that this device had synced", "gone from it") {
          "\($0.address.text) \($0.before.text(columns: 24))"
        }
        + Self.sentence(deletions, "deletion", "that this device had synced", "undone") {
          $0.address.text
        },
      (report.changes.isEmpty ? "" : "Of the unsynced changes \(Phrase.list(groups)). ")
        + (values.isEmpty
          ? "Delete what is back once more, or restore the server from a later backup."
          : "Only the old file still has what is gone: copy it in the before block, or use \(name(.manual))."),
    ]
  }

  /// Such as ` 3 values that this device had synced are gone from it: …`; empty where there are none.
  private static func sentence(
    _ places: [OverwrittenPlace], _ noun: String, _ whose: String, _ fate: String,
    _ words: (OverwrittenPlace) -> String
  ) -> String {
    guard !places.isEmpty else { return "" }
    let rest = places.count > 3 ? [Phrase.rest(places.count - 3)] : []
    let list = (places.prefix(3).map(words) + rest).joined(separator: ", ")
    return
      " \(Phrase.count(places.count, noun)) \(whose) \(places.count == 1 ? "is" : "are") \(fate): \(list)."
  }

  /// What this device has already done with its changes, and what another mode would have; nil where the
  /// trace does not show it.
  private var deedLine: String? {
    guard let observed = reports[0].comparison,
      let report = reports.first(where: { $0.mode == observed.mode && $0.result == observed.result }
      ),
      report.isCarriedOut
    else { return nil }
    let count = report.changes.count
    let lost = report.changeCount(.lost) + report.changeCount(.serversKept)
    guard lost > 0 else {
      return count == 0
        ? nil : "\(Self.all(count, "change")) made offline \(count == 1 ? "was" : "were") kept."
    }
    let deed =
      "\(lost == count ? Phrase.count(count, "change") : "\(lost) of \(count) changes") made offline "
      + "\(lost == 1 ? "was" : "were") deleted."
    let better = reports.filter { $0.isCarriedOut }.max { $0.keptCount < $1.keptCount }
    guard let better, better.keptCount > report.keptCount else { return deed }
    let kept =
      better.keptCount == count ? Self.all(count, "").trimmed : "\(better.keptCount) of \(count)"
    return "\(deed) With \(name(better.mode)) \(kept) would have been kept."
  }

  /// Such as `All 31 changes`, `The only change`.
  private static func all(_ count: Int, _ noun: String) -> String {
    guard !noun.isEmpty else { return count == 1 ? "it" : "all \(count)" }
    return count == 1 ? "The only \(noun)" : "All \(count) \(noun)s"
  }

  /// Which automatic mode to take.
  private func choiceLine(_ choice: ModeChoice) -> String {
    let hidden = choice.hidden.filter { !$0.hidesWrites }
    if !hidden.isEmpty {
      return "Which mode is best is not known: the trace does not show "
        + "\(Phrase.list(hidden.map(\.words)))."
    }
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
    if isOnly, isFree {
      return "Every automatic mode keeps \(report.allKeptWords), and nothing is lost."
    }
    if isOnly {
      let lost = report.lostChanges
      if lost.count == report.changes.count, (1...3).contains(lost.count),
        report.overwrittenPlaces.isEmpty
      {
        let reasons = Phrase.distinct(lost.indices.compactMap(reason(ofChange:)))
        let what = Phrase.list(lost.map(report.sentenceWords(naming:))).capitalizedFirst
        return "\(what) \(lost.count == 1 ? "is" : "are") lost in every automatic mode"
          + "\(reasons.isEmpty ? "" : ": \(reasons.joined(separator: "; "))")."
      }
      return "Every automatic mode does the same: it \(report.priceWords(isNamed: true))."
    }
    if !choice.failing.isEmpty, report.keptCount == 0, !report.lostChanges.isEmpty,
      let failed = reports.first(where: { choice.failing.contains($0.mode) })
    {
      let remedy = failed.remedies.map { " \($0)" }.joined()
      return "\(names(of: choice.failing)) \(choice.failing.count == 1 ? "fails" : "fail"): "
        + "\(failed.failureWords).\(remedy) Otherwise \(names(of: modes)) "
        + "\(report.priceWords(of: modes.count, isNamed: true))."
    }
    let worse = choice.worse.map { group in
      "\(names(of: group.modes)) \(reports[group.report].priceWords(of: group.modes.count))"
    }
    let failing =
      choice.failing.isEmpty
      ? [] : ["\(names(of: choice.failing)) \(choice.failing.count == 1 ? "fails" : "fail")"]
    let others = (worse + failing).joined(separator: "; ")
    let who = modes.count == 1 ? "it" : modes.count == 2 ? "both" : "all"
    return
      "Use \(names(of: modes, "or")): \(who) \(report.priceWords(of: modes.count, isNamed: true))"
      + (others.isEmpty ? "." : "; \(others).")
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
      let best = choice.best.first.map({ reports[$0.report] }), !best.lostChanges.isEmpty
    else { return [] }
    let count = manual.changes.count
    return [
      "\(name(.manual)) keeps \(count == 1 ? "it" : count == 2 ? "both" : "all \(count)") in the backup file, and uploads nothing of it."
    ]
  }

  private func name(_ mode: ResetMode) -> String { reports[0].name(of: mode) }

  private func names(of modes: [ResetMode], _ conjunction: String = "and") -> String {
    Phrase.list(modes.map(name), conjunction)
  }
}

extension Report {
  /// The mode as the SDK that the trace names spells it, or as `--mode` does.
  func name(of mode: ResetMode) -> String {
    guard let release = session.start?.sdk.flatMap(SDKRelease.init(parsing:)),
      let spelling = release.spelling(of: mode)
    else { return mode.optionName }
    return String(spelling.prefix { $0 != "(" })
  }

  var isRecoveryForbidden: Bool { error.action == .clientResetNoRecovery }

  var keptCount: Int { changes.count(where: \.outcome.isKept) }

  var lostChanges: [Change] {
    changes.filter { $0.outcome == .lost || $0.outcome == .serversKept || $0.outcome == .notKnown }
  }

  /// Such as `2 of 3`, behind the verb.
  fileprivate var keptCountWords: String {
    let count = changes.count
    if keptCount == count { return count == 1 ? "the only one" : "all \(count)" }
    return keptCount == 0 ? "none" : "\(keptCount) of \(count)"
  }

  fileprivate var allKeptWords: String {
    switch changes.count {
    case 0: "what is there"
    case 1: "the only change"
    case let count: Self.all(count)
    }
  }

  /// Such as `keeps 30 of 31 changes and overwrites 1 value that others wrote`, or the same of several modes.
  fileprivate func priceWords(of modes: Int = 1, isNamed: Bool = false) -> String {
    func verb(_ stem: String, _ ending: String = "s") -> String {
      stem + (modes == 1 ? ending : "")
    }
    let count = changes.count
    let what: String? =
      switch (keptCount, count) {
      case (_, 0): hiddenWrites.isEmpty ? "\(verb("lose")) nothing that was unsynced" : nil
      case (_, 1):
        "\(verb(keptCount == 1 ? "keep" : "lose")) "
          + (isNamed ? sentenceWords(naming: changes[0]) : "it")
      case (count, _): "\(verb("keep")) \(Self.all(count))"
      case (0, _): "\(verb("lose")) \(Self.all(count))"
      default: "\(verb("keep")) \(keptCount) of \(count) changes"
      }
    let costs = overwrittenPlaceCounts.compactMap { kind, count in
      switch kind {
      case .overwritten:
        "\(verb("overwrite")) \(Phrase.count(count, "value")) that others wrote\(placeWords(kind))"
      case .deleted:
        "\(verb("delete")) \(Phrase.count(count, "place")) that others wrote\(placeWords(kind))"
      case .doneTwice: "\(verb("do", "es")) \(Phrase.count(count, "change")) twice"
      case .goneWithRestore: "\(verb("lack")) \(Phrase.count(count, "synced value"))"
      case .deletionUndone: "\(verb("undo", "es")) \(Phrase.count(count, "synced deletion"))"
      case .editedOnBothSides: nil
      }
    }
    let unknown = changeCount(.notKnown)
    let rest = unknown > 0 ? ["\(verb("leave")) \(Phrase.count(unknown, "change")) not known"] : []
    return Phrase.list([what].compactMap(\.self) + costs + rest)
  }

  /// The only place of a kind, in brackets; nothing where there are several.
  private func placeWords(_ kind: OverwrittenPlace.Kind) -> String {
    let places = overwrittenPlaces.filter { $0.kind == kind }
    return places.count == 1 ? " (\(places[0].address.text))" : ""
  }

  private static func all(_ count: Int) -> String {
    count == 2 ? "both changes" : "all \(count) changes"
  }

  /// Such as `2 changes (T 4 created, T 1 v = 40)`; `the change T 1 v = 99`.
  func changesWords(_ changes: [Change]) -> String {
    let shown = changes.prefix(3).map(words(naming:))
    guard changes.count <= 3 else { return Phrase.count(changes.count, "change") }
    return "\(Phrase.count(changes.count, "change")) (\(shown.joined(separator: ", ")))"
  }

  /// Such as `T 1 v = 99`, `T 4 created`.
  func words(naming change: Change) -> String {
    let place = change.address.text
    switch change.kind {
    case .edited:
      if change.writes.count == 1,
        case .set(.value(let value), _) = writes[change.writes[0]].operation
      {
        return "\(place) = \(value.text(columns: 24))"
      }
      // Of an element the effect has the path.
      return "\(change.address.wholeProperty.text) \(effectWords(of: change, columns: 24))"
    case .created, .recreated, .deleted: return "\(place) \(change.kind.words)"
    case .schema: return "\(place): \(writes[change.writes[0]].operation.words)"
    }
  }

  /// The same within a sentence, such as `the edit T 1 v = 99` or `the new T 4`.
  func sentenceWords(naming change: Change) -> String {
    switch change.kind {
    case .edited: "the edit \(words(naming: change))"
    case .created: "the new \(change.address.text)"
    case .recreated: "the \(change.address.text) that was created anew"
    case .deleted: "the deletion of \(change.address.text)"
    case .schema: "the change of the schema (\(words(naming: change)))"
    }
  }

  /// Why the reset fails.
  fileprivate var failureWords: String {
    if let words = missingSchemaWords { return words }
    if let explanation = explanations.last, Self.namesItsPlace.contains(explanation.identifier) {
      return explanation.cause.uncapitalizedFirst
    }
    return failure?.failureClass?.meaning
      ?? failure.map { Phrase.foreign($0.message, columns: 120) } ?? "the reason is not known"
  }

  /// The messages about a schema that name what differs.
  private static let namesItsPlace: Set = [
    "primary-key-type-changed", "primary-key-renamed", "property-type-changed",
  ]

  /// What would remove the cause of a failure.
  fileprivate var remedies: [String] {
    missingSchemaRemedy.map { [$0] } ?? failure?.failureClass.map { [$0.remedy] } ?? []
  }

  /// What a report on one mode says.
  fileprivate var costLines: [String] {
    resultLines + (result == .noReset ? [] : [ownSubscriptionLine].compactMap(\.self))
  }

  private var resultLines: [String] {
    let count = changes.count
    switch result {
    case .recovered, .discarded:
      if isSkipped { return ["There is nothing to reset: this file has never synced."] }
      if count == 0, overwrittenPlaces.isEmpty {
        return hiddenWrites.isEmpty ? ["Nothing was unsynced, and nothing is lost."] : []
      }
      let hint = lostChanges.isEmpty ? "" : " `--mode all` shows the other modes."
      return ["The reset \(priceWords(isNamed: true)).\(hint)"]
    case .failed:
      if let line = earlierResetLine { return [line] + remedies }
      let stay =
        count == 0
        ? []
        : [
          "\(changesWords(changes)) \(count == 1 ? "stays" : "stay") in the device's file, which is moved away at the next launch."
        ]
      return ["The reset fails: \(failureWords)."] + stay + remedies
    case .manual:
      return count == 0
        ? ["Nothing was unsynced. Sync stops until your app acts."]
        : [
          "\(changesWords(changes)) \(count == 1 ? "is" : "are") in the backup file only, and sync stops until your app acts."
        ]
    case .crash:
      return [
        "Realm Core ends the process here. \(changesWords(changes)) \(count == 1 ? "stays" : "stay") in the device's file."
      ]
    case .noReset: return pendingLines
    }
  }

  /// That a reset went through before the one that fails; nil where none did.
  private var earlierResetLine: String? {
    guard
      let earlier = attempts.dropLast().last(where: {
        ($0.ending == .recovered || $0.ending == .discarded) && !$0.isSkipped
      })
    else { return nil }
    let lost = changeCount(.lost) + changeCount(.serversKept)
    let deed =
      lost > 0
      ? "the reset before it lost \(changesWords(lostChanges))"
      : earlier.ending == .recovered
        ? "what the reset before it recovered is in the device's file only"
        : "the reset before it went through"
    return "The second reset fails: \(failureWords); \(deed)."
  }

  /// What becomes of subscriptions that were changed offline; nil where none were.
  fileprivate var subscriptionLine: String? {
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
      "\(Phrase.count(count, "change")) of subscriptions made offline", count == 1 ? "it" : "them"
    )
  }

  /// What is said where no reset takes place.
  fileprivate var pendingLines: [String] {
    let count = changes.count
    let unread = gaps.count { $0.kind == .unreadableChangeset }
    let reset =
      (error.action == .deleteRealm
        ? "The server has this file deleted."
        : consequences.contains(.syncEnded)
          ? "Sync has stopped, and no reset takes place." : "No client reset in this trace.")
      + (unread > 0 ? " \(Phrase.count(unread, "changeset")) cannot be read." : "")
    guard count > 0 else {
      return hiddenWrites.isEmpty
        ? ["\(reset) Nothing is unsynced."]
        : [
          "\(reset) What is unsynced is not known: the trace does not show \(Phrase.list(hiddenWrites.map(\.words)))."
        ]
    }
    let refused = changes.filter { change in
      change.writes.contains { if case .refused = writes[$0].reason { true } else { false } }
    }
    let tail =
      refused.isEmpty
      ? "."
      : "; the server has refused \(refused.count) of them"
        + (error.code.map { " (error \($0), \(words(naming: refused[0])))" } ?? "") + "."
    return [
      "\(reset) \(Phrase.count(count, "change")) \(count == 1 ? "is" : "are") not synced yet\(tail)"
    ]
  }
}

extension Comparison {
  /// What the device did, behind its name.
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

extension String {
  fileprivate var trimmed: String { String(drop { $0 == " " }) }
}
