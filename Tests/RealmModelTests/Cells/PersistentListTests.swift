import TestSupport
import Testing
import TraceFormat

@testable import RealmModel

@Suite struct PersistentListTests {
  /// Which edits are frequent: those make a list grow, shrink, or stay.
  enum Course: CaseIterable { case growing, shrinking, front, back, anywhere }

  /// The length decides how many levels there are.
  @Test(arguments: Course.allCases, [0, 40, 5000])
  func `it does what an array does, and copies keep what they had`(course: Course, count: Int) {
    var numbers = SeededNumbers(seed: TestSeed.value)
    var (list, array) = (PersistentList(0..<count), Array(0..<count))
    var copies: [(PersistentList<Int>, [Int])] = []
    for step in 0..<3000 {
      if step % 500 == 0 { copies.append((list, array)) }
      edit(&list, &array, step, course, &numbers)
      guard list.count == array.count else {
        Issue.record("\(list.count) elements, expected \(array.count); \(TestSeed.hint)")
        return
      }
    }
    copies.append((list, array))
    for (list, array) in copies {
      #expect(Array(list) == array, "\(TestSeed.hint)")
      #expect(list.indices.allSatisfy { list[$0] == array[$0] }, "\(TestSeed.hint)")
    }
  }

  private func edit(
    _ list: inout PersistentList<Int>, _ array: inout [Int], _ step: Int, _ course: Course,
    _ numbers: inout SeededNumbers
  ) {
    let removal = course == .shrinking ? 7 : course == .growing ? 1 : 4
    let kind = Int.random(in: 0..<10, using: &numbers)
    func index(_ count: Int) -> Int {
      switch course {
      case .front: 0
      case .back: count - 1
      default: Int.random(in: 0..<count, using: &numbers)
      }
    }
    if array.isEmpty || kind >= removal + 2 {
      let place = index(array.count + 1)
      list.insert(-step, at: place)
      array.insert(-step, at: place)
    } else if kind < removal {
      let place = index(array.count)
      #expect(list.remove(at: place) == array.remove(at: place))
    } else if kind == removal {
      let place = index(array.count)
      list[place] += 1
      array[place] += 1
    } else {
      let (source, destination) = (index(array.count), index(array.count))
      list.move(from: source, to: destination)
      array.insert(array.remove(at: source), at: destination)
    }
  }

  /// What copies don't share is what they cost: a list of so many elements, kept at each of its
  /// insertions, would take their square if it were an array.
  @Test(arguments: [true, false])
  func `nodes stay few and full`(isPrepended: Bool) {
    var list = PersistentList<Int>()
    for number in 0..<20_000 { list.insert(number, at: isPrepended ? 0 : list.count) }
    guard case .long(let branches) = list.storage else {
      Issue.record("a long list is one array")
      return
    }
    let leaves = branches.reduce(0) { $0 + $1.leaves.count }
    #expect(leaves <= 2 * 20_000 / PersistentList<Int>.leafCountMax)
    #expect(branches.count <= 2 * leaves / PersistentList<Int>.branchCountMax + 1)
    #expect(branches.allSatisfy { $0.leaves.count <= PersistentList<Int>.branchCountMax })
  }

  @Test func `a list that shrinks becomes one array again`() {
    var list = PersistentList(0..<5000)
    while list.count > 10 { list.remove(at: list.count / 2) }
    guard case .short = list.storage else {
      Issue.record("ten elements are a tree")
      return
    }
    #expect(Array(list) == [0, 1, 2, 3, 4, 4995, 4996, 4997, 4998, 4999])
  }
}
