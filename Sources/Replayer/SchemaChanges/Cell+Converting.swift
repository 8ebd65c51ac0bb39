import RealmModel
import TraceFormat

extension Cell {
  /// The values of a property one by one, with the key that each has or would have in a dictionary.
  func parts(of column: ColumnShape) -> [(key: RealmString, value: Cell)] {
    switch (column.collection, self) {
    case (.single, .null): []
    case (.single, _): [("value", self)]
    case (.dictionary, .dictionary(let entries)):
      zip(entries.keys, entries.values).map { ($0, $1) }
    default: elements.enumerated().map { (RealmString(String($0)), $1) }
    }
  }

  /// The value as one of a column's type; null where there is no natural way.
  func converted(to column: ColumnShape) -> Cell {
    if case .link(let target) = self {
      return column.type == .link && target.table == column.opposite ? self : .null
    }
    return converted(to: column.type)
  }

  func converted(to type: ColumnType) -> Cell {
    switch (type, self) {
    case (.mixed, _), (.bool, .bool), (.string, .string), (.float, .float), (.double, .double),
      (.binary, .binary), (.timestamp, .timestamp), (.objectID, .objectID), (.uuid, .uuid):
      self
    case (.int, _): asInteger
    case (.bool, _): if case .int(let value) = asInteger { .bool(value != 0) } else { .null }
    case (.string, _): scalarText.map { .string(RealmString($0)) } ?? .null
    case (.float, _): asNumber.map { .float(bitPattern: Float($0).bitPattern) } ?? .null
    case (.double, _): asNumber.map { .double(bitPattern: $0.bitPattern) } ?? .null
    case (.decimal, _): asDecimal
    case (.binary, .string(let text)): .binary(text)
    case (.timestamp, _): text.flatMap { Timestamp(text: $0) }.map { .timestamp($0) } ?? .null
    case (.objectID, _): text.flatMap { ObjectID(text: $0) }.map { .objectID($0) } ?? .null
    case (.uuid, _): text.flatMap { RealmUUID(text: $0) }.map { .uuid($0) } ?? .null
    case (.binary, _), (.link, _), (.typedLink, _), (.backlink, _): .null
    }
  }

  private var text: String? { if case .string(let text) = self { text.text } else { nil } }

  private var asInteger: Cell {
    switch self {
    case .int: self
    case .bool(let value): .int(value ? 1 : 0)
    case .string: text.flatMap { Int64($0) }.map { .int($0) } ?? .null
    default:
      // A decimal has more digits than a double.
      (scalarText.flatMap { Int64($0) }
        ?? asNumber.flatMap { Int64(exactly: $0.rounded(.towardZero)) }).map { .int($0) } ?? .null
    }
  }

  private var asNumber: Double? {
    switch self {
    case .int(let value): Double(value)
    case .bool(let value): value ? 1 : 0
    case .float(let bits): Double(Float(bitPattern: bits))
    case .double(let bits): Double(bitPattern: bits)
    case .decimal(let value): Double(value.text)
    case .string: text.flatMap { Double($0) }
    default: nil
    }
  }

  private var asDecimal: Cell {
    if case .decimal = self { return self }
    if case .bool(let value) = self { return Cell.int(value ? 1 : 0).asDecimal }
    return scalarText.flatMap { Decimal128(text: $0) }.map { .decimal($0) } ?? .null
  }

  /// The value in words that another type could be read from; nil for what has none.
  private var scalarText: String? {
    switch self {
    case .int(let value): String(value)
    case .bool(let value): String(value)
    case .string(let text): text.text
    case .float(let bits): Float(bitPattern: bits).description
    case .double(let bits): Double(bitPattern: bits).description
    case .decimal(let value): value.text
    case .timestamp(let time): time.text
    case .objectID(let id): id.text
    case .uuid(let id): id.text
    default: nil
    }
  }
}

extension PrimaryKeyValue {
  /// The key as one of another type; one made from the object's number where there is no way. Nil
  /// stands for a class without primary key.
  func converted(to type: ColumnType?, _ ordinal: Int) -> PrimaryKeyValue {
    guard let type, self != .null else { return self }
    if case .globalKey = self { return .made(type, ordinal) }
    let converted = cell.converted(to: type)
    return converted.isNull ? .made(type, ordinal) : PrimaryKeyValue(converted)
  }

  /// A key from an object's number, counted from 0.
  static func made(_ type: ColumnType, _ ordinal: Int) -> PrimaryKeyValue {
    switch type {
    case .int: .int(Int64(ordinal) + 1)
    case .string: .string(RealmString(String(ordinal + 1)))
    case .uuid: .uuid(RealmUUID(high: 0, low: UInt64(ordinal) + 1))
    default: .objectID(ObjectID(high: 0, low: UInt32(truncatingIfNeeded: ordinal + 1)))
    }
  }
}
