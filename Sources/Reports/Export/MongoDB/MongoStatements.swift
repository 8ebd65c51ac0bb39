internal import Analyzer
internal import RealmModel
internal import TraceFormat

/// The updates of steps.
struct MongoStatements {
  private let schema: PendingSchema
  private(set) var values: ExtendedJSON

  init(_ schema: PendingSchema) {
    self.schema = schema
    values = ExtendedJSON(schema)
  }

  /// The write models of a step, as `bulkWrite` takes them, by the collection that they are for.
  mutating func models(
    of step: ExportStep
  ) throws(ExportLimit) -> [(collection: String, model: JSONText)] {
    switch step {
    case .limited(let limit, _): throw limit
    case .schema(let definition, _):
      // A collection and its fields come with their first document.
      if definition.isRemoval { throw .schemaRemoval }
      return []
    case .delete(let object, _):
      let model = JSONText.members([
        "deleteOne": .members(["filter": .object([try filter(object)])])
      ])
      return [(try collection(object.className), model)]
    case .change(let write, let place, _):
      guard let object = write.object, let update = try update(of: write, place) else { return [] }
      return [try model(object, update)]
    case .create(let created):
      var models: [(String, JSONText)] = []
      for update in try updates(of: created) { models.append(try model(created.object, update)) }
      return models
    }
  }

  private func model(
    _ object: ObjectName, _ update: MongoUpdate
  ) throws(ExportLimit) -> (String, JSONText) {
    let filter = JSONText.object([try filter(object)] + update.condition)
    return (
      try collection(object.className),
      .members([
        "updateOne": .members([
          "filter": filter, "update": update.update,
          "upsert": update.isUpsert ? .bool(true) : nil,
        ])
      ])
    )
  }

  private func collection(_ className: RealmString) throws(ExportLimit) -> String {
    let name = try values.name(className)
    guard !name.isEmpty, !name.utf8.contains(UInt8(ascii: "$")),
      !name.utf8.starts(with: "system.".utf8)
    else { throw .name }
    return name
  }

  private func filter(_ object: ObjectName) throws(ExportLimit) -> JSONText.Member {
    let key = schema.class(object.className)?.primaryKey ?? SQLTables.ownKeyColumn
    guard let name = try MongoField(steps: [.key(key)]).dotted(values) else { throw .name }
    return JSONText.Member(name, .tagged("eq", try values.key(object.key)))
  }
}

// Creations
extension MongoStatements {
  /// What nobody has set is set only on a document that is made; names that no operator takes follow one by
  /// one.
  private mutating func updates(of created: CreatedObject) throws(ExportLimit) -> [MongoUpdate] {
    var (initial, set): ([JSONText.Member], [JSONText.Member]) = ([], [])
    var others: [MongoUpdate] = []
    for value in created.initials {
      let field = MongoField(steps: [.key(value.property.name)])
      let json = try values.json(value.value, isMixed: value.property.type == .mixed)
      if let name = try field.dotted(values) {
        if value.isSet { set.append(.init(name, json)) } else { initial.append(.init(name, json)) }
      } else {
        others.append(try put(json, at: field, onlyIfMissing: !value.isSet))
      }
    }
    var operators: [JSONText.Member] = []
    if !set.isEmpty { operators.append(.init("$set", .object(set))) }
    let isBare = set.isEmpty && initial.isEmpty
    if !initial.isEmpty || isBare {
      let key = isBare ? [try keyMember(created)] : initial
      operators.append(.init("$setOnInsert", .object(key)))
    }
    return [MongoUpdate(update: .object(operators), isUpsert: true)] + others
  }

  private func keyMember(_ created: CreatedObject) throws(ExportLimit) -> JSONText.Member {
    JSONText.Member(try filter(created.object).name, try values.key(created.object.key))
  }

  private func put(
    _ json: JSONText, at field: MongoField, onlyIfMissing: Bool
  ) throws(ExportLimit) -> MongoUpdate {
    let new = JSONText.tagged("literal", json)
    guard onlyIfMissing else { return .replacing(with: try field.document(putting: new, values)) }
    let old = try field.value(values)
    let kept = MongoField.when(old, is: "missing", new)
    return .replacing(with: try field.document(putting: kept, values))
  }
}

// Changes
extension MongoStatements {
  /// The update of a write; nil for one that changes nothing in any target.
  private mutating func update(
    of write: PendingWrite, _ place: PendingPlace
  ) throws(ExportLimit) -> MongoUpdate? {
    guard let property = write.address.property else { throw .value }
    let field = MongoField(steps: [.key(property)] + write.address.path)
    let json = try json(write.operation.carried, place)
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
    switch (write.operation, json) {
    case (.set(.value, _), let json?):
      let isThere = place.holder == .list ? MongoUpdate.exists(field) : holds(holder, write)
      return .operation("set", field, json, where: isThere)
    case (.set(.objectValue, _), let json?) where place.holder == .dictionary:
      return .operation("set", field, json, where: holds(holder, write))
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
      return .operation(
        "set", field, empty,
        where: place.holder == .list ? MongoUpdate.exists(field) : holds(holder, write))
    default: return nil
    }
  }

  private func holds(_ holder: String, _ write: PendingWrite) -> [JSONText.Member] {
    write.address.path.isEmpty ? [] : MongoUpdate.has(holder, type: "object")
  }

  /// The document after a write that no operator says: elements that move or go, names with dots and dollar
  /// signs.
  private func document(
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
      let isSame = JSONText.tagged(
        "eq", .array([.tagged("type", old), .string(isList ? "array" : "object")]))
      return try field.document(
        putting: .tagged("cond", .array([isSame, old, empty])), values)
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

extension MongoStatements {
  /// What a write carries, as Extended JSON.
  private mutating func json(
    _ carried: PayloadValue?, _ place: PendingPlace
  ) throws(ExportLimit) -> JSONText? {
    switch carried {
    case .value(let value): return try values.json(value, isMixed: place.type == .mixed)
    case .objectValue:
      guard let target = place.target else { throw .value }
      return try values.json(schema.newObject(of: target), isMixed: false)
    case .list, .set: return .array([])
    case .dictionary: return .object([])
    case .erased, nil: return nil
    }
  }
}

extension WriteOperation {
  /// The value or order that the write carries, if any.
  fileprivate var carried: PayloadValue? {
    switch self {
    case .set(let value, _), .insert(let value), .addMember(let value), .removeMember(let value):
      value
    default: nil
    }
  }

  fileprivate var makesList: Bool {
    if case .set(.dictionary, _) = self { false } else { true }
  }
}

extension JSONText? {
  fileprivate var required: JSONText {
    get throws(ExportLimit) {
      guard let self else { throw .value }
      return self
    }
  }
}
