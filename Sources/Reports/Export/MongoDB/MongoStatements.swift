internal import Analyzer
internal import RealmModel
internal import TraceFormat

struct MongoStatements {
  var values: ExtendedJSON

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
      return try updates(of: created).map { update throws(ExportLimit) in
        try model(created.object, update)
      }
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
    let key = values.schema[object.className]?.primaryKey ?? SQLTables.ownKeyColumn
    guard let name = try MongoField(steps: [.key(key)]).dotted(values) else { throw .name }
    return JSONText.Member(name, .tagged("eq", try values.key(object.key)))
  }
}

// What becomes of a document by its creation.
extension MongoStatements {
  /// What nobody has set is set only on a document that is made; names that no operator takes follow one by one.
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
    // An object of nothing but its key is made, too.
    if set.isEmpty, initial.isEmpty {
      let object = created.object
      initial = [JSONText.Member(try filter(object).name, try values.key(object.key))]
    }
    let operators = [("$set", set), ("$setOnInsert", initial)].filter { !$1.isEmpty }
      .map { JSONText.Member($0, .object($1)) }
    return [MongoUpdate(update: .object(operators), isUpsert: true)] + others
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
