// The form of schema files (`docs/preflight.md`, "The schema"; `docs/realm-schema.schema.json`).
extension RealmSchema {
  /// The version of the form.
  public static let formVersion = 1
  /// The largest file that is read.
  public static let sizeMaxBytes = 1 << 20

  /// Reads a schema file.
  ///
  /// - Throws: where in the file something else was expected.
  public init(parsing bytes: [UInt8]) throws(JSONShapeFailure) {
    self = try JSONNode.reading(bytes, sizeMax: Self.sizeMaxBytes, RealmSchema.init(file:))
  }

  private init(file: JSONNode) throws(JSONShapeFailure) {
    var members = try JSONMembers(file)
    try members.require("schema").checkVersion(Self.formVersion, of: "schemas")
    let classes = try members.require("classes")
    try members.finish()
    try self.init(classes)
  }

  private init(_ node: JSONNode) throws(JSONShapeFailure) {
    var classes: [(schema: ClassSchema, node: JSONNode)] = []
    var kinds: [RealmString: TableKind] = [:]
    for (name, node) in try node.namedMembers() {
      let read = try ClassSchema(name: name, node)
      kinds[read.name] = read.kind
      classes.append((read, node))
    }
    for (read, node) in classes {
      for property in read.properties {
        let place = JSONNode(
          .string(property.notation),
          path: "\(node.path).properties.\(property.name.jsonName)")
        try property.checkTarget(at: place) { kinds[$0] }
      }
    }
    self.init(classes.map(\.schema))
  }

  /// The schema as a file has it; properties stand in the order of their columns.
  public var json: JSONText {
    .members([
      "schema": .integer(Self.formVersion),
      "classes": .object(classes.map { .init($0.name.jsonName, $0.json) }),
    ])
  }
}
