package import TraceFormat

/// What can hold values of its own.
package enum HolderKind: Hashable, Sendable {
  case list
  case set
  case dictionary
  case embeddedObject
}

extension RealmState {
  /// What stands at a place and holds values; nil where nothing does.
  ///
  /// - Complexity: That of the path, however much is held: unlike ``value(at:)`` it copies nothing.
  package func holder(at place: LocationValue) -> HolderKind? {
    switch cell(at: place) {
    case .list: .list
    case .set: .set
    case .dictionary: .dictionary
    case .link(let target):
      contains(target.table) && tables[target.table.slot].isEmbedded ? .embeddedObject : nil
    default: nil
    }
  }

  /// Whether a place exists, whatever it has.
  package func contains(_ place: LocationValue) -> Bool { cell(at: place) != nil }

  /// How many elements the list or set at a place has; nil where there is neither.
  package func elementCount(at place: LocationValue) -> Int? {
    switch cell(at: place) {
    case .list(let elements), .set(let elements): elements.count
    default: nil
    }
  }

  /// What kind of class one is; nil where there is no such class.
  package func kind(of className: RealmString) -> TableKind? { table(named: className)?.kind }
}
