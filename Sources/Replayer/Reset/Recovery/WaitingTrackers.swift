import RealmModel

/// Trackers whose lists are due for a copy that would do nothing, by the object that has to change first.
struct WaitingTrackers: Sendable {
  private var byObject: [ObjectAddress: Set<Int>] = [:]

  var isEmpty: Bool { byObject.isEmpty }

  mutating func insert(_ tracker: Int, of list: ListAddress) {
    byObject[list.topLevelObject, default: []].insert(tracker)
  }

  mutating func remove(_ tracker: Int, of list: ListAddress) {
    guard !byObject.isEmpty, byObject[list.topLevelObject]?.remove(tracker) != nil else { return }
    if byObject[list.topLevelObject]?.isEmpty == true { byObject[list.topLevelObject] = nil }
  }

  mutating func removeAll(of object: ObjectAddress) -> Set<Int> {
    byObject.removeValue(forKey: object) ?? []
  }

  mutating func removeAll() -> [Int] {
    defer { byObject = [:] }
    return byObject.values.flatMap { $0 }
  }
}

extension ListAddress {
  fileprivate var topLevelObject: ObjectAddress { ObjectAddress(table: table, key: object) }
}
