internal import Analyzer
internal import RealmModel
internal import TraceFormat

/// How statements tell of objects that the target does not have: an update of such an object changes nothing,
/// and no database says so.
struct SQLMissing {
  /// The key of the operation.
  var key: String
  /// The condition that its transaction is open: begun, and not applied before.
  var guarding: String

  /// What makes the table where it is missing.
  ///
  /// - Parameter name: the table's, as statements have it.
  static func table(_ name: String) -> String {
    "CREATE TABLE IF NOT EXISTS \(name) "
      + "(\"key\" TEXT PRIMARY KEY, \"operation\" TEXT, \"class\" TEXT, \"object\" TEXT);"
  }

  /// What lists the operations of an export that found no object.
  ///
  /// - Parameters:
  ///   - name: the table's, as statements have it.
  ///   - keyPrefix: what the keys of its operations begin with.
  static func query(_ name: String, keyPrefix: String) -> String {
    "SELECT * FROM \(name) WHERE \"key\" LIKE '\(keyPrefix)-%' ORDER BY \"key\";"
  }

  /// Notes an operation where its object is not there. Stands before the statement that could make or delete it.
  ///
  /// - Parameter match: the condition that a row of the table is the object.
  func note(
    _ object: ObjectName, isDeletion: Bool, in tables: SQLTables, match: String,
    _ quoting: SQLQuoting
  ) throws(ExportLimit) -> String {
    let operation = isDeletion ? "delete" : "update"
    let (table, missing) = (
      try tables.table(object.className), try tables.inTargetSchema(SQLTables.missingTable)
    )
    let (className, object) = (
      try quoting.text(object.className), try quoting.text(object.key.json.text())
    )
    return "INSERT INTO \(missing) SELECT '\(key)', '\(operation)', \(className), \(object) "
      + "WHERE NOT EXISTS (SELECT 1 FROM \(table) WHERE \(match)) AND \(guarding);"
  }
}
