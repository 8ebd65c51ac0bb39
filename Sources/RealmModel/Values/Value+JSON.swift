package import TraceFormat

extension Value {
  /// The value as canonical states print it (`docs/changesets.md`, "Values as JSON").
  package var json: JSONText {
    switch self {
    case .link(let link) where !link.isResolved: .null
    case .list(let elements): .tagged("list", .array(elements.map(\.json)))
    case .set(let elements): .tagged("set", .array(elements.map(\.json)))
    case .dictionary(let entries): .tagged("dictionary", Self.json(entries))
    case .embedded(let object): .tagged("embedded", Self.json(object.properties))
    default: payload?.json ?? .null
    }
  }

  private static func json(_ entries: [Entry]) -> JSONText {
    .object(entries.map { JSONText.Member($0.key.readableText, $0.value.json) })
  }
}
