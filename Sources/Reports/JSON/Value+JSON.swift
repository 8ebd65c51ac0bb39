internal import Analyzer
internal import RealmModel
internal import Replayer
internal import TraceFormat

extension Value {
  /// The value as canonical states print it (`docs/changesets.md`, "Values as JSON").
  var json: JSONText {
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

extension Sighting {
  /// The value; or `{"$present":true}`, `{"$absent":true}`, which no value is printed as.
  var json: JSONText {
    switch self {
    case .value(let value): value.json
    case .present: .tagged("present", .bool(true))
    case .absent: .tagged("absent", .bool(true))
    }
  }
}
