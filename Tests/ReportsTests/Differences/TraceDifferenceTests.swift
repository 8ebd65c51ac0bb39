import Importers
import ReplaySupport
import TestSupport
import Testing
import TraceCompression
import TraceFormat

@testable import Campaigns
@testable import Reports

@Suite struct TraceDifferenceTests {
  static func reader(_ contents: [Event.Content], time: Int64 = 0) throws -> TraceReader {
    let sink = MemorySink()
    let writer = try TraceWriter(to: sink)
    for content in contents {
      try writer.append(timeMicroseconds: time, session: 1, content: content)
    }
    try writer.finish()
    return try TraceReader(MemorySource(sink.bytes))
  }

  static func difference(_ first: [Event.Content], _ second: [Event.Content]) throws
    -> ContentDifference
  {
    try TraceDifference.between(reader(first), reader(second))
  }

  /// The entries, each as its mark and the last words of its name.
  static func entries(_ difference: ContentDifference) -> [String] {
    difference.entries.map { entry in
      let words = entry.name.split(separator: " ").suffix(2).joined(separator: " ")
      return "\(entry.kind.rawValue) \(words)"
    }
  }

  static func note(_ number: Int) -> Event.Content { .note(Note(text: "\(number)")) }

  static func commit(_ version: UInt64, _ value: Int64) throws -> Event.Content {
    let file = """
      {
        "scenario": 1, "name": "t",
        "schema": {"T": {"primaryKey": "_id", "properties": {"_id": "int", "v": "int"}}},
        "synced": {"T": [{"_id": 1, "v": 0}]},
        "local": [{"operations": [{"update": ["T", 1], "set": {"v": \(value)}}]}]
      }
      """
    for event in try Scenario(parsing: Array(file.utf8)).events {
      guard case .localCommit(var commit) = event.content else { continue }
      commit.clientVersion = version
      return .localCommit(commit)
    }
    throw Missing()
  }

  struct Missing: Error {}

  @Test func `the same events at other times are the same`() throws {
    let events = (0..<5).map(Self.note)
    let difference = try TraceDifference.between(
      Self.reader(events), Self.reader(events, time: 1_000_000))
    #expect(difference.isEmpty)
    #expect(difference.text() == "traces: 5 the same (5 at other times)\n")
  }

  @Test func `an event that was left out is found without disturbing the others`() throws {
    let events = (0..<600).map(Self.note)
    var fewer = events
    fewer.remove(at: 300)
    let difference = try Self.difference(events, fewer)
    #expect(Self.entries(difference) == ["onlyInFirst note \"300\""])
    #expect(difference.sameCount == 599)
    #expect(Self.entries(try Self.difference(fewer, events)) == ["onlyInSecond note \"300\""])
  }

  @Test func `a transaction that differs is told by its instructions`() throws {
    let first = try [Self.commit(4, 1), Self.commit(5, 2), Self.commit(6, 3)]
    let second = try [Self.commit(4, 1), Self.commit(5, 9), Self.commit(6, 3)]
    let difference = try Self.difference(first, second)
    let entry = try #require(difference.entries.first)
    #expect(difference.entries.count == 1)
    #expect(entry.kind == .changed)
    #expect(entry.name.contains("client version 5"))
    #expect(entry.values.map(\.place) == ["instructions[0].value"])
  }

  @Test func `transactions of different versions are different transactions`() throws {
    let difference = try Self.difference(
      [Self.commit(4, 1), Self.commit(5, 2)], [Self.commit(4, 1), Self.commit(6, 3)])
    #expect(difference.entries.map(\.kind) == [.onlyInFirst, .onlyInSecond])
  }

  @Test func `a trace that goes on is told event by event`() throws {
    let difference = try Self.difference((0..<3).map(Self.note), (0..<5).map(Self.note))
    #expect(
      Self.entries(difference) == ["onlyInSecond note \"3\"", "onlyInSecond note \"4\""])
  }

  @Test func `traces with nothing in common end, however long`() throws {
    let count = EventWindow.sizeMax * 3
    let difference = try Self.difference(
      (0..<count).map(Self.note), (count..<2 * count).map(Self.note))
    #expect(difference.count(of: .changed) == count)
    #expect(difference.sameCount == 0)
  }

  @Test func `what a trace says about itself is compared`() throws {
    func trace(_ source: String) throws -> TraceReader {
      let sink = MemorySink()
      let header = TraceHeader(metadata: [.init("source", source)])
      try TraceWriter(to: sink, header: header).finish()
      return try TraceReader(MemorySource(sink.bytes))
    }
    let difference = try TraceDifference.between(trace("capture"), trace("vector"))
    #expect(
      difference.text()
        == "~  header\n      source: \"capture\", now \"vector\"\ntraces: 1 changed\n")
  }

  @Test func `no more than so many differences are kept, and all are counted`() throws {
    let count = ContentDifference.entriesMax + 10
    let difference = try Self.difference([], (0..<count).map(Self.note))
    #expect(difference.entries.count == ContentDifference.entriesMax)
    #expect(difference.omittedCount == 10)
    #expect(difference.text().contains("... and \(count - 50) more"))
  }
}
