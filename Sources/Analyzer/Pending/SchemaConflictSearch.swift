internal import RealmModel
internal import TraceFormat

/// Compares what a device has changed of the schema with a target.
struct SchemaConflictSearch {
  private let changes: PendingChanges
  private let madeClasses: Set<RealmString>
  private let target: TargetState
  /// The last sync, for what is to be taken away; nil where the trace does not show it.
  private let base: TargetState?

  init(_ changes: PendingChanges, _ madeClasses: Set<RealmString>, _ target: TargetState) {
    (self.changes, self.madeClasses, self.target) = (changes, madeClasses, target)
    let removes = changes.writes.contains { $0.definition?.isRemoval == true }
    base = removes ? changes.base.flatMap { try? TargetState($0.canonicalJSON) } : nil
  }

  /// The conflicts of a class: of itself and of its properties.
  func conflicts(of object: PendingObject) -> [PendingConflict] {
    object.properties.compactMap { property in
      let address = Address(className: object.className, property: property.name)
      let definitions = property.writes.compactMap { changes.writes[$0].definition }
      guard let first = definitions.first, let last = definitions.last,
        // What the device has made and taken away again is nothing to anybody.
        first.isRemoval || !last.isRemoval,
        let kind = kind(of: last, at: address)
      else { return nil }
      return PendingConflict(
        kind: kind, address: address, writes: property.writes,
        base: changes.base?.schema(of: address.className).flatMap { json($0, at: address) },
        target: target.schema(of: address.className).flatMap { json($0, at: address) },
        device: changes.device?.schema(of: address.className).flatMap { json($0, at: address) })
    }
  }

  private func kind(
    of definition: PendingDefinition, at address: Address
  ) -> PendingConflict.Kind? {
    let there = target.schema(of: address.className)
    switch definition {
    case .addedClass(let kind, let primaryKey):
      guard let there else { return nil }
      let isSame =
        there.kind == kind && there.primaryKey == primaryKey?.name
        && primaryKey.map { there.property($0.name) == $0 } ?? true
      return isSame ? .alreadyThere : .differs
    case .addedProperty(let property):
      guard let there else { return madeClasses.contains(address.className) ? nil : .unknownObject }
      guard let found = there.property(property.name) else { return nil }
      let own = changes.device?.schema(of: address.className)?.property(property.name) ?? property
      return found == own ? .alreadyThere : .differs
    case .removedClass:
      guard there != nil else { return .alreadyThere }
      return removal { target.hasSameClass(address.className, as: $0) }
    case .removedProperty:
      guard let name = address.property, there?.property(name) != nil else { return .alreadyThere }
      return removal { target.hasSameProperty(name, of: address.className, as: $0) }
    }
  }

  private func removal(isSame: (TargetState) -> Bool) -> PendingConflict.Kind? {
    guard let base else { return .unknownBase }
    return isSame(base) ? nil : .changed
  }

  /// A property in canonical form; of a class what it is, and its primary key so.
  private func json(_ schema: ClassSchema, at address: Address) -> JSONText? {
    if let name = address.property { return schema.property(name)?.canonicalJSON }
    let primaryKey = schema.primaryKey.flatMap(schema.property).map { property in
      JSONText.object([JSONText.Member(property.name.jsonName, property.canonicalJSON)])
    }
    return .members(["kind": .string(schema.kind.name), "primaryKey": primaryKey])
  }
}
