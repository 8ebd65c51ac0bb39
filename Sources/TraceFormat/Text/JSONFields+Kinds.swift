// The kinds of fields that forms are made of.

extension JSONFields {
  /// A member that is always there.
  package mutating func callAsFunction<Field>(
    _ name: String, _ field: (Root) -> Field, write: (Field) -> JSONText,
    read: (JSONNode) throws(JSONShapeFailure) -> Field
  ) throws(JSONShapeFailure) -> Field {
    guard let value = try optional(name, field, write: write, read: read) else {
      throw missing(name)
    }
    return value
  }

  /// A value with a form of its own.
  package mutating func callAsFunction<Field: JSONCoded>(
    _ name: String, _ field: (Root) -> Field
  ) throws(JSONShapeFailure) -> Field {
    try self(name, field, write: \.json, read: Field.init)
  }

  /// A value with a form of its own, or nothing.
  package mutating func optional<Field: JSONCoded>(
    _ name: String, _ field: (Root) -> Field?
  ) throws(JSONShapeFailure) -> Field? {
    try optional(name, field, write: \.json, read: Field.init)
  }

  /// The version of the form, which must be this one.
  package mutating func version(
    _ name: String, _ version: Int, of noun: String
  ) throws(JSONShapeFailure) {
    _ = try self(
      name, { _ in version }, write: \.json,
      read: { node throws(JSONShapeFailure) in
        guard try node.integer(Int.self) == version else {
          throw node.failure(expected: "version \(version) of \(noun)")
        }
        return version
      })
  }

  /// A fact in the form that its coding gives it.
  package mutating func fact<Field: Codable>(
    _ name: String, _ field: (Root) -> Field
  ) throws(JSONShapeFailure) -> Field {
    try self(name) { JSONFact(field($0)) }.fact
  }

  /// A fact, or nothing.
  package mutating func optionalFact<Field: Codable>(
    _ name: String, _ field: (Root) -> Field?
  ) throws(JSONShapeFailure) -> Field? {
    try optional(name) { field($0).map { JSONFact($0) } }?.fact
  }

  /// A list of facts; otherwise as ``list(_:_:omitsEmpty:)``.
  package mutating func facts<Element: Codable>(
    _ name: String, _ field: (Root) -> [Element], omitsEmpty: Bool = false
  ) throws(JSONShapeFailure) -> [Element] {
    try list(name, { root in field(root).map { JSONFact($0) } }, omitsEmpty: omitsEmpty).map(\.fact)
  }

  /// A flag that is there where it is set.
  package mutating func flag(
    _ name: String, _ field: (Root) -> Bool
  ) throws(JSONShapeFailure) -> Bool {
    try optional(name) { field($0) ? true : nil } ?? false
  }

  /// A list, which is also read where it is absent.
  ///
  /// - Parameter omitsEmpty: whether it is absent where it is empty.
  package mutating func list<Element: JSONCoded>(
    _ name: String, _ field: (Root) -> [Element], omitsEmpty: Bool = false
  ) throws(JSONShapeFailure) -> [Element] {
    try optional(name) { root -> [Element]? in
      let list = field(root)
      return omitsEmpty && list.isEmpty ? nil : list
    } ?? []
  }

  /// A list whose elements are written and read in a way of their own; otherwise as ``list(_:_:omitsEmpty:)``.
  package mutating func list<Element>(
    _ name: String, _ field: (Root) -> [Element], write: (Element) -> JSONText,
    read: (JSONNode) throws(JSONShapeFailure) -> Element
  ) throws(JSONShapeFailure) -> [Element] {
    try optional(
      name, field, write: { .array($0.map(write)) },
      read: { node throws(JSONShapeFailure) in
        var elements: [Element] = []
        for element in try node.elements() { elements.append(try read(element)) }
        return elements
      }) ?? []
  }

  /// A list that is made as it is written, and also read where it is absent.
  package mutating func longList<Element: JSONCoded & Sendable>(
    _ name: String, _ field: (Root) -> [Element]
  ) throws(JSONShapeFailure) -> [Element] {
    try outlined(
      name, field, outline: { list in .elements(count: list.count) { list[$0].json } },
      read: [Element].init) ?? []
  }

  /// A member whose own members are fields of the same value, and that is always there.
  package mutating func group<Fields>(
    _ name: String, _ fields: (inout Self) throws(JSONShapeFailure) -> Fields
  ) throws(JSONShapeFailure) -> Fields {
    guard let value = try group(name, if: { _ in true }, of: fields) else { throw missing(name) }
    return value
  }

  /// What follows from the facts, in words.
  package mutating func words(_ name: String, _ words: (Root) -> String) {
    written(name) { .string(words($0)) }
  }
}

// Words of an open vocabulary; of a closed one a word that is not known is refused.
extension JSONCoded where Self: RawRepresentable<String> {
  package var json: JSONText { .string(rawValue) }

  package init(_ node: JSONNode) throws(JSONShapeFailure) {
    guard let word = Self(rawValue: try node.string()) else {
      throw node.failure(expected: "a word that is known here")
    }
    self = word
  }
}

extension JSONCoded where Self: RawRepresentable<String> & CaseIterable {
  package init(_ node: JSONNode) throws(JSONShapeFailure) { self = try node.choice() }
}

/// A fact in the form that its coding gives it.
package struct JSONFact<Fact: Codable>: JSONCoded {
  /// The fact.
  package let fact: Fact
  /// A fact.
  package init(_ fact: Fact) { self.fact = fact }
  package var json: JSONText { JSONText(fact: fact) }
  package init(_ node: JSONNode) throws(JSONShapeFailure) { fact = try node.fact() }
}

extension JSONFact: Sendable where Fact: Sendable {}

extension Array: JSONCoded where Element: JSONCoded {
  package var json: JSONText { .array(map(\.json)) }

  package init(_ node: JSONNode) throws(JSONShapeFailure) {
    self = []
    for element in try node.elements() { append(try Element(element)) }
  }
}

extension String: JSONCoded {
  package var json: JSONText { .string(self) }
  package init(_ node: JSONNode) throws(JSONShapeFailure) { self = try node.string() }
}

extension Bool: JSONCoded {
  package var json: JSONText { .bool(self) }
  package init(_ node: JSONNode) throws(JSONShapeFailure) { self = try node.bool() }
}

/// A number of things, or an index. It has 32 bits at most, so that sums of some of them are numbers too.
extension Int: JSONCoded {
  package var json: JSONText { .integer(self) }
  package init(_ node: JSONNode) throws(JSONShapeFailure) {
    self = Int(try node.integer(UInt32.self))
  }
}

extension UInt32: JSONCoded {
  package var json: JSONText { .integer(Int(self)) }
  package init(_ node: JSONNode) throws(JSONShapeFailure) { self = try node.integer() }
}

extension Int32: JSONCoded {
  package var json: JSONText { .integer(Int(self)) }
  package init(_ node: JSONNode) throws(JSONShapeFailure) { self = try node.integer() }
}

extension UInt64: JSONCoded {
  package var json: JSONText { .wide(self) }
  package init(_ node: JSONNode) throws(JSONShapeFailure) { self = try node.wide() }
}

extension Int64: JSONCoded {
  package var json: JSONText { .wide(self) }
  package init(_ node: JSONNode) throws(JSONShapeFailure) { self = try node.wide() }
}

extension RealmString: JSONCoded {
  package init(_ node: JSONNode) throws(JSONShapeFailure) { self = try node.realmString() }
}

extension Value: JSONCoded {}
extension PrimaryKeyValue: JSONCoded {}
extension PathStep: JSONCoded {}

extension ResetMode: JSONCoded {}
extension ServerAction: JSONCoded {}
extension ResetEnding: JSONCoded {}
extension ResetFailureClass: JSONCoded {}
extension SyncKind: JSONCoded {}
extension SessionStart.Source: JSONCoded {}
