internal import TraceFormat

extension Address {
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

  /// The most columns of a property with the path below it.
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
