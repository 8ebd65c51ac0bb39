/// The internal key of an object within its class: the number by which Realm orders objects.
///
/// A class counts its objects as they are created, from 0 or from the highest key that it was built with, and never
/// uses a number twice. Negative keys stand for objects that are only known as the target of dangling links. Embedded
/// objects take their keys from the same count; Realm spreads those out, which keeps their order and their equality,
/// and nothing else of them is ever seen (Realm Core: `global_key.hpp`).
@usableFromInline package struct ObjectKey: Hashable, Sendable, BitwiseCopyable {
  @usableFromInline package var rawValue: Int64
  @inlinable package init(_ rawValue: Int64) { self.rawValue = rawValue }

  /// Whether the key names an object that does not exist.
  @inlinable package var isUnresolved: Bool { rawValue < 0 }
}

extension ObjectKey: Comparable {
  @inlinable package static func < (a: ObjectKey, b: ObjectKey) -> Bool { a.rawValue < b.rawValue }
}

/// The internal key of a class: its slot, and how often the slot was used before.
@usableFromInline package struct TableKey: Hashable, Sendable, BitwiseCopyable {
  @usableFromInline package var rawValue: UInt32
  @inlinable package init(_ rawValue: UInt32) { self.rawValue = rawValue }

  @inlinable package init(slot: Int, reuseTag: UInt32) { rawValue = reuseTag << 16 | UInt32(slot) }

  @inlinable package var slot: Int { Int(rawValue & 0xFFFF) }
  package var reuseTag: UInt32 { rawValue >> 16 }

  static let slotCountMax = 0xFFFF
}

extension TableKey: Comparable {
  @inlinable package static func < (a: TableKey, b: TableKey) -> Bool { a.rawValue < b.rawValue }
}

/// An object by its internal keys: what a link stores.
@usableFromInline package struct ObjectAddress: Hashable, Sendable, BitwiseCopyable {
  @usableFromInline package var table: TableKey
  @usableFromInline package var key: ObjectKey

  @inlinable package init(table: TableKey, key: ObjectKey) {
    self.table = table
    self.key = key
  }
}

extension ObjectAddress: Comparable {
  @inlinable package static func < (a: ObjectAddress, b: ObjectAddress) -> Bool {
    a.table != b.table ? a.table < b.table : a.key < b.key
  }
}
