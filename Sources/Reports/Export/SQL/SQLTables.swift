internal import Analyzer
internal import RealmModel
internal import TraceFormat

/// The tables that statements are about: one a class, a column a property (`docs/export.md`, "SQL").
struct SQLTables {
  let dialect: SQLDialect
  let schema: RealmSchema
  /// The target's schema that all tables are in; nil for the one that the database takes by itself.
  let targetSchema: RealmString?
  private let quoting: SQLQuoting
  private let ambiguousClasses: Set<RealmString>

  init(_ dialect: SQLDialect, _ schema: RealmSchema, in targetSchema: RealmString?) {
    (self.dialect, self.schema, self.targetSchema) = (dialect, schema, targetSchema)
    quoting = SQLQuoting(dialect: dialect)
    ambiguousClasses = dialect == .sqlite ? Self.ambiguousClasses(schema) : []
  }

  static let appliedTable: RealmString = "tracetool_applied"
  /// The table of the operations that found no object.
  static let missingTable: RealmString = "tracetool_missing"
  /// The statement that makes it where it is missing.
  static func missingDefinition(_ name: String) -> String {
    "CREATE TABLE IF NOT EXISTS \(name) "
      + "(\"key\" TEXT PRIMARY KEY, \"operation\" TEXT, \"class\" TEXT, \"object\" TEXT);"
  }

  /// What a class's name may not begin with: a table of the database's own, or of ours, would be written to.
  private static let reservedPrefixes: [RealmString] = [
    "pg_", "sqlite_", "information_schema", "tracetool_",
  ]
  /// The columns that PostgreSQL has in every table.
  private static let systemColumns: Set<RealmString> = [
    "tableoid", "xmin", "cmin", "xmax", "cmax", "ctid",
  ]
  /// The column that objects of a class without a primary key are known by.
  static let ownKeyColumn: RealmString = "_id"

  func table(_ className: RealmString) throws(ExportLimit) -> String {
    guard !Self.isReserved(className), !ambiguousClasses.contains(className) else { throw .name }
    return try inTargetSchema(className)
  }

  func inTargetSchema(_ name: RealmString) throws(ExportLimit) -> String {
    try quoting.name(name, in: targetSchema)
  }

  func column(_ property: RealmString) throws(ExportLimit) -> String {
    guard dialect == .sqlite || !Self.systemColumns.contains(property) else { throw .name }
    return try quoting.name(property)
  }

  /// A column as an expression names it, with its table: SQLite takes a name in quotation marks that no
  /// column has for a text.
  func reference(
    to property: RealmString, of className: RealmString
  ) throws(ExportLimit) -> String {
    "\(try quoting.name(className)).\(try column(property))"
  }

  func keyColumn(of className: RealmString) throws(ExportLimit) -> String {
    try column(keyName(of: className))
  }

  func keyName(of className: RealmString) -> RealmString {
    schema[className]?.primaryKey ?? Self.ownKeyColumn
  }

  private static func isReserved(_ name: RealmString) -> Bool {
    let folded = folded(name)
    return reservedPrefixes.contains { folded.bytes.starts(with: $0.bytes) }
  }

  /// SQLite holds names to be one that differ in nothing but the case of their letters: a table of which two
  /// columns would be one cannot be made, and of two tables one would be the other.
  private static func ambiguousClasses(_ schema: RealmSchema) -> Set<RealmString> {
    let classes = Dictionary(grouping: schema.classes, by: { folded($0.name) })
    return Set(
      schema.classes.filter { it in
        classes[folded(it.name)]?.count != 1
          || Set(it.properties.map { folded($0.name) }).count != it.properties.count
      }.map(\.name))
  }

  static func folded(_ name: RealmString) -> RealmString {
    RealmString(name.bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 })
  }

  /// The statement that makes a class's table where it is missing.
  func definition(of schema: ClassSchema) throws(ExportLimit) -> String {
    var columns: [String] = []
    if schema.primaryKey == nil {
      columns.append(try quoting.name(Self.ownKeyColumn) + " \(SQLColumnType.text.name(dialect))")
    }
    for property in schema.properties {
      columns.append(try definition(ofColumn: property))
    }
    let key = try keyColumn(of: schema.name)
    return "CREATE TABLE IF NOT EXISTS \(try table(schema.name)) "
      + "(\(columns.joined(separator: ", ")), UNIQUE (\(key)));"
  }

  func definition(ofColumn property: PropertySchema) throws(ExportLimit) -> String {
    try column(property.name) + " "
      + SQLColumnType(property, in: schema).name(dialect)
      + (isNullable(property) ? "" : " NOT NULL")
  }

  func isNullable(_ property: PropertySchema) -> Bool {
    property.isOptional && property.collection == .single
  }
}

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
  /// What a write to the schema, at a class or property, becomes; `madeClasses` are those that the same export makes.
  func change(
    _ definition: PendingDefinition, at address: Address, madeClasses: Set<RealmString>
  ) throws(ExportLimit) -> SQLSchemaChange {
    let name = address.className
    guard let schema = schema[name], schema.kind != .embedded else {
      if definition.isRemoval { throw .schemaRemoval }
      return .nothing
    }
    let table = try table(name)
    switch definition {
    case .addedClass: return .table(statement: try self.definition(of: schema))
    case .addedProperty(let property):
      // Nothing is to be made of one that was taken away again, or is another by now.
      guard schema.property(property.name) == property else { return .nothing }
      return try addition(of: property, to: name, isMade: madeClasses.contains(name))
    case .removedClass: return .left(.schemaRemoval, statement: "DROP TABLE \(table);")
    case .removedProperty:
      let column = try column(address.property ?? .empty)
      return .left(.schemaRemoval, statement: "ALTER TABLE \(table) DROP COLUMN \(column);")
    }
  }

  /// SQLite cannot add a column only where it is missing.
  private func addition(
    of property: PropertySchema, to className: RealmString, isMade: Bool
  ) throws(ExportLimit) -> SQLSchemaChange {
    let alter = "ALTER TABLE \(try table(className)) ADD COLUMN"
    let column = try addedColumn(property)
    if dialect == .postgresql { return .statement("\(alter) IF NOT EXISTS \(column);") }
    return isMade ? .table(statement: nil) : .left(.schema, statement: "\(alter) \(column);")
  }

  /// A column as it is added to a table that may have rows: they get what Realm gives to its objects.
  private func addedColumn(_ property: PropertySchema) throws(ExportLimit) -> String {
    let definition = try definition(ofColumn: property)
    guard !isNullable(property) else { return definition }
    var literals = SQLLiterals(dialect, schema)
    return definition + " DEFAULT "
      + (try literals.literal(schema.initialValue(of: property), of: property))
  }
}
