import Synchronization
import Testing

@testable import TraceFormat

@Suite struct ConcurrentMapTests {
  @Test(arguments: [1, 2, 7])
  func `results stand in their order, and each is worked out once`(width: Int) {
    let calls = Atomic(0)
    let results = ConcurrentMap.map(count: 100, width: width) { index in
      calls.add(1, ordering: .relaxed)
      return index * index
    }
    #expect(results == (0..<100).map { $0 * $0 })
    #expect(calls.load(ordering: .relaxed) == 100)
  }

  @Test func `nothing to do has no results`() {
    #expect(ConcurrentMap.map(count: 0, width: 2) { $0 }.isEmpty)
  }

  @Test func `no more are in work at once than were asked for`() {
    let inWork = Atomic(0)
    let most = Atomic(0)
    _ = ConcurrentMap.map(count: 50, width: 2) { _ in
      most.max(inWork.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
      inWork.subtract(1, ordering: .relaxed)
    }
    #expect((1...2).contains(most.load(ordering: .relaxed)))
  }
}
