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
  public var schemaPropertyNames: Set<String> { Set(schemaProperties.map(\.name)) }

  /// Of a JSON Schema: the members that it has rules for, each with its rule.
  public var schemaProperties: [Member] {
    switch self {
    case .object(let members):
      members.flatMap { member -> [Member] in
        guard ["properties", "$defs"].contains(member.name),
          case .object(let named) = member.value
        else { return member.value.schemaProperties }
        return (member.name == "properties" ? named : []) + named.flatMap(\.value.schemaProperties)
      }
    case .array(let elements): elements.flatMap(\.schemaProperties)
    default: []
    }
  }

  /// Of a JSON Schema: what it says in words.
  public var schemaDescriptions: [String] {
    switch self {
    case .object(let members):
      members.flatMap { member in
        if member.name == "description", case .string(let text) = member.value { return [text] }
        return member.value.schemaDescriptions
      }
    case .array(let elements): elements.flatMap(\.schemaDescriptions)
    default: []
    }
  }
}
