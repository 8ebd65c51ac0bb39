package import RealmModel
package import TraceFormat

package struct FileTable: Sendable {
  package let key: TableKey
  /// As stored, with the prefix `class_` where it is a class of an app.
  package let name: RealmString
  package let kind: TableKind
  /// In the order in which they were added.
  package internal(set) var columns: [FileColumn]
  package let primaryKey: Int64?
  let objectsRef: Int
  /// The offset of the tree of tombstones; nil where there never was one.
  let tombstonesRef: Int?
  package let columnsRemoved: UInt32
  /// The number that the next object would get, or 0 where the file does not say it.
  let nextObjectNumber: UInt64

  static let classPrefix = Array("class_".utf8)

  package var className: RealmString? {
    guard name.bytes.starts(with: Self.classPrefix) else { return nil }
    return RealmString(name.bytes.dropFirst(Self.classPrefix.count))
  }

  var title: String { "table \(name.readableText)" }

  package var properties: [FileColumn] { columns.filter { $0.type != .backlink } }

  package var primaryKeyColumn: FileColumn? {
    primaryKey.flatMap { key in columns.first { $0.key == key } }
  }

  /// The key that the next object would get; nil where the file does not say it.
  var nextObjectKey: ObjectKey? {
    guard nextObjectNumber > 0, nextObjectNumber < 1 << 32 else { return nil }
    guard primaryKey == nil else { return ObjectKey(Int64(nextObjectNumber)) }
    // The file's own objects are numbered with a gap for the file they come from.
    return ObjectKey(Int64(nextObjectNumber & 0xFF | (nextObjectNumber & 0xFFFF_FF00) << 8))
  }

  /// The columns by leaf; nil where a removed one has left its place.
  var columnsByLeaf: [FileColumn?] {
    var byLeaf: [FileColumn?] = Array(repeating: nil, count: (columns.map(\.leaf).max() ?? -1) + 1)
    for column in columns { byLeaf[column.leaf] = column }
    return byLeaf
  }
}
