public import TraceFormat

/// A place in a Realm: a class, and as far as it goes an object, a property and a path below it.
public struct Address: Hashable, Sendable {
  /// The class.
  public var className: RealmString
  /// Absent for a place in the schema.
  public var object: PrimaryKeyValue?
  /// Absent for a whole class or object.
  public var property: RealmString?
  /// Steps below the property, to an element, an entry or a nested value.
  public var path: [PathStep]

  /// A place, as far as it is given.
  public init(
    className: RealmString, object: PrimaryKeyValue? = nil, property: RealmString? = nil,
    path: [PathStep] = []
  ) {
    (self.className, self.object) = (className, object)
    (self.property, self.path) = (property, path)
  }

  /// The address for people, such as `Person 7 notes[3]`.
  package var text: String {
    var parts = [className.shortName]
    if let object { parts.append(object.shortText) }
    if property != nil { parts.append(propertyText) }
    return parts.joined(separator: " ")
  }

  /// The property and the path below it, such as `notes[3]` or `steps[0].title`.
  package var propertyText: String {
    ((property?.shortName ?? "") + pathText).shortened(to: Self.propertyColumnsMax)
  }

  package static let propertyColumnsMax = 60

  /// The path below the property, such as `[0].title`.
  package var pathText: String {
    path.map { step in
      switch step {
      case .index(let index): "[\(index)]"
      case .key(let key): "." + key.shortName
      }
    }.joined().shortened(to: 40)
  }
}

extension Address {
  package init(_ instruction: Instruction, in changeset: Changeset) {
    self.init(
      className: changeset.string(instruction.table),
      object: instruction.object.map(changeset.value))
    switch instruction {
    case .addColumn(let it): property = changeset.string(it.field)
    case .eraseColumn(let it): property = changeset.string(it.field)
    default:
      guard let location = instruction.location else { return }
      property = changeset.string(location.field)
      path = changeset.steps(location.path)
    }
  }

  package var wholeProperty: Address {
    Address(className: className, object: object, property: property)
  }

  /// The place whose value is compared between states: the address itself or, where the path goes
  /// through a list, that list. An index names another element in each state.
  package var comparable: Address {
    guard let index = path.firstIndex(where: \.isIndex) else { return self }
    var place = self
    place.path.removeSubrange(index...)
    return place
  }

  /// ``comparable`` as a place of an object; nil for an object, a class and a property of a class.
  package var comparablePlace: LocationValue? {
    guard let object, let property else { return nil }
    return LocationValue(className, object, property, comparable.path)
  }

  package var leadsThroughList: Bool { path.contains(where: \.isIndex) }

  package var wholeObject: Address { Address(className: className, object: object) }
}

extension Changeset {
  /// Whether the path of an instruction leads through a list, or ends in one.
  package var leadsThroughLists: Bool {
    instructions.contains { instruction in
      instruction.location.map { elements($0.path).contains(where: \.isIndex) } ?? false
    }
  }
}

extension PathElement {
  package var isIndex: Bool { if case .index = self { true } else { false } }
}

extension PathStep {
  package var isIndex: Bool { if case .index = self { true } else { false } }
}
