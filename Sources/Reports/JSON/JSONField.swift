internal import TraceFormat

/// A member of an object in JSON, in both directions: what it is of a value, and how a value that is there
/// already gets it. An array of them is the table of a form whose long lists are made as they are written.
struct JSONField<Root> {
  let name: String
  private var isRequired = false
  private let write: (Root) -> JSONOutline?
  private let read: Reading?
  /// Whether the member follows from the very same of two values, so that it need not be made to be compared.
  private let isEqual: (Root, Root) -> Bool

  typealias Reading = (inout Root, JSONNode) throws(JSONShapeFailure) -> Void

  /// A member with a form of its own; readers pass over one that they need not read.
  init(
    _ name: String, isRequired: Bool = false, write: @escaping (Root) -> JSONOutline?,
    read: Reading? = nil, isEqual: @escaping (Root, Root) -> Bool = { _, _ in false }
  ) {
    (self.name, self.isRequired, self.write, self.read) = (name, isRequired, write, read)
    self.isEqual = isEqual
  }

  static func field<Field: Codable>(_ name: String, _ path: WritableKeyPath<Root, Field>) -> Self {
    Self(name, isRequired: true) {
      .made(JSONText(fact: $0[keyPath: path]))
    } read: { root, node throws(JSONShapeFailure) in
      root[keyPath: path] = try node.fact()
    }
  }

  static func optional<Field: Codable>(
    _ name: String, _ path: WritableKeyPath<Root, Field?>
  ) -> Self {
    Self(name) {
      $0[keyPath: path].map { .made(JSONText(fact: $0)) }
    } read: { root, node throws(JSONShapeFailure) in
      // Null is a value of Realm's, and not nil.
      root[keyPath: path] = try node.fact(Field.self)
    }
  }

  /// A list, which is made as it is written, and need not be there where it is empty.
  ///
  /// - Parameter shared: what elements are written without.
  static func list<Element: Codable & Hashable & Sendable>(
    _ name: String, _ path: WritableKeyPath<Root, [Element]>, omitsEmpty: Bool = false,
    without shared: Set<String> = []
  ) -> Self {
    let left = shared.members(of: name)
    return Self(name) { root in
      let list = root[keyPath: path]
      if omitsEmpty, list.isEmpty { return nil }
      return .elements(count: list.count) { JSONText(fact: list[$0]).without(left) }
    } read: { root, node throws(JSONShapeFailure) in
      root[keyPath: path] = try node.fact()
    } isEqual: {
      $0[keyPath: path] == $1[keyPath: path]
    }
  }

  /// A flag that is there where it is set.
  static func flag(_ name: String, _ path: WritableKeyPath<Root, Bool>) -> Self {
    Self(name) {
      $0[keyPath: path] ? .made(.bool(true)) : nil
    } read: { root, node throws(JSONShapeFailure) in
      root[keyPath: path] = try node.bool()
    }
  }

  /// A member that follows from others, such as a sentence.
  static func derived(_ name: String, _ value: @escaping (Root) -> JSONText?) -> Self {
    Self(name, write: { value($0).map { .made($0) } })
  }

  /// A member that has others, which are of the same value.
  static func group(
    _ name: String, if isPresent: ((Root) -> Bool)? = nil, _ fields: [Self]
  ) -> Self {
    Self(name, isRequired: isPresent == nil) {
      isPresent?($0) == false ? nil : fields.outline(of: $0)
    } read: { root, node throws(JSONShapeFailure) in
      try fields.read(node, into: &root)
    }
  }

  /// Whether both values have the member, and the same in it.
  func isSame(in root: Root, as other: Root) -> Bool {
    if isEqual(root, other) { return true }
    guard let others = write(other), let own = write(root) else { return false }
    return own.isEqual(to: others)
  }

  fileprivate func member(of root: Root) -> JSONOutline.Member? {
    write(root).map { .init(name, $0) }
  }

  fileprivate func take(
    _ members: inout JSONMembers, into root: inout Root
  ) throws(JSONShapeFailure) {
    guard let read else { return members.skip(name) }
    if isRequired {
      try read(&root, members.require(name))
    } else if let node = members.take(name) {
      try read(&root, node)
    }
  }
}

extension Array {
  func outline<Root>(of root: Root) -> JSONOutline where Element == JSONField<Root> {
    .members(compactMap { $0.member(of: root) })
  }

  /// Reads an object. A member that is not known is refused, since what it says would be lost.
  func read<Root>(
    _ node: JSONNode, into root: inout Root
  ) throws(JSONShapeFailure) where Element == JSONField<Root> {
    var members = try JSONMembers(node)
    for field in self { try field.take(&members, into: &root) }
    try members.finish()
  }
}
