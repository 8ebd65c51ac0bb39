public import Analyzer
internal import Replayer
public import TraceFormat

/// Compares what resets came to, as two reports in JSON or two goldens say it: results, the fates of
/// writes, totals, collateral, traps.
public struct ReportDifference: Sendable {
  /// What changed, for each mode that both are about; where they are about none in common, and one of
  /// them about one alone, what differs between that mode and those of the other.
  package private(set) var modes: [ModePair] = []
  /// Two modes, or the same one twice.
  package struct ModePair: Sendable {
    package var first: String
    package var second: String
    package var difference: OutcomeDifference

    /// Whether it is one mode, of which the second side is another version.
    package var isOneMode: Bool { first == second }
  }

  /// The modes that one of the two is about alone.
  public private(set) var onlyInFirst: [String] = []
  /// Modes that only the second report has.
  public private(set) var onlyInSecond: [String] = []

  /// Whether both say the same in every mode.
  public var isEmpty: Bool {
    onlyInFirst.isEmpty && onlyInSecond.isEmpty && modes.allSatisfy(\.difference.isEmpty)
  }

  /// How two contents differ.
  public init(_ first: ReportContents, _ second: ReportContents) {
    let (own, others) = (first.modes.map(\.mode), second.modes.map(\.mode))
    if Set(own).isDisjoint(with: others), min(own.count, others.count) == 1 {
      modes = first.modes.flatMap { mode in second.modes.map { Self.pair(mode, $0) } }
      return
    }
    modes = first.modes.compactMap { mode in
      second.modes.first { $0.mode == mode.mode }.map { Self.pair(mode, $0) }
    }
    onlyInFirst = own.filter { !others.contains($0) }
    onlyInSecond = others.filter { !own.contains($0) }
  }

  /// The mode as `--mode` spells it; a name that no mode has, as it is.
  package static func modeName(_ name: String) -> String {
    ResetMode(rawValue: name)?.optionName ?? name
  }

  /// Two engines are compared like two versions of one: that is how the harm of defects is seen.
  private static func pair(_ first: ReportContents.Mode, _ second: ReportContents.Mode) -> ModePair
  {
    let sides: ComparedSides =
      first.mode == second.mode ? .versions : .modes(modeName(first.mode), modeName(second.mode))
    var difference = OutcomeDifference(from: first.outcomes, to: second.outcomes, sides)
    if first.engine != second.engine {
      let engines: [OutcomeDifference.Detail] = [
        .init(.gone(first.engine)), .init(.new(second.engine)),
      ]
      difference.changes.append(.init(.other, .engine, details: engines))
    }
    return ModePair(first: first.mode, second: second.mode, difference: difference)
  }
}

/// What a report in JSON or a golden says of resets, by mode.
public struct ReportContents: Sendable {
  /// In the order of the file.
  package internal(set) var modes: [Mode] = []

  package struct Mode: Sendable {
    package var mode: String
    package var engine: String
    package var outcomes: [OutcomeSummary]
  }

  package init(_ golden: Golden) {
    modes = [
      Mode(mode: golden.mode.rawValue, engine: golden.engine.rawValue, outcomes: golden.resets)
    ]
  }

  /// What reports say, by the modes that they are of.
  ///
  /// - Parameters:
  ///   - reports: those of one reset, each of another mode.
  ///   - words: how it says what faults did.
  public init(_ reports: [Report], words: ReportWording) {
    modes = reports.groupedInOrder(by: \.mode).map { mode, reports in
      Mode(
        mode: mode.rawValue, engine: reports[0].engine?.rawValue ?? "a choice of defects",
        outcomes: reports.map { OutcomeSummary($0, words) })
    }
  }

  /// What a report in JSON says: what `replay --format json` prints, or one report of it.
  ///
  /// - Parameters:
  ///   - json: the report.
  ///   - words: how it says what faults did.
  /// - Throws: where in it something else was expected.
  public init(_ json: JSONText, words: ReportWording) throws(JSONShapeFailure) {
    self.init(try words.reports(json), words: words)
  }
}
