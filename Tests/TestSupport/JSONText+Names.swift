public import TraceFormat

extension JSONText {
  /// The names of all members, at any depth.
  public var memberNames: Set<String> {
    switch self {
    case .object(let members):
      members.reduce(into: []) { $0.formUnion($1.value.memberNames.union([$1.name])) }
    case .array(let elements): elements.reduce(into: []) { $0.formUnion($1.memberNames) }
    default: []
    }
  }

  /// Of a JSON Schema: the names of all members that it has rules for.
  public var schemaPropertyNames: Set<String> {
    switch self {
    case .object(let members):
      members.reduce(into: []) { names, member in
        guard ["properties", "$defs"].contains(member.name),
          case .object(let named) = member.value
        else { return names.formUnion(member.value.schemaPropertyNames) }
        if member.name == "properties" { names.formUnion(named.map(\.name)) }
        for schema in named { names.formUnion(schema.value.schemaPropertyNames) }
      }
    case .array(let elements): elements.reduce(into: []) { $0.formUnion($1.schemaPropertyNames) }
    default: []
    }
  }
}
