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

  @Test(arguments: [0, 1, 11, 12, 13, 20_000])
  func `many entries at once are found like those that came one by one`(count: Int) {
    let (entries, hasDuplicates) = PersistentDictionary<PrimaryKeyValue, ObjectKey>.collecting(
      count: count
    ) { add in for number in 0..<Int64(count) { add(.int(number * 3), ObjectKey(number)) } }
    #expect(!hasDuplicates)
    #expect(entries.count == count)
    for number in 0..<Int64(count) {
      #expect(entries[.int(number * 3)] == ObjectKey(number))
      #expect(entries[.int(number * 3 + 1)] == nil)
    }
  }

  @Test func `of many entries with one key the first stays`() {
    let numbers: [UInt64] = Array(0..<50) + [7, 3]
    let (entries, hasDuplicates) = Entries.collecting(count: numbers.count) { add in
      for (index, number) in numbers.enumerated() {
        add(CrowdedKey(number: number), GlobalKey(high: 0, low: UInt64(index)))
      }
    }
    #expect(hasDuplicates)
    #expect(entries.count == 50)
    #expect(entries[CrowdedKey(number: 7)]?.low == 7)
    #expect(entries[CrowdedKey(number: 3)]?.low == 3)
  }
}
