import RealmModel
import ReplaySupport
import Replayer
import TestSupport
import Testing
import TraceFormat

@testable import Analyzer

/// What judging many writes costs.
@Suite struct FateSizeTests {
  /// A reset without errors, of a session that has done so much to one collection of one object; with its
  /// writes, and how many sets were gone through to judge them.
  private func judged(
    _ count: Int, _ operation: (Int) -> String
  ) throws -> (writes: [JudgedWrite], setCount: Int) {
    let operations = (0..<count).map(operation).joined(separator: ",")
    let outcome = try ScenarioOutcome.session(#""local": [{"operations": [\#(operations)]}]"#)
    var judge = Judge(outcome)
    return (judge.writes(), judge.sets.count)
  }

  @Test func `members of one set are found without looking at all of them`() throws {
    let (writes, setCount) = try judged(4_000) { #"{"add": ["T", 1, "st"], "value": \#($0)}"# }
    // 1 and 2 are there already, and adding them is no write.
    #expect(writes.count == 3_998)
    #expect(setCount == 1)
    #expect(writes.allSatisfy { $0.fate == .lost && $0.element?.device == .present })
    #expect(writes.allSatisfy { $0.element?.server == .absent })
  }

  @Test func `entries of one dictionary are found without reading all of it`() throws {
    let (writes, setCount) = try judged(4_000) {
      #"{"update": ["T", 1, "d", "k\#($0)"], "value": \#($0)}"#
    }
    #expect(writes.count == 4_000)
    #expect(setCount == 0)
    #expect(writes.allSatisfy { $0.fate == .lost && $0.observed.server == .absent })
    // What is held for each is its entry, and not the dictionary.
    for (index, write) in writes.enumerated() {
      #expect(write.observed.device == .value(.int(Int64(index))))
    }
  }

  @Test func `a set has a number in whatever form`() throws {
    let sets = SetMembers(
      in: ObservedValues(
        before: .value(.set([.int(1), .string("1"), .float(bitPattern: Float(2.5).bitPattern)])),
        device: .absent))
    func isThere(_ value: Value) -> Bool { sets.membership(of: value).before == .present }
    for value in [Value.int(1), .double(bitPattern: 1.0.bitPattern), .string("1")] {
      #expect(isThere(value))
    }
    #expect(isThere(.double(bitPattern: 2.5.bitPattern)))
    for value in [Value.int(2), .double(bitPattern: 1.5.bitPattern), .string("2"), .null] {
      #expect(!isThere(value))
    }
    let membership = sets.membership(of: .int(1))
    #expect(membership.device == .absent && membership.server == nil && membership.after == nil)
  }

  @Test func `a judged write takes little room, and shares what is the same`() {
    // A report holds one for each write, each mode has a report, and pens go through all of them.
    #expect(MemoryLayout<JudgedWrite>.stride <= 128)
  }
}
