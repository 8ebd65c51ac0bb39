internal import Analyzer
internal import RealmModel
internal import Replayer
internal import TraceCompression
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
      return [FleetRow(trace: trace, mode: nil, content: .failed(FleetFailure(error)))]
    }
  }

  private func bytes(of input: FleetInput, _ trace: inout FleetTrace) throws -> [UInt8] {
    let bytes: [UInt8]
    switch input {
    case .file(let path): bytes = try fileBytes(path, &trace)
    case .bytes(_, let given): bytes = given
    case .failed: bytes = []
    }
    trace.sizeBytes = UInt64(bytes.count)
    guard bytes.count <= options.traceSizeMaxBytes else {
      throw FleetFailure(tooLarge: UInt64(bytes.count), max: options.traceSizeMaxBytes)
    }
    trace.sha256 = try options.means.sha256(bytes)
    return bytes
  }

  private func fileBytes(_ path: String, _ trace: inout FleetTrace) throws -> [UInt8] {
    let source = try FileSource(ofRegularFile: path)
    let size = source.size ?? 0
    guard size <= options.traceSizeMaxBytes else {
      trace.sizeBytes = size
      throw FleetFailure(tooLarge: size, max: options.traceSizeMaxBytes)
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(size))
    // One that grows while it is read is read up to where it is too large.
    while bytes.count <= options.traceSizeMaxBytes, try source.read(upTo: 65_536, into: &bytes) > 0
    {}
    return bytes
  }
}

// Replaying
extension FleetTask {
  private func rows(of bytes: [UInt8], _ trace: FleetTrace) throws -> [FleetRow] {
    let read = try FleetReading(bytes, options)
    let incidents = try read.replay.incidents()
    try checkWork(read.recordCount, incidents.all)
    let sessions = Set(
      incidents.all.map(\.reset.situation.session.session) + incidents.unanswered.map(\.session)
    ).sorted()
    let common = FleetReplay(
      engine: options.engine, tool: options.tool, recordCount: read.recordCount,
      isDamaged: read.isDamaged, notes: read.notes,
      sessions: sessions.map {
        FleetSession($0, of: read.replay, trace: trace.sha256 ?? "")
      }, unanswered: incidents.unanswered.map(FleetUnanswered.init))
    let resets = incidents.all.map(resets)
    return options.modes.indices.map { index in
      var replay = common
      replay.resets = resets.map { $0[index] }
      return FleetRow(trace: trace, mode: options.modes[index], content: .replayed(replay))
    }
  }

  /// Refuses a trace that would take too long, whatever the machine: what is counted is known before the
  /// first reset is carried out.
  private func checkWork(_ recordCount: UInt64, _ resets: [PlannedReset]) throws(FleetFailure) {
    let work = resets.reduce(Int(clamping: recordCount)) { sum, planned in
      let situation = planned.reset.situation
      return sum + situation.local.objectCount + situation.fresh.objectCount
        + situation.unsynced.reduce(0) { $0 + $1.changeset.instructions.count }
    }
    guard work > options.workMax else { return }
    throw FleetFailure(
      .work,
      message: "its resets take \(work) units of work, at most \(options.workMax) are allowed",
      exitCode: FleetFailure.badInput)
  }

  /// A reset in each of the modes.
  private func resets(_ reset: PlannedReset) -> [FleetReset] {
    var analysis = ResetAnalysis(reset, quirks: options.engine.quirks)
    // The end of a session comes to the same in every mode.
    let modes = reset.isReset ? options.modes : [options.modes[0]]
    let comparison = ModeComparison(modes.map { analysis.report(mode: $0) })
    let matrix = comparison.matrix
    let comparesAll = Set(modes).count == ResetMode.allCases.count
    let recommended = comparesAll ? comparison.recommendation(by: matrix).modes : []
    let schema = reset.schemaChanges
    return options.modes.indices.map { index in
      let own = modes.count > 1 ? index : 0
      return FleetReset(
        comparison.reports[own], mode: options.modes[index], column: matrix.total[own],
        schema: schema, recommended: recommended)
    }
  }
}

extension PlannedReset {
  /// How the server's schema differs from the device's, without what is only new.
  fileprivate var schemaChanges: [SchemaChange] {
    guard isReset else { return [] }
    let situation = reset.situation
    let (old, new) = (situation.local.schema, situation.fresh.schema)
    return old == new ? [] : old.changes(to: new).filter { $0.effect != .additive }
  }
}
