internal import RealmModel
internal import Recorder
internal import TraceFormat

/// Values as people write them in a scenario: as plain JSON where the schema tells the type
/// (`docs/scenario.md`, "Values").
struct ScenarioValues {
  var schema: (RealmString) -> ClassSchema?

  func json(_ value: Value, as property: PropertySchema) -> JSONText {
    switch value {
    case .list(let elements), .set(let elements):
      return .array(elements.map { json($0, as: property.element) })
    case .dictionary(let entries): return dictionary(entries, as: property)
    case .embedded(let object): return json(object)
    case .link(let link):
      guard property.target == link.className else {
        return .tagged("link", .array([link.className.json, Self.json(link.key)]))
      }
      return Self.json(link.key)
    default: return property.type == .mixed ? Self.mixed(value) : Self.plain(value)
    }
  }

  private func dictionary(_ entries: [Value.Entry], as property: PropertySchema) -> JSONText {
    let members = entries.map {
      JSONText.Member($0.key.jsonName, json($0.value, as: property.element))
    }
    // An object with one member that begins so would be taken for one that names a type.
    let isMistakable = members.count == 1 && members[0].name.utf8.first == UInt8(ascii: "$")
    return property.type == .mixed && isMistakable
      ? .tagged("dictionary", .object(members)) : .object(members)
  }

  private func json(_ object: Value.EmbeddedObject) -> JSONText {
    let owner = schema(object.className)
    return .object(
      object.properties.compactMap { entry in
        guard let property = owner?.property(entry.key), !entry.value.isInitial(of: property) else {
          return nil
        }
        return JSONText.Member(entry.key.jsonName, json(entry.value, as: property))
      })
  }

  static func json(_ key: PrimaryKeyValue) -> JSONText {
    if case .globalKey = key { key.json } else { plain(key.recorded) }
  }

  /// A scalar whose type the schema tells.
  private static func plain(_ value: Value) -> JSONText {
    switch value {
    case .bool(let value): .bool(value)
    case .int(let value): value.magnitude < 1 << 53 ? .number(String(value)) : .wide(value)
    case .string(let text): text.json
    case .binary(let bytes): .string(Hex.encode(bytes.bytes))
    case .timestamp(let time):
      Timestamp(text: time.text) == time ? .string(time.text) : time.parts
    case .float(let bits):
      Float(bitPattern: bits).isFinite
        ? .number(Float(bitPattern: bits).description) : .string(Hex.digits(of: bits))
    case .double(let bits):
      Double(bitPattern: bits).isFinite
        ? .number(Double(bitPattern: bits).description) : .string(Hex.digits(of: bits))
    case .decimal(let value): .string(value.text)
    case .objectID(let value): .string(value.text)
    case .uuid(let value): .string(value.text)
    default: .null
    }
  }

  /// A scalar in a Mixed, where plain JSON is one of four types.
  private static func mixed(_ value: Value) -> JSONText {
    switch value {
    case .null, .bool, .string: return plain(value)
    case .int(let number) where number.magnitude < 1 << 53: return plain(value)
    case .double(let bits) where Double(bitPattern: bits).isFinite: return plain(value)
    default:
      guard let type = Cell(scalar: value).scalarType?.propertyType,
        let tag = ScenarioLiteral.tags.first(where: { $0.value == type })?.key
      else { return .null }
      return .tagged(tag, plain(value))
    }
  }
}

extension Value {
  /// Whether it is what a new object has there, so that nobody needs to write it.
  func isInitial(of property: PropertySchema) -> Bool {
    switch self {
    case .list(let elements), .set(let elements): property.collection != .single && elements.isEmpty
    case .dictionary(let entries): property.collection != .single && entries.isEmpty
    case .null: true
    case .int(0), .bool(false): !property.isOptional
    case .string(let text): !property.isOptional && text == .empty
    default: false
    }
  }
}
