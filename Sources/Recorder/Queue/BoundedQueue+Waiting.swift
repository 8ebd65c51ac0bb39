internal import Dispatch
internal import TraceFormat

extension BoundedQueue {
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
