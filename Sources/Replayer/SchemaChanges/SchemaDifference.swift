package import TraceFormat

extension RealmSchema {
  /// The changes that make another schema of this one, by class and by property, both by name.
  ///
  /// The order of classes and properties does not matter, as it does not to Realm.
  package func changes(to new: RealmSchema) -> [SchemaChange] {
    let names = Set(classes.map(\.name)).union(new.classes.map(\.name)).sorted()
    return names.flatMap { ClassDifference(name: $0, old: self[$0], new: new[$0]).changes }
  }
}

private struct ClassDifference {
  var name: RealmString
  var old: ClassSchema?
  var new: ClassSchema?

  var changes: [SchemaChange] {
    guard let old else { return [change(.classAdded)] }
    guard let new else { return [change(.classRemoved)] }
    let kinds = [kind(old, new)].compactMap(\.self)
    return kinds.map { change($0) } + primaryKey(old, new) + properties(old, new)
  }

  private func change(_ kind: SchemaChange.Kind, _ property: RealmString? = nil) -> SchemaChange {
    SchemaChange(kind: kind, className: name, property: property, oldClass: old, newClass: new)
  }

  private func kind(_ old: ClassSchema, _ new: ClassSchema) -> SchemaChange.Kind? {
    switch (old.kind, new.kind) {
    case (.embedded, .embedded): nil
    case (_, .embedded): .classEmbedded
    case (.embedded, _): .classUnembedded
    default: old.kind == new.kind ? nil : .asymmetryChanged
    }
  }

  private func primaryKey(_ old: ClassSchema, _ new: ClassSchema) -> [SchemaChange] {
    guard (old.kind == .embedded) == (new.kind == .embedded) else { return [] }
    switch (old.primaryKeyProperty, new.primaryKeyProperty) {
    case (nil, nil): return []
    case (nil, let key?): return [change(.primaryKeyAdded, key.name)]
    case (let key?, nil): return [change(.primaryKeyRemoved, key.name)]
    case (let key?, let other?):
      return [
        key.name != other.name ? change(.primaryKeyRenamed, key.name) : nil,
        key.type != other.type ? change(.primaryKeyTypeChanged, key.name) : nil,
        key.isOptional != other.isOptional ? change(.primaryKeyOptionalityChanged, key.name) : nil,
      ].compactMap(\.self)
    }
  }

  private func properties(_ old: ClassSchema, _ new: ClassSchema) -> [SchemaChange] {
    let names = Set(old.properties.map(\.name)).union(new.properties.map(\.name)).sorted()
    return names.flatMap { name in
      properties(name, old.property(name), new.property(name))
    }
  }

  private func properties(
    _ name: RealmString, _ before: PropertySchema?, _ after: PropertySchema?
  ) -> [SchemaChange] {
    // A primary key that stays, comes or goes counts as one.
    let (wasKey, isKey) = (old?.primaryKey == name, new?.primaryKey == name)
    guard let before else { return isKey ? [] : [change(.propertyAdded, name)] }
    guard let after else {
      let isRenamed = wasKey && new?.primaryKey != nil
      return isRenamed ? [] : [change(.propertyRemoved, name)]
    }
    guard !(wasKey && isKey) else { return [] }
    return kinds(before, after).map { change($0, name) }
  }

  private func kinds(_ before: PropertySchema, _ after: PropertySchema) -> [SchemaChange.Kind] {
    var kinds: [SchemaChange.Kind] = []
    if before.type != after.type { kinds.append(.typeChanged) }
    if before.collection != after.collection { kinds.append(.collectionChanged) }
    if before.isOptional != after.isOptional, before.hasChoice, after.hasChoice {
      kinds.append(.optionalityChanged)
    }
    if before.type == .link, after.type == .link, before.target != after.target {
      kinds.append(.linkTargetChanged)
    }
    return kinds
  }
}

extension PropertySchema {
  /// Whether values of the type can be both optional and required.
  var hasChoice: Bool { type != .link && type != .mixed }
}
