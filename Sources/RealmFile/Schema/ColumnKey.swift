internal import RealmModel
internal import TraceFormat

/// Realm's number for a column (Realm Core: `keys.hpp`), with what it says.
struct ColumnKey: Hashable, Sendable {
  /// The number, with the type and attributes that format 24 has for it.
  let rawValue: Int64
  let type: ColumnType
  let collection: CollectionKind
  let isNullable: Bool
  /// Where the column stands among the columns of an object.
  var leaf: Int { Int(rawValue & 0xFFFF) }

  /// No column.
  static let null = Int64.max
  private static let typeMask: Int64 = 0x3F << 16

  /// - Throws: where it is the number of no column (R33).
  init(_ stored: Int64, at ref: Int) throws(RealmFileFailure) {
    rawValue = Self.current(stored)
    let code = UInt8(truncatingIfNeeded: rawValue >> 16 & 0x3F)
    guard rawValue >= 0, let type = ColumnType(rawValue: code) else {
      throw .damaged(33, expected: "a column of a known type", found: "type \(code)", at: ref)
    }
    self.type = type
    isNullable = rawValue & ColumnShape.nullable != 0
    let kinds = CollectionKind.allCases.filter { [rawValue] in rawValue & $0.attribute != 0 }
    guard kinds.count <= 1 else {
      throw .damaged(33, expected: "one kind of collection", found: "\(kinds.count)", at: ref)
    }
    collection = kinds.first ?? .single
  }

  /// The number that a column has once format 24 is written: before it, lists of links had a type of
  /// their own.
  static func current(_ stored: Int64) -> Int64 {
    guard stored != null, stored >> 16 & 0x3F == 13 else { return stored }
    return stored & ~typeMask | 12 << 16 | CollectionKind.list.attribute
  }
}
