package import RealmModel
internal import TraceFormat

extension Hazard {
  /// What Realm Core does, without a final period.
  package var words: String {
    switch self {
    case .tombstoneBesideColumnGap(let className):
      "the first tombstone of class '\(className)', which has a gap among its columns, makes it "
        + "write beyond the end of an array"
    case .nullErasedFromTypedSet(let set):
      "SetErase of null from '\(set)', a set of another type than Mixed: Realm Core asserts that the "
        + "value has a type"
    }
  }
}
