internal import Analyzer
internal import FaultPlans
internal import RealmModel
internal import Replayer
internal import TraceFormat

// Traces are read within limits, whatever is made of them.
extension FleetTask {
  /// The bytes of a trace; what is known of it is noted.
  ///
  /// - Throws: where they cannot be read, or are more than a trace may have.
  func bytes(of input: FleetInput, _ trace: inout FleetTrace) throws -> [UInt8] {
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

  /// What is to be replayed of a trace.
  ///
  /// - Parameter keepsEvents: whether its events are asked for.
  /// - Throws: where it is none, or takes more memory or work than it may.
  func reading(
    _ bytes: [UInt8], named name: RealmString, keepsEvents: Bool = false
  ) throws -> (FleetReading, SessionAnswers<DueReset>) {
    let read = try FleetReading(bytes, named: name, options, keepsEvents: keepsEvents)
    let found = try resetsAndEnds(of: read.replay)
    try checkWork(read.recordCount, found.all)
    return (read, found)
  }

  /// Refuses a trace that would take too long, whatever the machine: what is counted is known before the
  /// first reset is carried out.
  private func checkWork(_ recordCount: UInt64, _ resets: [DueReset]) throws(FleetFailure) {
    let work = resets.reduce(Int(clamping: recordCount)) { sum, planned in
      let situation = planned.situation
      return sum + situation.local.objectCount + situation.fresh.objectCount
        + situation.unsynced.reduce(0) { $0 + $1.changeset.instructions.count }
    }
    guard work > options.workMax else { return }
    throw FleetFailure(
      .work,
      message: "its resets take \(work) units of work, at most \(options.workMax) are allowed",
      exitCode: FleetFailure.badInput)
  }
}

// What a run asks of a trace
extension FleetTask {
  /// The resets of a trace, or only those that the faults and the schema of the run are about.
  ///
  /// - Throws: where the trace does not show enough, or is not what the run asks about.
  private func resetsAndEnds(of replay: Replay) throws -> SessionAnswers<DueReset> {
    guard options.whatIf != nil else {
      return try replay.resetsAndEnds(looksBack: false) { _ in options.modes }
    }
    // A new schema makes its servers terminate sync, and reset what has not been reset by then.
    let plan = options.faults.isEmpty ? FaultPlan([.resetAtEnd]) : options.faults
    var found: SessionAnswers<DueReset>
    do throws(ReplayFailure) {
      // A new schema needs the server's, in whatever mode.
      found = try replay.resetsAndEnds(under: plan) { _ in
        options.schema == nil ? options.modes : []
      }
    } catch {
      if case .noResetUnderFaults(let unfired) = error { try check(unfired) }
      throw error
    }
    try check(found.all.first?.injected.unfiredInPlan ?? [])
    found.all.removeAll { $0.injected.indexes.isEmpty }
    if let schema = options.schema { try found.apply(schema) }
    return found
  }

  private func check(_ unfired: [UnfiredFault]) throws(FleetFailure) {
    guard let first = unfired.first else { return }
    var reason = FleetFailure.faultNotFired
    // Where the trace lacks what a replay needs, the moment is not what is missing.
    if case .notReplayable(let failure) = first.reason { reason = failure.caseName }
    throw FleetFailure(
      unanswered: reason,
      "the fault `\(first.fault.text)` does not happen: \(options.means.reason(first))")
  }

  /// Refuses a trace that never shows a change that was not synced, since its loss of 0 says nothing.
  func checkIsAnswer(_ resets: [FleetReset], _ replay: Replay) throws(FleetFailure) {
    guard options.whatIf != nil,
      resets.allSatisfy({ $0.transactionCount == 0 && $0.harm.sum == 0 }),
      !replay.showsUnsyncedChanges
    else { return }
    throw FleetFailure(
      unanswered: FleetFailure.nothingUnsynced,
      "the trace never shows a change that was not synced")
  }
}

extension SessionAnswers<DueReset> {
  /// Gives the server another schema, and its data with it.
  ///
  /// - Throws: where no reset is of an app that the schema could be of.
  fileprivate mutating func apply(_ schema: RealmSchema) throws(FleetFailure) {
    all.removeAll { !$0.situation.fresh.schema.isKin(of: schema) }
    guard !all.isEmpty else {
      throw FleetFailure(
        unanswered: FleetFailure.otherApp,
        "no class of the trace is like one of the schema")
    }
    all = all.map {
      let trial = SchemaTrial($0, schema: schema)
      return trial.reset(after: Array(trial.changes.indices))
    }
  }
}

extension Fault {
  /// What terminating sync for a breaking change of the schema sends.
  fileprivate static var resetAtEnd: Fault {
    Fault(FaultTrigger(.at, .end), .server(.terminateSync(dataIsKept: true)))
  }
}
