package import TraceFormat

/// The type of a column's values, with Realm's numbers for it.
package enum ColumnType: UInt8, Sendable, CaseIterable, BitwiseCopyable {
  case int = 0
  case bool = 1
  case string = 2
  case binary = 4
  case mixed = 6
  case timestamp = 8
  case float = 9
  case double = 10
  case decimal = 11
  case link = 12
  /// Hidden: the incoming links of one column of one class.
  case backlink = 14
  case objectID = 15
  case typedLink = 16
  case uuid = 17
}

/// A column of a class: what the applier asks about it for every instruction, in a few plain words.
package struct ColumnShape: Sendable, BitwiseCopyable {
  package var type: ColumnType
  package var collection: CollectionKind
  package var isNullable: Bool
  /// The number of columns removed from the class when this one was added, xor the table key.
  var tag: UInt32
  /// The index of the column's cell in a row.
  package var leaf: Int
  /// For a link column, the target class; for a backlink column, the class the links come from.
  package var opposite: TableKey = TableKey(0)
  /// For a link or backlink column: the leaf of the other one.
  var oppositeLeaf: Int = -1
  /// For a backlink column: the key of the column that the links come from, since another column
  /// may take its leaf. For a link column: unused.
  var originKey: Int64 = 0
  /// Whether the column links to embedded objects.
  package var isEmbedded = false
}

extension ColumnShape {
  /// Realm's number for the column (`keys.hpp`): part of some comparisons during recovery.
  package var key: Int64 {
    Int64(leaf) | Int64(type.rawValue) << 16 | (isNullable ? Self.nullable : 0)
      | collection.attribute | Int64(tag) << 30
  }

  /// The column of that number, not yet connected to any other; nil if no column has that number.
  init?(key: Int64) {
    guard key >= 0, let type = ColumnType(rawValue: UInt8(key >> 16 & 0x3F)) else { return nil }
    let kinds: [CollectionKind] = [.list, .dictionary, .set].filter { key & $0.attribute != 0 }
    guard kinds.count <= 1 else { return nil }
    self.init(
      type: type, collection: kinds.first ?? .single, isNullable: key & Self.nullable != 0,
      tag: UInt32(truncatingIfNeeded: key >> 30), leaf: Int(key & 0xFFFF))
  }

  package static var nullable: Int64 { 16 << 22 }

  /// Whether the property holds one value, which is neither a link nor anything that can hold one.
  package var isPlain: Bool { collection == .single && !mayHoldLinks }

  package var mayHoldLinks: Bool { type == .link || type == .mixed }

  var defaultCell: Cell {
    guard collection == .single else { return .empty(collection) }
    return isNullable ? .null : type.defaultCell
  }
}

extension ColumnType {
  /// The value that is not null of an object that was never given one; null for a link or a Mixed value.
  package var defaultCell: Cell {
    switch self {
    case .int: .int(0)
    case .bool: .bool(false)
    case .string: .string(.empty)
    case .binary: .binary(.empty)
    case .timestamp: .timestamp(Timestamp(seconds: 0, nanoseconds: 0))
    case .float: .float(bitPattern: 0)
    case .double: .double(bitPattern: 0)
    case .decimal: .decimal(Decimal128(high: 0x3040_0000_0000_0000, low: 0))
    case .objectID: .objectID(ObjectID(high: 0, low: 0))
    case .uuid: .uuid(RealmUUID(high: 0, low: 0))
    case .link, .mixed, .backlink, .typedLink: .null
    }
  }
}

extension CollectionKind {
  /// The bit of a column's number that says it.
  package var attribute: Int64 {
    switch self {
    case .single: 0
    case .list: 32 << 22
    case .dictionary: 64 << 22
    case .set: 128 << 22
    }
  }
}

extension ColumnType {
  package init?(_ type: PayloadType) {
    guard let type = PropertyType(type) else { return nil }
    self.init(type)
  }

  package init(_ type: PropertyType) {
    // Of the three for links, `link` is the first.
    guard let first = Self.allCases.first(where: { $0.propertyType == type }) else {
      preconditionFailure("every type of a property is one of columns")
    }
    self = first
  }

  /// The name in Realm's messages about columns.
  package var columnTypeName: String { "col_" + dataTypeName }

  /// The name in Realm's messages about values.
  var dataTypeName: String {
    switch self {
    case .backlink: "type_BackLink"
    case .objectID: "type_ObjectId"
    case .uuid: "type_UUID"
    default: "type_" + "\(self)".prefix(1).uppercased() + "\(self)".dropFirst()
    }
  }

  package var propertyType: PropertyType {
    switch self {
    case .int: .int
    case .bool: .bool
    case .string: .string
    case .binary: .data
    case .mixed: .mixed
    case .timestamp: .date
    case .float: .float
    case .double: .double
    case .decimal: .decimal128
    case .link, .typedLink, .backlink: .link
    case .objectID: .objectId
    case .uuid: .uuid
    }
  }
}
