package import RealmModel
package import TraceFormat

/// A column of a table in a file.
package struct FileColumn: Sendable {
  /// Realm's number for it.
  package let key: Int64
  package let type: ColumnType
  package let collection: CollectionKind
  package let isNullable: Bool
  /// Where it stands among the columns of an object.
  package let leaf: Int
  /// Empty for the hidden column of incoming links.
  package let name: RealmString
  /// For links, the table that they lead to; for incoming ones, the table that they come from.
  package internal(set) var oppositeTable: TableKey?
  /// For incoming links, the number of the column that they come from.
  package internal(set) var oppositeColumn: Int64?
  /// What an enumerated column of texts refers to.
  var enumKeysRef: Int?
  /// Whether the keys of a dictionary are numbers.
  var hasIntegerKeys = false

  init(_ key: ColumnKey, name: RealmString) {
    (self.key, type, collection) = (key.rawValue, key.type, key.collection)
    (isNullable, leaf, self.name) = (key.isNullable, key.leaf, name)
  }
}
