import Foundation
import Importers
import TraceCompression
import TraceFormat

/// The traces of a fleet, made of the project's recorded resets and of its scenarios, one after the other:
/// each on another device, at another time.
public struct FleetTraces: Sendable {
  private let sessions: [[Event]]

  /// How many different sessions there are.
  public var sessionCount: Int { sessions.count }

  private static let project = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let vectorFiles = [
    "reset-core", "reset-fuzz", "reset-lists", "reset-links", "reset-chain",
  ]
  private static let vectorsPerFile = 200

  /// Reads vectors from `Tests/Vectors`, about 200 of each file, and all of `traces/scenarios`.
  public init() throws {
    var sessions: [[Event]] = []
    for name in Self.vectorFiles {
      let path = Self.project.appending(path: "Tests/Vectors/\(name).ndjson.zst").path
      let reader = try LineReader(path: path)
      var lines: [[UInt8]] = []
      while let line = try reader.next() { lines.append(line) }
      let step = max(lines.count / Self.vectorsPerFile, 1)
      for line in stride(from: 0, to: lines.count, by: step) {
        sessions.append(VectorImporter.events(of: try ResetVector(parsing: lines[line])))
      }
    }
    let folder = Self.project.appending(path: "traces/scenarios").path
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    for name in names where name.hasSuffix(".json") {
      let bytes = try Data(contentsOf: URL(filePath: "\(folder)/\(name)"))
      sessions.append(try Scenario(parsing: Array(bytes)).events)
    }
    self.sessions = sessions
  }

  /// The bytes of the trace of a number, from 0; the same number gives the same bytes.
  public func trace(_ number: Int) throws -> [UInt8] {
    let sink = MemorySink()
    let writer = try TraceWriter(to: sink)
    for event in sessions[number % sessions.count] {
      var event = event
      event.timeMicroseconds += Int64(number) * 1_000_000
      if case .sessionStart(var start) = event.content {
        start.clientFile = "/data/user/\(number)/default.realm"
        event.content = .sessionStart(start)
      }
      try writer.append(event)
    }
    try writer.finish()
    return sink.bytes
  }
}
