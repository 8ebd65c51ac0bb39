import Importers
import RealmModel
import ReplaySupport
import Replayer
import TestSupport
import Testing
import TraceFormat

@testable import Analyzer
@testable import Campaigns
@testable import Reports

@Suite struct GoldenTextTests {
  /// The golden of the sample in recover mode, as the documentation describes it.
  static let sample = """
    tracetool golden 1
    mode        recover
    engine      realm-core-14.14
    budget      lost=1 collateral=5

    reset       session 1, record 4
    name        "sample"
    error       ClientReset "Bad client file identifier (IDENT)"
    attempt     Recover, recovered
    pending     Recover for ClientReset
    result      recovered
    state       0123456789abcdef
      0123456789abcdef 1 object of T
      0123456789abcdef embedded of Step
    collateral  1
      valueOverwritten T 1 a: 3 became 2 [update, defect R4 RS-70]
    traps       1
      overwritten-value T 1 a
    fates       3 writes: 1 recovered, 1 conflicted, 1 lost
      conflicted  2.0 T 1 a: set to 2 [update]
      recovered   2.1 T 1 b: set to 2 (default) [update]
      lost        2.2 T 2 "a [b" a: set to 2 [object-gone]

    """

  static func parsed(_ text: String) throws -> Golden { try Golden(parsing: Array(text.utf8)) }

  @Test func `a golden is read back as it was written`() throws {
    let golden = try Self.parsed(Self.sample)
    #expect(golden.text == Self.sample)
    #expect(golden.mode == .recover)
    #expect(golden.budget.limits == [.lost: 1, .collateral: 5])
    let reset = try #require(golden.resets.first)
    #expect(reset.writes.map(\.fate) == [.conflicted, .recovered, .lost])
    #expect(reset.writes.map(\.line) == [20, 21, 22])
    #expect(reset.writes[1].rule == CitedRule(.update))
    #expect(reset.state?.classes.map(\.objectCount) == [1, nil])
    #expect(reset.collateral.map { $0.rule?.defects != nil } == [true])
  }

  @Test func `what is acknowledged and lost has lines of its own, which older goldens lack`() throws
  {
    let text = Self.sample.replacing(
      "fates       3",
      with: "gone        1\n  acknowledgedLost T 4 v: 40, now absent\nfates       3")
    let golden = try Self.parsed(text)
    #expect(golden.text == text)
    #expect(golden.resets[0].acknowledgedLost.map(\.text) == ["T 4 v: 40, now absent"])
    let difference = OutcomeDifference(
      from: try Self.parsed(Self.sample).resets, to: golden.resets)
    #expect(difference.changes.map(\.sentence) == ["acknowledgedLost: 1 more"])
    #expect(difference.changes[0].direction == .worse)
  }

  @Test func `lines may end as Windows ends them`() throws {
    let text = Self.sample.replacing("\n", with: "\r\n")
    #expect(try Self.parsed(text).text == Self.sample)
  }

  @Test func `totals may count in any order`() throws {
    let text = Self.sample.replacing(
      "1 recovered, 1 conflicted, 1 lost", with: "1 lost, 1 recovered, 1 conflicted")
    #expect(text != Self.sample)
    #expect(try Self.parsed(text).text == Self.sample)
  }

  @Test(arguments: [ResetMode.discardLocal, .recover, .recoverOrDiscard, .manual])
  func `every outcome of the scenarios survives its text`(mode: ResetMode) throws {
    for path in try ScenarioFiles.paths() {
      let events = try Scenario(parsing: ProjectFiles.bytes(path)).events
      guard events.askForReset else { continue }
      let resets = try Replay.run(events: events, mode: mode).map {
        OutcomeSummary(Analysis.report(of: $0), .plain, of: $0)
      }
      let golden = Golden(mode: mode, engine: .realmCore, resets: resets)
      let again = try Self.parsed(golden.text)
      #expect(again.text == golden.text, "\(path)")
      #expect(OutcomeDifference(from: resets, to: again.resets).isEmpty, "\(path)")
    }
  }

  @Test(arguments: [
    (
      "tracetool golden 1", "tracetool golden 2",
      "line 1, column 18: this build reads version 1, found"
    ),
    ("tracetool golden 1", "{", "line 1, column 1: expected `tracetool golden 1`, found \"{\""),
    ("mode        recover", "mode        recovery", "line 2, column 13: expected a mode, found"),
    (
      "mode        recover\n", "",
      "line 2, column 1: expected `mode`, found \"engine "
    ),
    ("realm-core-14.14", "realm-core-99", "line 3, column 13: expected an engine, found"),
    (
      "lost=1", "lost=-1",
      "line 4, column 13: `lost=-1`: the limit of `lost` is not a number from 0"
    ),
    ("lost=1", "loss=1", "line 4, column 13: `loss=1` is not a limit of a budget"),
    (
      "budget      lost=1 collateral=5", "budget",
      "line 4, column 7: expected a value, found \"budget\""
    ),
    (
      "\nresult      recovered", "\nresult      good",
      "line 11, column 13: expected a result, found"
    ),
    ("\nstate       0123456789abcdef", "", "line 12, column 1: expected `state`, found"),
    (
      "1 object of T", "some of T",
      "line 13, column 3: expected a digest, a number of objects and a class"
    ),
    ("collateral  1\n", "collateral  2\n", "line 15, column 13: says 2, but what follows has 1"),
    (
      "lost        2.2", "recovered   2.2",
      "line 19, column 13: says 3 writes: 1 recovered, 1 conflicted, 1 lost, but what follows has 3 writes: "
        + "2 recovered, 1 conflicted"
    ),
    (
      "lost        2.2", "gone        2.2",
      "line 22, column 3: expected a fate, a position, a write and"
    ),
    ("[object-gone]", "object-gone", "line 22, column 3: expected a fate, a position, a write and"),
    (
      "[object-gone]\n", "[object-gone]\nmore\n",
      "line 23, column 1: expected `reset`, found \"more\""
    ),
  ])
  func `what is no golden is refused with its line and column`(
    part: String, replacement: String, message: String
  ) throws {
    let text = Self.sample.replacing(part, with: replacement, maxReplacements: 1)
    #expect(text != Self.sample)
    let failure = try #require(throws: GoldenFailure.self) { try Self.parsed(text) }
    #expect("\(failure)".hasPrefix(message), "\(failure)")
  }

  @Test func `a golden that is cut or changed is refused, or written as it is read`() throws {
    func check(_ bytes: [UInt8]) throws {
      guard let golden = try? Golden(parsing: bytes) else { return }
      #expect(try Golden(parsing: Array(golden.text.utf8)).text == golden.text)
    }
    let bytes = Array(Self.sample.utf8)
    for count in bytes.indices { try check(Array(bytes[..<count])) }
    var numbers = SeededNumbers(seed: TestSeed.value)
    for _ in 0..<2000 {
      var changed = bytes
      changed[Int(numbers.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: numbers.next())
      try check(changed)
    }
  }

  @Test func `a file that is too large or no text is refused`() throws {
    let large = [UInt8](repeating: UInt8(ascii: "a"), count: Golden.sizeMaxBytes + 1)
    let tooLarge = try #require(throws: GoldenFailure.self) { try Golden(parsing: large) }
    #expect(tooLarge.text.hasPrefix("67108865 bytes, at most 67108864"))
    let noText = try #require(throws: GoldenFailure.self) { try Golden(parsing: [0xFF, 0xFE]) }
    #expect(noText.text == "the file is not UTF-8")
  }
}
