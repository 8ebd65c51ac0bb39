import TraceFormat

@testable import Scrubbing

/// Everything in events that tells something of somebody: strings, numbers of more than four digits, bytes.
///
/// Left out is what docs/sharing.md says that stays: words of vocabularies, positions, counts, Realm's own
/// numbers, and what every object has anyway.
struct SourceContents: EventRewriting {
  private(set) var strings: Set<[UInt8]> = []
  private(set) var numbers: Set<UInt64> = []
  private(set) var byteRuns: Set<[UInt8]> = []

  /// Shorter strings and runs stand in any file by chance.
  private static let stringSizeMin = 5
  private static let runSizeMin = 6

  init(_ events: [Event]) throws {
    for event in events { _ = try event.rewritten(by: &self) }
  }

  private mutating func note(_ string: some Sequence<UInt8>) {
    let bytes = Array(string)
    guard bytes.count >= Self.stringSizeMin else { return }
    if String(validating: bytes, as: UTF8.self) == nil {
      note(run: bytes)
    } else {
      strings.insert(bytes)
    }
  }

  private mutating func note(run bytes: [UInt8]) {
    if bytes.count >= Self.runSizeMin { byteRuns.insert(bytes) }
  }

  private mutating func note(number: UInt64) { if number > 9999 { numbers.insert(number) } }

  private mutating func note(id words: UInt64...) {
    var bytes: [UInt8] = []
    for word in words { bytes += (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) } }
    // A small number as an identifier is hardly more than zeros.
    if bytes.count(where: { $0 != 0 }) > 3 { note(run: bytes) }
  }

  // MARK: Requests

  mutating func className(_ name: RealmString) -> RealmString {
    note(name.bytes)
    return name
  }

  mutating func property(_ name: RealmString, of className: RealmString) -> RealmString {
    note(name.bytes)
    return name
  }

  mutating func pathKey(_ key: RealmString, below place: LocationValue) -> RealmString {
    note(key.bytes)
    return key
  }

  mutating func unusedString(_ string: RealmString) -> RealmString {
    note(string.bytes)
    return string
  }

  mutating func primaryKey(
    _ key: PrimaryKeyValue, of className: RealmString
  ) -> PrimaryKeyValue {
    switch key {
    case .null: break
    case .int(let value): note(number: value.magnitude)
    case .string(let text): note(text.bytes)
    case .globalKey(let key): note(id: key.high, key.low)
    case .objectID(let id): note(id: id.high)
    case .uuid(let id): note(id: id.high, id.low)
    }
    return key
  }

  mutating func value(_ value: PayloadValue, at place: LocationValue) -> PayloadValue {
    guard let carried = value.value, !carried.isDefault else { return value }
    switch carried {
    case .int(let number): note(number: number.magnitude)
    case .string(let text): note(text.bytes)
    case .binary(let data): note(run: Array(data.bytes))
    case .timestamp(let time):
      note(number: time.seconds.magnitude)
      note(number: UInt64(time.nanoseconds.magnitude))
    case .double(let bits) where Double(bitPattern: bits).isFinite: note(id: bits)
    case .decimal(let number) where !number.isNaN && !number.isInfinite:
      note(number: number.coefficient.low)
    case .objectID(let id): note(id: id.high)
    case .uuid(let id): note(id: id.high, id.low)
    default: break
    }
    return value
  }

  mutating func increment(_ amount: Int64, at place: LocationValue) -> Int64 {
    note(number: amount.magnitude)
    return amount
  }

  mutating func text(_ text: String, _ field: TextField) -> String {
    if field.vocabulary?.kept(of: text) != nil { return text }
    if field == .logLine, InstructionKind.allCases.contains(where: { $0.name == text }) {
      return text
    }
    note(text.utf8)
    return text
  }

  mutating func query(_ query: String, of className: RealmString) -> String {
    if query != "TRUEPREDICATE" { note(query.utf8) }
    return query
  }

  mutating func number<Number: FixedWidthInteger>(
    _ value: Number, _ field: NumberField
  ) -> Number {
    // The largest number says that there is no version.
    if ![.kept, .internalKey].contains(field.policy), value != Number.max {
      note(number: UInt64(truncatingIfNeeded: value.magnitude))
    }
    return value
  }

  mutating func bytes(_ bytes: [UInt8], _ field: BytesField) -> [UInt8] {
    note(run: bytes)
    return bytes
  }

  mutating func unknownMember(_ member: JSONText.Member) -> JSONText.Member {
    if !member.hasKnownName { note(member.name.utf8) }
    note(strings: member.value)
    return member
  }

  private mutating func note(strings value: JSONText) {
    switch value {
    case .string(let text): note(text.utf8)
    case .array(let elements): for element in elements { note(strings: element) }
    case .object(let members):
      for member in members {
        note(member.name.utf8)
        note(strings: member.value)
      }
    case .null, .bool, .number: break
    }
  }
}
