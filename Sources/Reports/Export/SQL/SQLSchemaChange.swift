internal import Analyzer
internal import RealmModel
internal import TraceFormat

/// What a database gets for a class or a property that a device has made or taken away.
enum SQLSchemaChange {
  /// Nothing: the class or property is inside of columns of JSON, or was not kept.
  case nothing
  /// It is made with its table: of a class the statement that makes it where it is missing.
  case table(statement: String?)
  /// A statement that does nothing where it was done before.
  case statement(String)
  /// It is left to a person, with the statement that does it once.
  case left(ExportLimit, statement: String)
}

extension SQLTables {
  /// What a write to the schema becomes.
  ///
  /// - Parameters:
  ///   - address: the class or property that it is about.
  ///   - madeClasses: the classes that the same export makes.
  func change(
    _ definition: PendingDefinition, at address: Address, madeClasses: Set<RealmString>
  ) throws(ExportLimit) -> SQLSchemaChange {
    let name = address.className
    guard let schema = schema[name] else { return .nothing }
    if schema.kind == .embedded { return .nothing }
    let table = try table(name)
    switch definition {
    case .addedClass: return .table(statement: try self.definition(of: schema))
    case .addedProperty(let property):
      // Nothing is to be made of one that was taken away again, or is another by now.
      guard schema.property(property.name) == property else { return .nothing }
      return try addition(of: property, to: name, isMade: madeClasses.contains(name))
    case .removedClass: return .left(.schemaRemoval, statement: "DROP TABLE \(table);")
    case .removedProperty:
      let column = try column(address.property ?? .empty, of: name)
      return .left(.schemaRemoval, statement: "ALTER TABLE \(table) DROP COLUMN \(column);")
    }
  }

  /// SQLite cannot add a column only where it is missing.
  private func addition(
    of property: PropertySchema, to className: RealmString, isMade: Bool
  ) throws(ExportLimit) -> SQLSchemaChange {
    let alter = "ALTER TABLE \(try table(className)) ADD COLUMN"
    let column = try addedColumn(property, of: className)
    if dialect == .postgresql { return .statement("\(alter) IF NOT EXISTS \(column);") }
    return isMade ? .table(statement: nil) : .left(.schema, statement: "\(alter) \(column);")
  }

  /// A column as it is added to a table that may have rows: they get what Realm gives to its objects.
  private func addedColumn(
    _ property: PropertySchema, of className: RealmString
  ) throws(ExportLimit) -> String {
    let definition = try definition(ofColumn: property, of: className)
    guard !isNullable(property) else { return definition }
    var literals = SQLLiterals(dialect, schema)
    return definition + " DEFAULT "
      + (try literals.literal(schema.initialValue(of: property), of: property))
  }
}
