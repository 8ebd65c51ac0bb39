internal import TraceFormat

extension RealmSchema {
  /// Whether a schema could be a later one of the same app: some class of this one is in it, with the same primary key
  /// or with most of its other properties. A schema without classes says nothing, and could be of any.
  func isKin(of other: RealmSchema) -> Bool {
    classes.isEmpty
      || classes.contains { mine in other[mine.name].map { mine.isKin(of: $0) } ?? false }
  }
}

extension ClassSchema {
  /// Classes of several apps have names in common, such as `User`; then little else is the same.
  fileprivate func isKin(of other: ClassSchema) -> Bool {
    guard primaryKey != other.primaryKey else { return true }
    let rest = properties.filter { $0.name != primaryKey }
    let shared = rest.count { other.property($0.name)?.type == $0.type }
    return 2 * shared > rest.count
  }
}
