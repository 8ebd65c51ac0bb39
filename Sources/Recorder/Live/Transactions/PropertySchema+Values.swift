internal import TraceFormat

// What the schema says of a place: of a property, or of what is in it, seen as a property of its own.
extension PropertySchema {
  func canBe(_ kind: CollectionKind) -> Bool { collection == kind || isAnything }

  var isAnything: Bool { type == .mixed && collection == .single }

  /// Whether a value is of this type, without what is in it.
  func takes(_ value: Value) -> Bool {
    switch (collection, value) {
    case (.list, .list), (.set, .set), (.dictionary, .dictionary): return true
    case (.single, _): break
    default: return false
    }
    return switch (type, value) {
    case (.mixed, .embedded): false
    case (.mixed, _): true
    case (_, .null): isOptional
    case (.link, .link(let link)): link.className == target
    case (.link, .embedded(let object)): object.className == target
    case (.int, .int), (.bool, .bool), (.string, .string), (.data, .binary), (.date, .timestamp),
      (.float, .float), (.double, .double), (.decimal128, .decimal), (.objectId, .objectID),
      (.uuid, .uuid):
      true
    default: false
    }
  }
}
