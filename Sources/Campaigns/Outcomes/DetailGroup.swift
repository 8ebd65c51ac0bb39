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
    var className: RealmString
    var property: RealmString?
  }

  /// Details in the order of the first of each kind; one that is about no write stands alone.
  static func all(_ details: [OutcomeDifference.Detail]) -> [OutcomeDifference.DetailGroup] {
    var groups: [OutcomeDifference.DetailGroup] = []
    var objects: [Set<PrimaryKeyValue>] = []
    var indexes: [Kind: Int] = [:]
    for detail in details {
      let kind = detail.place.map { Kind(className: $0.className, property: $0.property) }
      if let index = kind.flatMap({ indexes[$0] }) {
        groups[index].count += 1
        if let object = detail.place?.object { objects[index].insert(object) }
      } else {
        if let kind { indexes[kind] = groups.count }
        groups.append(OutcomeDifference.DetailGroup(first: detail, count: 1, objectCount: 0))
        objects.append(Set([detail.place?.object].compactMap { $0 }))
      }
    }
    for index in groups.indices { groups[index].objectCount = objects[index].count }
    return groups
  }
}
