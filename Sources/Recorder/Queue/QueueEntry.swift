/// What a consumer finds in a ``BoundedQueue``, in the order in which it was offered.
package enum QueueEntry<Element: Sendable>: Sendable {
  case element(Element, size: Int)
  /// Here the queue was full, and elements were refused.
  case dropped(DroppedElements)
}

/// Elements that a full queue refused, one after the other.
package struct DroppedElements: Hashable, Sendable {
  package var count: UInt64 = 0
  /// Their bytes, as whoever offered them counted them.
  package var size: UInt64 = 0

  package init(count: UInt64 = 0, size: UInt64 = 0) {
    self.count = count
    self.size = size
  }

  mutating func add(size: Int) {
    count += 1
    self.size &+= UInt64(clamping: size)
  }
}
