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

  /// An empty queue.
  ///
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
    let (isIn, mustWake) = state.withLock { state in
      guard !state.isClosed, state.hasRoom(for: size, sizeMax: sizeMax + reserve) else {
        state.drop(size: size)
        return (false, state.wakesForDrop())
      }
      state.append(element, size: size)
      return (true, state.wakesForElement())
    }
    if mustWake { alarm.signal() }
    return isIn
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
