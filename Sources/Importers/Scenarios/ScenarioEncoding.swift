internal import RealmModel
internal import TraceFormat

/// Spelled-out instructions as an encoded changeset.
enum ScenarioEncoding {
  static func changeset(_ instructions: [ScenarioInstruction]) -> [UInt8] {
    var builder = ChangesetBuilder()
    for instruction in instructions { append(instruction, to: &builder) }
    return builder.changeset.encoded()
  }

  private static func append(
    _ instruction: ScenarioInstruction, to builder: inout ChangesetBuilder
  ) {
    switch instruction {
    case .addTable(let added): addTable(added, to: &builder)
    case .eraseTable(let name): builder.eraseTable(RealmString(name))
    case .addColumn(let className, let property): addColumn(property, className, to: &builder)
    case .eraseColumn(let className, let property):
      builder.eraseColumn(RealmString(className), RealmString(property))
    case .createObject(let object):
      builder.createObject(RealmString(object.className), key(object.key))
    case .eraseObject(let object):
      builder.eraseObject(RealmString(object.className), key(object.key))
    case .update(let place, let value, .isDefault(let isDefault)):
      builder.update(location(place), to: payload(value), isDefault: isDefault)
    case .update(let place, let value, .priorSize(let size)):
      builder.update(location(place), to: payload(value), priorSize: size)
    case .addInteger(let place, let operand): builder.addInteger(location(place), operand)
    case .arrayInsert(let place, let value, let size):
      builder.arrayInsert(location(place), payload(value), priorSize: size)
    case .arrayMove(let place, let destination, let size):
      builder.arrayMove(location(place), to: destination, priorSize: size)
    case .arrayErase(let place, let size): builder.arrayErase(location(place), priorSize: size)
    case .clear(let place, let kind): builder.clear(location(place), kind)
    case .setInsert(let place, let value): builder.setInsert(location(place), payload(value))
    case .setErase(let place, let value): builder.setErase(location(place), payload(value))
    }
  }

  private static func addTable(_ added: WrittenClass, to builder: inout ChangesetBuilder) {
    let name = RealmString(added.name)
    if added.kind == .embedded {
      builder.addEmbeddedTable(name)
    } else if let property = added.primaryKeyProperty, case .scalar(let type) = property.type {
      builder.addTable(
        name, kind: added.kind, primaryKey: RealmString(property.name), type: type,
        isNullable: property.isOptional)
    } else {
      builder.addTableWithoutPrimaryKey(name, kind: added.kind)
    }
  }

  private static func addColumn(
    _ property: WrittenProperty, _ className: String, to builder: inout ChangesetBuilder
  ) {
    let (table, field) = (RealmString(className), RealmString(property.name))
    switch property.type {
    case .object(let target):
      builder.addLinkColumn(
        table, field, target: RealmString(target), collection: property.collection)
    case .mixed:
      builder.addColumn(
        table, field, type: .null, isNullable: true, collection: property.collection)
    case .scalar(let type):
      builder.addColumn(
        table, field, type: type, isNullable: property.isOptional,
        collection: property.collection)
    }
  }

  // MARK: Values and places

  private static func location(_ place: ScenarioPlace) -> LocationValue {
    let steps = place.steps.map { step in
      switch step {
      case .key(let name): PathStep.key(RealmString(name))
      case .index(let index): PathStep.index(UInt32(index))
      }
    }
    guard case .key(let field)? = steps.first else {
      preconditionFailure("every place that is written to begins with a property")
    }
    return LocationValue(
      RealmString(place.object.className), key(place.object.key), field, Array(steps.dropFirst()))
  }

  private static func key(_ key: ScenarioKey) -> PrimaryKeyValue {
    switch key {
    case .null: .null
    case .int(let value): .int(value)
    case .string(let text): .string(RealmString(text))
    case .objectID(let value): .objectID(value)
    case .uuid(let value): .uuid(value)
    case .globalKey(let value): .globalKey(value)
    }
  }

  private static func payload(_ payload: ScenarioPayload) -> PayloadValue {
    switch payload {
    case .value(let value): scalar(value)
    case .objectValue: .objectValue
    case .list: .list
    case .dictionary: .dictionary
    case .set: .set
    case .erased: .erased
    }
  }

  private static func scalar(_ value: ScenarioValue) -> PayloadValue {
    switch value {
    case .null: .null
    case .bool(let value): .bool(value)
    case .int(let value): .int(value)
    case .string(let text): .string(RealmString(text))
    case .binary(let bytes): .binary(bytes)
    case .timestamp(let value): .timestamp(value)
    case .float(let bits): .float(bitPattern: bits)
    case .double(let bits): .double(bitPattern: bits)
    case .decimal(let value): .decimal(value)
    case .objectID(let value): .objectID(value)
    case .uuid(let value): .uuid(value)
    case .link(let object):
      .link(table: RealmString(object.className), key: key(object.key))
    case .object, .list, .set, .dictionary:
      preconditionFailure("objects and collections are made by instructions of their own")
    }
  }
}
