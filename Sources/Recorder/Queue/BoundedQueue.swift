internal import Dispatch
internal import TraceFormat

/// A queue from many threads to one, which holds a limited number of bytes.
///
/// Offering takes a lock for the time of an append, and wakes the consumer when it has slept or enough has
/// gathered for it, which is seldom. One thread takes, with ``drain(into:flushing:)``:
///
/// ```swift
/// let queue = BoundedQueue<Record>(sizeMax: 8 << 20)
/// DispatchQueue(label: "writer").async { try? queue.drain(into: &writer, flushing: TraceFlushPolicy()) }
/// queue.offer(record, size: record.bytes.count)       // never waits; false where there is no room
/// queue.close()                                       // what is in it is still consumed
/// ```
///
/// What is refused is counted, and the consumer gets the count where the elements would have stood
/// (``QueueEntry/dropped(_:)``).
package final class BoundedQueue<Element: Sendable>: Sendable {
  /// The bytes that the queue may hold, those that the consumer has just taken included.
  package let sizeMax: Int
  let state = Lock(State())
  /// What the consumer sleeps on.
  let alarm = DispatchSemaphore(value: 0)

  /// - Parameter sizeMax: bytes, as those who offer count them, and ``bytesPerElement`` for each element.
  package init(sizeMax: Int) { self.sizeMax = sizeMax }

  /// What each element counts besides its own size, so that a flood of empty ones has an end too.
  package static var bytesPerElement: Int { MemoryLayout<QueueEntry<Element>>.stride }

  /// Adds an element if there is room for it, without waiting.
  ///
  /// - Parameters:
  ///   - size: the bytes of memory that it refers to.
  ///   - reserve: so many bytes may be exceeded for it: for what is small and must not be missed.
  /// - Returns: whether the element is in the queue; else it is counted as dropped.
  @discardableResult package func offer(_ element: Element, size: Int, reserve: Int = 0) -> Bool {
    // Beyond the largest number there is nothing to reserve.
    let sizeMax = max(sizeMax, sizeMax &+ reserve)
    let (isIn, mustWake) = state.withLock { state in
      guard !state.isClosed, state.hasRoom(for: size, sizeMax: sizeMax) else {
        state.drop(size: size)
        return (false, state.wakesForDrop())
      }
      state.append(element, size: size)
      return (true, state.wakesForElement())
    }
    if mustWake { alarm.signal() }
    return isIn
  }

  /// Adds an element though there is no room for it, without waiting: for those who can stop giving.
  ///
  /// - Parameter whenRoom: called once, on the consumer's thread, when there is room again, or the queue is
  ///   closed; not called where there is still room.
  /// - Returns: whether there is still room. Where it is false no more is to be added before `whenRoom`.
  package func insist(
    _ element: Element, size: Int, whenRoom: @escaping @Sendable () -> Void
  ) -> Bool {
    let (hasRoom, mustWake) = state.withLock { state in
      guard !state.isClosed else {
        state.drop(size: size)
        return (true, false)
      }
      state.append(element, size: size)
      if state.hasRoom(for: 0, sizeMax: sizeMax) { return (true, state.wakesForElement()) }
      state.wait(forRoom: whenRoom)
      return (false, state.wakes())
    }
    if mustWake { alarm.signal() }
    return hasRoom
  }

  /// Calls back, on the consumer's thread, once everything that is in the queue now is safe, or never will
  /// be. The consumer does not wait for more before that.
  package func whenFlushed(_ body: @escaping @Sendable () -> Void) {
    let (isOver, mustWake) = state.withLock { state in
      if state.isOver { return (true, false) }
      state.flushWaiters.append(body)
      return (false, state.wakes())
    }
    if mustWake { alarm.signal() }
    if isOver { body() }
  }

  /// Takes no more elements. Those that are in the queue are still consumed.
  package func close() {
    let (mustWake, waiting) = state.withLock { state in
      state.isClosed = true
      return (state.wakes(), state.takeRoomWaiters())
    }
    if mustWake { alarm.signal() }
    for waiter in waiting { waiter() }
  }

  /// All that was refused so far, also after the queue was closed.
  package var dropped: DroppedElements { state.withLock { $0.allDropped } }
}
