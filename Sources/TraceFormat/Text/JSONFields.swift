/// A value that has one form in JSON, which is written and read.
package protocol JSONCoded {
  /// The value in JSON.
  var json: JSONText { get }
  /// Reads ``json``.
  ///
  /// - Throws: where in it something else was expected.
  init(_ node: JSONNode) throws(JSONShapeFailure)
}

/// A value whose form in JSON is an object. One initializer names the members, in their order, and both
/// directions run it: to read a value, and to write one, when each field gives what the value has already.
package protocol JSONObject: JSONCoded {
  /// A value of these fields.
  ///
  /// - Throws: where in them something else was expected.
  init(_ fields: inout some JSONFields<Self>) throws(JSONShapeFailure)

  /// Whether a member that is not known is passed over, and one that is null is as good as none. Otherwise it is
  /// refused, so that nothing of what a file says is lost in silence.
  static var isOpen: Bool { get }
}

extension JSONObject {
  package static var isOpen: Bool { false }

  package var json: JSONText { .object(jsonMembers) }

  /// The members of ``json``.
  package var jsonMembers: [JSONText.Member] {
    JSONFieldWriter.members(of: self) { fields throws(JSONShapeFailure) in try Self(&fields) }
  }

  /// The same as ``json``, with its long lists made as they are written.
  package var outline: JSONOutline {
    JSONFieldWriter.outline(of: self) { fields throws(JSONShapeFailure) in try Self(&fields) }
  }

  package init(_ node: JSONNode) throws(JSONShapeFailure) {
    self = try JSONFieldReader.value(of: node, isOpen: Self.isOpen) {
      fields throws(JSONShapeFailure) in try Self(&fields)
    }
  }
}

/// The members of an object in JSON, asked for one after the other in the order they are written in.
///
/// The functions take how a field is found in the value that is written, and give the value of the field: what
/// was found, or what was read.
package protocol JSONFields<Root> {
  /// What the object is the form of.
  associatedtype Root

  /// A member that may be absent.
  mutating func optional<Field>(
    _ name: String, _ field: (Root) -> Field?, write: (Field) -> JSONText,
    read: (JSONNode) throws(JSONShapeFailure) -> Field
  ) throws(JSONShapeFailure) -> Field?

  /// A member that may be absent, and whose long lists are made as they are written.
  mutating func outlined<Field>(
    _ name: String, _ field: (Root) -> Field?, outline: (Field) -> JSONOutline,
    read: (JSONNode) throws(JSONShapeFailure) -> Field
  ) throws(JSONShapeFailure) -> Field?

  /// A member that follows from others: it is written where there is a value, and passed over by readers.
  mutating func written(_ name: String, _ value: (Root) -> JSONText?)

  /// Several such members.
  mutating func written(_ names: [String], _ members: (Root) -> [JSONText.Member])

  /// A member whose own members are fields of the same value.
  ///
  /// - Parameter isPresent: whether a value has one of them.
  /// - Returns: nil where there is no such member.
  mutating func group<Fields>(
    _ name: String, if isPresent: (Root) -> Bool,
    of fields: (inout Self) throws(JSONShapeFailure) -> Fields
  ) throws(JSONShapeFailure) -> Fields?

  /// A part of the value whose members are among those of the value.
  ///
  /// - Parameter mark: a member that every such part has.
  /// - Returns: nil where there is no such part.
  mutating func inlined<Part: JSONObject>(
    markedBy mark: String, _ part: (Root) -> Part?
  ) throws(JSONShapeFailure) -> Part?

  /// The refusal of an object that lacks a member.
  func missing(_ name: String) -> JSONShapeFailure
}

/// Writes the members of an object.
package struct JSONFieldWriter<Root>: JSONFields {
  private let root: Root
  private var members: [JSONText.Member] = []
  /// The members that have long lists, by their indexes; ``members`` has null there.
  private var outlines: [Int: JSONOutline] = [:]

  private init(_ root: Root) { self.root = root }

  private init(
    _ root: Root, _ fields: (inout Self) throws(JSONShapeFailure) -> Root
  ) {
    self.init(root)
    do throws(JSONShapeFailure) {
      _ = try fields(&self)
    } catch {
      preconditionFailure("what a value has is what its form expects: \(error)")
    }
  }

  /// The members that an initializer names.
  package static func members(
    of root: Root, _ fields: (inout Self) throws(JSONShapeFailure) -> Root
  ) -> [JSONText.Member] {
    JSONFieldWriter(root, fields).wholeMembers
  }

  /// The same, with long lists made as they are written.
  package static func outline(
    of root: Root, _ fields: (inout Self) throws(JSONShapeFailure) -> Root
  ) -> JSONOutline {
    let writer = JSONFieldWriter(root, fields)
    return .members(
      writer.members.enumerated().map { ($1.name, writer.outlines[$0] ?? .made($1.value)) })
  }

  private var wholeMembers: [JSONText.Member] {
    var members = members
    for (index, outline) in outlines { members[index].value = outline.whole }
    return members
  }

  package mutating func optional<Field>(
    _ name: String, _ field: (Root) -> Field?, write: (Field) -> JSONText,
    read _: (JSONNode) throws(JSONShapeFailure) -> Field
  ) -> Field? {
    guard let value = field(root) else { return nil }
    members.append(JSONText.Member(name, write(value)))
    return value
  }

  package mutating func outlined<Field>(
    _ name: String, _ field: (Root) -> Field?, outline: (Field) -> JSONOutline,
    read _: (JSONNode) throws(JSONShapeFailure) -> Field
  ) -> Field? {
    guard let value = field(root) else { return nil }
    outlines[members.count] = outline(value)
    members.append(JSONText.Member(name, .null))
    return value
  }

  package mutating func written(_: [String], _ members: (Root) -> [JSONText.Member]) {
    self.members += members(root)
  }

  package mutating func written(_ name: String, _ value: (Root) -> JSONText?) {
    if let value = value(root) { members.append(JSONText.Member(name, value)) }
  }

  package mutating func group<Fields>(
    _ name: String, if isPresent: (Root) -> Bool,
    of fields: (inout Self) throws(JSONShapeFailure) -> Fields
  ) throws(JSONShapeFailure) -> Fields? {
    guard isPresent(root) else { return nil }
    var inner = JSONFieldWriter(root)
    let result = try fields(&inner)
    members.append(JSONText.Member(name, .object(inner.wholeMembers)))
    return result
  }

  package mutating func inlined<Part: JSONObject>(
    markedBy _: String, _ part: (Root) -> Part?
  ) -> Part? {
    guard let part = part(root) else { return nil }
    members += part.jsonMembers
    return part
  }

  package func missing(_ name: String) -> JSONShapeFailure {
    JSONNode(.object(members)).failure(expected: "a member `\(name)`", found: "none")
  }
}

/// Reads the members of an object.
package struct JSONFieldReader<Root>: JSONFields {
  private let node: JSONNode
  /// Nil for an object whose other members do not matter.
  private var members: JSONMembers?

  /// What an initializer makes of an object.
  ///
  /// - Parameter isOpen: as ``JSONObject/isOpen``.
  /// - Throws: where something else was expected.
  package static func value(
    of node: JSONNode, isOpen: Bool = false,
    _ fields: (inout Self) throws(JSONShapeFailure) -> Root
  ) throws(JSONShapeFailure) -> Root {
    var reader = JSONFieldReader(node: node, members: isOpen ? nil : try JSONMembers(node))
    let value = try fields(&reader)
    try reader.members?.finish()
    return value
  }

  private mutating func take(_ name: String) -> JSONNode? {
    members != nil ? members?.take(name) : known(name)
  }

  /// The member of a name; null is as good as none where other members do not matter.
  private func known(_ name: String) -> JSONNode? {
    node.member(name).flatMap { members == nil && $0.json == .null ? nil : $0 }
  }

  package mutating func optional<Field>(
    _ name: String, _: (Root) -> Field?, write _: (Field) -> JSONText,
    read: (JSONNode) throws(JSONShapeFailure) -> Field
  ) throws(JSONShapeFailure) -> Field? {
    guard let node = take(name) else { return nil }
    return try read(node)
  }

  package mutating func outlined<Field>(
    _ name: String, _: (Root) -> Field?, outline _: (Field) -> JSONOutline,
    read: (JSONNode) throws(JSONShapeFailure) -> Field
  ) throws(JSONShapeFailure) -> Field? {
    guard let node = take(name) else { return nil }
    return try read(node)
  }

  package mutating func written(_ name: String, _: (Root) -> JSONText?) { members?.skip(name) }

  package mutating func written(_ names: [String], _: (Root) -> [JSONText.Member]) {
    for name in names { members?.skip(name) }
  }

  package mutating func group<Fields>(
    _ name: String, if _: (Root) -> Bool,
    of fields: (inout Self) throws(JSONShapeFailure) -> Fields
  ) throws(JSONShapeFailure) -> Fields? {
    guard let node = take(name) else { return nil }
    var inner = JSONFieldReader(node: node, members: members == nil ? nil : try JSONMembers(node))
    let result = try fields(&inner)
    try inner.members?.finish()
    return result
  }

  package mutating func inlined<Part: JSONObject>(
    markedBy mark: String, _: (Root) -> Part?
  ) throws(JSONShapeFailure) -> Part? {
    guard known(mark) != nil else { return nil }
    var inner = JSONFieldReader<Part>(node: node, members: members)
    defer { members = inner.members }
    return try Part(&inner)
  }

  package func missing(_ name: String) -> JSONShapeFailure {
    node.failure(expected: "a member `\(name)`", found: "none")
  }
}
