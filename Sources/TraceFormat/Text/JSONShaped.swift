/// A structure whose JSON has more than the coding that the compiler writes gives it.
///
/// The raw values of its `CodingKeys` are the table of its members, in their order: `values.server` is the
/// member `server` of the member `values`, and `gone?` is left out where it is empty or false.
package protocol JSONShaped: Encodable {
  /// The members that are not in the table.
  static var derived: [JSONDerived<Self>] { get }
  /// Whether members that nobody knows are passed over, here and in all that is inside.
  static var isOpen: Bool { get }
  /// Reads what the table has no form for, and checks what it has read.
  ///
  /// - Throws: where in the value something else was expected.
  mutating func finish(reading node: JSONNode) throws(JSONShapeFailure)
}

extension JSONShaped {
  package static var derived: [JSONDerived<Self>] { [] }
  package static var isOpen: Bool { false }
  package mutating func finish(reading _: JSONNode) throws(JSONShapeFailure) {}

  static func isDerived(_ name: String) -> Bool {
    derived.contains { $0.name.hasSameBytes(as: name) }
  }

  /// Adds the members that are not in the table to those that are.
  func addDerived(to members: inout [FactEncoder.Member]) {
    for member in Self.derived {
      guard let value = member.value(self) else { continue }
      let added = (name: member.name, part: FactEncoder.Part.made(value))
      members.insert(added, at: member.place.index(in: members))
    }
  }
}

/// A member that follows from others, such as a sentence, or that has a form of its own. Readers pass it over.
package struct JSONDerived<Root>: Sendable {
  let name: String
  let place: Place
  let value: @Sendable (Root) -> JSONText?

  package enum Place: Sendable {
    case first
    case last
    case before(String)
    case after(String)

    fileprivate func index(in members: [FactEncoder.Member]) -> Int {
      switch self {
      case .first: 0
      case .last: members.count
      case .before(let name): members.firstIndex { $0.name == name } ?? members.count
      case .after(let name): (members.firstIndex { $0.name == name } ?? members.count - 1) + 1
      }
    }
  }

  /// A member; none where its value is nil.
  package init(_ name: String, _ place: Place, _ value: @escaping @Sendable (Root) -> JSONText?) {
    (self.name, self.place, self.value) = (name, place, value)
  }

  /// Words for what the table has as a fact.
  package static func words(
    _ words: @escaping @Sendable (Root) -> String, _ name: String = "text",
    _ place: Place = .before("fact")
  ) -> JSONDerived {
    JSONDerived(name, place) { .string(words($0)) }
  }
}

/// The name of a member as tables have it.
struct FactName {
  /// The name, with those of the members around it.
  let path: String
  let outer: String?
  let name: String
  let isOmittedEmpty: Bool

  init(_ key: some CodingKey) { self.init(key.stringValue) }

  init(_ text: String) {
    isOmittedEmpty = text.utf8.last == UInt8(ascii: "?")
    path = isOmittedEmpty ? String(text.dropLast()) : text
    guard let dot = path.utf8.firstIndex(of: UInt8(ascii: ".")) else {
      (outer, name) = (nil, path)
      return
    }
    (outer, name) = (String(path[..<dot]), String(path[path.utf8.index(after: dot)...]))
  }
}
