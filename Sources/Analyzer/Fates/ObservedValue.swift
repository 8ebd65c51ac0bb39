internal import RealmModel
public import TraceFormat

/// What a state shows at the place that a write acted on.
public enum ObservedValue: Hashable, Sendable {
  /// A value.
  case value(Value)
  /// An object, a class or a property that is there.
  case present
  /// Nothing: no such entry, object, property or class.
  case absent

  init(_ state: RealmState, at address: Address) {
    if let place = address.comparablePlace {
      self = state.value(at: place).map(ObservedValue.value) ?? .absent
    } else if let object = address.object {
      self = state.contains(object, of: address.className) ? .present : .absent
    } else {
      let name = address.className
      let isThere =
        address.property.map { state.contains(property: $0, of: name) }
        ?? state.contains(class: name)
      self = isThere ? .present : .absent
    }
  }

  package var value: Value? { if case .value(let value) = self { value } else { nil } }

  /// Whether an app would see the same; nothing looks like what is not known.
  package func looksLike(_ other: ObservedValue?) -> Bool {
    switch (self, other) {
    case (.value(let value), .value(let other)?): value.looksLike(other)
    default: self == other
    }
  }

  /// What was seen, for people, on one line of at most so many columns.
  package func text(columns: Int) -> String {
    switch self {
    case .value(let value): value.text(columns: columns)
    case .present: "there"
    case .absent: "nothing"
    }
  }
}

extension ObservedValue? {
  package func looksLike(_ other: ObservedValue?) -> Bool {
    self.map { $0.looksLike(other) } ?? false
  }

  /// Those of a list or set.
  var elements: [Value] {
    switch self {
    case .value(.list(let elements))?, .value(.set(let elements))?: elements
    default: []
    }
  }
}

extension Value {
  /// Whether Realm would not tell the two apart: sets have no order, a link without target is null,
  /// and equal numbers can have several forms.
  func looksLike(_ other: Value) -> Bool {
    switch (self, other) {
    case (.list(let elements), .list(let others)):
      elements.count == others.count && zip(elements, others).allSatisfy { $0.looksLike($1) }
    case (.dictionary(let entries), .dictionary(let others)): Self.look(entries, like: others)
    case (.embedded(let object), .embedded(let other)):
      Self.look(object.properties, like: other.properties)
    default:
      self == other
        || hasForms && other.hasForms
          && (appearance == other.appearance || isSameNumber(as: other))
    }
  }

  /// Whether another value can look like it.
  private var hasForms: Bool {
    switch self {
    case .bool, .string, .binary, .timestamp, .objectID, .uuid: false
    default: true
    }
  }

  private static func look(_ entries: [Entry], like others: [Entry]) -> Bool {
    entries.count == others.count
      && zip(entries, others).allSatisfy { $0.key == $1.key && $0.value.looksLike($1.value) }
  }

  /// What the value looks like, to be counted and looked up by. Numbers of different types are different here.
  var appearance: Appearance {
    switch self {
    case .link(let link) where !link.isResolved: .plain(.null)
    case .decimal(let value): .decimal(DecimalNumber(value))
    case .float(let bits): .plain(.float(bitPattern: bits == 1 << 31 ? 0 : bits))
    case .double(let bits): .plain(.double(bitPattern: bits == 1 << 63 ? 0 : bits))
    case .list(let elements): .list(elements.map(\.appearance))
    case .set(let elements): .set(Set(elements.map(\.appearance)))
    case .dictionary(let entries):
      .entries(entries.map(\.key), entries.map(\.value.appearance))
    case .embedded(let object):
      .entries(object.properties.map(\.key), object.properties.map(\.value.appearance))
    default: .plain(self)
    }
  }

  indirect enum Appearance: Hashable {
    case plain(Value)
    case decimal(DecimalNumber)
    case list([Appearance])
    case set(Set<Appearance>)
    case entries([RealmString], [Appearance])
  }
}
