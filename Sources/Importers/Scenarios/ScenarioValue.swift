internal import RealmModel
internal import TraceFormat

/// The key of an object: its primary key, or the global key where its class has none.
enum ScenarioKey: Hashable {
  case null
  case int(Int64)
  case string(String)
  case objectID(ObjectID)
  case uuid(RealmUUID)
  case globalKey(GlobalKey)
}

/// A top-level object by name.
struct ScenarioObjectName: Hashable {
  var className: String
  var key: ScenarioKey
}

/// A value as Realm holds it.
///
/// Objects and dictionaries are unordered: where an order is needed it is that of the class's
/// properties, and the bytewise order of the keys, which is also the order Realm keeps them in.
indirect enum ScenarioValue: Hashable {
  case null
  case bool(Bool)
  case int(Int64)
  case string(String)
  case binary([UInt8])
  case timestamp(Timestamp)
  case float(bitPattern: UInt32)
  case double(bitPattern: UInt64)
  case decimal(Decimal128)
  case objectID(ObjectID)
  case uuid(RealmUUID)
  case link(ScenarioObjectName)
  /// A top-level or an embedded object.
  case object([String: ScenarioValue])
  case list([ScenarioValue])
  case set([ScenarioValue])
  case dictionary([String: ScenarioValue])
}

extension ScenarioValue {
  /// Names sorted as Realm sorts the keys of a dictionary: by their UTF-8 bytes.
  static func sortedKeys(_ entries: [String: ScenarioValue]) -> [String] {
    entries.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// What a property of a new object holds before anybody sets it.
  static func initial(_ property: WrittenProperty) -> ScenarioValue {
    switch property.collection {
    case .list: return .list([])
    case .set: return .set([])
    case .dictionary: return .dictionary([:])
    case .single: break
    }
    guard !property.isOptional, case .scalar(let type) = property.type else { return .null }
    return zero(of: type)
  }

  private static func zero(of type: PayloadType) -> ScenarioValue {
    switch type {
    case .bool: .bool(false)
    case .int: .int(0)
    case .string: .string("")
    case .binary: .binary([])
    case .timestamp: .timestamp(Timestamp(seconds: 0, nanoseconds: 0))
    case .float: .float(bitPattern: 0)
    case .double: .double(bitPattern: 0)
    case .decimal: .decimal(Decimal128(high: 0x3040_0000_0000_0000, low: 0))
    case .objectID: .objectID(ObjectID(high: 0, low: 0))
    case .uuid: .uuid(RealmUUID(high: 0, low: 0))
    default: .null
    }
  }
}

/// A place in a Realm: an object and the steps from it to a value.
struct ScenarioPlace: Hashable {
  enum Step: Hashable {
    /// A property of an object, or a key of a dictionary.
    case key(String)
    /// An index of a list.
    case index(Int)
  }

  var object: ScenarioObjectName
  /// The first step is always a property.
  var steps: [Step]

  func appending(_ step: Step) -> ScenarioPlace {
    ScenarioPlace(object: object, steps: steps + [step])
  }
}
