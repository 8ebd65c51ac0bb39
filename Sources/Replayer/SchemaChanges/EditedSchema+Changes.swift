import RealmModel
import TraceFormat

// Changes of a schema, made one after the other: all of those to a new schema, or some of them.
extension EditedSchema {
  init(_ state: RealmState, _ changes: [SchemaChange]) {
    self.init(state)
    for change in changes { make(change) }
    settle()
  }

  private mutating func make(_ change: SchemaChange) {
    if change.kind == .classAdded, let added = change.newClass {
      classes.append(Class(added))
    } else if let index = index(of: change.className) {
      if change.kind == .classRemoved {
        classes.remove(at: index)
      } else {
        classes[index].make(change)
      }
    }
  }

  /// Drops and mends what some of the changes leave without a meaning.
  private mutating func settle() {
    let kinds = classes.reduce(into: [:]) { $0[$1.name] = $1.kind }
    for index in classes.indices {
      classes[index].properties.removeAll { property in
        property.target.map { kinds[$0] == nil || kinds[$0] == .asymmetric } ?? false
      }
      for position in classes[index].properties.indices {
        classes[index].properties[position].settle(kinds)
      }
    }
  }
}

extension EditedSchema.Class {
  fileprivate init(_ schema: ClassSchema) {
    self.init(
      name: schema.name, kind: schema.kind, source: nil,
      primaryKey: schema.primaryKeyProperty.map { EditedSchema.Property($0) },
      properties: schema.properties.filter { $0.name != schema.primaryKey }
        .map { EditedSchema.Property($0) })
  }

  fileprivate mutating func make(_ change: SchemaChange) {
    let new = change.after
    switch change.kind {
    case .classAdded, .classRemoved: break
    case .classEmbedded, .classUnembedded, .asymmetryChanged:
      kind = change.newClass?.kind ?? kind
      setPrimaryKey(change.newClass?.primaryKeyProperty)
    case .primaryKeyAdded, .primaryKeyRemoved:
      setPrimaryKey(change.newClass?.primaryKeyProperty)
    case .primaryKeyRenamed: renamePrimaryKey(change)
    case .primaryKeyTypeChanged:
      if let type = new?.type { primaryKey?.schema.type = type }
    case .primaryKeyOptionalityChanged: primaryKey?.isOptional = new?.isOptional ?? false
    case .propertyAdded: if let new { properties.append(EditedSchema.Property(new)) }
    case .propertyRemoved: properties.removeAll { $0.name == change.property }
    case .typeChanged, .collectionChanged, .optionalityChanged, .linkTargetChanged:
      if let new, let index = index(of: new.name) { properties[index].make(change.kind, new) }
    }
  }

  /// Makes a property the primary key, in place of the one that is; or has none from now on.
  private mutating func setPrimaryKey(_ new: PropertySchema?) {
    guard new?.name != primaryKey?.name else { return }
    if let old = primaryKey { properties.insert(old, at: 0) }
    primaryKey = new.map { take($0.name) ?? EditedSchema.Property($0) }
  }

  /// The key keeps its values, unless its new name is that of a property with some of its own.
  private mutating func renamePrimaryKey(_ change: SchemaChange) {
    guard let old = primaryKey, let name = change.after?.name else { return }
    primaryKey?.name = name
    if let other = take(name) { primaryKey?.source = other.source }
    if change.newClass?.property(old.name) != nil { properties.insert(old, at: 0) }
  }

  private mutating func take(_ name: RealmString) -> EditedSchema.Property? {
    index(of: name).map { properties.remove(at: $0) }
  }
}

extension EditedSchema.Property {
  fileprivate mutating func make(_ change: SchemaChange.Kind, _ new: PropertySchema) {
    switch change {
    case .typeChanged:
      // Where one of the types leaves no choice, nothing else says whether the other is optional.
      if !new.hasChoice || type == .link || type == .mixed { schema.isOptional = new.isOptional }
      (schema.type, schema.target) = (new.type, new.target)
    case .collectionChanged: schema.collection = new.collection
    case .optionalityChanged: schema.isOptional = new.isOptional
    default: schema.target = new.target
    }
  }

  /// Embedded objects are in no sets, and links optional by the kind of their collection alone.
  fileprivate mutating func settle(_ kinds: [RealmString: TableKind]) {
    guard let target = schema.target else { return }
    if schema.collection == .set, kinds[target] == .embedded { schema.collection = .list }
    schema.isOptional = schema.collection == .single || schema.collection == .dictionary
  }
}
