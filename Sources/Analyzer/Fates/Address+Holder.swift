internal import RealmModel
internal import TraceFormat

extension Address {
  /// What the last step of the path leads out of, as a place; nil for what is not of a property.
  var holder: LocationValue? {
    guard let object, let property else { return nil }
    return LocationValue(className, object, property, Array(path.dropLast()))
  }
}

extension PathStep {
  var isIndex: Bool { if case .index = self { true } else { false } }
}
