import Importers
import Recorder
import TraceCompression
import TraceFormat

/// Any of the importers, to a trace.
func importCapture(at path: String, to trace: String) throws -> CaptureSummary {
  let sink = try AtomicFileSink(path: trace)
  let writer = try TraceWriter(to: sink)
  let summary = try CaptureImporter.importCapture(from: LineReader(path: path)) {
    try writer.append($0)
  }
  try writer.finish()
  return summary
}

func importedVector(named name: String, at path: String) throws -> [Event] {
  let lines = try LineReader(path: path)
  return VectorImporter.events(of: try VectorImporter.vector(named: name) { try lines.next() })
}

func importedScenario(_ bytes: [UInt8]) throws -> [Event] { try Scenario(parsing: bytes).events }

func scenario(of events: [Event]) throws -> String {
  try ScenarioWriter.scenario(of: events, name: "from a trace").text(.indented)
}

/// A recorder for messages whose bodies are not compressed.
struct NoInflater: BodyInflater {
  mutating func inflate(
    _ compressed: [UInt8], announcedSize: UInt64
  ) throws(DecodingFailure) -> [UInt8] { compressed }
}

func events(of messages: [[UInt8]]) -> [Event] {
  var recorder = MessageRecorder(source: .proxy, inflater: NoInflater())
  return messages.flatMap {
    recorder.record($0, direction: .clientToServer, connection: "1", timeMicroseconds: 0).events
  }
}
