internal import Analyzer
internal import RealmModel
internal import TraceFormat

extension OutcomeDifference {
  /// Details of writes to one property of one class, or a detail that stands alone.
  package struct DetailGroup: Sendable {
    package var first: Detail
    package var count: Int
    package var objectCount: Int
  }
}

extension OutcomeDifference.DetailGroup {
  private struct Kind: Hashable {
    var className: RealmString?
    var property: RealmString?
    /// Which detail it is, of one that stands alone.
    var lone: Int?
  }

  /// Details in the order of the first of each kind; one that is about no write stands alone.
  static func all(_ details: [OutcomeDifference.Detail]) -> [OutcomeDifference.DetailGroup] {
    details.indices.groupedInOrder { index in
      let place = details[index].place
      return Kind(
        className: place?.className, property: place?.property, lone: place == nil ? index : nil)
    }.map { _, indexes in
      OutcomeDifference.DetailGroup(
        first: details[indexes[0]], count: indexes.count,
        objectCount: Set(indexes.compactMap { details[$0].place?.object }).count)
    }
  }
}
