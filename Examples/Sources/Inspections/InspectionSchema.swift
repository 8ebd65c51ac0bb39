import TraceFormat

/// The schema of the app's Realm, as `tracetool state --schema FILE.realm` prints it.
enum InspectionSchema {
  static let schema = try? RealmSchema(
    parsing: Array(
      """
      {
        "schema": 1,
        "classes": {
          "Inspection": {"primaryKey": "_id", "properties": {"_id": "int", "status": "string"}}
        }
      }
      """.utf8))
}
