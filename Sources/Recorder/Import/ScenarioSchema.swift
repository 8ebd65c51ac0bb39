internal import TraceFormat

/// What a property's values are.
enum ScenarioType: Hashable {
  case scalar(PayloadType)
  case mixed
  /// A link to an object of the class, or an embedded object of it.
  case object(String)
}

/// A property as the scenario states it.
struct ScenarioProperty: Hashable {
  var name: String
  var type: ScenarioType
  var collection: CollectionKind
  var isOptional: Bool
}

/// A class as the scenario states it.
struct ScenarioClass: Hashable {
  var name: String
  var kind: TableKind
  /// The name of the primary key property, which is one of `properties`.
  var primaryKey: String?
  var properties: [ScenarioProperty]

  func property(_ name: String) -> ScenarioProperty? { properties.first { $0.name == name } }
  var primaryKeyProperty: ScenarioProperty? { primaryKey.flatMap(property) }
}

extension ScenarioType {
  /// The names of the scalar types, as Realm's JavaScript SDK spells them.
  static let scalars: KeyValuePairs<String, PayloadType> = [
    "bool": .bool, "int": .int, "float": .float, "double": .double, "decimal128": .decimal,
    "string": .string, "data": .binary, "date": .timestamp, "objectId": .objectID, "uuid": .uuid,
  ]

  init(named name: String) {
    if name == "mixed" {
      self = .mixed
    } else if let scalar = Self.scalars.first(where: { $0.key == name }) {
      self = .scalar(scalar.value)
    } else {
      self = .object(name)
    }
  }

  /// The name that a message or a file uses.
  var name: String {
    switch self {
    case .mixed: "mixed"
    case .object(let name): name
    case .scalar(let type): Self.scalars.first { $0.value == type }?.key ?? "\(type)"
    }
  }
}

extension ScenarioProperty {
  private static let collections: KeyValuePairs<String, CollectionKind> = [
    "[]": .list, "<>": .set, "{}": .dictionary,
  ]

  /// Reads the notation of Realm's JavaScript SDK: `string`, `int?`, `double[]`, `date?<>`,
  /// `mixed{}`, `Person`, `Person[]`.
  init(name: String, notation node: JSONNode) throws(JSONShapeFailure) {
    var text = try node.string()[...]
    var collection = CollectionKind.single
    for (suffix, kind) in Self.collections where text.hasSuffix(suffix) {
      text = text.dropLast(suffix.count)
      collection = kind
      break
    }
    let isOptional = text.hasSuffix("?")
    if isOptional { text = text.dropLast() }
    guard !text.isEmpty, !text.contains(where: { "?[]<>{}".contains($0) }) else {
      throw node.failure(expected: "a type such as `int`, `string?`, `date[]`, `mixed{}`, `Person`")
    }
    let type = ScenarioType(named: String(text))
    self.init(
      name: name, type: type, collection: collection,
      isOptional: isOptional || Self.isAlwaysOptional(type, collection))
  }

  /// Mixed, single links and dictionaries of links can be null whatever is written.
  private static func isAlwaysOptional(_ type: ScenarioType, _ collection: CollectionKind) -> Bool {
    switch type {
    case .mixed: true
    case .object: collection == .single || collection == .dictionary
    case .scalar: false
    }
  }
}

extension ScenarioClass {
  /// Reads a class: `{"primaryKey": "_id", "properties": {…}}`, `embedded` or `asymmetric`.
  init(name: String, _ node: JSONNode) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    try self.init(name: name, &members)
    try members.finish()
  }

  /// The same where the members stand beside others, as in an operation.
  init(name: String, _ members: inout JSONMembers) throws(JSONShapeFailure) {
    self.name = name
    let isEmbedded = try members.take("embedded")?.bool() ?? false
    let isAsymmetric = try members.take("asymmetric")?.bool() ?? false
    kind = isEmbedded ? .embedded : isAsymmetric ? .asymmetric : .topLevel
    let key = members.take("primaryKey")
    primaryKey = try key?.string()
    properties = []
    for (name, type) in try members.require("properties").members() {
      properties.append(try ScenarioProperty(name: name, notation: type))
    }
    try checkPrimaryKey(key ?? members.node, isBoth: isEmbedded && isAsymmetric)
  }

  private func checkPrimaryKey(_ node: JSONNode, isBoth: Bool) throws(JSONShapeFailure) {
    guard !isBoth else { throw node.failure(expected: "`embedded` or `asymmetric`", found: "both") }
    guard primaryKey != nil else {
      guard kind != .asymmetric else {
        throw node.failure(expected: "a `primaryKey`, as the class is asymmetric", found: "none")
      }
      return
    }
    guard kind != .embedded else {
      throw node.failure(expected: "no `primaryKey`, as the class is embedded")
    }
    guard let property = primaryKeyProperty, property.collection == .single,
      [.int, .string, .objectID, .uuid].map(ScenarioType.scalar).contains(property.type)
    else { throw node.failure(expected: "a property of type int, string, objectId or uuid") }
  }
}
