public import TraceFormat

/// One step below a property: an index into a list, or a name in a dictionary or embedded object.
public enum PathStep: Hashable, Sendable {
  case index(Int)
  case key(SharedBytes)
}

/// Where a value stands: a class, an object, a property and a path below it.
///
/// The same as an instruction's `Location`, but owning its data.
public struct Place: Hashable, Sendable {
  public var className: SharedBytes
  public var object: PrimaryKeyValue
  public var property: SharedBytes
  public var path: [PathStep]

  public init(
    className: SharedBytes, object: PrimaryKeyValue, property: SharedBytes, path: [PathStep] = []
  ) {
    self.className = className
    self.object = object
    self.property = property
    self.path = path
  }
}

extension Changeset {
  /// An instruction's location as a value of its own.
  public func place(_ location: Location) -> Place {
    let path = elements(location.path).map { element in
      switch element {
      case .index(let index): PathStep.index(Int(index))
      case .key(let name): PathStep.key(owned(name))
      }
    }
    return Place(
      className: owned(location.table), object: owned(location.object),
      property: owned(location.field), path: path)
  }
}
