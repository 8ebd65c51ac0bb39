internal import Analyzer
internal import Replayer
internal import TraceFormat

/// The work on the traces of a fleet, one at a time: each is read and folded once for all modes.
public struct FleetTask: Sendable {
  let options: FleetOptions

  /// Work with these options.
  public init(_ options: FleetOptions) { self.options = options }

  /// The rows of a trace; one that says why there are none, where it could not be replayed.
  public func rows(of input: FleetInput) -> [FleetRow] {
    var trace = FleetTrace(name: input.name.fleetName)
    do {
      if case .failed(let known, let failure) = input {
        trace = known
        trace.name = known.name.fleetName
        throw failure
      }
      let bytes = try bytes(of: input, &trace)
      return try rows(of: bytes, trace)
    } catch {
      return [
        FleetRow(
          trace: trace, mode: nil, whatIf: options.whatIf, content: .failed(FleetFailure(error)))
      ]
    }
  }
}

// Replaying
extension FleetTask {
  private func rows(of bytes: [UInt8], _ trace: FleetTrace) throws -> [FleetRow] {
    let (read, found) = try reading(bytes, named: trace.name)
    let sessions = Set(
      found.all.map(\.situation.session.session) + found.unanswered.map(\.session)
    ).sorted()
    var devices = read.devices
    let common = FleetReplay(
      engine: options.engine, tool: options.tool, recordCount: read.recordCount,
      isDamaged: read.isDamaged, notes: read.notes,
      sessions: sessions.map {
        FleetSession($0, of: read.replay, &devices, trace: trace.sha256 ?? "")
      }, unanswered: found.unanswered.map(FleetUnanswered.init))
    let answers = found.all.map(answers)
    try checkIsAnswer(answers.flatMap { $0.compactMap(\.self) }, read.replay)
    return options.modes.indices.map { index in
      var replay = common
      for (reset, answer) in zip(found.all, answers) {
        if let answer = answer[index] {
          replay.resets.append(answer)
        } else {
          replay.unanswered.append(FleetUnanswered(UnansweredSession(withoutDownload: reset)))
        }
      }
      return FleetRow(
        trace: trace, mode: options.modes[index], whatIf: options.whatIf,
        content: replay.resets.isEmpty
          ? .failed(FleetFailure(ReplayFailure.noFreshState(session: found.all[0].session)))
          : .replayed(replay))
    }
  }

  /// What a reset comes to in each mode; nil where that depends on a download that the trace does not show.
  private func answers(_ reset: DueReset) -> [FleetReset?] {
    let known = options.modes.filter(reset.isAnswered)
    guard let first = known.first else { return options.modes.map { _ in nil } }
    // The end of a session is the same in every mode.
    let modes = reset.isReset ? known : [first]
    let comparison = ModeComparison(
      analyzing: reset, in: modes,
      options: AnalysisOptions(quirks: options.engine.quirks, hasNextSteps: false))
    let matrix = comparison.matrix
    let comparesAll = Set(modes).count == ResetMode.allCases.count
    let recommended = comparesAll ? comparison.choice.recommended : []
    let schema = reset.schemaChanges
    return options.modes.map { mode in
      guard let own = reset.isReset ? modes.firstIndex(of: mode) : 0 else { return nil }
      return FleetReset(
        comparison.reports[own], mode: mode, column: matrix.total[own], schema: schema,
        recommended: recommended)
    }
  }
}
