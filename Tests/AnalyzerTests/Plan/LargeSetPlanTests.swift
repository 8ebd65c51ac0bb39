import RealmModel
import ReplaySupport
import Replayer
import Testing
import TraceFormat

@testable import Analyzer

/// Plans for many elements of one set.
@Suite struct LargeSetPlanTests {
  /// The outcome of a session that has added so many elements to a set of two, and removed one.
  private func outcome(_ count: Int) throws -> Outcome {
    let additions = (3..<(count + 3)).map { #"{"add": ["T", 1, "st"], "value": \#($0)}"# }
    let operations = additions + [#"{"remove": ["T", 1, "st"], "value": 2}"#]
    return try ScenarioOutcome.session(
      #""local": [{"operations": [\#(operations.joined(separator: ","))]}]"#, mode: .manual)
  }

  private func plan(_ count: Int) throws -> (plan: MergePlan, outcome: Outcome) {
    let outcome = try outcome(count)
    return (try #require(Analysis.report(of: outcome).mergePlan), outcome)
  }

  @Test func `of a large set an operation shows whether it has the element`() throws {
    let (plan, outcome) = try plan(150)
    #expect(plan.operations.count == 151)
    for operation in plan.operations {
      let isRemoval = operation.member == .int(2)
      #expect(operation.conflict == nil)
      #expect(operation.server == (isRemoval ? .present : .absent))
      #expect(operation.after == (isRemoval ? .absent : .present))
    }
    var state = outcome.situation.fresh
    try state.apply(Changeset(decoding: plan.changeset))
    let place = LocationValue("T", .int(1), "st", [])
    #expect(state.value(at: place) == outcome.situation.local.value(at: place))
  }

  @Test func `of a small set an operation shows the whole`() throws {
    let operation = try #require(try plan(3).plan.operations.first)
    #expect(operation.server == .value(.set([.int(1), .int(2)])))
    #expect(operation.after == .value(.set([.int(1), .int(2), .int(3)])))
  }
}
