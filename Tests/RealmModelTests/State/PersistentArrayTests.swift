import Testing

@testable import RealmModel

@Suite struct PersistentArrayTests {
  @Test(arguments: [0, 1, 31, 32, 33, 1023, 1024, 1025, 3000, 32_767, 32_768, 32_769, 70_000])
  func `elements come back in order at every size around a node's`(count: Int) {
    var array = PersistentArray<Int>()
    for value in 0..<count { array.append(value) }
    #expect(array.count == count)
    #expect((0..<count).allSatisfy { array[$0] == $0 })
  }

  @Test func `copies share all but the few elements around a change`() {
    var array = PersistentArray<Int>()
    for value in 0..<70_000 { array.append(value) }
    var copy = array
    copy[40_000] = -1
    var (shared, apart): (Int, [Range<Int>]) = (0, [])
    copy.forEachStretch(sharedWith: array) { indexes, isShared in
      if isShared { shared += indexes.count } else { apart.append(indexes) }
    }
    #expect(apart == [40_000..<40_032])
    #expect(shared == 70_000 - 32)
  }

  @Test func `a change to a copy stays in the copy`() {
    var array = PersistentArray<Int>()
    for value in 0..<2000 { array.append(value) }
    var copy = array
    copy[1500] = -1
    copy.append(-2)
    #expect(array[1500] == 1500)
    #expect(array.count == 2000)
    #expect(copy[1500] == -1)
    #expect(copy[1499] == 1499)
  }
}
