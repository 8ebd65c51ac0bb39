package import TraceFormat

/// What Realm Core may not survive although nothing of it shows in a state: undefined behaviour
/// (`docs/rules.md`, "Hazards").
package enum Hazard: Codable, Hashable, Sendable {
  /// The first tombstone of a class that has a gap among its columns: Realm Core writes beyond the end
  /// of an array.
  case tombstoneBesideColumnGap(className: RealmString)
  /// A SetErase of null from a set of another type than Mixed: Realm Core asserts that the value has a
  /// type. The set is named as in Realm Core's messages.
  case nullErasedFromTypedSet(set: String)
}
