import Importers
import TestSupport
import TraceCompression
import TraceFormat

/// A fleet as users have it: resets that Realm Core really performed, sessions written by hand and
/// captures, each of another device and app, some of them damaged or no traces at all.
///
/// The same seed gives the same traces.
package struct FleetSample {
  private let sessions: [[Event]]
  private let captures: [[Event]]
  private let seed: UInt64

  /// How many traces stand in one folder.
  package static let tracesPerFolder = 1000
  private static let vectorsPerFile = 200
  private static let agents = [
    "Swift 10.54.6", "Swift 10.50.0", "Kotlin 2.3.0", "Kotlin 1.16.0", "JS 12.14.1",
    "DotNet 11.7.0",
    "RealmSync/14.13.0 (iOS) RealmSwift/10.54.6",
  ]

  package init(seed: UInt64) throws {
    self.seed = seed
    var sessions: [[Event]] = []
    for file in Vectors.resetFiles {
      let lines = try Vectors.lines(of: file)
      let step = max(lines.count / Self.vectorsPerFile, 1)
      for line in stride(from: 0, to: lines.count, by: step) {
        sessions.append(VectorImporter.events(of: try ResetVector(parsing: lines[line])))
      }
    }
    for path in try ScenarioFiles.paths() {
      sessions.append(try Scenario(parsing: ProjectFiles.bytes(path)).events)
    }
    self.sessions = sessions
    captures = try Captures.names.map { name in
      var events: [Event] = []
      _ = try CaptureImporter.importCapture(
        from: LineReader(path: Captures.path(name)), into: { events.append($0) })
      return events
    }
  }

  /// The path of a trace below the fleet's folder.
  package static func path(_ number: Int) -> String {
    func digits(_ value: Int, _ count: Int) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(count - text.count, 0)) + text
    }
    return "\(digits(number / tracesPerFolder, 4))/\(digits(number, 7)).synctrace"
  }

  /// The bytes of the trace of a number.
  package func trace(_ number: Int) throws -> [UInt8] {
    var numbers = SeededNumbers(seed: seed &+ UInt64(number))
    let chosen = numbers.next() % 100
    let events =
      chosen < 4
      ? captures[Int(numbers.next() % UInt64(captures.count))]
      : sessions[Int(numbers.next() % UInt64(sessions.count))]
    let header = TraceHeader(metadata: [.init("app", "7.\(numbers.next() % 4)")])
    let sink = MemorySink()
    let writer = try TraceWriter(to: sink, header: header)
    for event in Self.ofDevice(&numbers, events) { try writer.append(event) }
    try writer.finish()
    switch numbers.next() % 1000 {
    case 0: return numbers.bytes(40)
    case 1...3: return Array(sink.bytes.prefix(sink.bytes.count * 2 / 3))
    default: return sink.bytes
    }
  }

  /// The same session on another device, at another time.
  private static func ofDevice(_ numbers: inout SeededNumbers, _ events: [Event]) -> [Event] {
    let (device, later) = (numbers.next() % 1_000_000, Int64(numbers.next() % 1_000_000_000))
    let agent = agents[Int(numbers.next() % UInt64(agents.count))]
    return events.map { event in
      var event = event
      event.timeMicroseconds += later
      if case .sessionStart(var start) = event.content {
        start.clientFile = "/data/user/\(device)/default.realm"
        start.sdk = agent
        event.content = .sessionStart(start)
      }
      return event
    }
  }
}
