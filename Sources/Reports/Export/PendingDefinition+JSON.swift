internal import Analyzer
internal import RealmModel
internal import TraceFormat

extension PendingDefinition {
  /// What is made, with the members of an instruction as JSON (`docs/changesets.md`, "Instructions as JSON");
  /// nil for what is taken away.
  var json: JSONText? {
    switch self {
    case .addedClass(let kind, let key):
      .members([
        "kind": .string(kind.name), "primaryKey": key.map(\.name.json),
        "type": key.map { .string($0.type.rawValue) }, "optional": key.map { .bool($0.isOptional) },
      ])
    case .addedProperty(let property):
      .members([
        "type": .string(property.type.rawValue), "collection": .string(property.collection.name),
        "optional": .bool(property.isOptional), "target": property.target.map(\.json),
      ])
    case .removedClass, .removedProperty: nil
    }
  }
}
