internal import TraceFormat

/// What a fact says but for the data in it: its cases, its counts, and of values their types.
enum Shape {
  static func text(of fact: Any) -> String {
    switch fact {
    case let value as Value: text(of: value)
    case is RealmString, is String: "text"
    case is PrimaryKeyValue: "key"
    // Where and how bytes can't be read follows from the bytes, which are others after scrubbing.
    case is DecodingFailure: "unreadable"
    // Versions, idents and what a counter was raised by.
    case is Int64, is UInt64, is Timestamp, is Decimal128, is ObjectID, is RealmUUID: "number"
    case let number as any FixedWidthInteger: "\(number)"
    case let flag as Bool: "\(flag)"
    default: parts(of: fact)
    }
  }

  private static func parts(of fact: Any) -> String {
    let mirror = Mirror(reflecting: fact)
    switch mirror.displayStyle {
    case .enum:
      guard let payload = mirror.children.first else { return "\(fact)" }
      return "\(payload.label ?? "")(\(text(of: payload.value)))"
    case .optional: return mirror.children.first.map { text(of: $0.value) } ?? "nil"
    case .collection, .set, .dictionary:
      return "[\(mirror.children.map { text(of: $0.value) }.joined(separator: ","))]"
    default:
      guard !mirror.children.isEmpty else { return "\(type(of: fact))" }
      return mirror.children.map { text(of: $0.value) }.joined(separator: " ")
    }
  }

  private static func text(of value: Value) -> String {
    switch value {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .int: "int"
    case .string(let text): text.isEmpty ? "empty string" : "string"
    case .binary(let data): data.isEmpty ? "empty binary" : "binary"
    case .timestamp: "timestamp"
    case .float: "float"
    case .double: "double"
    case .decimal: "decimal"
    case .objectID: "objectID"
    case .uuid: "uuid"
    case .link(let link): link.isResolved ? "link" : "dangling link"
    case .embedded(let object):
      // Properties are listed by their names, which may be others.
      "{\(object.properties.map { text(of: $0.value) }.sorted().joined(separator: ","))}"
    case .list(let values): "[\(values.map { text(of: $0) }.joined(separator: ","))]"
    case .set(let values): "set of \(values.count)"
    case .dictionary(let entries): "dictionary of \(entries.count)"
    }
  }
}
