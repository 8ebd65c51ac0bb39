import RealmModel
public import Replayer
public import TraceFormat

/// Which mode a reset speaks for, where it does (`docs/report.md`, "Recommendation").
public struct Recommendation: Hashable, Sendable {
  /// The modes that beat all others, which come to the same; empty where there is no recommendation.
  public var modes: [ResetMode]
  /// The recommendation, or why there is none: one sentence.
  public var text: String

  /// - Parameters:
  ///   - columns: what each mode keeps and costs.
  ///   - gaps: what the trace does not show.
  ///   - crashing: the modes in which Realm Core would not survive.
  public init(
    _ columns: [ModeMatrix.Column], gaps: [Gap], crashing: Set<ResetMode> = []
  ) {
    let rivals = columns.filter { !crashing.contains($0.mode) }
    if let reason = Self.obstacle(columns, rivals, gaps) {
      self.init(modes: [], text: "None, because \(reason).")
    } else {
      self.init(Self.best(of: rivals, among: columns, \.costWithUnknown), columns)
    }
  }

  private init(modes: [ResetMode], text: String) {
    self.modes = modes
    self.text = text
  }

  private init(_ best: [ModeMatrix.Column], _ columns: [ModeMatrix.Column]) {
    let chosen = best.map(\.mode)
    modes = chosen
    let others = columns.filter { !chosen.contains($0.mode) }
    let names = modes.map(\.rawValue).joined(separator: " or ")
    let isSeveral = modes.count > 1 ? ", which come to the same here" : ""
    text =
      "\(names)\(isSeveral): \(best[0].costText), against "
      + "\(Self.costs(of: others, lastSeparator: " and "))."
  }

  /// Those of some modes that beat all others; empty where none do.
  private static func best(
    of rivals: [ModeMatrix.Column], among columns: [ModeMatrix.Column],
    _ cost: (ModeMatrix.Column) -> ModeMatrix.Cost
  ) -> [ModeMatrix.Column] {
    let groups = rivals.map { column in rivals.filter { $0.isSame(as: column) } }
    let best = groups.first { group in
      columns.allSatisfy { group.contains($0) || cost(group[0]).beats($0.cost) }
    }
    return best ?? []
  }

  /// Why there is no recommendation.
  private static func obstacle(
    _ columns: [ModeMatrix.Column], _ rivals: [ModeMatrix.Column], _ gaps: [Gap]
  ) -> String? {
    guard columns.count > 1 else { return "there is only one mode to choose from" }
    guard columns.contains(where: { $0.counted > 0 }) else {
      return "nothing was unsynced that counts"
    }
    let hidden = Gap.Kind.allCases.filter { kind in gaps.contains { $0.kind == kind } }
      .compactMap(\.whatIsHidden)
    guard hidden.isEmpty else {
      return "the trace does not show \(ordered(hidden).joined(separator: ", "))"
    }
    guard columns.contains(where: { !$0.isSame(as: columns[0]) }) else {
      return "all modes come to the same"
    }
    guard best(of: rivals, among: columns, \.costWithUnknown).isEmpty else { return nil }
    if let hopeful = best(of: rivals, among: columns, \.cost).first, hopeful.unknown > 0 {
      let writes = Phrase.count(hopeful.unknown, "write")
      return "the fate of \(writes) is unknown with \(hopeful.mode.rawValue)"
    }
    return "each mode costs something else: \(costs(of: columns, lastSeparator: ", "))"
  }

  /// What modes cost, those that cost the same together.
  private static func costs(of columns: [ModeMatrix.Column], lastSeparator: String) -> String {
    let texts = ordered(columns.map(\.costText)).map { text in
      let modes = columns.filter { $0.costText == text }.map(\.mode.rawValue)
      return "\(text) with \(modes.joined(separator: " or "))"
    }
    return texts.dropLast().joined(separator: ", ")
      + (texts.count > 1 ? lastSeparator : "") + (texts.last ?? "")
  }

  /// Without repetitions, in order.
  private static func ordered(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }
}

extension ModeComparison {
  /// The mode that this reset speaks for, where it does.
  public var recommendation: Recommendation {
    Recommendation(
      matrix.total, gaps: reports.flatMap(\.gaps),
      crashing: Set(reports.filter { $0.result == .crash }.map(\.mode)))
  }
}

extension ModeMatrix {
  /// What a mode costs: three numbers that are not of one kind.
  fileprivate struct Cost {
    var lost: Int
    var stranded: Int
    var overwritten: Int

    private var sum: Int { lost + stranded + overwritten }

    /// No worse in any number and better in one; or so much better that the kinds do not matter.
    func beats(_ other: Cost) -> Bool {
      let isNoWorse =
        lost <= other.lost && stranded <= other.stranded && overwritten <= other.overwritten
      return sum < other.sum && (isNoWorse || sum * 2 <= other.sum)
    }
  }
}

extension ModeMatrix.Column {
  fileprivate var cost: ModeMatrix.Cost {
    ModeMatrix.Cost(lost: lost, stranded: stranded, overwritten: overwritten)
  }

  fileprivate var costWithUnknown: ModeMatrix.Cost {
    ModeMatrix.Cost(lost: lost + unknown, stranded: stranded, overwritten: overwritten)
  }

  fileprivate func isSame(as other: Self) -> Bool {
    lost == other.lost && stranded == other.stranded && overwritten == other.overwritten
      && unknown == other.unknown
  }

  fileprivate var costText: String {
    var parts: [String] = []
    if lost > 0 { parts.append("\(Phrase.count(lost, "write")) lost") }
    if stranded > 0 { parts.append("\(Phrase.count(stranded, "write")) left in the old file") }
    if overwritten > 0 {
      parts.append("\(Phrase.count(overwritten, "place")) of the server's data overwritten")
    }
    if unknown > 0 { parts.append("\(Phrase.count(unknown, "write")) of unknown fate") }
    return parts.isEmpty ? "nothing lost" : parts.joined(separator: " and ")
  }
}

extension Gap.Kind {
  /// What the trace does not show that modes can't be weighed without.
  fileprivate var whatIsHidden: String? {
    switch self {
    case .wireOnly: "what was never uploaded"
    case .missingBase: "the state of the last sync"
    case .missingLocal: "the client's state"
    case .missingFresh: "what the reset downloaded"
    case .ambiguousSession: "which session was reset"
    case .unmergedConcurrentChanges: "how concurrent changes were merged"
    case .lostRecords, .suspectRecords, .unreadableChangeset: "some of what happened"
    case .assumedAction, .unreadableMessage: nil
    }
  }
}
