import Campaigns
import Foundation
import RealmModel
import Replayer
import Reports
import TraceFormat

/// The folder of the smallest traces that an exploration found: for each thing that went wrong the
/// trace, its fault plan and a scenario, and a page that lists them.
///
/// The plans are named as goldens name theirs, so that `golden record` takes the folder as it is.
struct MinimizedFolder {
  let path: String

  /// - Throws: where there is something in the folder already.
  init(_ path: String) throws {
    self.path = path
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw CommandFailure(.cannotCreate, "cannot create the folder `\(path)`")
    }
    guard try FileManager.default.contentsOfDirectory(atPath: path).isEmpty else {
      throw CommandFailure(
        .cannotCreate, "`\(path)` is not empty", hint: "name a folder that is new or empty")
    }
  }

  /// Writes everything.
  func write(
    _ shrunk: [Exploration.Shrunk], of exploration: Exploration
  ) throws -> [Exploration.ShrunkFile] {
    let files = try shrunk.map { shrunk in
      try write(shrunk, exploration.options.engine)
      return Exploration.ShrunkFile(
        shrunk, path: "\(path)/\(shrunk.name).synctrace", engine: exploration.options.engine)
    }
    let sink = try AtomicFileSink(path: "\(path)/README.md")
    try sink.write(Array(Self.page(files).utf8))
    try sink.commit()
    return files
  }

  private func write(_ shrunk: Exploration.Shrunk, _ engine: Engine) throws {
    let files = MinimizedFiles(
      candidate: shrunk.result.smallest,
      question: TraceMinimizer.Question(
        mode: shrunk.mode, engine: engine, .problem(shrunk.problem)),
      shows: shrunk.problem.text)
    let base = "\(path)/\(shrunk.name)"
    try files.writeTrace(to: "\(base).synctrace")
    if !shrunk.result.smallest.plan.isEmpty {
      try files.writePlan(to: "\(base).found.faults.json")
    }
    // What only the wire shows, and cannot be shown otherwise, no scenario can say.
    try? files.writeScenario(to: "\(base).scenario.json")
  }

  private static func page(_ files: [Exploration.ShrunkFile]) -> String {
    let parts = files.map { file in
      """
      ## \(file.shrunk.name)

      \(file.shrunk.problem.text.visible), in mode \(file.shrunk.mode.rawValue): \(file.extent).

          \(file.command)

      """
    }
    return (["# What went wrong\n"] + parts).joined(separator: "\n")
  }
}
