public import TraceFormat

/// What an unsynced write to the schema makes or takes away.
public enum PendingDefinition: Hashable, Sendable {
  /// Makes a class, with its primary key where it has one.
  case addedClass(TableKind, primaryKey: PropertySchema?)
  /// Makes a property.
  case addedProperty(PropertySchema)
  /// Removes a class with all its objects.
  case removedClass
  /// Removes a property with all its values.
  case removedProperty

  /// Whether it takes away what others may have written too.
  public var isRemoval: Bool {
    switch self {
    case .removedClass, .removedProperty: true
    case .addedClass, .addedProperty: false
    }
  }

  /// What an instruction does to the schema; nil for one about an object, and for a type that no property has.
  init?(_ instruction: Instruction, in changeset: Changeset) {
    switch instruction {
    case .addTable(let it):
      guard let key = it.primaryKey else {
        self = .addedClass(it.kind, primaryKey: nil)
        return
      }
      guard let property = changeset.property(key) else { return nil }
      self = .addedClass(it.kind, primaryKey: property)
    case .addColumn(let it):
      guard let property = changeset.property(it) else { return nil }
      self = .addedProperty(property)
    case .eraseTable: self = .removedClass
    case .eraseColumn: self = .removedProperty
    default: return nil
    }
  }
}
