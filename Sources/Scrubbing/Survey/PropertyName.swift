internal import TraceFormat

/// A property of a class: values below it are compared with each other, and with no others.
struct PropertyName: Hashable {
  var className: RealmString
  var property: RealmString

  init(_ className: RealmString, _ property: RealmString) {
    (self.className, self.property) = (className, property)
  }

  init(_ place: LocationValue) { self.init(place.table, place.field) }

  var parts: [[UInt8]] { [Array(className.bytes), Array(property.bytes)] }
}

extension RealmString {
  /// The same bytes, and no part of the changeset that they came from.
  var alone: RealmString { RealmString(Array(bytes)) }
}

extension PrimaryKeyValue {
  /// The same key, and no part of the changeset that it came from.
  var alone: PrimaryKeyValue {
    if case .string(let text) = self { .string(text.alone) } else { self }
  }
}
