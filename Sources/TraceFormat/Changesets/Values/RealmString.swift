/// A string of Realm by its bytes: a name, a text, a dictionary key; or a binary value.
///
/// Nothing promises that they are UTF-8, and Realm compares and sorts strings bytewise; Swift's
/// `String` would replace what is not UTF-8 and hold different bytes to be equal. The value is a
/// stretch of an array that it shares with others, mostly the storage of the changeset it came
/// from: taking a string out of a changeset copies nothing, and a state can hold millions of them.
public struct RealmString: Sendable {
  @usableFromInline let storage: [UInt8]
  @usableFromInline let start: UInt32
  /// Number of bytes.
  public let count: Int32

  /// A stretch of an array, which must lie inside it.
  @inlinable public init(storage: [UInt8], _ range: ByteRange) {
    precondition(
      Int(range.offset) + Int(range.size) <= storage.count, "a stretch must lie inside its array")
    self.storage = storage
    start = range.offset
    count = Int32(range.size)
  }

  /// All bytes of an array, which is shared and not copied.
  @inlinable public init(_ bytes: [UInt8]) {
    self.init(storage: bytes, ByteRange(offset: 0, size: UInt32(bytes.count)))
  }

  /// A copy of these bytes.
  @inlinable public init(_ bytes: ArraySlice<UInt8>) { self.init(Array(bytes)) }
  /// The text as UTF-8.
  @inlinable public init(_ text: some StringProtocol) { self.init(Array(text.utf8)) }

  /// The string without bytes.
  public static let empty = RealmString([UInt8]())

  /// The bytes.
  @inlinable public var bytes: ArraySlice<UInt8> { storage[Int(start)..<Int(start) + Int(count)] }

  /// Whether it has no bytes.
  @inlinable public var isEmpty: Bool { count == 0 }

  /// The text, or nil where the bytes are not UTF-8.
  public var text: String? { String(validUTF8: bytes) }

  /// The text for people, with a replacement character for what is not UTF-8.
  public var readableText: String { String(decoding: bytes, as: UTF8.self) }
}

extension RealmString: Hashable {
  /// Whether both have the same bytes.
  @inlinable public static func == (a: RealmString, b: RealmString) -> Bool {
    guard a.count == b.count else { return false }
    let (left, right) = (a.bytes.span, b.bytes.span)
    for offset in left.indices where left[offset] != right[offset] { return false }
    return true
  }

  /// Hashes the bytes.
  @inlinable public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    // SAFETY: the buffer is read during the call only.
    unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
  }
}

extension RealmString: Comparable {
  /// Bytewise, a prefix before the longer string, as Realm sorts.
  @inlinable public static func < (a: RealmString, b: RealmString) -> Bool {
    let (left, right) = (a.bytes.span, b.bytes.span)
    for offset in 0..<Int(min(a.count, b.count)) {
      let (x, y) = (left[offset], right[offset])
      if x != y { return x < y }
    }
    return a.count < b.count
  }
}

extension RealmString: ExpressibleByStringLiteral {
  /// The text as UTF-8.
  @inlinable public init(stringLiteral text: String) { self.init(text) }
}

extension RealmString: CustomStringConvertible {
  /// As ``readableText``.
  public var description: String { readableText }
}
