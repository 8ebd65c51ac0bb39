public import Replayer
public import TraceFormat

/// What the replay of a trace says: the one value that every form of the result is made of.
public struct ReplayReport: Sendable {
  /// The trace as the command was given it; `-` for standard input.
  public var trace: String
  /// Each reset in the modes that it was replayed in.
  ///
  /// The end of a session that no reset takes place in has one report: the mode makes no difference.
  public var resets: [ModeComparison]
  /// The sessions that there is something to report on, and not enough in the trace for it.
  public var unanswered: [UnansweredSession]

  /// What logs that the trace was made from tell of client resets.
  public var logged: [RecordedLoggedReset]
  /// What they tell beside that, where it is something to report.
  public var loggedSessions: LoggedSessions?

  /// All resets of a trace, each in the modes that were replayed.
  public init(
    trace: String, resets: [ModeComparison], unanswered: [UnansweredSession] = [],
    logged: [RecordedLoggedReset] = [], loggedSessions: LoggedSessions? = nil
  ) {
    (self.trace, self.resets, self.unanswered) = (trace, resets, unanswered)
    (self.logged, self.loggedSessions) = (logged, loggedSessions)
  }

  package var comparesModes: Bool { resets.contains(where: \.comparesModes) }

  /// The reports on all resets in all modes.
  public var reports: [Report] { resets.flatMap(\.reports) }

  /// Counts for each reset that found a record those of its session before it which each found one too.
  mutating func countUnacknowledgedResets() {
    for index in resets.indices {
      for mode in resets[index].reports.indices {
        let report = resets[index].reports[mode]
        guard let loop = report.resetLoop else { continue }
        let earlier = resets[..<index].lazy.flatMap(\.reports).last {
          $0.session.session == report.session.session && $0.mode == report.mode
        }
        let count = earlier?.resetLoop?.unacknowledgedResetCount ?? 0
        resets[index].reports[mode].resetLoop?.unacknowledgedResetCount =
          loop.unacknowledgedResetCount + count
      }
    }
  }
}
