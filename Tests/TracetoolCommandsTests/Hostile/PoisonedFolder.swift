import Foundation
import TestSupport
import TraceCompression
import TraceFormat

/// A folder whose own name, whose files' names and whose files' contents are poisoned.
struct PoisonedFolder {
  private let outer: TemporaryFolder
  let root: String

  static func during(_ body: (PoisonedFolder) async throws -> Void) async throws {
    try await TemporaryFolder.during { outer in
      let root = outer.path("d\(Poison.text)")
      try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: false)
      try await body(PoisonedFolder(outer: outer, root: root))
    }
  }

  func path(_ name: String) -> String { "\(root)/\(name)" }

  /// Writes a file, and gives its path.
  @discardableResult func write(_ bytes: [UInt8], to name: String) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
    return path(name)
  }

  /// Writes a trace of the project with everything in it poisoned, and gives its path.
  @discardableResult func trace(
    _ original: String, as name: String = "t\(Poison.name).synctrace"
  ) throws -> String {
    var poisoning = Poisoning()
    return try trace(
      TraceFiles.events(of: original).map { try $0.rewritten(by: &poisoning) }, as: name)
  }

  /// Writes a trace of these events, and gives its path.
  func trace(_ events: [Event], as name: String) throws -> String {
    let sink = MemorySink()
    let header = TraceHeader(metadata: [.init("source", "capture" + Poison.text)])
    let writer = try TraceWriter(to: sink, header: header)
    for event in events { try writer.append(event) }
    try writer.finish()
    return try write(sink.bytes, to: name)
  }

  /// One event of every kind and one message of every type, all of them poisoned.
  func completeTrace() throws -> String {
    var poisoning = Poisoning()
    let events = try CompleteEvents.contents.enumerated().map { index, content in
      try Event(
        sequence: UInt64(index), timeMicroseconds: TraceFiles.firstTime, session: 1,
        content: content
      ).rewritten(by: &poisoning)
    }
    return try trace(events, as: "complete.synctrace")
  }
}
