internal import TraceFormat

struct MongoUpdate {
  /// What the document has to have besides its key for the update to apply.
  var condition: [JSONText.Member] = []
  /// The update: operators, or a pipeline.
  var update: JSONText
  var isUpsert = false

  static func operation(
    _ name: String, _ field: String, _ value: JSONText, where condition: [JSONText.Member] = []
  ) -> MongoUpdate {
    MongoUpdate(condition: condition, update: .tagged(name, .object([.init(field, value)])))
  }

  static func replacing(with document: JSONText) -> MongoUpdate {
    MongoUpdate(update: .array([.tagged("replaceWith", document)]))
  }

  static func has(_ field: String, type: String) -> [JSONText.Member] {
    [.init(field, .tagged("type", .string(type)))]
  }

  /// That a field is a list: a query for the type of a field looks at the elements of lists too.
  static func exists(_ field: String) -> [JSONText.Member] {
    [.init(field, .tagged("exists", .bool(true)))]
  }
}
