/// A string or binary value: a stretch of bytes that shares its memory with whatever it came from.
///
/// Strings of a changeset need not be UTF-8, and a state holds millions of them; so a value is
/// sixteen bytes that point into the changeset's own storage, and nothing is copied or checked.
public struct SharedBytes: Sendable {
  @usableFromInline let storage: [UInt8]
  @usableFromInline let start: UInt32
  /// Number of bytes.
  public let count: Int32

  /// A stretch of an array.
  ///
  /// The caller guarantees that the range lies inside the array; arrays above 4 GB do not occur,
  /// because a changeset is smaller.
  @inlinable init(storage: [UInt8], start: UInt32, count: UInt32) {
    precondition(Int(start) + Int(count) <= storage.count, "a stretch must lie inside its array")
    self.storage = storage
    self.start = start
    self.count = Int32(count)
  }

  /// All bytes of an array.
  public init(_ bytes: [UInt8]) {
    self.init(storage: bytes, start: 0, count: UInt32(bytes.count))
  }

  /// The UTF-8 bytes of a text.
  public init(_ text: String) { self.init(Array(text.utf8)) }

  public static let empty = SharedBytes([])
}

extension SharedBytes {
  /// The bytes.
  @inlinable public var bytes: ArraySlice<UInt8> {
    storage[Int(start)..<Int(start) + Int(count)]
  }

  /// The bytes as text; what is not UTF-8 is replaced, so this is for people only.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  @inlinable public var isEmpty: Bool { count == 0 }
}

extension SharedBytes: Hashable {
  public static func == (a: SharedBytes, b: SharedBytes) -> Bool {
    guard a.count == b.count else { return false }
    let (first, second) = (Int(a.start), Int(b.start))
    let (left, right) = (a.storage.span, b.storage.span)
    for offset in 0..<Int(a.count) where left[first &+ offset] != right[second &+ offset] {
      return false
    }
    return true
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    // SAFETY: the buffer is read during the call only.
    unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
  }
}

extension SharedBytes: Comparable {
  /// Realm's order of strings and binaries: bytewise, a proper prefix first.
  public static func < (a: SharedBytes, b: SharedBytes) -> Bool {
    let (first, second) = (Int(a.start), Int(b.start))
    let (left, right) = (a.storage.span, b.storage.span)
    for offset in 0..<Int(min(a.count, b.count)) {
      let (x, y) = (left[first &+ offset], right[second &+ offset])
      if x != y { return x < y }
    }
    return a.count < b.count
  }
}

extension SharedBytes: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) { self.init(text) }
}

extension SharedBytes: CustomStringConvertible {
  public var description: String { text }
}
