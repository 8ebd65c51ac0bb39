extension PayloadType {
  /// The name that Realm's schemas use, as canonical states print it. Types that no property has
  /// keep the name of the instruction vocabulary.
  public var name: String {
    switch self {
    case .objectValue: "embedded"
    case .null: "mixed"
    case .binary: "data"
    case .timestamp: "date"
    case .decimal: "decimal128"
    case .objectID: "objectId"
    default: String(describing: self)
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
