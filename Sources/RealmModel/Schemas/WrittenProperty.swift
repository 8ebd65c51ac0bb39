package import TraceFormat

/// A property as people write it.
package struct WrittenProperty: Hashable, Sendable {
  package var name: String
  package var type: WrittenType
  package var collection: CollectionKind
  package var isOptional: Bool

  package init(name: String, type: WrittenType, collection: CollectionKind, isOptional: Bool) {
    self.name = name
    self.type = type
    self.collection = collection
    self.isOptional = isOptional
  }
}

extension WrittenProperty {
  private static let collections: KeyValuePairs<String, CollectionKind> = [
    "[]": .list, "<>": .set, "{}": .dictionary,
  ]

  /// Reads the notation of Realm's JavaScript SDK: `string`, `int?`, `double[]`, `date?<>`,
  /// `mixed{}`, `Person`, `Person[]`.
  package init(name: String, notation node: JSONNode) throws(JSONShapeFailure) {
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
    let type = WrittenType(named: String(text))
    self.init(
      name: name, type: type, collection: collection,
      isOptional: isOptional || Self.isAlwaysOptional(type, collection))
  }

  /// Mixed, single links and dictionaries of links can be null whatever is written.
  private static func isAlwaysOptional(_ type: WrittenType, _ collection: CollectionKind) -> Bool {
    switch type {
    case .mixed: true
    case .object: collection == .single || collection == .dictionary
    case .scalar: false
    }
  }

  /// The property in the notation.
  package var notation: String {
    // Mixed and links are optional, or not, without a mark.
    let isMarked = if case .scalar = type { isOptional } else { false }
    let suffix = Self.collections.first { $0.value == collection }?.key ?? ""
    return type.name + (isMarked ? "?" : "") + suffix
  }
}

extension WrittenProperty {
  /// Refuses links that Realm cannot have.
  ///
  /// - Parameter kind: the kind of a class of the schema; nil where there is no such class.
  package func checkTarget(
    at place: JSONNode, _ kind: (String) -> TableKind?
  ) throws(JSONShapeFailure) {
    guard case .object(let target) = type else { return }
    guard let kind = kind(target) else {
      throw place.failure(expected: "a type or a class of the schema", found: "`\(target)`")
    }
    guard kind != .asymmetric, kind != .embedded || collection != .set else {
      let what = kind == .asymmetric ? "links to an asymmetric class" : "sets of embedded objects"
      throw place.failure(expected: "a property that Realm can have", found: what)
    }
  }
}
