internal import Analyzer
internal import Campaigns
internal import Replayer
internal import TraceFormat

enum FleetHeading {
  static let modes = "Results by mode"
  static let clusters = "What is lost, each way once, the most users first"
  static let byDefinition = "What a mode does by definition"
  static let errors = "What could not be replayed"
  static let unanswered = "Sessions that the traces do not show enough of"
  static let gaps = "What the traces do not show (docs/report.md, \"What is not known\")"
  static let badLines = "Malformed lines"
  static let gate = "Limits exceeded"

  static func trend(since older: String) -> String { "Since \(older)" }
}

extension FleetWhatIf {
  var sentence: String {
    let faults = faults.map { "`\($0.escaped(columns: 200))`" }
    let schema = self.schema.map { "the new server schema \($0)" }
    return "With \(Phrase.list(faults + [schema].compactMap(\.self))):"
  }
}

extension FleetReport.ModeTotal {
  /// Such as `discard costs 212 of 4031 users 1 to 9 changes each; recover saves 198 of them.`
  var costSentence: String {
    let (name, users) = (mode.optionName, losses.answeredCount.counted("user"))
    var sentence = "With \(name), none of \(users) loses a change"
    if losses.answeredCount == 0 { sentence = "\(name): no trace shows what becomes of its user" }
    if losses.userCount > 0 {
      let whose = "\(losses.userCount) of \(users)"
      sentence =
        losses.leftIn.map { "\(name) leaves \(whose) with \(changesEach) \($0.words)" }
        ?? "\(name) costs \(whose) \(changesEach)"
      sentence += savingWords
    }
    guard losses.hidingCount > 0 else { return sentence + "." }
    let noun = losses.answeredCount == 0 ? "user" : "more user"
    return sentence
      + ". \(losses.hidingCount.counted(noun)) may lose changes that the traces do not show."
  }

  private var changesEach: String {
    let (least, most) = (losses.least, losses.most)
    let from = least == most ? "" : "\(least) to "
    let what =
      harm.acknowledgedLost == 0
      ? most.counted("change")
      : most.counted("change or synced value", "changes and synced values")
    return from + what + (losses.userCount == 1 ? "" : " each")
  }

  private var savingWords: String {
    guard losses.savedCount > 0 else { return "" }
    let verb = losses.savingModes.count == 1 ? "saves" : "save"
    let all = losses.savedCount == losses.userCount
    let whom =
      all ? (losses.userCount == 1 ? "this one" : "all of them") : "\(losses.savedCount) of them"
    return "; \(Phrase.list(losses.savingModes.map(\.optionName))) \(verb) \(whom)"
  }

  /// The numbers of a mode with what they are, in the order of the table.
  ///
  /// - Parameter orChanged: whether some of what is gone in the table may have been changed instead.
  func cells(orChanged: Bool) -> [(name: String, count: Int)] {
    let gone = HarmClass.acknowledgedLost.title + (orChanged ? " or changed" : "")
    return [
      ("traces", traceCount), ("with a reset or a loss", incidentCount),
      ("users of these", incidentUserCount),
      ("resets", resetCount), ("failed", failedCount), ("writes", countedCount),
      ("kept", keptCount),
    ] + [HarmClass.lost, .stranded].map { ($0.title, harm[$0]) }
      + [("not known", unknownCount), ("not shown", notKnownCount)]
      + [HarmClass.overwritten, .doubled].map { ($0.title, harm[$0]) }
      + [(gone, harm.acknowledgedLost), ("others not shown", othersNotKnownCount)]
  }
}

extension FleetLosses.Files {
  /// Follows a number of changes.
  var words: String {
    switch self {
    case .backup: "in the backup file only"
    case .device: "on the device only"
    case .both: "in the backup file or on the device only"
    }
  }
}

extension FleetReport {
  /// The traces that say nothing, by what they lack; nil where there are none.
  var unanswerableSentence: String? {
    let groups = errors.filter { $0.kind == .notReplayable }
    let count = groups.reduce(0) { $0 + $1.traceCount }
    guard count > 0 else { return nil }
    let reasons = groups.groupedInOrder(by: \.lack).map { lack, groups in
      "\(groups.reduce(0) { $0 + $1.traceCount }) \(lack)"
    }
    return "\(count.counted("trace")) cannot answer: \(Phrase.list(reasons))."
  }

  var title: String {
    // A trace that can't be replayed doesn't show its user.
    "A fleet of \(traceCount.counted("trace"))"
      + (userCount == 0 ? "" : " of \(userCount.counted("user"))")
  }

  /// What was counted, in sentences.
  var extent: [String] {
    let made = [engine?.rawValue, tools.isEmpty ? nil : "tracetool \(Phrase.list(tools))"]
    let by = made.compactMap(\.self)
    let rows = input.rowCount.counted("row")
    return ["\(rows)\(by.isEmpty ? "" : ", replayed by \(Phrase.list(by))")."] + leftOut
      + (gapTraceCount > 0 ? [gapSentence] : [])
  }

  private var leftOut: [String] {
    let parts = [
      (input.duplicateCount, "duplicate"), (input.contradictionCount, "contradiction"),
      (input.omittedCount, "of another engine"),
    ].filter { $0.0 > 0 }.map { $1.hasPrefix("of") ? "\($0) \($1)" : $0.counted($1) }
    return parts.isEmpty ? [] : ["Rows left out: \(Phrase.list(parts))."]
  }

  private var gapSentence: String {
    let damaged = damagedTraceCount == 0 ? "" : " (\(damagedTraceCount) damaged)"
    let traces = gapTraceCount.counted("trace does", "traces do")
    return "\(traces) not show everything\(damaged), and what they show counts like the rest."
  }
}

extension FleetBest {
  /// Which mode would have been best, without a full stop.
  var sentence: String {
    guard isComparison else {
      return "no best mode: no trace with a reset or a loss has rows in several modes"
    }
    let best = modes
    let others = costs.filter { !best.contains($0.mode) }
    let against = Phrase.list(others.map { "\($0.words) with \($0.mode.optionName)" })
    guard let least = costs.first(where: { best.contains($0.mode) }) else {
      return "which mode is best is not known: a loss of \(against)"
    }
    guard !others.isEmpty else { return "all modes tie, with a loss of \(least.words) each" }
    let names = Phrase.list(best.map(\.optionName))
    let named = best.count > 1 ? "best modes, which tie: \(names)" : "best mode: \(names)"
    return "\(named), with a loss of \(least.words) against \(against)"
  }

  static let legend = """
    A loss is a write lost or in the backup file or on the device only, a place of the server's \
    data overwritten that the device had not edited itself, or done twice, or a synced value gone; `2 to 5` \
    where it is not known of 3 writes.
    """
}

extension FleetBest.Cost {
  /// Such as `5`, or `2 to 5` with three writes whose fate is not known.
  fileprivate var words: String { unknown == 0 ? "\(cost)" : "\(leastCost) to \(cost)" }
}

extension FleetCluster {
  /// Where it is: `Inspection.notes`, or the class alone.
  var place: String {
    let name = [key.className, key.property].compactMap { $0?.readableText }.joined(separator: ".")
    return name.escaped(columns: 60)
  }

  /// Such as `Inspection.notes with recover: 31 writes lost`.
  var headline: String {
    let harm = harm.words(orChanged: isGoneOrChanged) ?? "nothing lost"
    return "\(place) with \(key.mode.optionName): \(harm)"
  }

  /// How many it hits: `2 users in 3 traces`; of which some do not show everything.
  var extent: String {
    let users = userCount == 0 ? "" : "\(userCount.counted("user")) in "
    let gaps = gapTraceCount == 0 ? "" : " (\(gapTraceCount) with gaps)"
    return "\(users)\(traceCount.counted("trace"))\(gaps)"
  }

  /// By what it is lost: the rule, the error that asked for the reset, the change of the schema.
  var origin: String {
    let rule = key.rule.map { "by the rule \($0.readableText.escaped(columns: 60)), " } ?? ""
    let code = key.error.readableText.escaped(columns: 60)
    let name = errorName.isEmpty || errorName.hasSameBytes(as: key.error.readableText)
    let error = name ? code : "\(code) \(errorName.escaped(columns: 60))"
    let change = key.schemaChange.map { ", with the change \($0.rawValue) of the schema" } ?? ""
    // No error asks for a session's end.
    let asked = key.error.isEmpty ? "" : " (\(error))"
    let isSilent = key.rule == RealmString(RuleIdentifier.serverSilent.rawValue)
    let reset =
      isSilent && key.action == .noAction ? "without a reset" : "after \(key.action.rawValue)"
    return "\(rule)\(reset)\(asked)\(change)"
  }

  /// Which mode would have been best for its traces; nil where none can be compared.
  var bestSentence: String? {
    guard best.isComparison else { return nil }
    let compared = best.comparedTraceCount
    return best.sentence + (gapTraceCount > 0 ? ", as far as the traces show it" : "")
      + (compared == traceCount ? "" : " (of the \(compared) with a row in every mode)")
  }
}

extension RealmString? {
  /// What traces or sessions lack that have no answer for this reason.
  fileprivate var lackWords: String {
    switch self?.readableText {
    case FleetFailure.faultNotFired: "without the moment of the fault"
    case FleetFailure.otherApp: "of another app than the schema"
    case FleetFailure.nothingUnsynced: "without an unsynced change"
    case "noFreshState": "without the server's data"
    case "noState", "noStateInSession", "noLocalState": "without the device's data"
    default: "that do not show enough"
    }
  }
}

extension FleetReport.ErrorGroup {
  fileprivate var lack: String { reason.lackWords + modeWords }

  private var modeWords: String { modes.isEmpty ? "" : " in some modes" }

  /// Such as `invalid: 3 traces, such as a.synctrace: needs 4 bytes, 3 left`.
  var sentence: String {
    let name = example.readableText.escaped(columns: 120)
    let message = message.escaped(columns: 200)
    let kind =
      [kind.rawValue, reason?.readableText].compactMap(\.self).joined(separator: ", ") + modeWords
    return
      "\(kind.escaped(columns: 60)): \(traceCount.counted("trace")), such as `\(name)`: \(message)"
  }
}

extension FleetReport.BadLine {
  var sentence: String {
    "\(Phrase.source(path)), \(text)".escaped(columns: 300)
  }
}

extension FleetCount<Gap.Kind> {
  /// Such as `the state of the last sync (missingBase): 3 traces`.
  var sentence: String { "\(words) (\(element.rawValue)): \(count.counted("trace"))" }

  private var words: String {
    switch element {
    case .assumedAction: "what the server asked for"
    case .unreadableMessage: "what a message says"
    case .unknownInternalKeys: "Realm's internal keys"
    case .undefinedState: "what a moved list or dictionary holds"
    case .missingServerHistory: "what others changed on a restored server"
    default: element.hiddenPart?.words ?? HiddenPart.someEvents.words
    }
  }
}

extension FleetCount<RealmString> {
  /// Such as `3 sessions without the server's data (noFreshState)`; each once, in whatever modes it was replayed.
  var sentence: String {
    let name = element.readableText.escaped(columns: 60)
    return "\(count.counted("session")) \(Optional(element).lackWords) (\(name))"
  }
}

extension FleetSmallest {
  /// What became of the cluster's representative, without a full stop.
  var sentence: String {
    switch ending {
    case .success(let found): found.sentence
    case .failure(let miss): "not minimized: \(miss.sentence)"
    }
  }
}

extension FleetSmallest.Found {
  /// Such as `minimized: 5 of 77 records, 3 instructions`.
  fileprivate var sentence: String {
    let cut = trace.result.isCutShort ? "; a smaller one may exist" : ""
    return "minimized: \(recordCount) of \(recordCountBefore.counted("record")), "
      + trace.extent + cut
  }
}

extension FleetSmallest.Miss {
  var sentence: String {
    switch self {
    case .unread(let failure): Self.sentence(failure)
    case .changed: "the trace has changed since its row was made"
    case .notShown: "a replay of the trace does not show this"
    }
  }

  private static func sentence(_ failure: FleetFailure) -> String {
    let place = failure.place.map { "\($0): " } ?? ""
    let message = (place + failure.message).escaped(columns: 200)
    return "the trace could not be replayed (\(failure.kind.rawValue)): \(message)"
  }
}

extension FleetMinimized {
  /// How many traces there are, and of how many clusters; `clusterCount` is how many the report has.
  func extent(of clusterCount: Int) -> String {
    let folder = folder.escaped(columns: 200)
    let left = clusterCount - all.count
    let missed = all.count - foundCount
    let parts = [
      "\(foundCount.counted("smallest trace")) in \(folder)",
      missed == 0 ? nil : "\(missed.counted("cluster")) without one, for the reason given",
      left == 0 ? nil : "\(left.counted("more cluster")) not asked for",
    ]
    return parts.compactMap(\.self).joined(separator: "; ") + "."
  }
}
