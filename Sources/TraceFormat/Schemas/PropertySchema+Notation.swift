// Types as people write them, in scenarios (`docs/scenario.md`, "Schema") and in schema files
// (`docs/preflight.md`, "The schema"): the notation of Realm's JavaScript SDK.
extension PropertySchema {
  private static let collections: KeyValuePairs<String, CollectionKind> = [
    "[]": .list, "<>": .set, "{}": .dictionary,
  ]
  fileprivate static let signs = Array("?[]<>{}".utf8)

  /// Reads a type: `string`, `int?`, `double[]`, `date?<>`, `mixed{}`, `Person`, `Person[]`.
  ///
  /// What is not a type of values is taken for the name of a class.
  /// - Throws: where the notation is not right.
  package init(name: RealmString, notation node: JSONNode) throws(JSONShapeFailure) {
    // By bytes: a sign with an accent behind it is another character to Swift, and not to Realm.
    var text = try node.string().utf8[...]
    var collection = CollectionKind.single
    for (suffix, kind) in Self.collections where text.suffix(2).elementsEqual(suffix.utf8) {
      text = text.dropLast(2)
      collection = kind
      break
    }
    let isOptional = text.last == UInt8(ascii: "?")
    if isOptional { text = text.dropLast() }
    let written = String(Substring(text))
    guard !text.isEmpty, !text.contains(where: Self.signs.contains),
      let target = RealmString(written, as: \.notation)
    else {
      throw node.failure(expected: "a type such as `int`, `string?`, `date[]`, `mixed{}`, `Person`")
    }
    let type = PropertyType(written: RealmString(written))
    self.init(
      name: name, type: type, isOptional: isOptional || type.isAlwaysOptional(in: collection),
      collection: collection, target: type == .link ? target : nil)
  }

  /// The type in the notation of schemas, such as `string?[]`.
  package var notation: String {
    // Mixed and links are optional, or not, without a mark.
    let isMarked = isOptional && type != .mixed && type != .link
    let suffix = Self.collections.first { $0.value == collection }?.key ?? ""
    return (target?.notation ?? type.rawValue) + (isMarked ? "?" : "") + suffix
  }

  /// The type of the values in messages and files: for links, the name of the class (``RealmString/jsonName``).
  package var typeName: String { target?.jsonName ?? type.rawValue }

  /// Refuses links that Realm cannot have.
  ///
  /// - Parameter kind: the kind of a class of the schema; nil where there is no such class.
  /// - Throws: at `place`, what a property could be instead.
  package func checkTarget(
    at place: JSONNode, _ kind: (RealmString) -> TableKind?
  ) throws(JSONShapeFailure) {
    guard let target else { return }
    guard let kind = kind(target) else {
      let meant = PropertyType.allCases.map(\.rawValue).nearest(to: target.readableText)
      throw place.failure(
        expected: "a type or a class of the schema",
        found: "`\(target)`" + (meant.map { "; did you mean `\($0)`?" } ?? ""))
    }
    guard kind != .asymmetric, kind != .embedded || collection != .set else {
      let what = kind == .asymmetric ? "links to an asymmetric class" : "sets of embedded objects"
      throw place.failure(expected: "a property that Realm can have", found: what)
    }
  }
}

extension RealmString {
  /// The name of a class as a type: ``jsonName``, or in hexadecimal what would be read as something else.
  fileprivate var notation: String {
    let isMistakable =
      bytes.contains(where: PropertySchema.signs.contains) || PropertyType(written: self) != .link
    return isMistakable ? escapedName : jsonName
  }
}

extension PropertyType {
  /// The type of that name; any other name is that of a class.
  fileprivate init(written name: RealmString) {
    self = Self.allCases.first { RealmString($0.rawValue) == name } ?? .link
  }

  /// Mixed, single links and dictionaries of links can be null whatever is written.
  fileprivate func isAlwaysOptional(in collection: CollectionKind) -> Bool {
    self == .mixed || self == .link && (collection == .single || collection == .dictionary)
  }
}
