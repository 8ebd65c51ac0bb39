import Analyzer
import Campaigns
import RealmModel
import Replayer
import Reports
import TraceCompression
import TraceFormat

func explored(_ replay: Replay) async throws -> String {
  let exploration = try await Exploration.run(replay, Exploration.Options(budget: 1_000))
  let worst = exploration.clusters.first
  print(worst?.problem.text ?? "nothing goes wrong", exploration.replayCount)
  return exploration.text(trace: "session.synctrace")
}

func minimized(_ events: [Event]) throws -> [Event]? {
  let question = TraceMinimizer.Question(
    mode: .recover, .condition(try KeepCondition(parsing: "lost>=1")))
  return TraceMinimizer.minimize(.init(events: events), question)?.smallest.events
}

func tried(schema: [UInt8], on traces: [String]) async throws -> String {
  var options = Preflight.Options(schema: try RealmSchema(parsing: schema))
  options.open = { path, memory in try TraceReader(FileSource(path: path), memory: memory) }
  let preflight = try await Preflight.run(traces, options)
  return preflight.hasFoundProblems ? preflight.text() : ""
}

func checkedGoldens(in folder: String) async throws -> String {
  var folder = try GoldenFolder(paths: [folder], modes: ResetMode.allCases, words: .plain)
  folder.codec = ZstdCodec()
  let budget = try Budget(parsing: "lost=0")
  let report = await GoldenCheck(folder, budget: budget).run(width: 2)
  return report.isFine ? report.summary : report.jUnit.text
}

func difference(between first: String, and second: String) throws -> String {
  let contents = (
    try ComparableContent(FileSource(path: first), words: .plain, codec: ZstdCodec()),
    try ComparableContent(FileSource(path: second), words: .plain, codec: ZstdCodec())
  )
  switch contents {
  case (.trace(let first), .trace(let second)):
    return try TraceDifference.between(first, second).text()
  case (.state(let first), .state(let second)):
    return StateDifference.between(first, second).text()
  case (.report(let first), .report(let second)):
    return ReportDifference(first, second).text()
  default: return "of two kinds"
  }
}
