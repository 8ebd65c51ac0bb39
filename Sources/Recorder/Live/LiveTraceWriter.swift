internal import Dispatch
package import TraceFormat

/// Makes events of an app's calls and writes them, on the thread of the queue.
package struct LiveTraceWriter: QueueConsumer {
  private let writer: TraceWriter
  private var redactor: SecretRedactor
  private var events: LiveEvents
  /// The time of the latest record, for what has none of its own.
  private var lastTimeMicroseconds: Int64

  package init(_ options: RecordingOptions, to sink: any ByteSink) throws {
    redactor = SecretRedactor(options.secrets)
    let header = options.header.redacted(by: &redactor)
    events = LiveEvents(onMisuse: options.onMisuse)
    lastTimeMicroseconds = options.clock.nowMicroseconds()
    writer = try TraceWriter(
      to: sink, header: header, synchronizesOnFlush: options.synchronizesOnFlush,
      codec: StoredFrames())
  }

  package mutating func consume(_ call: LiveCall) throws {
    lastTimeMicroseconds = call.timeMicroseconds
    for content in events.contents(of: call) { try append(content, session: call.session) }
  }

  package mutating func note(_ dropped: DroppedElements) throws {
    let reason =
      "the app recorded faster than could be written: the queue was full, and dropped "
      + "\(dropped.count.counted("call")) with \(dropped.size.counted("byte"))"
    try append(
      .loss(Loss(firstSequence: nil, recordCount: dropped.count, reason: reason)), session: 0)
  }

  package mutating func flush() throws { try writer.flush() }

  package func finish() throws { try writer.finish(noting: redactor.counts.closingNotes) }

  private mutating func append(_ content: Event.Content, session: UInt32) throws {
    let event = Event(
      sequence: writer.nextSequence, timeMicroseconds: lastTimeMicroseconds, session: session,
      content: content)
    try writer.appendOrLose(redactor.redacted(event))
  }

  /// Begins a trace on a thread of its own, which ends once the queue is closed; throws why the trace cannot be begun.
  static func begin(
    _ queue: BoundedQueue<LiveCall>, _ options: RecordingOptions,
    to makeSink: @escaping @Sendable () throws -> any ByteSink
  ) throws -> TraceEnding {
    let ending = TraceEnding()
    let hasBegun = DispatchSemaphore(value: 0)
    DispatchQueue(label: "tracetool.recorder", qos: .utility).async {
      do {
        var writer = try LiveTraceWriter(options, to: makeSink())
        hasBegun.signal()
        do {
          try queue.drain(into: &writer, flushing: options.flushing, noteFailure: ending.note)
        } catch {
          // What was taken before is kept, where the disk still takes it.
          try? writer.finish()
          throw error
        }
        try writer.finish()
        ending.end(nil)
      } catch {
        queue.close()
        ending.end(error)
        // Once too often where it had begun, which nobody hears.
        hasBegun.signal()
      }
    }
    hasBegun.wait()
    if let failure = ending.failure { throw failure }
    return ending
  }
}

/// How the writing of a trace has ended, and whoever waits for it.
package final class TraceEnding: Sendable {
  private let outcome = Lock<(any Error)?>(nil)
  private let group = DispatchGroup()

  package init() { group.enter() }

  /// It is about to end.
  func note(_ failure: any Error) { outcome.withLock { $0 = failure } }

  package func end(_ failure: (any Error)?) {
    outcome.withLock { $0 = failure }
    group.leave()
  }

  /// Why it has ended or is about to, where it is not that the queue was closed; nil before that.
  package var failure: (any Error)? { outcome.withLock { $0 } }

  package func whenEnded(_ body: @escaping @Sendable () -> Void) {
    group.notify(queue: .global(), execute: body)
  }

  /// Waits for the end; throws why the trace could not be written to its end.
  func wait() throws {
    group.wait()
    if let failure { throw failure }
  }
}
