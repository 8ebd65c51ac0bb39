import Campaigns
import TraceFormat

/// Traces on standard input, and the rows of each on standard output before the next one is read.
struct FleetWorker {
  private let options: FleetOptions

  init(_ options: FleetOptions) { self.options = options }

  func run(on console: Console) throws -> ExitStatus {
    let frames = FleetFrames(
      try FileSource.standardInput(), traceSizeMaxBytes: options.traceSizeMaxBytes)
    let task = FleetTask(options)
    do {
      while let input = try frames.next() {
        try console.write(task.lines(of: input))
        try console.flush()
      }
    } catch let failure as FleetFrames.Failure {
      throw CommandFailure(
        .badInput, "standard input is not a stream of traces: \(failure)",
        hint: "docs/fleet.md, \"Workers\", says what comes before each trace")
    }
    return .fine
  }
}
