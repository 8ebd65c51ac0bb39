import RealmModel
import TestSupport
import Testing
import TraceFormat

@testable import Scrubbing

/// What outcomes depend on is the same of pseudonyms: equality, order, sums, emptiness, UTF-8.
@Suite struct PseudonymTests {
  private static let property = PropertyName("Item", "any")

  private func pseudonyms(_ values: [Value], isCounted: Bool = false) -> [Value] {
    var seen = SeenValues()
    for value in values { seen.insert(value) }
    seen.isCounted = isCounted
    let new = ValuePseudonyms(seen, of: Self.property, ScrubTrial.key, avoiding: [])
    return values.map { value in
      value.isDefault || value.isNoNumber ? value : new[value] ?? .null
    }
  }

  private static func decimal(_ text: String) -> Value {
    guard let value = Decimal128(text: text) else { preconditionFailure("\(text) is a decimal") }
    return .decimal(value)
  }

  static let mixed: [Value] = [
    .int(1), .int(2), .int(-3), .int(0), .int(.max), .int(.min), .int(1_000_000_007),
    .double(bitPattern: (2.0).bitPattern), .double(bitPattern: (1.5).bitPattern),
    .float(bitPattern: Float(1.5).bitPattern), .float(bitPattern: Float(-3).bitPattern),
    .double(bitPattern: (-0.0).bitPattern), .double(bitPattern: Double.infinity.bitPattern),
    .double(bitPattern: Double.nan.bitPattern), .double(bitPattern: (1e300).bitPattern),
    decimal("1.5"), decimal("1.50"), decimal("2"), decimal("-1E+6000"), decimal("0"),
    .string("a"), .string("b"), .string(""), .string("ab"), .string("\u{E9}"),
    .string(RealmString([0xFF, 0x41])), .string(RealmString([0xFF])),
    .binary("a"), .binary(""), .binary(RealmString([0, 1])),
    .timestamp(Timestamp(seconds: 0, nanoseconds: 0)),
    .timestamp(Timestamp(seconds: 0, nanoseconds: 5)),
    .timestamp(Timestamp(seconds: -1, nanoseconds: -5)),
    .timestamp(Timestamp(seconds: 1_700_000_000, nanoseconds: 0)),
    .objectID(ObjectID(high: 1, low: 2)), .objectID(ObjectID(high: 1, low: 3)),
    .objectID(ObjectID(high: 0, low: 0)), .uuid(RealmUUID(high: 7, low: 7)), .bool(true),
  ]

  @Test func `Order and equality across types are kept`() {
    let new = pseudonyms(Self.mixed)
    for (a, x) in zip(Self.mixed, new) {
      for (b, y) in zip(Self.mixed, new) {
        #expect(
          a.compareMixed(b).signum() == x.compareMixed(y).signum(), "\(a) and \(b): \(x) and \(y)")
        #expect((a == b) == (x == y), "\(a) and \(b)")
      }
    }
  }

  @Test func `Types, emptiness and UTF-8 are kept, and nothing else stays`() {
    for (old, new) in zip(Self.mixed, pseudonyms(Self.mixed)) {
      #expect(PayloadValue.value(old).typeName == PayloadValue.value(new).typeName)
      switch (old, new) {
      case (.string(let a), .string(let b)):
        #expect(a.isEmpty == b.isEmpty && (a.text == nil) == (b.text == nil))
      case (.binary(let a), .binary(let b)): #expect(a.isEmpty == b.isEmpty)
      default: break
      }
      #expect(old != new || old.isDefault || old.isNoNumber, "\(old)")
    }
  }

  @Test func `Sums stay sums where something is added`() {
    let numbers: [Int64] = [0, 1, 41, 42, -7, 12_345, .max, .min]
    let new = pseudonyms(numbers.map { .int($0) }, isCounted: true)
    let factor = CountedNumbers.factor(of: Self.property, ScrubTrial.key)
    for (a, x) in zip(numbers, new) {
      for (b, y) in zip(numbers, new) {
        guard case .int(let x) = x, case .int(let y) = y else { continue }
        #expect(x &+ y == (a &+ b) &* factor)
        #expect((a == b) == (x == y))
      }
    }
    #expect(new[0] == .int(0) && factor > 1 && factor % 2 == 1)
  }

  @Test func `Different values of two traces do not get the same pseudonym`() {
    #expect(pseudonyms([.string("alice")]) != pseudonyms([.string("bob")]))
    #expect(pseudonyms([.int(5)]) != pseudonyms([.int(6)]))
  }

  @Test func `Keys of dictionaries keep their order, and those that Realm refuses are refused`() {
    var seen = SeenValues()
    let names: [RealmString] = ["", "a", "ab", "b", "$x", "a.b"]
    for name in names { seen.insert(key: name) }
    let new = ValuePseudonyms(seen, of: Self.property, ScrubTrial.key, avoiding: [])
    let keys = names.compactMap { new[key: $0] }
    #expect(keys.count == names.count && keys[0].isEmpty)
    #expect(keys[1] < keys[2] && keys[2] < keys[3])
    #expect(keys[4].bytes.first == UInt8(ascii: "$"))
    #expect(keys[5].bytes.contains(UInt8(ascii: ".")))
  }

  @Test func `Numbers that grow keep their order and their neighbours`() {
    let numbers: [Int128] = [0, 1, 2, 9_000, 500_000, 500_001, 500_100, 9_999_999, 1 << 63]
    let moved = OrderedNumbers(numbers, from: 700_000)
    let new = numbers.map { moved[$0] }
    #expect(new == new.sorted() && Set(new).count == numbers.count)
    #expect(Array(new.prefix(4)) == [0, 1, 2, 9_000])
    #expect(new[5] - new[4] == 1 && new[6] - new[5] == 99)
    let dense = OrderedNumbers((9_990...10_010).map { Int128($0) }, from: 700_000)
    #expect(dense[10_000] - dense[9_999] == 1 && dense[9_990] == 700_000)
  }

  @Test(arguments: [1, 5, 8, 12, 13, 100, 255, 1 << 19])
  func `Sizes are rounded up to classes`(size: Int) {
    let rounded = SizeClass.size(size, min: 8)
    #expect(rounded >= size && rounded <= max(8, size * 3 / 2 + 1))
    #expect(SizeClass.size(rounded, min: 8) == rounded)
  }
}

extension PayloadValue {
  fileprivate var typeName: String { "\(self)".prefix { $0 != "(" }.description }
}
