internal import Analyzer
internal import Campaigns
internal import Replayer
internal import TraceFormat

/// What stands above the parts of a report on a fleet, in whatever form it is drawn.
enum FleetHeading {
  static let modes = "Results by mode"
  static let clusters = "What is lost, each way once, the most harm first"
  static let errors = "What could not be replayed"
  static let unanswered = "Sessions that the traces do not show enough of"
  static let gaps = "What the traces do not show"
  static let badLines = "Malformed lines"
  static let gate = "The gate is closed"

  /// - Parameter older: the older run, as the form shows it.
  static func trend(since older: String) -> String { "Since \(older)" }
}

extension FleetReport {
  var title: String {
    "A fleet of \(Phrase.count(traceCount, "trace")) of \(Phrase.count(userCount, "user"))"
  }

  /// What was counted, in sentences.
  var extent: [String] {
    let made = [engine?.rawValue, tools.isEmpty ? nil : "tracetool \(Phrase.list(tools))"]
    let by = made.compactMap(\.self)
    let rows = Phrase.count(input.rowCount, "row")
    return ["\(rows)\(by.isEmpty ? "" : ", replayed by \(Phrase.list(by))")."] + leftOut
      + (gapTraceCount > 0 ? [gapSentence] : [])
  }

  /// What does not count, and why.
  private var leftOut: [String] {
    let parts = [
      (input.duplicateCount, "duplicates another one, and counts once"),
      (
        input.contradictionCount,
        "contradicts another one on the same trace and mode, and does not count"
      ),
      (input.omittedCount, "is of an engine that was not requested, and does not count"),
    ]
    return parts.filter { $0.0 > 0 }.map { count, words in
      "\(Phrase.count(count, "row")) \(count == 1 ? words : Self.plural(words))."
    }
  }

  private static func plural(_ words: String) -> String {
    words.replacing("duplicates another one, and counts", with: "duplicate others, and count")
      .replacing("contradicts another one", with: "contradict others")
      .replacing("does not", with: "do not").replacing("is of", with: "are of")
  }

  private var gapSentence: String {
    let damaged = damagedTraceCount == 0 ? "" : ", of which \(damagedTraceCount) damaged,"
    let (does, counts) = gapTraceCount == 1 ? ("does", "counts") : ("do", "count")
    return "\(Phrase.count(gapTraceCount, "trace"))\(damaged) \(does) not show everything, and "
      + "\(counts) like the others."
  }

  /// That a loss of 0 may be none.
  private var notKnownWords: String {
    let count = modes.map(\.notKnownCount).max() ?? 0
    guard count > 0 else { return "" }
    return
      " For \(Phrase.count(count, "reset")) the traces may not show every unsynced write: what becomes of "
      + "those is not known, and does not count."
  }

  /// Which mode would have been best, or that there is nothing to choose from.
  var bestSentence: String {
    let traces = Phrase.count(best.comparedTraceCount, "trace")
    guard best.isComparison else { return "\(best.sentence.capitalizedFirst)." }
    return "\(best.sentence.capitalizedFirst); of \(traces) with a reset and a row in every mode."
      + notKnownWords
  }
}

extension FleetBest {
  /// Which mode would have been best, without a full stop.
  var sentence: String {
    guard isComparison, let least = costs.map(\.cost).min() else {
      return "no best mode: no trace with a reset has rows in several modes"
    }
    let others = costs.filter { $0.cost > least }
    guard !others.isEmpty else { return "all modes tie, with a loss of \(least) each" }
    let names = Phrase.list(modes.map(\.optionName))
    let best = modes.count > 1 ? "best modes, which tie: \(names)" : "best mode: \(names)"
    let against = Phrase.list(others.map { "\($0.cost) with \($0.mode.optionName)" })
    return "\(best), with a loss of \(least) against \(against)"
  }

  /// What the numbers count.
  static let legend = """
    A loss is a write lost, left in the device's file alone or of unknown fate, a place of the \
    server's data overwritten, a change made twice, or a synced value gone.
    """
}

extension FleetReport.ModeTotal {
  /// The numbers of a mode with what they are, in the order of the table.
  var cells: [(name: String, count: Int)] {
    [
      ("traces", traceCount), ("with a reset", incidentCount), ("of users", incidentUserCount),
      ("resets", resetCount), ("failed", failedCount), ("writes", countedCount),
      ("kept", keptCount), ("lost", harm.lost), ("stranded", harm.stranded),
      ("unknown", unknownCount), ("not shown", notKnownCount), ("overwritten", harm.overwritten),
      ("doubled", harm.doubled),
      ("synced, gone", harm.acknowledgedLost),
    ]
  }
}

extension FleetCluster {
  /// Where it is: `Inspection.notes`, or the class alone.
  var place: String {
    let name = [key.className, key.property].compactMap { $0?.readableText }.joined(separator: ".")
    return Phrase.foreign(name, columns: 60, isQuoted: false)
  }

  /// Such as `Inspection.notes with recover: 31 writes lost`.
  var headline: String {
    "\(place) with \(key.mode.optionName): \(harm.words ?? "nothing lost")"
  }

  /// How many it hits: `in 3 traces of 2 users`; of which some do not show everything.
  var extent: String {
    let users = userCount == 0 ? "" : " of \(Phrase.count(userCount, "user"))"
    let gaps = gapTraceCount == 0 ? "" : ", \(gapTraceCount) of them with gaps"
    return "in \(Phrase.count(traceCount, "trace"))\(users)\(gaps)"
  }

  /// By what it is lost: the rule, the error that asked for the reset, the change of the schema.
  var origin: String {
    let rule = key.rule.map { "by the rule \(Self.word($0.readableText))" } ?? "by no rule"
    let code = Self.word(key.error.readableText)
    let name = errorName.isEmpty || errorName.hasSameBytes(as: key.error.readableText)
    let error = name ? code : "\(code) \(Self.word(errorName))"
    let change = key.schemaChange.map { ", with the change \($0.rawValue) of the schema" } ?? ""
    return "\(rule), after \(key.action.rawValue) (\(error))\(change)"
  }

  /// Which mode would have been best for its traces; nil where none can be compared.
  var bestSentence: String? {
    guard best.isComparison else { return nil }
    let compared = best.comparedTraceCount
    return best.sentence
      + (compared == traceCount ? "" : " (of the \(compared) with a row in every mode)")
  }

  private static func word(_ text: String) -> String {
    Phrase.foreign(text, columns: 60, isQuoted: false)
  }
}

extension FleetReport.ErrorGroup {
  /// Such as `invalid: 3 traces, such as a.synctrace: needs 4 bytes, 3 left`.
  var sentence: String {
    let name = Phrase.foreign(example.readableText, columns: 120, isQuoted: false)
    let message = Phrase.foreign(message, columns: 200, isQuoted: false)
    return "\(kind.rawValue): \(Phrase.count(traceCount, "trace")), such as `\(name)`: \(message)"
  }
}

extension FleetReport.BadLine {
  var sentence: String {
    Phrase.foreign("\(Phrase.source(path)), \(text)", columns: 300, isQuoted: false)
  }
}

extension FleetCount<Gap.Kind> {
  /// Such as `wireOnly: 3 traces`.
  var sentence: String { "\(element.rawValue): \(Phrase.count(count, "trace"))" }
}

extension FleetCount<RealmString> {
  /// Such as `noFreshState: 3 sessions`; of each trace once in each mode.
  var sentence: String {
    let name = Phrase.foreign(element.readableText, columns: 60, isQuoted: false)
    return "\(name): \(Phrase.count(count, "session"))"
  }
}
