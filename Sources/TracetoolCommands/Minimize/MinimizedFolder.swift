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

  /// Only looks whether it can be made: an exploration that is interrupted leaves nothing behind.
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
        .cannotCreate, "`\(path)` is not empty", hint: "name a folder that is new or empty")
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
  func write(
    _ shrunk: [Exploration.Shrunk], of exploration: Exploration
  ) throws -> [Exploration.ShrunkFile] {
    try make()
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
