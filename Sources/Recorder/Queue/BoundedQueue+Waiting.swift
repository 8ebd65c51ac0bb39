internal import Dispatch
internal import TraceFormat

extension BoundedQueue {
  /// Adds an element, and waits for room where there is none. One that is larger than the whole queue waits
  /// until that is empty.
  ///
  /// Not for the thread that consumes, nor for one that others depend on, such as an event loop's.
  ///
  /// - Returns: false where the queue is closed; the element is counted as dropped then.
  @discardableResult package func put(_ element: Element, size: Int) -> Bool {
    let room = DispatchSemaphore(value: 0)
    while true {
      let (isIn, mustWake): (Bool?, Bool) = state.withLock { state in
        guard !state.isClosed else {
          state.drop(size: size)
          return (false, false)
        }
        guard state.hasRoom(for: size, sizeMax: sizeMax) || state.hasNothingInHand else {
          state.wait(forRoom: { room.signal() })
          return (nil, state.wakes())
        }
        state.append(element, size: size)
        return (true, state.wakesForElement())
      }
      if mustWake { alarm.signal() }
      if let isIn { return isIn }
      room.wait()
    }
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
}
