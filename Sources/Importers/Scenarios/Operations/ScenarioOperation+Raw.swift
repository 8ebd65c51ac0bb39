internal import RealmModel
internal import TraceFormat

/// Instructions written as such, for what no app can do: wrong sizes, dangling links, bad paths.
///
/// Nothing about them is checked and the data that later operations meet doesn't change.
extension ScenarioRealm {
  mutating func recordRaw(_ name: JSONNode, _ members: inout JSONMembers) throws(JSONShapeFailure) {
    let kind = try name.named(InstructionKind.allCases, \.name)
    switch kind {
    case .addTable:
      let added = try ClassSchema(name: members.require("class").realmString(), &members)
      transaction.record { $0.addTable(added) }
    case .eraseTable:
      let className = try members.require("class").realmString()
      transaction.record { $0.eraseTable(className) }
    case .addColumn:
      let className = try members.require("class").realmString()
      let property = try PropertySchema(
        name: members.require("property").realmString(), notation: members.require("type"))
      transaction.record { $0.addColumn(property, to: className) }
    case .eraseColumn:
      let className = try members.require("class").realmString()
      let property = try members.require("property").realmString()
      transaction.record { $0.eraseColumn(className, property) }
    case .createObject:
      let object = try Self.rawPlace(&members).object
      transaction.record { $0.createObject(object.className, object.key) }
    case .eraseObject:
      let object = try Self.rawPlace(&members).object
      transaction.record { $0.eraseObject(object.className, object.key) }
    default:
      let place = try Self.rawPlace(&members)
      guard case .key(let field)? = place.steps.first else {
        throw name.failure(expected: "an address with a property")
      }
      let location = LocationValue(
        place.object.className, place.object.key, field, Array(place.steps.dropFirst()))
      guard location.isListElement || ![.arrayInsert, .arrayMove, .arrayErase].contains(kind) else {
        throw name.failure(expected: "an address that ends with an index")
      }
      try recordChange(kind, at: location, &members)
    }
  }

  private mutating func recordChange(
    _ kind: InstructionKind, at location: LocationValue, _ members: inout JSONMembers
  ) throws(JSONShapeFailure) {
    switch kind {
    case .arrayInsert:
      let size = try Self.size(&members)
      let payload = try Self.payload(&members)
      transaction.record { $0.arrayInsert(location, payload, priorSize: size) }
    case .arrayMove:
      let size = try Self.size(&members)
      let destination: UInt32 = try members.require("to").integer()
      transaction.record { $0.arrayMove(location, to: destination, priorSize: size) }
    case .arrayErase:
      let size = try Self.size(&members)
      transaction.record { $0.arrayErase(location, priorSize: size) }
    case .addInteger:
      let operand: Int64 = try members.require("value").integer()
      transaction.record { $0.addInteger(location, operand) }
    case .clear:
      let given = members.take("collection")
      let collection = try given?.named(CollectionKind.allCases, \.name) ?? .single
      transaction.record { $0.clear(location, collection) }
    case .setInsert:
      let payload = try Self.payload(&members)
      transaction.record { $0.setInsert(location, payload) }
    case .setErase:
      let payload = try Self.payload(&members)
      transaction.record { $0.setErase(location, payload) }
    default:
      let payload = try Self.payload(&members)
      let size = location.isListElement ? try Self.size(&members) : 0
      let isDefault =
        location.isListElement ? false : try members.take("default")?.bool() ?? false
      transaction.record {
        $0.update(location, to: payload, isDefault: isDefault, priorSize: size)
      }
    }
  }

  private static func size(_ members: inout JSONMembers) throws(JSONShapeFailure) -> UInt32 {
    try members.require("priorSize").integer()
  }

  private static func payload(
    _ members: inout JSONMembers
  ) throws(JSONShapeFailure) -> PayloadValue {
    let node = try members.require("value")
    if let (tag, content) = node.tagged {
      switch tag {
      case "new":
        switch try content.string() {
        case "object": return .objectValue
        case "list": return .list
        case "dictionary": return .dictionary
        case "set": return .set
        default:
          throw content.failure(expected: "`object`, `list`, `dictionary` or `set`")
        }
      case "erased": return .erased
      case "link":
        let parts = try content.elements()
        guard parts.count == 2 else { throw content.failure(expected: "[\"Class\", key]") }
        return .value(.link(try parts[0].realmString(), try rawKey(parts[1])))
      default: break
      }
    }
    return .value(try rawScalar(node))
  }

  private static func rawScalar(_ node: JSONNode) throws(JSONShapeFailure) -> Value {
    // An empty Realm reads a Mixed without knowing any class.
    let value = try ScenarioRealm().value(node, as: .mixed)
    switch value {
    case .list, .dictionary:
      throw node.failure(expected: "a single value, or {\"$new\": \"list\"}")
    default: return value
    }
  }

  private static func rawKey(_ node: JSONNode) throws(JSONShapeFailure) -> PrimaryKeyValue {
    if node.tagged?.tag.hasSameBytes(as: "globalKey") == true { return try globalKey(node) }
    return try key(rawScalar(node), node)
  }

  private static func rawPlace(
    _ members: inout JSONMembers
  ) throws(JSONShapeFailure) -> ScenarioPlace {
    let node = try members.require("at")
    let parts = try node.elements()
    guard parts.count >= 2 else { throw node.failure(expected: "[\"Class\", key, ...]") }
    let object = ObjectName(className: try parts[0].realmString(), key: try rawKey(parts[1]))
    return ScenarioPlace(object: object, steps: try parts.dropFirst(2).map(step))
  }
}
