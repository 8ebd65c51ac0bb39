package import RealmModel
package import TraceFormat

/// What a file holds: its tables, its version, where its history is (Realm Core: `group.cpp`).
package struct FileGroup: Sendable {
  package enum HistoryType: UInt64, Sendable {
    case none = 0
    case outsideFile = 1
    case local = 2
    case syncClient = 3
    case syncServer = 4
  }

  /// By position in the list of tables.
  package internal(set) var tables: [FileTable] = []
  package internal(set) var version: UInt64 = 1
  /// Nil where it is none that is known.
  package internal(set) var historyType: HistoryType? = .some(.none)
  package internal(set) var historyTypeNumber: UInt64 = 0
  package internal(set) var historySchemaVersion: UInt64 = 0
  /// The number by which the server knows the file; 0 for none.
  package internal(set) var clientFileIdent: UInt64 = 0
  var historyRef: Int?

  package func table(named name: RealmString) -> FileTable? { tables.first { $0.name == name } }

  package func table(_ key: TableKey) -> FileTable? { tables.first { $0.key == key } }
}

package struct FileColumn: Sendable {
  /// Realm's number for it, with the type and attributes that format 24 has for it.
  package let key: Int64
  package let type: ColumnType
  package let collection: CollectionKind
  package let isNullable: Bool
  /// Where it stands among the columns of an object.
  package let leaf: Int
  /// Empty for the hidden column of incoming links.
  package internal(set) var name = RealmString.empty
  /// For links, the table that they lead to; for incoming ones, the table that they come from.
  package internal(set) var oppositeTable: TableKey?
  /// For incoming links, the number of the column that they come from.
  package internal(set) var oppositeColumn: Int64?
  /// What an enumerated column of texts refers to.
  var enumKeysRef: Int?
  var hasIntegerKeys = false

  static let nullKey = Int64.max

  /// A column by its number (Realm Core: `keys.hpp`), which tells its type, its attributes and its place; throws where
  /// it is the number of no column (R33).
  init(_ stored: Int64, at ref: Int) throws(RealmFileFailure) {
    let key = Self.currentKey(stored)
    let code = UInt8(truncatingIfNeeded: key >> 16 & 0x3F)
    guard key >= 0, let type = ColumnType(rawValue: code) else {
      throw .damaged(33, expected: "a column of a known type", found: "type \(code)", at: ref)
    }
    let kinds = CollectionKind.allCases.filter { key & $0.attribute != 0 }
    try require(kinds.count <= 1, 33, "one kind of collection", found: kinds.count, at: ref)
    (self.key, self.type, collection) = (key, type, kinds.first ?? .single)
    (isNullable, leaf) = (key & ColumnShape.nullable != 0, Int(key & 0xFFFF))
  }

  /// The number that a column has once format 24 is written: before it, lists of links had a type of their own.
  static func currentKey(_ stored: Int64) -> Int64 {
    guard stored != nullKey, stored >> 16 & 0x3F == 13 else { return stored }
    return stored & ~(0x3F << 16) | 12 << 16 | CollectionKind.list.attribute
  }
}
