/// Lists or sets of some objects: all elements one behind the other, and where those of each object end.
package struct CellCollections: Sendable {
  private let isSet: Bool
  private let ends: [UInt32]
  /// The elements of all; a reference, since they are cells themselves.
  private let content: Shared<CellColumn>

  package var elements: CellColumn { content.value }

  package func places(of index: Int) -> Range<Int> {
    (index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])
  }

  package subscript(index: Int) -> Cell {
    let places = places(of: index)
    var list = ContiguousArray<Cell>()
    list.reserveCapacity(places.count)
    for place in places { list.append(content.value[place]) }
    return isSet ? .set(CellList(list)) : .list(CellList(list))
  }

  /// - Precondition: `ends` ascend to the number of elements, of which there are below 2^32.
  package init(_ elements: CellColumn, ends: [UInt32], isSet: Bool) {
    (self.ends, self.isSet) = (ends, isSet)
    content = Shared(elements)
  }
}

/// The incoming links of some objects: the keys that they come from, one behind the other, in the order
/// in which Realm keeps them, and where those of each object end.
package struct IncomingLinks: Sendable {
  private let origins: PackedIntegers
  private let ends: [UInt32]

  /// - Precondition: `ends` ascend to the number of keys, of which there are below 2^32.
  package init(_ origins: [Int64], ends: [UInt32]) {
    precondition(Int(ends.last ?? 0) == origins.count, "the last object's links end with all")
    (self.origins, self.ends) = (PackedIntegers(origins), ends)
  }

  /// Null where there are none.
  subscript(index: Int) -> Cell {
    var keys = ContiguousArray<ObjectKey>()
    forEachOrigin(of: index) { keys.append($0) }
    return keys.isEmpty ? .null : .backlinks(PersistentList(keys))
  }

  func forEachOrigin(of index: Int, _ body: (ObjectKey) -> Void) {
    let start = index == 0 ? 0 : Int(ends[index - 1])
    for place in start..<Int(ends[index]) { body(ObjectKey(origins[place])) }
  }
}

/// A value that is shared rather than copied; it is replaced as a whole.
package final class Shared<Value: Sendable>: Sendable {
  package let value: Value
  init(_ value: Value) { self.value = value }
}
