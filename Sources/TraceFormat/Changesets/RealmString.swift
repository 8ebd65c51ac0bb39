/// A string of Realm by its bytes: a name, a text or a dictionary key.
///
/// Nothing promises that they are UTF-8, and Realm compares and sorts strings bytewise; Swift's
/// `String` would replace what is not UTF-8 and hold different bytes to be equal.
public struct RealmString: Hashable, Sendable {
  public var bytes: [UInt8]

  @inlinable public init(_ text: some StringProtocol) { bytes = Array(text.utf8) }
  @inlinable public init(_ bytes: [UInt8]) { self.bytes = bytes }
  @inlinable public init(_ bytes: ArraySlice<UInt8>) { self.bytes = Array(bytes) }

  /// The text, or nil where the bytes are not UTF-8.
  public var text: String? { String(validating: bytes, as: UTF8.self) }

  /// The text for people, with a replacement character for what is not UTF-8.
  public var readableText: String { String(decoding: bytes, as: UTF8.self) }
}

extension RealmString: ExpressibleByStringLiteral {
  @inlinable public init(stringLiteral text: String) { self.init(text) }
}

extension RealmString: Comparable {
  /// Bytewise, a prefix before the longer string, as Realm sorts.
  @inlinable public static func < (a: RealmString, b: RealmString) -> Bool {
    a.bytes.lexicographicallyPrecedes(b.bytes)
  }
}

extension RealmString: CustomStringConvertible {
  public var description: String { readableText }
}
