import Testing
import TraceFormat

@testable import RealmModel

@Suite struct PersistentDictionaryTests {
  /// A key of which many share a slot, the last slot among them, so that entries stand far from where
  /// they belong and go round the end.
  private struct CrowdedKey: SpreadKey, SlotFiller, Hashable {
    static var filler: CrowdedKey { CrowdedKey(number: 0) }
    var number: UInt64
    var spread: UInt64 { number % 3 == 0 ? .max : number % 7 }
  }

  private typealias Entries = PersistentDictionary<CrowdedKey, GlobalKey>

  private static func expectSame(_ entries: Entries, _ model: [CrowdedKey: GlobalKey]) {
    #expect(entries.count == model.count)
    #expect(entries.isEmpty == model.isEmpty)
    #expect(Set(entries.keys) == Set(model.keys))
    for number in UInt64(0)..<200 {
      let key = CrowdedKey(number: number)
      #expect(entries[key] == model[key])
    }
  }

  @Test(arguments: 1...8)
  func `holds what a dictionary holds, and so does every copy`(seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    var (entries, model) = (Entries(), [CrowdedKey: GlobalKey]())
    var copies: [(Entries, [CrowdedKey: GlobalKey])] = []
    for step in 0..<600 {
      let key = CrowdedKey(number: numbers.next() % 200)
      switch numbers.next() % 4 {
      case 0: (entries[key], model[key]) = (nil, nil)
      case 1:
        entries[key]?.high += 1
        model[key]?.high += 1
      default:
        let value = GlobalKey(high: 0, low: UInt64(step))
        (entries[key], model[key]) = (value, value)
      }
      if step % 100 == 0 { copies.append((entries, model)) }
    }
    Self.expectSame(entries, model)
    for (entries, model) in copies { Self.expectSame(entries, model) }
  }

  @Test func `every form of primary key is found again, and no other`() {
    let keys: [PrimaryKeyValue] = [
      .null, .int(0), .int(-1), .int(.max), .string(""), .string("a"), .string("b"),
      .globalKey(GlobalKey(high: 1, low: 2)), .globalKey(GlobalKey(high: 2, low: 1)),
      .objectID(ObjectID(high: 1, low: 2)), .uuid(RealmUUID(high: 1, low: 2)),
    ]
    var entries = PersistentDictionary<PrimaryKeyValue, ObjectKey>()
    for (index, key) in keys.enumerated() { entries[key] = ObjectKey(Int64(index)) }
    for (index, key) in keys.enumerated() { #expect(entries[key] == ObjectKey(Int64(index))) }
    #expect(entries[.int(1)] == nil)
    #expect(entries[.string("c")] == nil)
  }

  @Test(arguments: [0, 1, 16, 31, 32, 33, 1024, 1025, 4096])
  func `an array of one element over and over is changed place by place`(count: Int) {
    var array = PersistentArray(repeating: 7, count: count)
    #expect(array.count == count)
    for index in stride(from: 0, to: count, by: 5) { array[index] = index }
    for index in 0..<count { #expect(array[index] == (index % 5 == 0 ? index : 7)) }
  }
}

@Suite struct HashedEntriesTests {
  private static func entries(
    of numbers: [UInt64], spread: (UInt64) -> UInt64
  ) -> (entries: HashedEntries<UInt32>, duplicates: [UInt32]) {
    var duplicates: [UInt32] = []
    let entries = HashedEntries(
      count: numbers.count, spread: { spread(numbers[$0]) },
      areOfOneKey: { numbers[Int($0)] == numbers[Int($1)] }, duplicates: &duplicates)
    return (entries, duplicates)
  }

  @Test(arguments: [0, 1, 11, 12, 13, 20_000])
  func `many entries at once are found like those that came one by one`(count: Int) {
    let spread = { (number: UInt64) in ObjectKey(Int64(number)).spread }
    let numbers = (0..<UInt64(count)).map { $0 * 3 }
    var (entries, duplicates) = Self.entries(of: numbers, spread: spread)
    #expect(duplicates.isEmpty)
    #expect(entries.count == count)
    let copy = entries
    for number in 0..<UInt64(count) {
      #expect(entries.first(spread(number * 3)) { $0 == number } == UInt32(number))
      #expect(entries.first(spread(number * 3 + 1)) { $0 == number } == nil)
      if number % 2 == 0 {
        #expect(entries.remove(spread(number * 3)) { $0 == number } == UInt32(number))
      }
    }
    entries.insert(UInt32(count), spread(1))
    #expect(entries.first(spread(1)) { $0 == count } == UInt32(count))
    #expect(entries.count == count / 2 + 1)
    for number in 0..<UInt64(count) {
      let found = entries.first(spread(number * 3)) { $0 == number }
      #expect(found == (number % 2 == 0 ? nil : UInt32(number)))
      #expect(copy.first(spread(number * 3)) { $0 == number } == UInt32(number))
    }
  }

  @Test(arguments: [UInt64(0), .max, 1 << 40])
  func `of many entries with one key the first stays, be all in one place`(spread: UInt64) {
    let numbers: [UInt64] = Array(0..<50) + [7, 3]
    let (entries, duplicates) = Self.entries(of: numbers) { _ in spread }
    #expect(duplicates == [50, 51])
    #expect(entries.count == 50)
    for number in numbers {
      #expect(entries.first(spread) { numbers[Int($0)] == number } == UInt32(number))
    }
  }
}
