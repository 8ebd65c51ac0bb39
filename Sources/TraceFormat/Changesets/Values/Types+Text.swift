extension PayloadType {
  /// The name that Realm's schemas use, as canonical states print it. Types that no property has
  /// keep the name of the instruction vocabulary.
  public var name: String {
    switch self {
    case .set: "set"
    case .list: "list"
    case .erased: "erased"
    case .dictionary: "dictionary"
    case .objectValue: "embedded"
    case .globalKey: "globalKey"
    case .null: "mixed"
    case .int: "int"
    case .bool: "bool"
    case .string: "string"
    case .binary: "data"
    case .timestamp: "date"
    case .float: "float"
    case .double: "double"
    case .decimal: "decimal128"
    case .link: "link"
    case .objectID: "objectId"
    case .uuid: "uuid"
    }
  }
}

extension CollectionKind {
  /// `single`, `list`, `dictionary` or `set`.
  public var name: String { String(describing: self) }
}

extension TableKind {
  /// `topLevel`, `embedded` or `asymmetric`.
  public var name: String { String(describing: self) }
}
