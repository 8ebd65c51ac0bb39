import ReplaySupport
import Replayer
import TestSupport
import Testing
import TraceFormat

@testable import Analyzer
@testable import Campaigns
@testable import Reports

@Suite struct OutcomeDifferenceTests {
  static let reset = """
    reset       session 1, record 4
    pending     Recover for ClientReset
    result      recovered
    state       0000000000000001
      0000000000000001 2 objects of T
    collateral  0
    traps       0
    fates       4 writes: 3 recovered, 1 lost
      recovered   2.0 T 1 a: set to 2 [update]
      recovered   2.1 T 1 b: set to 2 [update]
      recovered   2.2 T 2 a: set to 2 [update]
      lost        2.3 T 3 a: set to 2 [object-gone]

    """

  static func resets(_ edits: [(String, String)] = []) throws -> [OutcomeSummary] {
    let text = edits.reduce(reset) { $0.replacing($1.0, with: $1.1) }
    return try Golden(
      parsing: Array("tracetool golden 1\nmode recover\nengine ideal\n\n\(text)".utf8)
    ).resets
  }

  static func difference(_ edits: (String, String)...) throws -> OutcomeDifference {
    OutcomeDifference(from: try resets(), to: try resets(edits))
  }

  @Test func `equal outcomes have no difference`() throws {
    #expect(try Self.difference().isEmpty)
  }

  @Test func `writes that fare worse are counted, named and found in the golden`() throws {
    let difference = try Self.difference(
      ("3 recovered, 1 lost", "1 recovered, 3 lost"),
      ("recovered   2.1 T 1 b: set to 2 [update]", "lost        2.1 T 1 b: set to 2 [object-gone]"),
      ("recovered   2.2 T 2 a: set to 2 [update]", "lost        2.2 T 2 a: set to 2 [update]"))
    #expect(difference.changes[0].direction == .worse)
    #expect(difference.changes.map(\.sentence) == ["2 writes that were recovered are now lost"])
    #expect(
      difference.changes[0].details.map(\.text) == [
        "2.1 T 1 b: set to 2 [update, now object-gone]", "2.2 T 2 a: set to 2 [update]",
      ])
    #expect(difference.line == 14)
  }

  @Test func `what became worse comes before what became better`() throws {
    let difference = try Self.difference(
      ("3 recovered, 1 lost", "3 recovered, 1 conflicted"),
      ("lost        2.3", "recovered   2.3"), ("recovered   2.0", "conflicted  2.0"))
    #expect(
      difference.changes.map { "\($0.direction.rawValue): \($0.sentence)" } == [
        "worse: 1 write that was recovered is now in conflict",
        "better: 1 write that was lost is now recovered",
      ])
  }

  @Test func `a change between fates that keep the data is neither`() throws {
    let difference = try Self.difference(
      ("3 recovered, 1 lost", "2 recovered, 1 lost, 1 redundant"),
      ("recovered   2.0", "redundant   2.0"))
    #expect(difference.changes[0].direction == .other)
    #expect(difference.changes.map(\.sentence) == ["1 write that was recovered is now redundant"])
  }

  @Test func `another rule with the same fate is told`() throws {
    let difference = try Self.difference(
      ("2.0 T 1 a: set to 2 [update]", "2.0 T 1 a: set to 2 [list-copied-whole, defect R4]"))
    #expect(
      difference.changes.map(\.sentence) == [
        "1 write has another rule or defect, but the same fate as before"
      ])
    #expect(
      difference.changes[0].details.map(\.text) == [
        "2.0 T 1 a: set to 2 [update, now list-copied-whole, defect R4]"
      ])
  }

  @Test func `writes that only one side has are no losses`() throws {
    let difference = try Self.difference(("2.0 T 1 a: set to 2", "2.0 T 1 a: set to 7"))
    #expect(
      difference.changes.map(\.sentence) == ["1 unsynced write is new", "1 unsynced write is gone"])
    #expect(difference.changes[0].direction == .other)
  }

  @Test func `a reset that fails now is worse, and a recovery where one failed is better`() throws {
    let failed = try Self.resets([("result      recovered", "result      failed")])
    let worse = OutcomeDifference(from: try Self.resets(), to: failed)
    #expect(worse.changes[0].direction == .worse)
    #expect(worse.changes.map(\.sentence) == ["the reset recovered before, and now it fails"])
    let better = OutcomeDifference(from: failed, to: try Self.resets())
    #expect(better.changes[0].direction == .better)
    #expect(better.changes.map(\.sentence) == ["the reset failed before, and now it recovers"])
  }

  @Test func `more collateral is worse, less is better, another is told`() throws {
    let one = ("collateral  0\n", "collateral  1\n  valueOverwritten T 1 a: 3 became 2 [update]\n")
    let other = (
      "collateral  0\n", "collateral  1\n  valueOverwritten T 1 a: 4 became 2 [update]\n"
    )
    let worse = try Self.difference(one)
    #expect(worse.changes.map(\.sentence) == ["collateral valueOverwritten: 1 more"])
    #expect(worse.changes[0].direction == .worse)
    let better = OutcomeDifference(from: try Self.resets([one]), to: try Self.resets())
    #expect(better.changes.map(\.sentence) == ["collateral valueOverwritten: 1 fewer"])
    #expect(better.changes[0].direction == .better)
    let moved = OutcomeDifference(from: try Self.resets([one]), to: try Self.resets([other]))
    #expect(
      moved.changes.map(\.sentence) == [
        "collateral valueOverwritten: as many as before, but others"
      ])
    #expect(
      moved.changes[0].details.map(\.text) == [
        "- T 1 a: 3 became 2 [update]", "+ T 1 a: 4 became 2 [update]",
      ])
  }

  @Test func `a trap that was not seen before is worse`() throws {
    let difference = try Self.difference(
      ("traps       0\n", "traps       1\n  list-copied-once T 1 l\n"))
    #expect(difference.changes.map(\.sentence) == ["trap list-copied-once: 1 more"])
    #expect(difference.changes[0].direction == .worse)
  }

  @Test func `the state is told by its classes`() throws {
    let difference = try Self.difference(
      ("state       0000000000000001", "state       0000000000000002"),
      ("0000000000000001 2 objects of T", "0000000000000002 3 objects of T"))
    #expect(difference.changes.map(\.sentence) == ["the state after the reset differs"])
    #expect(difference.changes[0].details.map(\.text) == ["T: 3 objects, before 2 objects"])
    // Each line of the golden counts, also where one of them alone was edited.
    let edited = try Self.difference(
      ("0000000000000001 2 objects of T", "0000000000000001 3 objects of T"))
    #expect(edited.changes[0].details.map(\.text) == ["T: 3 objects, before 2 objects"])
  }

  @Test func `what the file tracks afterwards is told`() throws {
    let difference = try Self.difference(
      ("pending     Recover for ClientReset", "pending     none"))
    #expect(
      difference.changes.map(\.sentence) == ["the reset that the file tracks afterwards differs"]
    )
    #expect(difference.changes[0].details.map(\.text) == ["- Recover for ClientReset", "+ none"])
    // No write changed, so the reset is where to look.
    #expect(difference.line == 5)
  }

  @Test func `a reset that stands at another record is the same reset`() throws {
    let moved = try Self.difference(("record 4", "record 9"))
    #expect(
      moved.changes.map(\.sentence) == [
        "the reset of session 1, record 4 is now at session 1, record 9"
      ])
    #expect(!moved.isOfAnotherTrace)
    let changed = try Self.difference(
      ("record 4", "record 9"), ("3 recovered, 1 lost", "2 recovered, 2 lost"),
      ("recovered   2.1", "lost        2.1"))
    #expect(
      changed.changes.map(\.sentence) == [
        "1 write that was recovered is now lost",
        "the reset of session 1, record 4 is now at session 1, record 9",
      ])
    #expect(changed.isOfAnotherTrace)
  }

  @Test func `resets are told by what they are, whatever records they stand at`() throws {
    let first = try Self.resets()
    let second = try Self.resets([("record 4", "record 9"), ("T ", "U ")])
    // The records of the first reset are gone, and the second stands where it stood.
    let left = try Self.resets([
      ("T ", "U "), ("3 recovered, 1 lost", "4 recovered"), ("lost        2.3", "recovered   2.3"),
    ])
    let difference = OutcomeDifference(from: first + second, to: left)
    #expect(
      difference.changes.map(\.sentence) == [
        "session 1, record 4: 1 write that was lost is now recovered",
        "the reset of session 1, record 9 is now at session 1, record 4",
        "a reset is gone: session 1, record 4",
        "session 1, record 4: 4 writes: 3 recovered, 1 lost, none of them left",
      ])
    #expect(difference.isOfAnotherTrace)
    #expect(difference.changes[3].detailCount == 4)
  }

  @Test func `a reset that is new is told with all of its fates`() throws {
    let one = try Self.resets()
    let other = try Self.resets([
      ("record 4", "record 9"), ("T ", "U "), ("pending ", "name x\npending "),
    ])
    let difference = OutcomeDifference(from: one, to: one + other)
    #expect(
      difference.changes.map(\.sentence) == [
        "a reset is new: session 1, record 9",
        "session 1, record 9: 4 writes: 3 recovered, 1 lost, none of them reviewed",
      ])
    #expect(difference.changes[1].details[3].text == "2.3 U 3 a: set to 2: lost [object-gone]")
  }

  @Test func `writes whose transactions are counted from elsewhere are the same writes`() throws {
    var before = try Self.resets()
    before[0].writes += [3, 4].map {
      OutcomeSummary.Write(
        position: .init(version: $0, index: 0), text: "T 9 a: set to 1", fate: .recovered,
        rule: CitedRule(.update))
    }
    before[0].writes[4].fate = .superseded
    var after = before
    for index in after[0].writes.indices { after[0].writes[index].position.version += 1 }
    after[0].writes[1].fate = .lost
    let difference = OutcomeDifference(from: before, to: after)
    #expect(
      difference.changes.map(\.sentence) == [
        "1 write that was recovered is now lost", "6 writes are elsewhere in the session",
      ])
    #expect(difference.changes[1].details[0].text == "2.0, now 3.0: T 1 a: set to 2")
  }

  @Test func `of several resets each change names its own`() throws {
    let two = try Self.resets() + Self.resets([("record 4", "record 9")])
    var changed = two
    changed[1].result = .discarded
    #expect(
      OutcomeDifference(from: two, to: changed).changes.map(\.sentence) == [
        "session 1, record 9: the reset recovered before, and now it discards"
      ])
  }

  @Test func `a transaction that the trace holds twice is compared in order`() throws {
    var doubled = try Self.resets()
    doubled[0].writes += doubled[0].writes
    var changed = doubled
    changed[0].writes[4].fate = .lost
    let difference = OutcomeDifference(from: doubled, to: changed)
    #expect(difference.changes.map(\.sentence) == ["1 write that was recovered is now lost"])
  }

  @Test func `no more than so many details are kept, and all are counted`() throws {
    var before = try Self.resets()
    before[0].writes = (0..<1500).map {
      OutcomeSummary.Write(
        position: .init(version: 2, index: $0), text: "T", fate: .recovered,
        rule: CitedRule(.update))
    }
    var after = before
    for index in after[0].writes.indices { after[0].writes[index].fate = .lost }
    let change = try #require(OutcomeDifference(from: before, to: after).changes.first)
    #expect(change.sentence == "1500 writes that were recovered are now lost")
    #expect(change.details.count == OutcomeDifference.Change.detailsMax)
    #expect(change.detailCount == 1500)
  }
}
