internal import Analyzer
internal import RealmModel
internal import TraceFormat

// What becomes of a document by a write to it.
extension MongoStatements {
  /// The update of a write; nil for one that changes nothing in any target.
  mutating func update(
    of write: PendingWrite, _ place: PendingPlace
  ) throws(ExportLimit) -> MongoUpdate? {
    guard let property = write.address.property else { throw .value }
    let field = MongoField(steps: [.key(property)] + write.address.path)
    let json = try json(write.operation.payload, place)
    if case .set(.objectValue, _) = write.operation, place.holder == .list { return nil }
    guard let dotted = try field.dotted(values), let update = simple(write, place, dotted, json)
    else { return .replacing(with: try document(write, place, field, json)) }
    return update
  }

  /// The update by an operator; nil where none says it.
  private func simple(
    _ write: PendingWrite, _ place: PendingPlace, _ field: String, _ json: JSONText?
  ) -> MongoUpdate? {
    let holder = field.split(separator: ".").dropLast().joined(separator: ".")
    /// What is below something that is not there is not made.
    let isHeld = write.address.path.isEmpty ? [] : MongoUpdate.exists(holder)
    let isThere = place.holder == .list ? MongoUpdate.exists(field) : holds(holder, write)
    switch (write.operation, json) {
    case (.set(.value, _), let json?),
      (.set(.objectValue, _), let json?) where place.holder == .dictionary:
      return .operation("set", field, json, where: isThere)
    case (.set(.objectValue, _), let json?):
      return .operation(
        "set", field, json, where: [.init(field, .null)] + holds(holder, write))
    case (.removeEntry, _): return .operation("unset", field, .string(""), where: isHeld)
    case (.add(let number), _):
      return .operation(
        "inc", field, .tagged("numberLong", .wide(number)),
        where: MongoUpdate.has(field, type: "number"))
    case (.insert, let json?):
      guard case .index(let index)? = write.address.path.last else { return nil }
      return .operation(
        "push", holder,
        .members(["$each": .array([json]), "$position": ExtendedJSON.int(Int(index))]),
        where: MongoUpdate.has(holder, type: "array"))
    case (.addMember, let json?):
      return .operation("addToSet", field, json, where: MongoUpdate.has(field, type: "array"))
    case (.removeMember, let json?):
      return .operation(
        "pull", field, .tagged("in", .array([json])),
        where: MongoUpdate.has(field, type: "array"))
    case (.clear, _):
      let empty = write.emptyCollection(at: place).emptyJSON
      return .operation("set", field, empty, where: isThere)
    default: return nil
    }
  }

  private func holds(_ holder: String, _ write: PendingWrite) -> [JSONText.Member] {
    write.address.path.isEmpty ? [] : MongoUpdate.has(holder, type: "object")
  }

  private mutating func json(
    _ carried: PayloadValue?, _ place: PendingPlace
  ) throws(ExportLimit) -> JSONText? {
    guard let value = try carried?.value(at: place, in: values.schema) else { return nil }
    return try values.json(value, isMixed: place.type == .mixed)
  }
}

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

  /// That a field is of a type, or a list with an element of it: a query for types looks into lists too.
  static func has(_ field: String, type: String) -> [JSONText.Member] {
    [.init(field, .tagged("type", .string(type)))]
  }

  static func exists(_ field: String) -> [JSONText.Member] {
    [.init(field, .tagged("exists", .bool(true)))]
  }
}
