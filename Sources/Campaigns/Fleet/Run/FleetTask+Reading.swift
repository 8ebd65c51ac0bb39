internal import Analyzer
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
    _ bytes: [UInt8], keepsEvents: Bool = false
  ) throws -> (FleetReading, SessionAnswers<DueReset>) {
    let read = try FleetReading(bytes, options, keepsEvents: keepsEvents)
    let found = try read.replay.resetsAndEnds()
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
