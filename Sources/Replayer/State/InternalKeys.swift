import TraceFormat

/// The internal key of an object within its class: the number by which Realm orders objects.
///
/// A class counts its objects as they are created, from 0, and never uses a number twice. Negative
/// keys stand for objects that are only known as the target of dangling links. Embedded objects
/// take their keys from the same count; Realm spreads those out, which keeps their order and their
/// equality, and nothing else of them is ever seen (Realm Core: `global_key.hpp`).
struct ObjectKey: Hashable, Sendable, BitwiseCopyable {
  var rawValue: Int64
  init(_ rawValue: Int64) { self.rawValue = rawValue }

  /// Whether the key names an object that does not exist.
  var isUnresolved: Bool { rawValue < 0 }
}

extension ObjectKey: Comparable {
  static func < (a: ObjectKey, b: ObjectKey) -> Bool { a.rawValue < b.rawValue }
}

/// The internal key of a class: its slot, and how often the slot was used before.
struct TableKey: Hashable, Sendable, BitwiseCopyable {
  var rawValue: UInt32
  init(_ rawValue: UInt32) { self.rawValue = rawValue }

  init(slot: Int, reuseTag: UInt32) { rawValue = reuseTag << 16 | UInt32(slot) }

  var slot: Int { Int(rawValue & 0xFFFF) }
  var reuseTag: UInt32 { rawValue >> 16 }

  /// The number of slots that a key can tell apart.
  static let slotCountMax = 0xFFFF
}

extension TableKey: Comparable {
  static func < (a: TableKey, b: TableKey) -> Bool { a.rawValue < b.rawValue }
}

/// An object by its internal keys: what a link stores.
struct ObjectAddress: Hashable, Sendable, BitwiseCopyable {
  var table: TableKey
  var key: ObjectKey
}

extension ObjectAddress: Comparable {
  static func < (a: ObjectAddress, b: ObjectAddress) -> Bool {
    a.table != b.table ? a.table < b.table : a.key < b.key
  }
}
