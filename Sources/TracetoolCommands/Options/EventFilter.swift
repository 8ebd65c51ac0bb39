import ArgumentParser
import Foundation
import TraceFormat

struct EventFilter: ParsableArguments {
  @Option(
    name: .customLong("kind"), parsing: .singleValue,
    help: ArgumentHelp("Only events of this kind; may be repeated.", valueName: "kind"))
  var kinds: [Event.Kind] = []

  @Option(
    name: .customLong("session"), parsing: .singleValue,
    help: ArgumentHelp(
      "Only events of this sync session (a number, 0 for none); may be repeated.",
      valueName: "number"))
  var sessions: [UInt32] = []

  @Option(
    help: """
      Only events from this time on, and what says that records are lost: 2026-11-01T12:00:00Z, or microseconds \
      since 1970.
      """)
  var since: String?

  @Option(help: "Only events up to this time.")
  var until: String?

  @Option(help: "Only this range of sequence numbers: 10..20, 10.., ..20 or 10.")
  var sequence: String?

  func selection() throws -> TraceSelection {
    TraceSelection(
      sequences: try sequence.map(Self.range), times: try times(),
      sessions: sessions.isEmpty ? nil : Set(sessions),
      kinds: kinds.isEmpty ? nil : Set(kinds))
  }

  private func times() throws -> ClosedRange<Int64>? {
    guard since != nil || until != nil else { return nil }
    let first = try since.map { try Self.time($0) } ?? .min
    let last = try until.map { try Self.time($0) } ?? .max
    guard first <= last else { throw CommandFailure(.usage, "`--since` is later than `--until`") }
    return first...last
  }

  private static func range(_ text: String) throws -> ClosedRange<UInt64> {
    let parts = text.components(separatedBy: "..")
    let bounds = parts.map { $0.isEmpty ? nil : UInt64($0) }
    let isWhole = zip(parts, bounds).allSatisfy { $0.isEmpty || $1 != nil }
    if isWhole, parts.count == 1, let only = bounds[0] { return only...only }
    if isWhole, parts.count == 2, text != ".." {
      let (first, last) = (bounds[0] ?? 0, bounds[1] ?? .max)
      if first <= last { return first...last }
    }
    throw CommandFailure(
      .usage, "`\(text)` is not a range of sequence numbers", hint: "write 10..20, 10.., ..20 or 10"
    )
  }

  /// Microseconds since 1970.
  static func time(
    _ text: String, hint: String = "write 2026-11-01T12:00:00Z or microseconds since 1970"
  ) throws -> Int64 {
    if let microseconds = Int64(text) { return microseconds }
    let styles = [
      Date.ISO8601FormatStyle(includingFractionalSeconds: true),
      Date.ISO8601FormatStyle(includingFractionalSeconds: false),
    ]
    for style in styles {
      if let date = try? style.parse(text) {
        return Int64((date.timeIntervalSince1970 * 1_000_000).rounded())
      }
    }
    throw CommandFailure(.usage, "`\(text)` is not a valid time", hint: hint)
  }
}
