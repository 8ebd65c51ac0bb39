package import TraceFormat

/// Texts or binaries as Realm stores those of a column: together, and not one by one.
package struct StoredTexts: Sendable {
  package enum Form: Sendable {
    /// Records of one width, whose last byte says how much of it is not used; all of it for null
    /// (Realm Core: `array_string_short.cpp`).
    case records(bytes: [UInt8], width: Int)
    /// One behind the other, with where each ends, and 1 for each that is null (Realm Core: `array_blobs_small.hpp`).
    case joined(bytes: [UInt8], ends: PackedIntegers, nulls: PackedIntegers, endsWithZero: Bool)
    /// For each the place of its text in a list (Realm Core: `array_string.cpp`).
    case listed([RealmString?], places: PackedIntegers)
    case separate([RealmString?])
  }

  private let form: Form
  package let count: Int

  /// - Precondition: the form holds so many, and each of them lies inside it.
  package init(_ form: Form, count: Int) { (self.form, self.count) = (form, count) }

  /// A text, which shares its bytes with the others; nil for null.
  package subscript(index: Int) -> RealmString? {
    switch form {
    case .records(let bytes, let width):
      guard width > 0 else { return nil }
      let size = width - 1 - Int(bytes[index * width + width - 1])
      return size < 0 ? nil : Self.stretch(bytes, index * width, size)
    case .joined(let bytes, let ends, let nulls, let endsWithZero):
      if nulls[index] != 0 { return nil }
      let start = index == 0 ? 0 : Int(ends[index - 1])
      return Self.stretch(bytes, start, Int(ends[index]) - start - (endsWithZero ? 1 : 0))
    case .listed(let texts, let places): return texts[Int(places[index])]
    case .separate(let texts): return texts[index]
    }
  }

  package var all: [RealmString?] { (0..<count).map { self[$0] } }

  private static func stretch(_ bytes: [UInt8], _ start: Int, _ size: Int) -> RealmString {
    RealmString(storage: bytes, ByteRange(offset: UInt32(start), size: UInt32(size)))
  }
}
