internal import TraceFormat

/// Pseudonyms that follow from the key and the thing itself: the same in every trace.
struct KeyedPseudonyms: Sendable {
  let key: ScrubKey

  /// So many letters tell primary keys and texts apart, however many there are.
  private static let lettersMin = 16
  /// The sizes within which Realm accepts names (Realm Core: `table.hpp`, `group.hpp`).
  private static let nameLimits = [57, 63]

  func className(_ name: RealmString) -> RealmString { self.name(name, .className) }

  func property(_ name: RealmString) -> RealmString { self.name(name, .property) }

  private func name(_ name: RealmString, _ purpose: ScrubPurpose) -> RealmString {
    guard !name.isEmpty else { return name }
    return RealmString(
      letters(for: name.bytes, purpose, [Array(name.bytes)], min: 12, limits: Self.nameLimits))
  }

  /// A primary key. Null stays, and so does the empty text.
  ///
  /// Its class does not matter: where a property links to other classes on both sides, Realm looks for the key
  /// of the one in the other.
  func primaryKey(_ value: PrimaryKeyValue) -> PrimaryKeyValue {
    func number(_ kind: UInt8, _ bytes: [UInt8], _ part: UInt8 = 0) -> UInt64 {
      key.number(.primaryKey, [[kind, part], bytes])
    }
    switch value {
    case .null: return .null
    case .int(let value): return .int(Int64(number(1, Self.bytes(UInt64(bitPattern: value))) >> 2))
    case .string(let text):
      guard !text.isEmpty else { return value }
      return .string(
        RealmString(
          letters(for: text.bytes, .primaryKey, [[2], Array(text.bytes)], min: Self.lettersMin)))
    case .objectID(let id):
      let bytes = Self.bytes(id.high) + Self.bytes(UInt64(id.low))
      return .objectID(
        ObjectID(high: number(3, bytes), low: UInt32(truncatingIfNeeded: number(3, bytes, 1))))
    case .uuid(let id):
      let bytes = Self.bytes(id.high) + Self.bytes(id.low)
      return .uuid(RealmUUID(high: number(4, bytes), low: number(4, bytes, 1)))
    case .globalKey(let key):
      let bytes = Self.bytes(key.high) + Self.bytes(key.low)
      return .globalKey(GlobalKey(high: number(5, bytes) >> 1, low: number(5, bytes, 1) >> 1))
    }
  }

  /// A text of a field; empty where it was.
  func text(_ text: String, _ field: TextField) -> String {
    let bytes = Array(text.utf8)
    guard !bytes.isEmpty else { return text }
    return String(
      decoding: letters(
        for: bytes[...], .text, [Array(field.rawValue.utf8), bytes], min: Self.lettersMin),
      as: UTF8.self)
  }

  /// What could not be read, in letters; not UTF-8 where it was not.
  func bytes(_ bytes: [UInt8], _ field: BytesField) -> [UInt8] {
    guard !bytes.isEmpty else { return bytes }
    return letters(for: bytes[...], .bytes, [Array(field.rawValue.utf8), bytes], min: 12)
  }

  /// A number of a field, of at most 62 bits; 0 stays.
  func number<Number: FixedWidthInteger>(_ value: Number, _ field: NumberField) -> Number {
    guard value != 0 else { return value }
    let digits = Array(String(value).utf8)
    let code = key.number(.number, [Array(field.rawValue.utf8), digits])
    return Number(truncatingIfNeeded: code >> (65 - UInt64(min(63, Number.bitWidth)))) | 1
  }

  private func letters(
    for original: ArraySlice<UInt8>, _ purpose: ScrubPurpose, _ parts: [[UInt8]], min: Int,
    limits: [Int] = []
  ) -> [UInt8] {
    var numbers = KeyedNumbers(key, seed: [key.code(purpose, parts)])
    let first = Array(Letters.text(min, &numbers))
    return ScrubbedText.bytes(for: original, first, limits: limits, &numbers)
  }

  private static func bytes(_ value: UInt64) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(littleEndian: value)
    return bytes
  }

  /// What stands for a dictionary's key that the trace does not show below its property.
  func unseenKey(_ name: RealmString) -> RealmString {
    RealmString(letters(for: name.bytes, .unseenValue, [Array(name.bytes)], min: 12))
  }

  /// What stands for a value that the trace does not show, so that nothing of it passes by mistake.
  func unseen(_ value: Value, below property: PropertyName) -> Value {
    guard !value.isDefault, !value.isNoNumber else { return value }
    var seen = SeenValues()
    seen.insert(value)
    return ValuePseudonyms(seen, of: property, key, avoiding: [])[value] ?? .null
  }
}
