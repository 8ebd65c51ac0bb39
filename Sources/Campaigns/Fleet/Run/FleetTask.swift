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
    let resets = found.all.map(resets)
    try checkIsAnswer(resets, read.replay)
    let whatIf = options.whatIf
    return options.modes.indices.map { index in
      var replay = common
      replay.resets = resets.map { $0[index] }
      return FleetRow(
        trace: trace, mode: options.modes[index], whatIf: whatIf, content: .replayed(replay))
    }
  }

  private func resets(_ reset: DueReset) -> [FleetReset] {
    // The end of a session is the same in every mode.
    let modes = reset.isReset ? options.modes : [options.modes[0]]
    let comparison = ModeComparison(
      analyzing: reset, in: modes,
      options: AnalysisOptions(quirks: options.engine.quirks, hasNextSteps: false))
    let matrix = comparison.matrix
    let comparesAll = Set(modes).count == ResetMode.allCases.count
    let recommended = comparesAll ? comparison.choice.recommended : []
    let schema = reset.schemaChanges
    return options.modes.indices.map { index in
      let own = modes.count > 1 ? index : 0
      return FleetReset(
        comparison.reports[own], mode: options.modes[index], column: matrix.total[own],
        schema: schema, recommended: recommended)
    }
  }
}
