internal import RealmModel
internal import TraceFormat

/// Instructions written as such, for what no app can do: wrong sizes, dangling links, bad paths.
///
/// Nothing about them is checked and the data that later operations meet doesn't change.
extension ScenarioReplica {
  private enum RawCollection: String, CaseIterable {
    case single, list, dictionary, set

    var kind: CollectionKind {
      switch self {
      case .single: .single
      case .list: .list
      case .dictionary: .dictionary
      case .set: .set
      }
    }
  }

  mutating func recordRaw(
    _ name: JSONNode, _ members: inout JSONMembers
  ) throws(JSONShapeFailure) {
    guard let instruction = InstructionKind.allCases.first(where: { .string($0.name) == name.json })
    else {
      throw name.failure(
        expected: JSONNode.alternatives(InstructionKind.allCases.map(\.name)))
    }
    switch instruction {
    case .addTable, .eraseTable, .addColumn, .eraseColumn:
      record(try Self.rawSchema(instruction, &members))
    case .createObject: record(.createObject(try Self.rawPlace(&members).object))
    case .eraseObject: record(.eraseObject(try Self.rawPlace(&members).object))
    default:
      let place = try Self.rawPlace(&members)
      guard case .key? = place.steps.first else {
        throw name.failure(expected: "an address with a property")
      }
      record(try Self.rawChange(instruction, at: place, name, &members))
    }
  }

  private static func rawSchema(
    _ instruction: InstructionKind, _ members: inout JSONMembers
  ) throws(JSONShapeFailure) -> ScenarioInstruction {
    let className = try members.require("class").string()
    switch instruction {
    case .addTable: return .addTable(try WrittenClass(name: className, &members))
    case .eraseTable: return .eraseTable(className)
    default: break
    }
    let property = try members.require("property").string()
    guard instruction == .addColumn else {
      return .eraseColumn(className: className, property: property)
    }
    let type = try members.require("type")
    return .addColumn(
      className: className, try WrittenProperty(name: property, notation: type))
  }

  private static func rawChange(
    _ instruction: InstructionKind, at place: ScenarioPlace, _ name: JSONNode,
    _ members: inout JSONMembers
  ) throws(JSONShapeFailure) -> ScenarioInstruction {
    let isElement = if case .index? = place.steps.last { true } else { false }
    switch instruction {
    case .arrayInsert, .arrayMove, .arrayErase:
      guard isElement else { throw name.failure(expected: "an address that ends with an index") }
      return try rawList(instruction, at: place, &members)
    case .addInteger: return .addInteger(place, try members.require("value").integer())
    case .clear:
      let kind = try members.take("collection")?.choice(RawCollection.self) ?? .single
      return .clear(place, kind.kind)
    case .setInsert: return .setInsert(place, try payload(&members))
    case .setErase: return .setErase(place, try payload(&members))
    default:
      let payload = try payload(&members)
      guard isElement else {
        return .update(place, payload, .isDefault(try members.take("default")?.bool() ?? false))
      }
      return .update(place, payload, .priorSize(try size(&members)))
    }
  }

  private static func rawList(
    _ instruction: InstructionKind, at place: ScenarioPlace, _ members: inout JSONMembers
  ) throws(JSONShapeFailure) -> ScenarioInstruction {
    let size = try size(&members)
    switch instruction {
    case .arrayErase: return .arrayErase(place, priorSize: size)
    case .arrayMove:
      return .arrayMove(place, destination: try members.require("to").integer(), priorSize: size)
    default: return .arrayInsert(place, try payload(&members), priorSize: size)
    }
  }

  private static func size(_ members: inout JSONMembers) throws(JSONShapeFailure) -> UInt32 {
    try members.require("priorSize").integer()
  }

  // MARK: Values and addresses without a schema

  private static func payload(
    _ members: inout JSONMembers
  ) throws(JSONShapeFailure) -> ScenarioPayload {
    let node = try members.require("value")
    if let (tag, content) = ScenarioLiteral.tagged(node) {
      switch tag {
      case "$new":
        switch try content.string() {
        case "object": return .objectValue
        case "list": return .list
        case "dictionary": return .dictionary
        case "set": return .set
        default:
          throw content.failure(expected: "`object`, `list`, `dictionary` or `set`")
        }
      case "$erased": return .erased
      case "$link":
        let parts = try content.elements()
        guard parts.count == 2 else { throw content.failure(expected: "[\"Class\", key]") }
        let object = ScenarioObjectName(
          className: try parts[0].string(), key: try rawKey(parts[1]))
        return .value(.link(object))
      default: break
      }
    }
    return .value(try rawScalar(node))
  }

  private static func rawScalar(_ node: JSONNode) throws(JSONShapeFailure) -> ScenarioValue {
    // An empty replica reads a Mixed without knowing any class.
    let value = try ScenarioReplica().value(node, as: .single(.mixed, isOptional: true))
    guard case .value = value.payload else {
      throw node.failure(expected: "a single value, or {\"$new\": \"list\"}")
    }
    return value
  }

  private static func rawKey(_ node: JSONNode) throws(JSONShapeFailure) -> ScenarioKey {
    if let (tag, _) = ScenarioLiteral.tagged(node), tag == "$globalKey" {
      return try globalKey(node)
    }
    switch try rawScalar(node) {
    case .null: return .null
    case .int(let value): return .int(value)
    case .string(let text): return .string(text)
    case .objectID(let value): return .objectID(value)
    case .uuid(let value): return .uuid(value)
    default: throw node.failure(expected: "a primary key")
    }
  }

  private static func rawPlace(
    _ members: inout JSONMembers
  ) throws(JSONShapeFailure) -> ScenarioPlace {
    let node = try members.require("at")
    let parts = try node.elements()
    guard parts.count >= 2 else { throw node.failure(expected: "[\"Class\", key, ...]") }
    let object = ScenarioObjectName(
      className: try parts[0].string(), key: try rawKey(parts[1]))
    var place = ScenarioPlace(object: object, steps: [])
    for part in parts.dropFirst(2) { place.steps.append(try step(part)) }
    return place
  }
}
