import TestSupport
import Testing
import TraceFormat

@testable import Campaigns

@Suite struct ReductionTests {
  @Test func `one item out of a thousand is found in few candidates`() {
    var reduction = Reduction(candidateCountMax: 1_000)
    #expect(reduction.reduce(Array(0..<1_000)) { $0.contains(617) } == [617])
    #expect(reduction.candidateCount < 60)
    #expect(!reduction.isCutShort)
  }

  @Test func `items that need each other stay together, in their order`() {
    var reduction = Reduction(candidateCountMax: 10_000)
    let kept = reduction.reduce(Array(0..<200)) { part in
      [3, 77, 150].allSatisfy(part.contains) && (!part.contains(150) || part.contains(199))
    }
    #expect(kept == [3, 77, 150, 199])
  }

  @Test func `an item that only had to stay for another goes with it`() {
    var reduction = Reduction(candidateCountMax: 10_000)
    // 5 may go once 9 is gone, and 9 may always go; 1 has to stay.
    let kept = reduction.reduce([1, 5, 9]) { $0.contains(1) && ($0.contains(5) || !$0.contains(9)) }
    #expect(kept == [1])
  }

  @Test func `a limit ends the search, and what is left still has the property`() {
    var reduction = Reduction(candidateCountMax: 5)
    let kept = reduction.reduce(Array(0..<500)) { $0.contains(250) }
    #expect(kept.contains(250))
    #expect(reduction.isCutShort)
    #expect(reduction.candidateCount == 5)
  }

  @Test func `random properties of random lists are kept, and no item could go`() {
    var numbers = SeededNumbers(seed: TestSeed.value)
    for _ in 0..<50 {
      let items = Array(0..<Int.random(in: 1...60, using: &numbers))
      let needed = Set(items.filter { _ in Int.random(in: 0..<8, using: &numbers) == 0 })
      var reduction = Reduction(candidateCountMax: 100_000)
      let kept = reduction.reduce(items) { needed.isSubset(of: $0) }
      #expect(kept == needed.sorted(), "\(TestSeed.hint)")
    }
  }
}
