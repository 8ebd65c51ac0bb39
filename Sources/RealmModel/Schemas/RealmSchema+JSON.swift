public import TraceFormat

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
    guard bytes.count <= Self.sizeMaxBytes else {
      throw JSONShapeFailure(
        path: "", expected: "at most \(Self.sizeMaxBytes) bytes", found: "\(bytes.count)")
    }
    let json: JSONText
    do { json = try JSONText(parsing: bytes) } catch { throw JSONShapeFailure(error) }
    var members = try JSONMembers(JSONNode(json))
    let version = try members.require("schema")
    guard try version.integer(Int.self) == Self.formVersion else {
      throw version.failure(expected: "version \(Self.formVersion) of schemas")
    }
    let classes = try members.require("classes")
    try members.finish()
    try self.init(classes)
  }

  private init(_ node: JSONNode) throws(JSONShapeFailure) {
    var written: [(class: WrittenClass, node: JSONNode)] = []
    var kinds: [String: TableKind] = [:]
    for (name, node) in try node.members() {
      let read = try WrittenClass(name: name, node)
      kinds[name] = read.kind
      written.append((read, node))
    }
    for (read, node) in written {
      for property in read.properties {
        let place = JSONNode(
          .string(property.notation), path: "\(node.path).properties.\(property.name)")
        try property.checkTarget(at: place) { kinds[$0] }
      }
    }
    self.init(written.map { ClassSchema($0.class) })
  }

  /// The schema as a file has it; properties stand in the order of their columns.
  public var json: JSONText {
    .members([
      "schema": .integer(Self.formVersion),
      "classes": .object(classes.map { .init($0.name.readableText, $0.written.json) }),
    ])
  }
}

extension ClassSchema {
  fileprivate init(_ written: WrittenClass) {
    self.init(
      name: RealmString(written.name), kind: written.kind,
      primaryKey: written.primaryKey.map { RealmString($0) },
      properties: written.properties.map(PropertySchema.init))
  }

  fileprivate var written: WrittenClass {
    WrittenClass(
      name: name.readableText, kind: kind, primaryKey: primaryKey?.readableText,
      properties: properties.map(\.written))
  }
}

extension PropertySchema {
  fileprivate init(_ written: WrittenProperty) {
    var target: RealmString?
    if case .object(let name) = written.type { target = RealmString(name) }
    // Types of values have one name in all of tracetool.
    let type = target == nil ? PropertyType(rawValue: written.type.name) ?? .mixed : .link
    self.init(
      name: RealmString(written.name), type: type, isOptional: written.isOptional,
      collection: written.collection, target: target)
  }

  fileprivate var written: WrittenProperty {
    WrittenProperty(
      name: name.readableText,
      type: type == .link
        ? .object(target?.readableText ?? "") : WrittenType(named: type.rawValue),
      collection: collection, isOptional: isOptional)
  }

  /// The type in the notation of schemas, such as `string?[]`.
  public var notation: String { written.notation }
}
