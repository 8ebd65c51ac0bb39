import Campaigns
import Importers
import RealmModel
import Replayer
import TraceFormat

/// The files of a session that was made as small as it can get: the trace, the fault plan, and a
/// scenario that people can read.
struct MinimizedFiles {
  var candidate: TraceMinimizer.Candidate
  /// What it still shows, in words.
  var shows: String
  var mode: ResetMode

  var header: TraceHeader {
    TraceHeader(metadata: [.init("source", "minimize"), .init("keeps", shows)])
  }

  func appendEvents(to writer: TraceWriter) throws {
    for event in candidate.events { try writer.append(event) }
  }

  func writeTrace(to path: String, replacing: Bool = true) throws {
    let sink = try AtomicFileSink(path: path, replacing: replacing)
    let writer = try TraceWriter(to: sink, header: header)
    try appendEvents(to: writer)
    try writer.finish()
    try sink.commit()
  }

  func writePlan(to path: String, replacing: Bool = true) throws {
    try Self.write(candidate.plan.json, to: path, replacing)
  }

  /// - Throws: where no scenario can say it.
  func writeScenario(to path: String, replacing: Bool = true) throws {
    let scenario: JSONText
    do throws(ScenarioWriterFailure) {
      scenario = try ScenarioWriter.scenario(
        of: candidate.events, name: "minimized", about: about)
    } catch {
      throw CommandFailure(.failed, "`\(path)`: \(error)", hint: "the trace is written")
    }
    try Self.write(scenario, to: path, replacing)
  }

  private var about: String {
    let faults = candidate.plan.faults.map { "`\($0.text)`" }.joined(separator: ", ")
    return "The smallest found that shows \(shows) in mode \(mode.rawValue)"
      + (faults.isEmpty ? "." : ", with the faults \(faults).")
  }

  private static func write(_ json: JSONText, to path: String, _ isReplacing: Bool) throws {
    let sink = try AtomicFileSink(path: path, replacing: isReplacing)
    try sink.write(Array((json.text(.readable) + "\n").utf8))
    try sink.commit()
  }
}
