package import TraceFormat

/// What a property's values are, in schemas that people write (`docs/scenario.md`, "Schema").
package enum WrittenType: Hashable, Sendable {
  case scalar(PayloadType)
  case mixed
  /// A link to an object of the class, or an embedded object of it.
  case object(String)
}

extension WrittenType {
  /// The names of the scalar types, as Realm's JavaScript SDK spells them.
  package static let scalars: KeyValuePairs<String, PayloadType> = [
    "bool": .bool, "int": .int, "float": .float, "double": .double, "decimal128": .decimal,
    "string": .string, "data": .binary, "date": .timestamp, "objectId": .objectID, "uuid": .uuid,
  ]

  package init(named name: String) {
    if name == "mixed" {
      self = .mixed
    } else if let scalar = Self.scalars.first(where: { $0.key == name }) {
      self = .scalar(scalar.value)
    } else {
      self = .object(name)
    }
  }

  /// The type of a changeset's values; nil for what is no property's type, and for links, which need
  /// a class.
  package init?(_ type: PayloadType) {
    if type == .null {
      self = .mixed
    } else if Self.scalars.contains(where: { $0.value == type }) {
      self = .scalar(type)
    } else {
      return nil
    }
  }

  /// The name that a message or a file uses.
  package var name: String {
    switch self {
    case .mixed: "mixed"
    case .object(let name): name
    case .scalar(let type): Self.scalars.first { $0.value == type }?.key ?? "\(type)"
    }
  }
}
