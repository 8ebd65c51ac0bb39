import RealmModel
import Testing

@testable import Replayer

/// What the tracker does to a list is told by hand-made examples: the client's operations on the
/// left, the server's list and what is left of it on the right (`docs/rules.md`, "List tracking").
@Suite struct ListTrackerTests {
  enum Step {
    case insert(Int, String)
    case update(Int, String)
    case erase(Int)
    case move(Int, Int)
    case dropInsert(Int)
    case loseRemote(Int)
  }

  /// Runs the steps against a list; nil when the list has to be copied whole.
  func run(_ steps: [Step], on list: [String], quirks: Quirks) -> [String]? {
    var (list, tracker) = (list, ListTracker(quirks: quirks))
    for step in steps { perform(step, on: &list, &tracker) }
    return tracker.needsCopy ? nil : list
  }

  func perform(_ step: Step, on list: inout [String], _ tracker: inout ListTracker) {
    switch step {
    case .insert(let index, let value):
      if case .apply(let at) = tracker.insert(at: index, size: list.count) {
        list.insert(value, at: at)
      }
    case .update(let index, let value):
      if case .apply(let at) = tracker.update(at: index) { list[at] = value }
    case .erase(let index):
      if case .apply(let at) = tracker.erase(at: index) { list.remove(at: at) }
    case .move(let from, let to):
      if case .move(let from, let to) = tracker.move(from: from, to: to, size: list.count) {
        list.insert(list.remove(at: from), at: to)
      }
    case .dropInsert(let index): _ = tracker.insertDropped(at: index)
    case .loseRemote(let index):
      list.remove(at: index)
      tracker.didLoseElement(at: index)
    }
  }

  @Test(arguments: [
    (["2", "3"], [Step.insert(3, "4"), .insert(4, "5")], ["2", "3", "4", "5"] as [String]?),
    (["r"], [.insert(0, "X"), .insert(0, "Y"), .update(1, "X'"), .erase(0)], ["X'", "r"]),
    (["r"], [.insert(0, "X"), .insert(0, "Y"), .erase(0), .erase(1)], nil),
    (["3"], [.insert(3, "4"), .insert(4, "5"), .move(3, 4), .erase(3)], ["3", "4"]),
    (["3"], [.insert(3, "4"), .insert(4, "5"), .move(4, 3)], ["3", "5", "4"]),
    (["s"], [.insert(0, "X"), .insert(2, "Y"), .move(0, 2)], ["s", "Y", "X"]),
    ([], [.insert(0, "X"), .insert(2, "Y"), .move(2, 0)], ["Y", "X"]),
  ])
  func `both engines agree where no defect is involved`(
    list: [String], steps: [Step], expected: [String]?
  ) {
    #expect(run(steps, on: list, quirks: .realmCore) == expected)
    #expect(run(steps, on: list, quirks: .ideal) == expected)
  }

  @Test func `an insertion cut to a shorter list collides, unless the engine is ideal`() {
    let steps: [Step] = [.insert(5, "X"), .insert(3, "Y"), .erase(6)]
    #expect(run(steps, on: ["a"], quirks: .realmCore) == ["a", "X"])
    #expect(run(steps, on: ["a"], quirks: .ideal) == ["a", "Y"])
  }

  @Test func `a dropped insertion shifts what later indexes mean, unless the engine is ideal`() {
    let steps: [Step] = [.insert(0, "X"), .dropInsert(0), .erase(0)]
    #expect(run(steps, on: [], quirks: .realmCore) == [])
    #expect(run(steps, on: [], quirks: .ideal) == ["X"])
  }

  @Test func `elements lost by a deletion shift positions only in the ideal engine`() {
    let steps: [Step] = [.insert(1, "2"), .insert(2, "3"), .loseRemote(0), .erase(1)]
    #expect(run(steps, on: ["1", "4"], quirks: .realmCore) == ["2", "4"])
    #expect(run(steps, on: ["1", "4"], quirks: .ideal) == ["3", "4"])
  }

  @Test func `a move that would reach the end of the list ends Realm Core`() {
    var tracker = ListTracker(quirks: .realmCore)
    #expect(tracker.insert(at: 4, size: 0) == .apply(at: 0))
    #expect(tracker.insert(at: 2, size: 1) == .apply(at: 1))
    guard case .crash = tracker.move(from: 5, to: 2, size: 2) else {
      Issue.record("expected an abort")
      return
    }
  }

  @Test func `a move onto itself marks the list`() {
    var tracker = ListTracker(quirks: .realmCore)
    _ = tracker.insert(at: 0, size: 0)
    #expect(tracker.move(from: 0, to: 0, size: 1) == .copiedWhole)
    #expect(tracker.needsCopy)
  }

  @Test func `what is copied once stays copied in Realm Core and is due again in the ideal engine`()
  {
    for (quirks, isDue) in [(Quirks.realmCore, false), (.ideal, true)] {
      var tracker = ListTracker(quirks: quirks)
      #expect(tracker.erase(at: 0) == .copiedWhole)
      tracker.didCopy()
      #expect(tracker.insert(at: 1, size: 1) == (isDue ? .copiedWhole : .alreadyCopied))
      #expect(tracker.needsCopy == isDue)
    }
  }

  @Test func `an element that goes with its object marks nothing and shifts what follows it`() {
    var tracker = ListTracker(quirks: .ideal)
    #expect(tracker.insert(at: 3, size: 3) == .apply(at: 3))
    tracker.eraseWithObject(at: 0)
    #expect(!tracker.needsCopy)
    tracker.didLoseElement(at: 0)
    #expect(tracker.update(at: 2) == .apply(at: 2))
  }
}
