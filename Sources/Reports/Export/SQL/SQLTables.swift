internal import Analyzer
internal import RealmModel
internal import TraceFormat

/// The tables that statements are about: one a class, a column a property (`docs/export.md`, "SQL").
struct SQLTables {
  let dialect: SQLDialect
  let schema: PendingSchema
  private let quoting: SQLQuoting

  init(_ dialect: SQLDialect, _ schema: PendingSchema) {
    (self.dialect, self.schema) = (dialect, schema)
    quoting = SQLQuoting(dialect: dialect)
  }

  /// The table in which applied transactions are remembered.
  static let appliedTable = "tracetool_applied"
  /// The table of the operations that found no object.
  static let missingTable = "tracetool_missing"
  /// The column that objects of a class without a primary key are known by.
  static let ownKeyColumn: RealmString = "_id"

  /// The name of a class's table.
  func table(_ className: RealmString) throws(ExportLimit) -> String {
    let folded = Self.folded(className)
    guard ![Self.appliedTable, Self.missingTable].contains(where: { folded == RealmString($0) })
    else { throw .name }
    try checkApart(schema.all.map(\.name), className)
    return try quoting.name(className)
  }

  /// The name of a property's column.
  func column(_ property: RealmString, of className: RealmString) throws(ExportLimit) -> String {
    let names = schema.class(className)?.properties.map(\.name) ?? []
    try checkApart(names, property)
    return try quoting.name(property)
  }

  /// The column that objects are known by.
  func keyColumn(of className: RealmString) throws(ExportLimit) -> String {
    try column(keyName(of: className), of: className)
  }

  func keyName(of className: RealmString) -> RealmString {
    schema.class(className)?.primaryKey ?? Self.ownKeyColumn
  }

  /// SQLite holds names to be one that differ in nothing but the case of their letters.
  private func checkApart(_ names: [RealmString], _ name: RealmString) throws(ExportLimit) {
    guard dialect == .sqlite else { return }
    let folded = Self.folded(name)
    guard !names.contains(where: { $0 != name && Self.folded($0) == folded }) else { throw .name }
  }

  private static func folded(_ name: RealmString) -> RealmString {
    RealmString(name.bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 })
  }

  /// The statement that makes a class's table where it is missing.
  func definition(of schema: ClassSchema) throws(ExportLimit) -> String {
    var columns: [String] = []
    if schema.primaryKey == nil {
      columns.append(try quoting.name(Self.ownKeyColumn) + " \(SQLColumnType.text.name(dialect))")
    }
    for property in schema.properties {
      columns.append(try definition(ofColumn: property, of: schema.name))
    }
    let key = try keyColumn(of: schema.name)
    return "CREATE TABLE IF NOT EXISTS \(try table(schema.name)) "
      + "(\(columns.joined(separator: ", ")), UNIQUE (\(key)));"
  }

  /// A column in such a statement.
  func definition(
    ofColumn property: PropertySchema, of className: RealmString
  ) throws(ExportLimit) -> String {
    try column(property.name, of: className) + " "
      + SQLColumnType(property, in: schema).name(dialect)
      + (isNullable(property) ? "" : " NOT NULL")
  }

  func isNullable(_ property: PropertySchema) -> Bool {
    property.isOptional && property.collection == .single
  }
}
