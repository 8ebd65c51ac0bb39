import RealmModel
package import Replayer
public import TraceFormat

/// Which mode a reset speaks for, where it does (`docs/report.md`, "Recommendation").
public struct Recommendation: Hashable, Sendable {
  /// The modes that beat all others, which come to the same; empty where there is no recommendation.
  public var modes: [ResetMode]
  /// Why these, or why none.
  package var reason: Reason

  /// What a recommendation, or that there is none, goes back to.
  package enum Reason: Hashable, Sendable {
    /// Some modes, which come to the same, cost less than the others.
    case costsLess(ModeMatrix.Column, others: [ModeMatrix.Column])
    /// There is only one mode to choose from.
    case onlyOneMode
    /// Nothing was unsynced that counts.
    case nothingUnsynced
    /// The trace does not show what would have to be known.
    case hidden([HiddenPart])
    /// All modes come to the same.
    case allTheSame
    /// The fate of so many writes is not known in the mode that would be recommended.
    case unknownFates(count: Int, mode: ResetMode)
    /// Each mode costs something else.
    case otherCosts([ModeMatrix.Column])
  }

  /// What a trace may not show that modes can't be weighed without.
  package enum HiddenPart: Hashable, Sendable, CaseIterable {
    case neverUploaded
    case lastSync
    case acknowledged
    case client
    case download
    case session
    case merging
    case someEvents
  }

  /// - Parameters:
  ///   - columns: what each mode keeps and costs.
  ///   - gaps: what the trace does not show.
  ///   - crashing: the modes in which Realm Core would not survive.
  package init(
    _ columns: [ModeMatrix.Column], gaps: [Gap], crashing: Set<ResetMode> = []
  ) {
    let rivals = columns.filter { !crashing.contains($0.mode) }
    if let obstacle = Self.obstacle(columns, rivals, gaps) {
      self.init(modes: [], reason: obstacle)
    } else {
      self.init(Self.best(of: rivals, among: columns, isUnknownLost: true), columns)
    }
  }

  package init(modes: [ResetMode], reason: Reason) {
    self.modes = modes
    self.reason = reason
  }

  private init(_ best: [ModeMatrix.Column], _ columns: [ModeMatrix.Column]) {
    let chosen = best.map(\.mode)
    self.init(
      modes: chosen,
      reason: .costsLess(best[0], others: columns.filter { !chosen.contains($0.mode) }))
  }

  /// Those of some modes that beat all others; empty where none do.
  private static func best(
    of rivals: [ModeMatrix.Column], among columns: [ModeMatrix.Column],
    isUnknownLost: Bool
  ) -> [ModeMatrix.Column] {
    let groups = rivals.map { column in rivals.filter { $0.isSame(as: column) } }
    let best = groups.first { group in
      group.contains { mode in
        columns.allSatisfy { group.contains($0) || mode.beats($0, isUnknownLost: isUnknownLost) }
      }
    }
    return best ?? []
  }

  /// Why there is no recommendation.
  private static func obstacle(
    _ columns: [ModeMatrix.Column], _ rivals: [ModeMatrix.Column], _ gaps: [Gap]
  ) -> Reason? {
    guard columns.count > 1 else { return .onlyOneMode }
    let hidden = hiddenParts(gaps)
    guard columns.contains(where: { $0.counted > 0 || $0.harm.sum > 0 }) else {
      let hidesWrites = hidden.contains(where: \.hidesWrites)
      return hidesWrites ? .hidden(hidden) : .nothingUnsynced
    }
    guard hidden.isEmpty else { return .hidden(hidden) }
    guard columns.contains(where: { !$0.isSame(as: columns[0]) }) else {
      return .allTheSame
    }
    guard best(of: rivals, among: columns, isUnknownLost: true).isEmpty else { return nil }
    if let hopeful = best(of: rivals, among: columns, isUnknownLost: false).first,
      hopeful.unknown > 0
    {
      return .unknownFates(count: hopeful.unknown, mode: hopeful.mode)
    }
    return .otherCosts(columns)
  }

  /// What gaps hide that modes can't be weighed without: each once, in the order of the kinds of gaps.
  fileprivate static func hiddenParts(_ gaps: [Gap]) -> [HiddenPart] {
    var seen: Set<HiddenPart> = []
    return Gap.Kind.allCases.filter { kind in gaps.contains { $0.kind == kind } }
      .compactMap(\.hiddenPart).filter { seen.insert($0).inserted }
  }
}

extension Recommendation.HiddenPart {
  /// Whether there may be unsynced writes that the trace does not show, so that "nothing was unsynced"
  /// can't be said.
  package var hidesWrites: Bool {
    switch self {
    case .neverUploaded, .client, .session, .someEvents: true
    case .lastSync, .acknowledged, .download, .merging: false
    }
  }
}

extension Report {
  /// What hides unsynced writes; empty where the trace shows them all.
  package var hiddenWrites: [Recommendation.HiddenPart] {
    Recommendation.hiddenParts(gaps).filter(\.hidesWrites)
  }
}

extension Gap.Kind {
  /// Whether there may be unsynced writes behind it that the trace does not show.
  package var hidesWrites: Bool { hiddenPart?.hidesWrites ?? false }

  /// What the trace does not show that modes can't be weighed without.
  fileprivate var hiddenPart: Recommendation.HiddenPart? {
    switch self {
    case .wireOnly: .neverUploaded
    case .missingBase: .lastSync
    case .missingAcknowledgements: .acknowledged
    case .missingLocal: .client
    case .missingFresh: .download
    case .ambiguousSession: .session
    case .unmergedConcurrentChanges: .merging
    case .lostRecords, .suspectRecords, .unreadableChangeset: .someEvents
    case .assumedAction, .unreadableMessage, .unknownInternalKeys: nil
    }
  }
}

extension ModeComparison {
  /// The mode that this reset speaks for, where it does.
  public var recommendation: Recommendation { recommendation(by: matrix) }

  /// The same, where what each mode keeps and costs is known.
  package func recommendation(by matrix: ModeMatrix) -> Recommendation {
    Recommendation(
      matrix.total, gaps: reports.flatMap(\.gaps),
      crashing: Set(reports.filter { $0.result == .crash }.map(\.mode)))
  }
}

extension ModeMatrix.Column {
  /// Whether the mode destroys less than another one: no more of any kind and less of one; or at most
  /// half in all, which speaks for no mode that throws writes away, since their number says little.
  ///
  /// What a failed reset leaves in the file counts less than what is gone. That the mode manual leaves
  /// everything there says nothing for it, as it does so always.
  fileprivate func beats(_ other: Self, isUnknownLost: Bool) -> Bool {
    let others = other.harm
    var own = harm
    if isUnknownLost { own.lost += unknown }
    let leavesInFile =
      mode != .manual && own.lost < others.lost
      && own.lost + own.stranded <= others.lost + others.stranded
    let isNoWorse = HarmClass.allCases.allSatisfy {
      own[$0] <= others[$0] || leavesInFile && $0 == .stranded
    }
    guard own.sum < others.sum || isNoWorse && leavesInFile else { return false }
    return isNoWorse || !discards && own.sum * 2 <= others.sum
  }

  fileprivate func isSame(as other: Self) -> Bool {
    unknown == other.unknown
      && HarmClass.allCases.allSatisfy { harm[$0] == other.harm[$0] }
  }
}
