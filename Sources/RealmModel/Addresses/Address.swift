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
  package var comparablePlace: LocationValue? {
    guard let object, let property else { return nil }
    let steps = path.prefix { step in
      if case .key = step { true } else { false }
    }
    return LocationValue(className, object, property, Array(steps))
  }

  package var comparable: Address {
    guard let place = comparablePlace else { return self }
    return Address(className: className, object: object, property: property, path: place.path)
  }

  package var wholeObject: Address { Address(className: className, object: object) }
}
