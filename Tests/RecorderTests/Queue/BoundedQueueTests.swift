import Dispatch
import Recorder
import Synchronization
import Testing

@Suite struct BoundedQueueTests {
  private static let perElement = BoundedQueue<Int>.bytesPerElement
  private static let never = TraceFlushPolicy(intervalMilliseconds: 1_000_000, size: 1 << 40)

  /// A queue with room for so many elements of ten bytes.
  private func queue(of count: Int) -> BoundedQueue<Int> {
    BoundedQueue(sizeMax: count * (Self.perElement + 10))
  }

  private func drained(_ queue: BoundedQueue<Int>) throws -> String {
    var consumer = CollectingConsumer()
    queue.close()
    try queue.drain(into: &consumer, flushing: Self.never)
    return consumer.log.text
  }

  @Test func `What was offered comes out in order, and is flushed`() throws {
    let queue = queue(of: 10)
    for element in 1...5 { #expect(queue.offer(element, size: 10)) }
    #expect(try drained(queue) == "1 2 3 4 5 |")
    #expect(queue.dropped == DroppedElements())
  }

  @Test func `A full queue refuses, and counts it where it falls`() throws {
    let queue = queue(of: 3)
    #expect((1...5).map { queue.offer($0, size: 10) } == [true, true, true, false, false])
    #expect(try drained(queue) == "1 2 3 -2 |")
    #expect(queue.dropped == DroppedElements(count: 2, size: 20))
  }

  @Test func `The count stands before what is taken afterwards`() throws {
    let queue = queue(of: 3)
    for element in 1...3 { queue.offer(element, size: 10) }
    #expect(!queue.offer(4, size: 10))
    #expect(queue.offer(5, size: 10, reserve: 1000))
    #expect(!queue.offer(6, size: 10))
    #expect(try drained(queue) == "1 2 3 -1 5 -1 |")
  }

  @Test func `What is larger than the queue is refused, and told though nothing else comes`() throws
  {
    let queue = queue(of: 3)
    var consumer = CollectingConsumer()
    let log = consumer.log
    try withConsumer(queue, &consumer, TraceFlushPolicy(intervalMilliseconds: 1)) {
      #expect(!queue.offer(1, size: 1 << 20))
      while log.flushCount == 0 { pauseBriefly() }
    }
    #expect(log.text == "-1 |")
  }

  @Test func `A size that no number holds is refused`() throws {
    let queue = queue(of: 3)
    #expect(!queue.offer(1, size: .max))
    #expect(queue.offer(2, size: 10))
    #expect(try drained(queue) == "-1 2 |")
  }

  @Test func `A queue without a limit takes what may exceed it`() throws {
    let queue = BoundedQueue<Int>(sizeMax: .max)
    #expect(queue.offer(1, size: 10, reserve: .max / 4))
    #expect(try drained(queue) == "1 |")
  }

  @Test func `A closed queue takes nothing`() throws {
    let queue = queue(of: 3)
    queue.offer(1, size: 10)
    queue.close()
    #expect(!queue.offer(2, size: 10))
    #expect(queue.insist(4, size: 10) { Issue.record("there was room") })
    #expect(try drained(queue) == "1 -2 |")
    #expect(queue.dropped.count == 2)
  }

  @Test func `Elements gather until enough are there`() throws {
    let queue = queue(of: 1000)
    var consumer = CollectingConsumer()
    let log = consumer.log
    let policy = TraceFlushPolicy(intervalMilliseconds: 1_000_000, size: 4 * (Self.perElement + 10))
    try withConsumer(queue, &consumer, policy) {
      for element in 1...3 { queue.offer(element, size: 10) }
      for _ in 0..<20 { pauseBriefly() }
      #expect(log.text == "")
      queue.offer(4, size: 10)
      while log.flushCount == 0 { pauseBriefly() }
      #expect(log.text == "1 2 3 4 |")
    }
  }

  @Test func `Few elements are flushed in time`() throws {
    let queue = queue(of: 1000)
    var consumer = CollectingConsumer()
    let log = consumer.log
    let policy = TraceFlushPolicy(intervalMilliseconds: 2, size: 1 << 20)
    try withConsumer(queue, &consumer, policy) {
      for element in 1...2 {
        queue.offer(element, size: 10)
        while log.flushCount < element { pauseBriefly() }
      }
      #expect(log.text == "1 | 2 |")
    }
  }

  @Test func `A large batch is flushed in between`() throws {
    let queue = queue(of: 6)
    for element in 1...6 { queue.offer(element, size: 10) }
    var consumer = CollectingConsumer()
    queue.close()
    let policy = TraceFlushPolicy(intervalMilliseconds: 1_000_000, size: 4 * (Self.perElement + 10))
    try queue.drain(into: &consumer, flushing: policy)
    #expect(consumer.log.text == "1 2 3 4 | 5 6 |")
  }

  @Test func `A flush that is asked for comes at once`() throws {
    let queue = queue(of: 1000)
    var consumer = CollectingConsumer()
    let log = consumer.log
    try withConsumer(queue, &consumer, Self.never) {
      queue.offer(1, size: 10)
      let isFlushed = DispatchSemaphore(value: 0)
      queue.whenFlushed { isFlushed.signal() }
      isFlushed.wait()
      #expect(log.text == "1 |")
    }
    // And where nobody consumes any more it does not wait.
    let isTold = DispatchSemaphore(value: 0)
    queue.whenFlushed { isTold.signal() }
    #expect(isTold.wait(timeout: .now()) == .success)
  }

  @Test func `Of who waits for room nothing is lost or disordered`() throws {
    let queue = queue(of: 3)
    var consumer = CollectingConsumer()
    try withConsumer(queue, &consumer, Self.never) {
      let room = DispatchSemaphore(value: 0)
      for element in 1...200 {
        let size = element == 7 ? 1 << 20 : 10
        if !queue.insist(element, size: size, whenRoom: { room.signal() }) { room.wait() }
      }
    }
    let elements = consumer.log.text.split(separator: " ").compactMap { Int($0) }
    #expect(elements == Array(1...200))
  }

  @Test func `Who insists is told when there is room again`() throws {
    let queue = queue(of: 2)
    #expect(queue.insist(1, size: 10) { Issue.record("there was room") })
    let isTold = DispatchSemaphore(value: 0)
    #expect(!queue.insist(2, size: 1000) { isTold.signal() })
    var consumer = CollectingConsumer()
    try withConsumer(queue, &consumer, Self.never) { isTold.wait() }
    #expect(consumer.log.text == "1 2 |")
  }

  @Test func `A consumer that fails ends it for all who wait`() throws {
    let queue = queue(of: 3)
    var consumer = CollectingConsumer()
    consumer.failsAt = 2
    for element in 1...3 { queue.offer(element, size: 10) }
    let isOver = DispatchSemaphore(value: 0)
    queue.whenFlushed { isOver.signal() }
    let waitIsOver = DispatchSemaphore(value: 0)
    #expect(!queue.insist(4, size: 10) { waitIsOver.signal() })
    #expect(throws: CollectingConsumer.Failure.self) {
      try queue.drain(into: &consumer, flushing: Self.never)
    }
    isOver.wait()
    waitIsOver.wait()
    #expect(!queue.offer(5, size: 10))
    #expect(consumer.log.text == "1")
  }

  @Test func `Whoever waits for a flush finds the failure noted`() throws {
    let queue = queue(of: 3)
    var consumer = CollectingConsumer()
    consumer.failsAt = 1
    queue.offer(1, size: 10)
    let flags = Flags()
    // Both are called on the thread that drains.
    queue.whenFlushed { flags.wasInTime.withLock { $0 = flags.isNoted.withLock(\.self) } }
    #expect(throws: CollectingConsumer.Failure.self) {
      try queue.drain(into: &consumer, flushing: Self.never) { failure in
        flags.isNoted.withLock { $0 = failure is CollectingConsumer.Failure }
      }
    }
    let wasInTime = flags.wasInTime.withLock(\.self)
    #expect(wasInTime)
  }

  private final class Flags: Sendable {
    let isNoted = Mutex(false)
    let wasInTime = Mutex(false)
  }

  @Test func `Many threads at once lose nothing`() throws {
    let queue = BoundedQueue<Int>(sizeMax: 1 << 30)
    var consumer = CollectingConsumer()
    let policy = TraceFlushPolicy(intervalMilliseconds: 1, size: 1 << 12)
    try withConsumer(queue, &consumer, policy) {
      DispatchQueue.concurrentPerform(iterations: 8) { thread in
        for number in 0..<500 { #expect(queue.offer(thread * 1000 + number, size: 10)) }
      }
    }
    let elements = consumer.log.text.split(separator: " ").compactMap { Int($0) }
    #expect(elements.count == 4000)
    for thread in 0..<8 {
      #expect(elements.filter { $0 / 1000 == thread }.map { $0 % 1000 } == Array(0..<500))
    }
  }

  /// Runs a consumer on another thread while the body does something, and then to the end.
  private func withConsumer(
    _ queue: BoundedQueue<Int>, _ consumer: inout CollectingConsumer, _ policy: TraceFlushPolicy,
    _ body: () throws -> Void
  ) throws {
    let ended = DispatchSemaphore(value: 0)
    let copy = consumer
    DispatchQueue(label: "consumer").async {
      var consumer = copy
      #expect(throws: Never.self) { try queue.drain(into: &consumer, flushing: policy) }
      ended.signal()
    }
    defer {
      queue.close()
      ended.wait()
    }
    try body()
  }

  private func pauseBriefly() {
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(1))
  }
}
