import ArgumentParser
import Campaigns
import FaultPlans
import Foundation
import Importers
import RealmModel
import Replayer
import Reports
import TraceFormat

/// The folder of the smallest traces that were found: for each thing that they show the trace, its fault
/// plan and a scenario, and a page that lists them.
///
/// The plans are named as goldens name theirs, so that `golden record` takes the folder as it is.
struct MinimizedFolder {
  let path: String

  /// Only looks whether it can be made: work that is interrupted leaves nothing behind.
  ///
  /// - Throws: where there is something in the folder already, or none can be made there.
  init(_ path: String) throws {
    self.path = path
    guard FileManager.default.fileExists(atPath: path) else {
      guard Self.canBeMade(path) else { throw Self.notMade(path) }
      return
    }
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      throw Self.notMade(path)
    }
    guard names.isEmpty else {
      throw CommandFailure(
        .cannotCreate, "`\(path)` is not empty", hint: "name a new or empty folder")
    }
  }

  private static func notMade(_ path: String) -> CommandFailure {
    CommandFailure(.cannotCreate, "cannot create the folder `\(path)`")
  }

  /// Whether the nearest folder above that exists may be written to.
  private static func canBeMade(_ path: String) -> Bool {
    var above = URL(fileURLWithPath: path).deletingLastPathComponent().path
    while !FileManager.default.fileExists(atPath: above) {
      above = URL(fileURLWithPath: above).deletingLastPathComponent().path
    }
    var isFolder: ObjCBool = false
    _ = unsafe FileManager.default.fileExists(atPath: above, isDirectory: &isFolder)
    return isFolder.boolValue && FileManager.default.isWritableFile(atPath: above)
  }

  private func make() throws {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw Self.notMade(path)
    }
  }

  /// Writes everything.
  ///
  /// - Parameter title: what stands above the page.
  func write(_ traces: [ShrunkTrace], title: String) throws {
    try make()
    for trace in traces { try write(trace) }
    let sink = try AtomicFileSink(path: "\(path)/README.md")
    try sink.write(Array(page(traces, title).utf8))
    try sink.commit()
  }

  private func write(_ trace: ShrunkTrace) throws {
    let files = MinimizedFiles(candidate: trace.result.smallest, question: trace.question)
    try files.writeTrace(to: trace.path(in: path))
    let base = "\(path)/\(trace.name)"
    if !trace.result.smallest.plan.isEmpty {
      try files.writePlan(to: "\(base).found.faults.json")
    }
    do {
      try files.writeScenario(to: "\(base).scenario.json")
    } catch is ScenarioWriterFailure {
      // What only the wire shows, and cannot be shown otherwise, no scenario can say.
    }
  }

  private func page(_ traces: [ShrunkTrace], _ title: String) -> String {
    let parts = traces.map { trace in
      let question = trace.question
      // What it shows may have names of the trace's in it: as code they are no Markdown.
      return """
        ## \(trace.name)

            \(question.wanted.text.visible)

        In mode \(question.mode.rawValue), by \(trace.extent):

            \(trace.command(at: trace.path(in: path)))

        """
    }
    return (["# \(title)\n"] + parts).joined(separator: "\n")
  }
}

struct MinimizingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write the smallest trace and scenario that show each of the first problems, with the plan where "
        + "faults were injected, to this folder, which must be new or empty.",
      valueName: "folder"),
    completion: .directory)
  var minimize: String?

  @Option(help: ArgumentHelp("How many problems to minimize at most.", valueName: "count"))
  var minimizeCount = 10

  func validate() throws {
    guard minimizeCount > 0 else {
      throw ValidationError("`--minimize-count` takes a number from 1")
    }
  }

  /// The folder, before any work is done; nil where nothing is to be minimized.
  func folder() throws -> MinimizedFolder? { try minimize.map(MinimizedFolder.init) }
}
