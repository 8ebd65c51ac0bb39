extension Changeset: JSONWritten, Decodable {
  /// Reads ``json``.
  public init(from decoder: any Decoder) throws { try self.init(decoder.jsonNode()) }

  /// Reads ``json``: instructions, each with its name and its fields (`docs/changesets.md`, "Instructions as JSON").
  ///
  /// - Throws: where in it something else was expected.
  package init(_ node: JSONNode) throws(JSONShapeFailure) {
    var builder = ChangesetBuilder()
    for instruction in try node.elements() { try builder.append(instruction) }
    self = builder.changeset
  }
}

extension ChangesetBuilder {
  /// Appends an instruction in JSON; throws where in it something else was expected; other members are refused.
  package mutating func append(_ node: JSONNode) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    let name = try members.require("instruction")
    let kind = try name.named(InstructionKind.allCases, \.name)
    let table = try members.require("class").realmString()
    switch kind {
    case .addTable: try appendAddTable(table, &members)
    case .eraseTable: eraseTable(table)
    case .createObject: createObject(table, try PrimaryKeyValue(members.require("object")))
    case .eraseObject: eraseObject(table, try PrimaryKeyValue(members.require("object")))
    case .addColumn: try appendAddColumn(table, &members)
    case .eraseColumn: eraseColumn(table, try members.require("property").realmString())
    default: try append(kind, at: Self.location(table, &members), &members)
    }
    try members.finish()
  }

  private mutating func appendAddTable(
    _ table: RealmString, _ members: inout JSONMembers
  ) throws(JSONShapeFailure) {
    let kind = try members.require("kind").named(TableKind.allCases, \.name)
    guard let key = members.take("primaryKey") else {
      return append(.addTable(.init(table: intern(table), kind: kind, primaryKey: nil)))
    }
    let types = PayloadType.allCases.filter(\.isPrimaryKeyType)
    let (name, index) = (try key.realmString(), intern(table))
    append(
      .addTable(
        .init(
          table: index, kind: kind,
          primaryKey: .init(
            field: intern(name), type: try members.require("type").named(types, \.name),
            isNullable: try members.require("optional").bool()))))
  }

  private mutating func appendAddColumn(
    _ table: RealmString, _ members: inout JSONMembers
  ) throws(JSONShapeFailure) {
    let (index, field) = (intern(table), intern(try members.require("property").realmString()))
    let type = try members.require("type").named(PayloadType.allCases, \.name)
    let collection = try members.require("collection").named(CollectionKind.allCases, \.name)
    let isNullable = try members.require("optional").bool()
    let target = try members.take("target")?.realmString()
    append(
      .addColumn(
        .init(
          table: index, field: field, type: type, isNullable: isNullable, collection: collection,
          linkTarget: target.map { intern($0) },
          keyType: try members.take("keyType")?.named(PayloadType.allCases, \.name))))
  }

  private mutating func append(
    _ kind: InstructionKind, at location: LocationValue, _ members: inout JSONMembers
  ) throws(JSONShapeFailure) {
    if [.arrayInsert, .arrayMove, .arrayErase].contains(kind), !location.isListElement {
      throw members.node.failure(expected: "a path that ends with an index")
    }
    switch kind {
    case .update: try appendUpdate(location, &members)
    case .addInteger:
      guard case .int(let value) = try Value(members.require("value")) else {
        throw members.node.failure(expected: "an integer to add")
      }
      addInteger(location, value)
    case .arrayInsert:
      arrayInsert(
        location, try PayloadValue(members.require("value")),
        priorSize: try members.require("priorSize").integer())
    case .arrayMove:
      arrayMove(
        location, to: try members.require("destination").integer(),
        priorSize: try members.require("priorSize").integer())
    case .arrayErase: arrayErase(location, priorSize: try members.require("priorSize").integer())
    case .clear:
      clear(location, try members.require("collection").named(CollectionKind.allCases, \.name))
    case .setInsert: setInsert(location, try PayloadValue(members.require("value")))
    case .setErase: setErase(location, try PayloadValue(members.require("value")))
    case .addTable, .eraseTable, .createObject, .eraseObject, .addColumn, .eraseColumn: break
    }
  }

  private mutating func appendUpdate(
    _ location: LocationValue, _ members: inout JSONMembers
  ) throws(JSONShapeFailure) {
    let value = try PayloadValue(members.require("value"))
    if location.isListElement {
      update(location, to: value, priorSize: try members.require("priorSize").integer())
    } else {
      update(location, to: value, isDefault: try members.require("isDefault").bool())
    }
  }

  private static func location(
    _ table: RealmString, _ members: inout JSONMembers
  ) throws(JSONShapeFailure) -> LocationValue {
    let object = try PrimaryKeyValue(members.require("object"))
    let field = try members.require("property").realmString()
    return LocationValue(
      table, object, field, try members.require("path").elements().map(PathStep.init))
  }
}
