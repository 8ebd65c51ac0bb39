import RealmModel
import TraceFormat

/// A schema that is made from another one: for each of its classes and properties, where in the old
/// Realm its data is. Of a property itself it says no more than its ``PropertySchema``.
struct EditedSchema {
  struct Class {
    var name: RealmString
    var kind: TableKind
    /// The class in the old Realm; nil for a new one.
    var source: TableKey?
    /// Absent for embedded classes, and for those whose objects have global keys.
    var primaryKey: Property?
    /// All other properties, in the order of their columns.
    var properties: [Property]
  }

  @dynamicMemberLookup struct Property {
    var schema: PropertySchema
    /// The column in the old Realm; nil for a new one.
    var source: ColumnShape?

    subscript<Part>(dynamicMember part: WritableKeyPath<PropertySchema, Part>) -> Part {
      get { schema[keyPath: part] }
      set { schema[keyPath: part] = newValue }
    }

    var type: ColumnType {
      get { ColumnType(schema.type) }
      set { schema.type = newValue.propertyType }
    }
  }

  var classes: [Class]

  init(_ state: RealmState) {
    classes = state.tableKeys.map { Class(state.tables[$0.slot], in: state) }
  }

  func index(of name: RealmString) -> Int? { classes.firstIndex { $0.name == name } }
}

extension EditedSchema.Class {
  fileprivate init(_ table: Table, in state: RealmState) {
    let property = { (leaf: Int) in
      table.columns[leaf].map {
        EditedSchema.Property($0, named: table.columnNames[leaf], in: state)
      }
    }
    self.init(
      name: table.name, kind: table.kind, source: table.key,
      primaryKey: table.primaryKeyLeaf.flatMap(property),
      properties: table.visibleLeaves.filter { $0 != table.primaryKeyLeaf }.compactMap(property))
  }

  func index(of name: RealmString) -> Int? { properties.firstIndex { $0.name == name } }

  func freeName(_ wish: String) -> RealmString {
    let taken = Set(properties.map(\.name) + (primaryKey.map { [$0.name] } ?? []))
    return RealmString.free(wish, taken)
  }
}

extension EditedSchema.Property {
  init(_ schema: PropertySchema) { self.init(schema: schema) }

  init(name: RealmString, type: ColumnType, isOptional: Bool = false) {
    self.init(
      PropertySchema(
        name: name, type: type.propertyType, isOptional: isOptional, collection: .single,
        target: nil))
  }

  fileprivate init(_ column: ColumnShape, named name: RealmString, in state: RealmState) {
    self.init(schema: state.property(column, named: name), source: column)
  }
}

extension EditedSchema {
  func freeName(_ wish: String) -> RealmString { .free(wish, Set(classes.map(\.name))) }
}

extension RealmString {
  fileprivate static func free(_ wish: String, _ taken: Set<RealmString>) -> RealmString {
    var name = RealmString(wish)
    var number = 2
    while taken.contains(name) {
      name = RealmString("\(wish)\(number)")
      number += 1
    }
    return name
  }
}
