import RealmModel
import ReplaySupport
import TestSupport
import Testing
import TraceFormat

@testable import Replayer

/// How often a recovery copies a list whole, and looks for one that it can't find.
@Suite struct ListCopyCountTests {
  /// The copies of a recovery of transactions, one for each group of operations.
  private func copies(
    _ transactions: [String], server: String = "", quirks: Quirks
  ) throws -> [ListCopy] {
    let local = transactions.map { #"{"operations": [\#($0)]}"# }.joined(separator: ",")
    let outcome = try ScenarioOutcome.session(
      #""local": [\#(local)], "serverChanges": [\#(server)]"#, mode: .recover, quirks: quirks)
    #expect(outcome.ending == .recovered)
    return outcome.result.listCopies
  }

  private let removal = #"{"remove": ["T", 1, "l", 0]}"#
  private func edits(_ count: Int) -> [String] {
    (0..<count).map { #"{"update": ["T", 1, "v"], "value": \#(100 + $0)}"# }
  }

  @Test func `what a copy has made the client's list is not copied again`() throws {
    // Without the defect of copying once, a list is due at the end of every transaction.
    #expect(try copies([removal] + edits(50), quirks: .ideal).count == 1)
    #expect(try copies([removal] + edits(50), quirks: .realmCore).count == 1)
  }

  @Test func `what is left to a copy that does nothing is noted with it`() throws {
    let copies = try copies([removal, removal] + edits(3) + [removal], quirks: .ideal)
    #expect(copies.map(\.changesetIndex) == [0, 1, 5])
    #expect(copies.map(\.rulings) == [[0], [1], [5]])
    #expect(copies.map(\.emitted.isEmpty) == [false, true, true])
    #expect(copies.allSatisfy { $0.sizeAfter == 0 })
  }

  @Test func `a copy is not due to what was changed before the list was emptied`() throws {
    let path = "traces/scenarios/rs-59b-cleared-without-copy-before.json"
    let file = String(decoding: try ProjectFiles.bytes(path), as: UTF8.self)
    let clear = #"{"clear""#
    let outcome = try ScenarioOutcome.of(
      Array(file.replacing(clear, with: #"{"remove": ["T", 1, "ll", 1]}, "# + clear).utf8),
      mode: .recover)
    #expect(outcome.result.rulings.map(\.effect).first == .copiedWhole)
    #expect(outcome.result.listCopies.map(\.rulings) == [[3, 4]])
  }

  @Test func `trackers that wait are due again with their object, and with the schema`() {
    let list = ListAddress(table: TableKey(1), object: ObjectKey(5), path: [.property(1)])
    let other = ListAddress(table: TableKey(1), object: ObjectKey(6), path: [.property(1)])
    var registry = TrackerRegistry(quirks: .realmCore)
    for address in [list, other] {
      registry.withTracker(at: address) { (tracker: inout ListTracker) in tracker.mark() }
    }
    #expect(registry.dueForCopy.map(\.address) == [list, other])
    for due in registry.dueForCopy { registry.wait(due.tracker) }
    #expect(registry.dueForCopy.isEmpty)
    registry.noteChange(of: ObjectAddress(table: TableKey(1), key: ObjectKey(7)))
    #expect(registry.dueForCopy.isEmpty)
    registry.noteChange(of: ObjectAddress(table: TableKey(1), key: ObjectKey(6)))
    #expect(registry.dueForCopy.map(\.address) == [other])
    registry.noteChangeOfSchema()
    #expect(registry.dueForCopy.map(\.address) == [list, other])
    registry.wait(registry.dueForCopy[0].tracker)
    registry.withTracker(at: list) { (_: inout ListTracker) in }
    #expect(registry.dueForCopy.map(\.address) == [list, other])
    #expect(!registry.hasWaiting)
  }
}
