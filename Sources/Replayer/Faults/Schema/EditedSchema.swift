import RealmModel
import TraceFormat

/// A schema that is made from another one: which of its classes and properties are which of that.
struct EditedSchema {
  /// A class, with the place of its data in the old Realm.
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

  /// A property, with the place of its values in the old Realm.
  struct Property {
    var name: RealmString
    var type: ColumnType
    var collection: CollectionKind = .single
    var isOptional = false
    /// The class that links lead to; present exactly for links.
    var target: RealmString?
    /// The column in the old Realm; nil for a new one.
    var source: ColumnShape?
  }

  var classes: [Class]

  /// The schema as it is.
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

  /// A name that no property has yet, made from a wish.
  func freeName(_ wish: String) -> RealmString {
    let taken = Set(properties.map(\.name) + (primaryKey.map { [$0.name] } ?? []))
    return RealmString.free(wish, taken)
  }
}

extension EditedSchema.Property {
  fileprivate init(_ column: ColumnShape, named name: RealmString, in state: RealmState) {
    let isLink = column.type == .link && state.contains(column.opposite)
    self.init(
      name: name, type: column.type, collection: column.collection,
      isOptional: column.isNullable,
      target: isLink ? state.tables[column.opposite.slot].name : nil, source: column)
  }
}

extension EditedSchema {
  /// A name that no class has yet, made from a wish.
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
