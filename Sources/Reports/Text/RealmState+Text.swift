public import RealmModel
internal import TraceFormat

extension RealmState {
  /// The state for people: every class, every object, a line a property.
  public var textLines: [String] {
    classes.flatMap { schema -> [String] in
      let keys = schema.kind == .embedded ? [] : keys(of: schema.name)
      let objects = keys.sorted { $0.text < $1.text }.flatMap { lines(of: $0, schema.name) }
      return [schema.words(objectCount: keys.count)] + objects
    }
  }

  private static let unlimitedColumns = 1 << 40

  private func lines(of key: PrimaryKeyValue, _ className: RealmString) -> [String] {
    let properties = object(key, of: className) ?? []
    return ["  \(className.nameText)[\(key.text)]"]
      + properties.map {
        "    \($0.key.nameText): \($0.value.text(columns: Self.unlimitedColumns))"
      }
  }
}
