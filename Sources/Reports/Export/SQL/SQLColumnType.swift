internal import Analyzer
internal import TraceFormat

enum SQLColumnType: Hashable {
  case integer
  case boolean
  case text
  case bytes
  case time
  /// Of 32 bits, where the database has such.
  case float
  case double
  case decimal
  case uuid
  /// Collections, embedded objects and Mixed values.
  case json

  init(_ property: PropertySchema, in schema: RealmSchema) {
    guard property.collection == .single else {
      self = .json
      return
    }
    switch property.type {
    case .int: self = .integer
    case .bool: self = .boolean
    case .string, .objectId: self = .text
    case .data: self = .bytes
    case .date: self = .time
    case .float: self = .float
    case .double: self = .double
    case .decimal128: self = .decimal
    case .uuid: self = .uuid
    case .mixed: self = .json
    case .link:
      let target = property.target.flatMap { schema[$0] }
      self = target?.kind == .embedded ? .json : SQLColumnType(keyOf: target, in: schema)
    }
  }

  init(keyOf schema: ClassSchema?, in all: RealmSchema) {
    guard let schema, let key = schema.primaryKey, let property = schema.property(key) else {
      self = .text
      return
    }
    self = SQLColumnType(property, in: all)
  }

  func name(_ dialect: SQLDialect) -> String {
    switch (self, dialect) {
    case (.integer, .sqlite), (.boolean, .sqlite): "INTEGER"
    case (.bytes, .sqlite): "BLOB"
    case (.float, .sqlite), (.double, .sqlite): "REAL"
    case (_, .sqlite): "TEXT"
    case (.integer, .postgresql): "bigint"
    case (.boolean, .postgresql): "boolean"
    case (.text, .postgresql): "text"
    case (.bytes, .postgresql): "bytea"
    case (.time, .postgresql): "timestamptz"
    case (.float, .postgresql): "real"
    case (.double, .postgresql): "double precision"
    case (.decimal, .postgresql): "numeric"
    case (.uuid, .postgresql): "uuid"
    case (.json, .postgresql): "jsonb"
    }
  }
}
