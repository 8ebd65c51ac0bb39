import Foundation
import TestSupport
import Testing
import TraceCompression
import TraceFormat

@testable import Scrubbing

/// Nothing of a source is in what is made of it: not in the file, not in its decompressed records, not in
/// its events.
@Suite struct NothingLeftTests {
  private static let options = ScrubOptions(names: .replace, shiftsTimes: true)

  @Test(arguments: ScrubSources.traces)
  func `Nothing is left of the traces of the project`(path: String) throws {
    try checkNothingIsLeft(of: TraceFiles.events(of: path), path)
  }

  @Test(.slow) func `Nothing is left of the scenarios`() throws {
    for (name, events) in try ScrubSources.scenarios() {
      try checkNothingIsLeft(of: events, name)
    }
  }

  @Test(.slow, arguments: Captures.names)
  func `Nothing is left of the captures`(name: String) throws {
    try checkNothingIsLeft(of: ScrubSources.capture(name), name)
  }

  @Test func `Nothing is left of the complete events, nor of those that nobody can read`() throws {
    let contents =
      CompleteEvents.contents + [
        .note(Note(text: "somebody's own words")),
        .message(
          WireMessage(.clientToServer, "upload 1 somebody 77777777\n\u{1}whatever", connection: "c")
        ),
        .localCommit(LocalCommit(clientVersion: 77_777_777, changeset: Array("?unread?".utf8))),
      ]
    let events = contents.enumerated().map {
      Event(
        sequence: UInt64($0.offset), timeMicroseconds: 1_777_777_777_777_777, session: 1,
        content: $0.element)
    }
    try checkNothingIsLeft(of: events, "complete events")
  }

  @Test func `The search finds what is left`() throws {
    let events = try TraceFiles.events(of: ScrubSources.traces[0])
    let source = try SourceContents(events)
    #expect(source.strings.count > 50 && !source.numbers.isEmpty)
    let records = try Self.records(of: events)
    #expect(try !Self.found(source, in: records).isEmpty)
  }

  private func checkNothingIsLeft(of events: [Event], _ name: String) throws {
    let source = try SourceContents(events)
    let trial = try ScrubTrial(events, Self.options)
    let result = try SourceContents(trial.scrubbed)
    let strings = source.strings.intersection(result.strings)
    #expect(strings.isEmpty, "\(name): \(strings.map { String(decoding: $0, as: UTF8.self) })")
    #expect(source.numbers.isDisjoint(with: result.numbers), "\(name)")
    #expect(source.byteRuns.isDisjoint(with: result.byteRuns), "\(name)")
    let file = try Self.file(of: trial.scrubbed)
    for bytes in [file, try Self.records(of: trial.scrubbed)] {
      let found = try Self.found(source, in: bytes)
      #expect(found.isEmpty, "\(name): \(found.prefix(5))")
    }
  }

  private static func file(of events: [Event]) throws -> [UInt8] {
    let sink = MemorySink()
    let writer = try TraceWriter(to: sink, header: TraceHeader())
    for event in events { try writer.append(event) }
    try writer.finish()
    return sink.bytes
  }

  /// The records of the events, as `zstd -dc` prints them of a file.
  private static func records(of events: [Event]) throws -> [UInt8] {
    let sink = MemorySink()
    let writer = try TraceWriter(to: sink, header: TraceHeader(), codec: StoredFrames())
    for event in events { try writer.append(event) }
    try writer.finish()
    return sink.bytes
  }

  /// What is found of a source in bytes.
  private static func found(_ source: SourceContents, in bytes: [UInt8]) throws -> [String] {
    let data = Data(bytes)
    var found: [String] = []
    // Which says of what kind the secret was that it stands for.
    let mark = Data("[removed-token-".utf8)
    for string in source.strings.union(source.byteRuns)
    where data.range(of: Data(string)) != nil && mark.range(of: Data(string)) == nil {
      found.append(String(decoding: string, as: UTF8.self))
    }
    for digits in Self.digitRuns(bytes) where source.numbers.contains(digits) {
      found.append("\(digits)")
    }
    for number in source.numbers where number > 1 << 40 {
      let little = (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
      if data.range(of: Data(little)) != nil { found.append("\(number) as bytes") }
    }
    return found
  }

  /// The numbers that stand in bytes as digits: in heads and bodies of messages.
  private static func digitRuns(_ bytes: [UInt8]) -> Set<UInt64> {
    let runs = bytes.split { !(0x30...0x39).contains($0) }
    return Set(
      runs.filter { $0.count > 4 }.compactMap { UInt64(String(decoding: $0, as: UTF8.self)) })
  }
}
