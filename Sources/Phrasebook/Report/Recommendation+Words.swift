internal import Analyzer
internal import RealmModel
internal import Replayer
internal import TraceFormat

extension Recommendation {
  /// The recommendation, or why there is none: one sentence.
  package var sentence: String {
    guard case .costsLess(let best, let others) = reason else {
      return "None, because \(reason.words)."
    }
    let names = modes.map(\.rawValue).joined(separator: " or ")
    let isSeveral = modes.count > 1 ? ", which come to the same here" : ""
    return "\(names)\(isSeveral): \(best.costWords), against "
      + "\(Phrase.costs(of: others, lastSeparator: " and "))."
  }
}

extension Recommendation.Reason {
  /// The reason, in words that follow `because`.
  package var words: String {
    switch self {
    case .costsLess(let best, _): best.costWords
    case .onlyOneMode: "there is only one mode to choose from"
    case .nothingUnsynced: "nothing was unsynced that counts"
    case .hidden(let parts):
      "the trace does not show \(parts.map(\.words).joined(separator: ", "))"
    case .allTheSame: "all modes come to the same"
    case .unknownFates(let count, let mode):
      "the fate of \(Phrase.count(count, "write")) is unknown with \(mode.rawValue)"
    case .otherCosts(let columns):
      "each mode costs something else: \(Phrase.costs(of: columns, lastSeparator: ", "))"
    }
  }
}

extension Recommendation.HiddenPart {
  /// What the trace does not show.
  package var words: String {
    switch self {
    case .neverUploaded: "what was never uploaded"
    case .lastSync: "the state of the last sync"
    case .acknowledged: "what the server had acknowledged"
    case .client: "the client's state"
    case .download: "what the reset downloaded"
    case .session: "which session was reset"
    case .merging: "how concurrent changes were merged"
    case .someEvents: "some of what happened"
    }
  }
}

extension ModeMatrix.Column {
  /// What the mode costs, such as `2 writes lost and 1 place of the server's data overwritten`.
  package var costWords: String {
    var parts = HarmClass.allCases.filter { harm[$0] > 0 }.map { $0.words(harm[$0]) }
    if unknown > 0 { parts.append("\(Phrase.count(unknown, "write")) of unknown fate") }
    return parts.isEmpty ? "nothing lost" : parts.joined(separator: " and ")
  }
}

extension Phrase {
  /// What modes cost, those that cost the same together.
  fileprivate static func costs(
    of columns: [ModeMatrix.Column], lastSeparator: String
  ) -> String {
    var seen: Set<String> = []
    let texts = columns.map(\.costWords).filter { seen.insert($0).inserted }.map { text in
      let modes = columns.filter { $0.costWords == text }.map(\.mode.rawValue)
      return "\(text) with \(modes.joined(separator: " or "))"
    }
    return texts.dropLast().joined(separator: ", ")
      + (texts.count > 1 ? lastSeparator : "") + (texts.last ?? "")
  }
}
