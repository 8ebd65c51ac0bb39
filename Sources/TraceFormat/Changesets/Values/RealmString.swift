/// A string of Realm by its bytes: a name, a text, a dictionary key; or a binary value.
///
/// Nothing promises that they are UTF-8, and Realm compares and sorts strings bytewise; Swift's
/// `String` would replace what is not UTF-8 and hold different bytes to be equal. Up to 14 bytes, as most names have, are
/// in place, so that a copy counts no reference. A longer one is a stretch of an array that it shares with others, mostly
/// the storage of the changeset it came from: taking it out of a changeset copies nothing, and a state can hold
/// millions of them.
public struct RealmString: Sendable {
  @usableFromInline enum Form: Sendable {
    case short(ShortBytes)
    case stretch(ByteStretch)
  }

  @usableFromInline let form: Form

  /// A stretch of an array, which must lie inside it.
  @inlinable public init(storage: [UInt8], _ range: ByteRange) {
    precondition(
      Int(range.offset) + Int(range.size) <= storage.count, "a stretch must lie inside its array")
    form =
      range.size <= ShortBytes.countMax
      ? .short(ShortBytes(storage, range)) : .stretch(ByteStretch(storage, range))
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
  @inlinable public var bytes: ArraySlice<UInt8> {
    switch form {
    case .short(let short): Array(short)[...]
    case .stretch(let stretch): stretch.bytes
    }
  }

  /// Number of bytes.
  @inlinable public var count: Int {
    switch form {
    case .short(let short): short.count
    case .stretch(let stretch): stretch.count
    }
  }

  /// Whether it has no bytes.
  @inlinable public var isEmpty: Bool { count == 0 }

  /// The text, or nil where the bytes are not UTF-8.
  public var text: String? {
    switch form {
    case .short(let short): String(validUTF8: short)
    case .stretch(let stretch): String(validUTF8: stretch.bytes)
    }
  }

  /// The text for people, with a replacement character for what is not UTF-8.
  public var readableText: String {
    switch form {
    case .short(let short): String(decoding: short, as: UTF8.self)
    case .stretch(let stretch): String(decoding: stretch.bytes, as: UTF8.self)
    }
  }
}

extension RealmString: Hashable {
  /// Whether both have the same bytes.
  @inlinable public static func == (a: RealmString, b: RealmString) -> Bool {
    switch (a.form, b.form) {
    case (.short(let a), .short(let b)): return a == b
    case (.stretch(let a), .stretch(let b)):
      guard a.count == b.count else { return false }
      let (left, right) = (a.bytes.span, b.bytes.span)
      for offset in left.indices where left[offset] != right[offset] { return false }
      return true
    default: return false
    }
  }

  /// Hashes the bytes.
  @inlinable public func hash(into hasher: inout Hasher) {
    switch form {
    case .short(let short): short.hash(into: &hasher)
    case .stretch(let stretch):
      // SAFETY: the buffer is read during the call only.
      unsafe stretch.bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }
  }
}

extension RealmString: Comparable {
  /// Bytewise, a prefix before the longer string, as Realm sorts.
  @inlinable public static func < (a: RealmString, b: RealmString) -> Bool {
    switch (a.form, b.form) {
    case (.short(let a), .short(let b)): a < b
    case (.short(let a), .stretch(let b)): a.lexicographicallyPrecedes(b.bytes)
    case (.stretch(let a), .short(let b)): a.bytes.lexicographicallyPrecedes(b)
    case (.stretch(let a), .stretch(let b)): a.precedes(b)
    }
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
