extension BoundedQueue {
  /// What the lock guards.
  struct State: Sendable {
    enum Consumer: Sendable {
      case awake
      case idle
      /// Sleeps for a while, or until so many bytes are in the queue.
      case gathering(until: Int)
    }

    var entries: [QueueEntry<Element>] = []
    /// The bytes of the entries, and of those that the consumer has taken and not yet dealt with.
    private(set) var (size, sizeInHand) = (0, 0)
    var isClosed = false
    /// Nobody consumes any more.
    private(set) var isOver = false
    var consumer = Consumer.awake
    /// What was refused since the last element, and since the beginning.
    private var droppedSinceLast = DroppedElements()
    private(set) var allDropped = DroppedElements()
    private var roomWaiters: [@Sendable () -> Void] = []
    /// What to call once everything that is in the queue now is safe.
    var flushWaiters: [@Sendable () -> Void] = []

    func hasRoom(for size: Int, sizeMax: Int) -> Bool {
      let used = self.size + sizeInHand + BoundedQueue.bytesPerElement
      return used <= sizeMax && size <= sizeMax - used
    }

    var isEmpty: Bool { entries.isEmpty && droppedSinceLast.count == 0 }
    var hasRoomWaiters: Bool { !roomWaiters.isEmpty }

    mutating func append(_ element: Element, size: Int) {
      noteDropped()
      entries.append(.element(element, size: size))
      self.size += size + BoundedQueue.bytesPerElement
    }

    mutating func drop(size: Int) {
      droppedSinceLast.add(size: size)
      allDropped.add(size: size)
    }

    private mutating func noteDropped() {
      guard droppedSinceLast.count > 0 else { return }
      entries.append(.dropped(droppedSinceLast))
      size += BoundedQueue.bytesPerElement
      droppedSinceLast = DroppedElements()
    }

    /// Gives everything to the consumer, in exchange for an empty array.
    mutating func take(_ buffer: inout [QueueEntry<Element>]) {
      noteDropped()
      swap(&entries, &buffer)
      (size, sizeInHand) = (0, size)
    }

    mutating func releaseHand() { sizeInHand = 0 }

    /// What is still there is never consumed.
    mutating func end() {
      (isClosed, isOver) = (true, true)
      for case .element(_, let size) in entries { allDropped.add(size: size) }
      entries = []
      (size, sizeInHand) = (0, 0)
    }

    mutating func wait(forRoom waiter: @escaping @Sendable () -> Void) {
      roomWaiters.append(waiter)
    }

    mutating func takeRoomWaiters() -> [@Sendable () -> Void] {
      defer { roomWaiters = [] }
      return roomWaiters
    }

    mutating func wakes() -> Bool {
      if case .awake = consumer { return false }
      consumer = .awake
      return true
    }

    mutating func wakesForElement() -> Bool {
      switch consumer {
      case .awake: return false
      case .idle: return wakes()
      case .gathering(let enough): return size >= enough ? wakes() : false
      }
    }

    /// The consumer is to hear of what was refused, but need not hurry for it.
    mutating func wakesForDrop() -> Bool { if case .idle = consumer { wakes() } else { false } }
  }
}

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
