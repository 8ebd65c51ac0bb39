internal import RealmModel
internal import TraceFormat

struct ScenarioTransaction {
  static let versions: Range<UInt64> = 0..<1 << 62

  var version: UInt64
  var timeMicroseconds: Int64
  /// When it was made: for an upload that arrived, on the device.
  var originTimeMicroseconds: Int64
  var changeset: [UInt8]
  /// The operations as they stand in the file, to be done again where an upload arrived.
  var operations: [JSONNode]
}

/// One side's data and the changesets that made it, from an empty Realm.
struct ScenarioHistory {
  private(set) var realm = ScenarioRealm()
  private(set) var changesets: [[UInt8]] = []

  /// Makes the classes in one transaction and the objects in a second.
  mutating func begin(
    schema: JSONNode?, objects: JSONNode?, clock: inout ScenarioClock
  ) throws(JSONShapeFailure) {
    if let schema {
      let classes = try schema.namedMembers().map(ClassSchema.init(name:_:))
      try realm.add(classes, at: schema)
      try commit()
    }
    guard let objects else { return }
    try createObjects(objects)
    try commit()
  }

  /// All objects come first, so that they may link to each other in any order.
  private mutating func createObjects(_ node: JSONNode) throws(JSONShapeFailure) {
    var values: [(ScenarioPlace, JSONNode)] = []
    for (className, list) in try node.namedMembers() {
      guard let owner = realm.class(className) else {
        throw realm.unknownClass(className, at: node)
      }
      for element in try list.elements() {
        let keyName = owner.primaryKey?.jsonName ?? "$globalKey"
        guard let keyNode = element.member(keyName) else {
          throw element.failure(expected: "an object with a member `\(keyName)`")
        }
        let wrapped = owner.primaryKey == nil ? element.only(keyName) : keyNode
        let object = ObjectName(className: className, key: try realm.key(wrapped, of: className))
        try realm.create(object, at: keyNode)
        values.append((ScenarioPlace(object: object), element.without(keyName)))
      }
    }
    for (place, node) in values { try realm.setProperties(node, at: place) }
  }

  /// Runs transactions; `uploads` are those that a server transaction may name as arrived.
  @discardableResult
  mutating func run(
    _ node: JSONNode?, clock: inout ScenarioClock, firstVersion: UInt64 = 1,
    uploads: [ScenarioTransaction]? = nil
  ) throws(JSONShapeFailure) -> [ScenarioTransaction] {
    var transactions: [ScenarioTransaction] = []
    var version = firstVersion
    for element in try node?.elements() ?? [] {
      var members = try JSONMembers(element)
      if let stated = members.take("version") {
        let wanted: UInt64 = try stated.integer()
        guard wanted >= version, ScenarioTransaction.versions.contains(wanted) else {
          throw stated.failure(expected: "a version of at least \(version)")
        }
        version = wanted
      }
      _ = try members.take("about")?.string()
      let time = try clock.tick(members.take("time"))
      let (changeset, operations, originTime) = try run(&members, uploads)
      try members.finish()
      transactions.append(
        ScenarioTransaction(
          version: version, timeMicroseconds: time, originTimeMicroseconds: originTime ?? time,
          changeset: changeset, operations: operations))
      version += 1
    }
    return transactions
  }

  private mutating func run(
    _ members: inout JSONMembers, _ uploads: [ScenarioTransaction]?
  ) throws(JSONShapeFailure) -> ([UInt8], [JSONNode], originTimeMicroseconds: Int64?) {
    if let hex = members.take("changeset") {
      let bytes = try ScenarioLiteral.hex(hex, byteCount: nil)
      changesets.append(bytes)
      return (bytes, [], nil)
    }
    if let uploads, let node = members.take("uploaded") {
      let index: Int = try node.integer()
      guard uploads.indices.contains(index) else {
        throw node.failure(expected: "the index of a local transaction")
      }
      try perform(uploads[index].operations)
      _ = realm.endTransaction()
      changesets.append(uploads[index].changeset)
      return (uploads[index].changeset, [], uploads[index].timeMicroseconds)
    }
    let operations = try members.require("operations").elements()
    try perform(operations)
    try commit()
    return (changesets[changesets.count - 1], operations, nil)
  }

  private mutating func perform(_ operations: [JSONNode]) throws(JSONShapeFailure) {
    for operation in operations { try ScenarioOperation.perform(operation, on: &realm) }
  }

  private mutating func commit() throws(JSONShapeFailure) {
    changesets.append(realm.endTransaction().encoded())
  }
}
