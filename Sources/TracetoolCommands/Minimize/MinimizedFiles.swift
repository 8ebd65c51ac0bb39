import Analyzer
import Campaigns
import FaultPlans
import Importers
import Replayer
import Reports
import TraceCompression
import TraceFormat

/// The files of a session that was made as small as it can get: the trace, the fault plan, and a
/// scenario that people can read.
struct MinimizedFiles {
  var candidate: TraceMinimizer.Candidate
  /// What it still shows.
  var question: TraceMinimizer.Question
  private var shows: String { question.wanted.text }

  var header: TraceHeader {
    TraceHeader(metadata: [.init("source", "minimize"), .init("keeps", shows)])
  }

  func appendEvents(to writer: TraceWriter) throws {
    for event in candidate.events { try writer.append(event) }
  }

  func writeTrace(to sink: AtomicFileSink) throws {
    let writer = try TraceWriter(to: sink, header: header)
    try appendEvents(to: writer)
    try writer.finish()
    try sink.commit()
  }

  func writePlan(to sink: AtomicFileSink) throws { try Self.write(candidate.plan.json, to: sink) }

  /// Writes the session as people would, with its schema, objects and operations, where that still shows the
  /// thing, as certainly; else instruction by instruction, where nothing depends on what Realm would number anew.
  ///
  /// - Throws: `ScenarioWriterFailure` where no scenario shows it, and what writing throws.
  func writeScenario(to sink: AtomicFileSink) throws {
    var scenario = try scenario(.operations)
    if !isShown(by: scenario) {
      scenario = try self.scenario(.instructions)
      guard isShown(by: scenario) else { throw ScenarioWriterFailure.loses(shows) }
    }
    try Self.write(scenario, to: sink)
  }

  private func scenario(_ form: ScenarioWriter.Form) throws(ScenarioWriterFailure) -> JSONText {
    try ScenarioWriter.scenario(of: candidate.events, name: "minimized", about: about, form: form)
  }

  private func isShown(by scenario: JSONText) -> Bool {
    do throws(JSONShapeFailure) {
      let read = try Scenario(parsing: Array(scenario.text(.readable).utf8))
      return question.isShown(
        by: TraceMinimizer.Candidate(events: read.events, plan: candidate.plan),
        asCertainlyAs: candidate)
    } catch {
      return false
    }
  }

  private var about: String {
    let faults = candidate.plan.faults.map { "`\($0.text)`" }.joined(separator: ", ")
    return "The smallest found that shows \(shows) in mode \(question.mode.optionName)"
      + (faults.isEmpty ? "." : ", with the faults \(faults).")
  }

  private static func write(_ json: JSONText, to sink: AtomicFileSink) throws {
    try sink.commit(Array((json.text(.readable) + "\n").utf8))
  }
}
