/// What the replay of a trace says: the one value that every form of the result is made of.
public struct ReplayReport: Sendable {
  /// The trace as the command was given it; `-` for standard input.
  public var trace: String
  /// Each reset in the modes that it was replayed in.
  public var resets: [ModeComparison]

  /// All resets of a trace, each in the modes that were replayed.
  public init(trace: String, resets: [ModeComparison]) {
    self.trace = trace
    self.resets = resets
    countUnacknowledgedResets()
  }

  /// Whether resets were replayed in several modes, to be shown side by side.
  package var comparesModes: Bool { resets.contains { $0.reports.count > 1 } }

  /// The reports on all resets in all modes.
  public var reports: [Report] { resets.flatMap(\.reports) }
}
