public import Replayer
public import TraceFormat

/// Counts the rows of a fleet, one after the other; none is kept.
///
/// In memory are about a hundred bytes a trace, and for each cluster a number for each trace and each user
/// that it hits. The order of the rows does not matter, unless two contradict each other.
public struct FleetTally {
  private let modesAskedFor: Set<ResetMode>
  private let engineAskedFor: Engine?
  var input = FleetReport.Input()
  var engine: Engine?
  var whatIf: FleetWhatIf?
  var tools: Set<RealmString> = []
  var users: Set<UInt64> = []
  var traces = FleetTraceTable()
  var modes: [ResetMode: FleetModeTally] = [:]
  var clusters: [FleetCluster.Key: FleetClusterTally] = [:]
  var errors: [FleetReport.ErrorGroup.Key: FleetReport.ErrorGroup] = [:]
  /// The sessions without an answer by the reason: each once, in whatever modes it has none.
  var unanswered: [RealmString: Set<Session>] = [:]

  struct Session: Hashable {
    var trace: UInt32
    var session: UInt32
  }

  /// Counts rows from 0; without arguments all rows.
  ///
  /// - Parameters:
  ///   - modes: the modes of which clusters are made; all if empty. The rows of others still tell what the others
  ///     would have cost.
  ///   - engine: the engine; nil for the one that the rows are of.
  public init(modes: Set<ResetMode> = [], engine: Engine? = nil) {
    (modesAskedFor, engineAskedFor) = (modes, engine)
  }

  /// Counts a row.
  ///
  /// - Throws: where it is of another engine than those before it, and none was asked for; where the run changed
  ///   something else about the sessions.
  public mutating func add(_ row: FleetRow) throws(FleetClash) {
    input.rowCount += 1
    guard isAskedFor(row) else {
      input.omittedCount += 1
      return
    }
    switch row.content {
    case .failed(let failure): add(failure, row)
    case .replayed(let replay):
      guard let mode = row.mode else { return }
      try check(replay.engine, row.whatIf)
      add(replay, row.trace, mode)
    }
  }

  /// Notes a line that is not a row.
  public mutating func addBadLine(_ line: FleetReport.BadLine) {
    input.badLineCount += 1
    if input.badLines.count < FleetReport.Input.badLinesMax { input.badLines.append(line) }
  }

  func isAskedFor(_ mode: ResetMode) -> Bool {
    modesAskedFor.isEmpty || modesAskedFor.contains(mode)
  }

  private func isAskedFor(_ row: FleetRow) -> Bool {
    guard case .replayed(let replay) = row.content, let engineAskedFor else { return true }
    return replay.engine == engineAskedFor
  }

  private mutating func check(
    _ otherEngine: Engine, _ otherWhatIf: FleetWhatIf?
  ) throws(FleetClash) {
    if let engine {
      guard engine == otherEngine else { throw .engines([engine, otherEngine]) }
      guard whatIf == otherWhatIf else { throw .whatIf }
    }
    (engine, whatIf) = (otherEngine, otherWhatIf)
  }

  private mutating func add(_ failure: FleetFailure, _ row: FleetRow) {
    // Where nothing was replayed, a failure alone says what was asked.
    if engine == nil { whatIf = whatIf ?? row.whatIf }
    let index = traces.index(of: row.trace)
    let (isNew, isFirst) = traces.noteFailure(failure.kind, row.mode, at: index)
    if isNew {
      errors[.init(failure, row.mode), default: .init(row, failure)].add(row, failure, isFirst)
    } else {
      input.duplicateCount += 1
      errors[.init(failure, row.mode)]?.offer(row.trace.name, failure)
    }
  }

  private mutating func add(_ replay: FleetReplay, _ trace: FleetTrace, _ mode: ResetMode) {
    let facts = FleetRowFacts(replay, mode)
    let index = traces.index(of: trace)
    switch traces.noteReplay(mode, facts.digest, at: index) {
    case .isOther: input.contradictionCount += 1
    case .isSame:
      input.duplicateCount += 1
      let own = facts.representative(trace)
      for cause in facts.causes { clusters[cause.key]?.offer(own) }
    case .isNew:
      traces.take(facts, mode, at: index)
      count(facts, replay, of: index)
      guard isAskedFor(mode) else { return }
      let own = facts.representative(trace)
      for cause in facts.causes {
        clusters[cause.key, default: FleetClusterTally(cause, own)].add(
          cause, trace: index, facts.hasGaps, own)
      }
    }
  }

  private mutating func count(
    _ facts: FleetRowFacts, _ replay: FleetReplay, of trace: UInt32
  ) {
    tools.insert(RealmString(replay.tool))
    for session in replay.sessions { users.insert(FleetRowFacts.user(session.device)) }
    for session in replay.unanswered {
      unanswered[RealmString(session.reason), default: []].insert(
        Session(trace: trace, session: session.session))
    }
    modes[facts.mode, default: FleetModeTally(facts.mode)].add(facts, replay)
  }
}

/// Rows that are not one fleet.
public enum FleetClash: Error, Hashable, Sendable {
  /// The engine of the first row, and the other one.
  case engines([Engine])
  /// With and without the same faults and schema.
  case whatIf
}
