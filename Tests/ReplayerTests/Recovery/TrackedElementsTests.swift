import TestSupport
import Testing
import TraceFormat

@testable import Replayer

@Suite struct TrackedElementsTests {
  /// Positions on the server are random, so that the two orders have nothing to do with each other.
  @Test(arguments: [3, 20, 200])
  func `it does what is done to one element after the other`(size: Int) {
    var numbers = SeededNumbers(seed: TestSeed.value)
    var (tree, plain) = (TrackedElements(), PlainElements())
    for step in 0..<2000 {
      edit(&tree, &plain, size, &numbers)
      guard tree.all == plain.elements else {
        Issue.record("other elements after \(step) steps; \(TestSeed.hint)")
        return
      }
      let remotes = plain.elements.compactMap(\.remote)
      #expect(tree.remotes?.lowerBound == remotes.min(), "\(TestSeed.hint)")
      #expect(tree.remotes?.upperBound == remotes.max(), "\(TestSeed.hint)")
    }
    for element in plain.elements {
      #expect(tree.element(atLocal: element.local) == element, "\(TestSeed.hint)")
      guard let remote = element.remote else { continue }
      #expect(tree.element(atRemote: remote)?.remote == remote, "\(TestSeed.hint)")
    }
  }

  private func edit(
    _ tree: inout TrackedElements, _ plain: inout PlainElements, _ size: Int,
    _ numbers: inout SeededNumbers
  ) {
    let index = Int.random(in: 0..<size, using: &numbers)
    let remote = Int.random(in: 0..<size, using: &numbers)
    let marks = TrackedElements.Marks(rawValue: 1 << UInt8.random(in: 0..<4, using: &numbers))
    switch Int.random(in: 0..<9, using: &numbers) {
    case 0...2:
      tree.change(locals: index..<(.max), .init(local: 1))
      plain.change(locals: index..<(.max), .init(local: 1))
      let isMissing = Bool.random(using: &numbers)
      tree.insert(.init(local: index, remote: isMissing ? nil : remote, marks: marks))
      plain.insert(.init(local: index, remote: isMissing ? nil : remote, marks: marks))
    case 3:
      tree.remove(atLocal: index)
      plain.remove(atLocal: index)
    case 4:
      tree.change(locals: index..<size, .init(remote: 2, marks: marks))
      plain.change(locals: index..<size, .init(remote: 2, marks: marks))
    case 5:
      tree.change(remotes: remote..<size, .init(remote: 1, remoteMarks: marks))
      plain.change(remotes: remote..<size, .init(remote: 1, remoteMarks: marks))
    case 6:
      tree.loseRemote(remote)
      plain.loseRemote(remote)
    case 7:
      tree.within(locals: index..<size) { $0.shiftRemotes(by: -1) }
      plain.shiftRemotes(of: index..<size, by: -1)
    default:
      tree.within(locals: index..<size) { $0.shiftRemotes(by: 1) }
      plain.shiftRemotes(of: index..<size, by: 1)
    }
  }

  /// Counted in nodes that are looked at, so that no clock decides.
  @Test(.slow, arguments: [1000, 4000, 16_000])
  func `following a list takes steps by the logarithm of its length`(count: Int) {
    var numbers = SeededNumbers(seed: 1)
    var tracker = ListTracker(quirks: .realmCore)
    for step in 0..<count { _ = tracker.insert(at: 0, size: step + 10) }
    for _ in 0..<count {
      let index = Int.random(in: 0..<count - 1, using: &numbers)
      _ = tracker.move(from: index, to: index + 1, size: count + 10)
      _ = tracker.erase(at: index)
      _ = tracker.insert(at: index, size: count + 9)
    }
    #expect(!tracker.isManual)
    // Four operations of some three walks each.
    let logarithm = Int.bitWidth - count.leadingZeroBitCount
    #expect(tracker.known.visitCount <= 4 * count * 12 * logarithm)
  }

  @Test(.slow, arguments: [1000, 4000, 16_000])
  func `knowing where elements really stand does too`(count: Int) {
    var numbers = SeededNumbers(seed: 1)
    var positions = ElementPositions()
    for step in 0..<count { positions.didInsert(local: step, remote: step + 10) }
    for _ in 0..<count {
      let index = Int.random(in: 0..<count - 1, using: &numbers)
      positions.didMove(local: (index, index + 1), remote: (index + 10, index + 11))
      positions.didErase(local: index, remote: index + 10)
      positions.didInsert(local: index, remote: index + 10)
    }
    let logarithm = Int.bitWidth - count.leadingZeroBitCount
    #expect(positions.visitCount <= 4 * count * 24 * logarithm)
  }

  /// A list that is copied after every transaction loses what the server's list no longer has each time.
  @Test func `elements of which the server has none lose nothing, and none is looked at`() {
    var tree = TrackedElements()
    for _ in 0..<100 {
      tree.change(locals: 0..<(.max), .init(local: 1))
      tree.insert(.init(local: 0, remote: nil))
      let before = (elements: tree.all, visits: tree.visitCount)
      tree.loseRemotes()
      #expect(tree.all == before.elements)
      #expect(tree.visitCount == before.visits)
    }
    tree.insert(.init(local: 100, remote: 7, marks: .init(rawValue: 1)))
    tree.loseRemotes()
    #expect(tree.all.last == .init(local: 100, remote: nil, marks: .init(rawValue: 1)))
    #expect(tree.remotes == nil)
  }
}
