internal import Analyzer
internal import RealmModel
internal import TraceFormat

// What no operator says: elements that move or go, names with dots and dollar signs.
extension MongoStatements {
  func document(
    _ write: PendingWrite, _ place: PendingPlace, _ field: MongoField, _ json: JSONText?
  ) throws(ExportLimit) -> JSONText {
    let old = try field.value(values)
    let literal = json.map { JSONText.tagged("literal", $0) }
    switch write.operation {
    case .set(.value, _):
      return try field.document(putting: try literal.required, values)
    case .set(.objectValue, _):
      let new = try literal.required
      let isEntry = place.holder == .dictionary
      return try field.document(
        putting: isEntry ? new : .tagged("ifNull", .array([old, new])), values)
    case .set(.list, _), .set(.dictionary, _), .set(.set, _):
      let isList = write.operation.makesList
      let empty = JSONText.tagged("literal", isList ? .array([]) : .object([]))
      let isSame = MongoField.test(old, is: isList ? "array" : "object")
      // A link in a Mixed value is an object, too.
      let target = JSONText.tagged(
        "getField", .members(["field": .tagged("literal", .string("$ref")), "input": old]))
      let kept =
        isList
        ? old : .tagged("cond", .array([MongoField.test(target, is: "missing"), old, empty]))
      return try field.document(
        putting: .tagged("cond", .array([isSame, kept, empty])), values)
    case .removeEntry: return try field.document(putting: .string("$$REMOVE"), values)
    case .add(let number):
      let sum = JSONText.tagged(
        "add", .array([old, .tagged("numberLong", .wide(number))]))
      let isNumber = JSONText.tagged("isNumber", old)
      return try field.document(
        putting: .tagged("cond", .array([isNumber, sum, old])), values)
    case .clear:
      let empty = write.emptyCollection(at: place).emptyJSON
      return try field.document(putting: .tagged("literal", empty), values)
    case .insert, .move, .removeElement: return try list(write.operation, field, literal)
    case .addMember, .removeMember: return try set(write.operation, field, try literal.required)
    default: throw .value
    }
  }

  private func list(
    _ operation: WriteOperation, _ field: MongoField, _ literal: JSONText?
  ) throws(ExportLimit) -> JSONText {
    guard case .index(let last)? = field.steps.last else { throw .value }
    let holder = MongoField(steps: Array(field.steps.dropLast()))
    let (list, index) = (try holder.value(values), Int(last))
    let changed: JSONText
    switch operation {
    case .insert:
      changed = MongoField.spliced(list, at: index, removing: 0, [try literal.required])
    case .removeElement: changed = MongoField.spliced(list, at: index, removing: 1, [])
    case .move(let target):
      let element = JSONText.tagged("arrayElemAt", .array([list, ExtendedJSON.int(index)]))
      let rest = MongoField.spliced(list, at: index, removing: 1, [])
      let moved = MongoField.spliced(rest, at: Int(target), removing: 0, [element])
      let isThere = JSONText.tagged(
        "gt", .array([.tagged("size", list), ExtendedJSON.int(index)]))
      changed = .tagged("cond", .array([isThere, moved, list]))
    default: throw .value
    }
    return try holder.document(putting: MongoField.when(list, is: "array", changed), values)
  }

  private func set(
    _ operation: WriteOperation, _ field: MongoField, _ literal: JSONText
  ) throws(ExportLimit) -> JSONText {
    let old = try field.value(values)
    let changed: JSONText
    if case .addMember = operation {
      let isThere = JSONText.tagged("in", .array([literal, old]))
      changed = .tagged(
        "cond",
        .array([isThere, old, .tagged("concatArrays", .array([old, .array([literal])]))]))
    } else {
      let isOther = JSONText.tagged("ne", .array([.string("$$this"), literal]))
      changed = .tagged("filter", .members(["input": old, "cond": isOther]))
    }
    return try field.document(putting: MongoField.when(old, is: "array", changed), values)
  }
}

extension WriteOperation {
  fileprivate var makesList: Bool { if case .set(.dictionary, _) = self { false } else { true } }
}

extension JSONText? {
  fileprivate var required: JSONText {
    get throws(ExportLimit) {
      guard let self else { throw .value }
      return self
    }
  }
}
