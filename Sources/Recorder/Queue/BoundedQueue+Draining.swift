internal import Dispatch
internal import TraceFormat

package protocol QueueConsumer<Element> {
  associatedtype Element: Sendable

  mutating func consume(_ element: Element) throws
  mutating func note(_ dropped: DroppedElements) throws
  /// Makes safe whatever was consumed before.
  mutating func flush() throws
}

extension BoundedQueue {
  /// Consumes elements until the queue is closed and empty; this thread does nothing else meanwhile.
  ///
  /// It sleeps while there is nothing, then lets elements gather until the policy wants them safe, consumes
  /// all of them, and flushes: the policy's interval after the first of them was added, or earlier, once as many
  /// bytes as the policy says are there, or half of what the queue may hold. Where the policy wants elements seen
  /// before they are safe, it consumes more often, and flushes as often.
  ///
  /// - Parameter noteFailure: hears of what the consumer throws before those do who wait for a flush, so that
  ///   they find it noted.
  /// - Throws: what the consumer throws. The queue is closed then, and what was in it is dropped.
  package func drain(
    into consumer: inout some QueueConsumer<Element>, flushing policy: TraceFlushPolicy,
    noteFailure: (any Error) -> Void = { _ in }
  ) throws {
    var waiters: [@Sendable () -> Void] = []
    defer { end(waiters) }
    do {
      try drain(into: &consumer, flushing: policy, telling: &waiters)
    } catch {
      noteFailure(error)
      throw error
    }
  }

  /// - Parameter waiters: those who wait for what was taken to be flushed, and were not told yet.
  private func drain(
    into consumer: inout some QueueConsumer<Element>, flushing policy: TraceFlushPolicy,
    telling waiters: inout [@Sendable () -> Void]
  ) throws {
    var entries: [QueueEntry<Element>] = []
    var unflushed = Unflushed()
    while true {
      let isLast = take(&entries, &waiters, &unflushed, policy)
      try Self.consume(entries, &consumer, &unflushed, policy)
      if isLast || policy.sightIntervalMilliseconds == nil || !waiters.isEmpty || unflushed.isDue {
        try unflushed.flush(&consumer)
      }
      // Whoever hears that all is safe finds room, too.
      releaseHand()
      for waiter in waiters { waiter() }
      waiters = []
      entries.removeAll(keepingCapacity: true)
      if isLast { return }
    }
  }

  private static func consume(
    _ entries: [QueueEntry<Element>], _ consumer: inout some QueueConsumer<Element>,
    _ unflushed: inout Unflushed, _ policy: TraceFlushPolicy
  ) throws {
    for entry in entries {
      unflushed.isEmpty = false
      switch entry {
      case .element(let element, let size):
        try consumer.consume(element)
        unflushed.size += size + bytesPerElement
      case .dropped(let dropped): try consumer.note(dropped)
      }
      if unflushed.size >= policy.size { try unflushed.flush(&consumer) }
    }
  }

  /// Waits until it is time, and takes all that is there; returns whether nothing will come any more.
  private func take(
    _ entries: inout [QueueEntry<Element>], _ waiters: inout [@Sendable () -> Void],
    _ unflushed: inout Unflushed, _ policy: TraceFlushPolicy
  ) -> Bool {
    let enough = max(1, min(policy.size, sizeMax / 2))
    var deadline = unflushed.deadline
    var hasGathered = false
    while true {
      let isDue = deadline.map { $0 <= .now() } ?? false
      let isLast: Bool? = state.withLock { state in
        guard
          isDue || state.isClosed || state.size >= enough || !state.flushWaiters.isEmpty
            || state.hasRoomWaiters
        else {
          state.consumer = state.isEmpty ? .idle : .gathering(until: enough)
          if !hasGathered, !state.isEmpty {
            hasGathered = true
            if unflushed.deadline == nil { unflushed.deadline = policy.deadline }
            deadline = [deadline, policy.sightDeadline].compactMap(\.self).min()
          }
          return nil
        }
        state.consumer = .awake
        state.take(&entries)
        swap(&waiters, &state.flushWaiters)
        return state.isClosed
      }
      if let isLast { return isLast }
      if let deadline { _ = alarm.wait(timeout: deadline) } else { alarm.wait() }
    }
  }

  /// Tells those who wait for room that what was taken is dealt with.
  private func releaseHand() {
    let waiting = state.withLock { state in
      state.releaseHand()
      return state.takeRoomWaiters()
    }
    for waiter in waiting { waiter() }
  }

  /// Nobody consumes any more: all who wait are told.
  private func end(_ untold: [@Sendable () -> Void]) {
    let waiting = state.withLock { state in
      state.end()
      defer { state.flushWaiters = [] }
      return state.takeRoomWaiters() + state.flushWaiters
    }
    for waiter in untold + waiting { waiter() }
  }
}

/// What has been consumed and is not safe yet.
private struct Unflushed {
  var isEmpty = true
  var size = 0
  /// When it has to be safe; nil for at once.
  var deadline: DispatchTime?

  var isDue: Bool { deadline.map { $0 <= .now() } ?? true }

  mutating func flush(_ consumer: inout some QueueConsumer) throws {
    guard !isEmpty else { return }
    try consumer.flush()
    self = Unflushed()
  }
}
