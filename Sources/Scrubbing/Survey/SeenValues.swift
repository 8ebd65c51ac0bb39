internal import TraceFormat

struct SeenValues {
  /// Numbers, texts, binaries, dates and identifiers, each once.
  private(set) var values: Set<Value> = []
  private(set) var keys: Set<RealmString> = []
  /// Whether something is added to a number, so that sums must stay sums.
  var isCounted = false

  mutating func insert(_ value: Value) {
    guard !values.contains(value) else { return }
    switch value {
    case .string(let text): values.insert(.string(text.alone))
    case .binary(let data): values.insert(.binary(data.alone))
    case .int, .timestamp, .float, .double, .decimal, .objectID, .uuid: values.insert(value)
    case .null, .bool, .link, .embedded, .list, .set, .dictionary: break
    }
  }

  mutating func insert(key: RealmString) { if !keys.contains(key) { keys.insert(key.alone) } }
}

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
