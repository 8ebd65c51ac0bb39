import Dispatch
public import FaultPlans
public import Recorder
import TraceFormat

/// A proxy between the clients of a sync server and the server: it passes on what both say, as it is, and
/// records it in a trace while they work on.
///
/// Recording never holds up what it records. What is seen goes through a queue of limited size to a thread
/// that writes; where that cannot keep up, messages are missing in the trace, which says how many and where
/// (``ProxyRecordingOptions/Overflow``).
public final class RecordingProxy: Sendable {
  private let server: ProxyServer
  private let recording: ProxyRecordingOptions
  private let queue: BoundedQueue<TrafficEvent>
  private let report: @Sendable (ProxyReport) -> Void
  private let faults: Lock<WireFaults>?
  private let ending = TraceEnding()
  private let summary = Lock<RecordingSummary?>(nil)

  /// A proxy that has not begun.
  ///
  /// - Parameters:
  ///   - options: where it listens, and which server it passes messages on to.
  ///   - recording: where the traces go, and what is kept in them.
  ///   - faults: what is injected into the messages; nil for nothing.
  ///   - clock: what tells the time of each message.
  ///   - report: called with everything worth watching, from one thread.
  public init(
    _ options: ProxyOptions, recording: ProxyRecordingOptions, faults: FaultPlan? = nil,
    clock: RecordingClock = .system,
    report: @escaping @Sendable (ProxyReport) -> Void = { _ in }
  ) {
    self.recording = recording
    self.report = report
    queue = BoundedQueue(sizeMax: recording.queueSizeMax)
    self.faults = faults.map { Lock(WireFaults($0)) }
    // What the queue has no room for even when it is empty is counted as too large, not as too fast.
    var options = options
    options.messageSizeMax = min(options.messageSizeMax, max(0, recording.queueSizeMax - 4096))
    server = ProxyServer(
      options, observer: TrafficObserver(queue: queue, waits: recording.overflow == .wait),
      faults: self.faults, clock: clock)
  }

  /// The faults that have not happened so far, in the order of the plan.
  package var unfiredFaults: [UnfiredWireFault] { faults?.withLock { $0.unfired } ?? [] }

  /// Begins to listen, creates the trace, and gives the address.
  ///
  /// - Throws: `FileFailure` where the trace cannot be created, and ``ProxyFailure``.
  public func start() async throws -> ProxyAddress {
    // First what can fail without having touched a file.
    let address = try await server.start()
    do {
      try await withCheckedThrowingContinuation { created in
        DispatchQueue(label: "recording").async { self.record(created) }
      }
      return address
    } catch {
      queue.close()
      await server.disconnect()
      await server.shutDown()
      throw error
    }
  }

  /// Ends all connections, and the trace with its index.
  ///
  /// - Throws: why the trace could not be written, if it could not. What was flushed before is in it.
  public func stop() async throws -> RecordingSummary {
    await server.disconnect()
    queue.close()
    // Until the end connections may be told that there is room again.
    await withCheckedContinuation { ended in ending.whenEnded { ended.resume() } }
    await server.shutDown()
    if let failure = ending.failure { throw failure }
    guard let summary = summary.withLock({ $0 }) else {
      preconditionFailure("a recording that ends well has a summary")
    }
    return summary
  }

  /// Makes the trace of what comes out of the queue; this thread does nothing else.
  private func record(_ created: CheckedContinuation<Void, any Error>) {
    do {
      let files = try TraceFiles(recording)
      created.resume()
      write(
        TrafficRecording(
          files, secrets: recording.secrets, messageSizeMax: server.options.messageSizeMax,
          report: report))
    } catch {
      created.resume(throwing: error)
      ending.end(error)
    }
  }

  private func write(_ recording: TrafficRecording) {
    var consumer = recording
    do {
      var flushing = self.recording.flushing
      flushing.sightIntervalMilliseconds = 100
      try queue.drain(into: &consumer, flushing: flushing)
      try recording.finish()
      summary.withLock { $0 = recording.summary }
      ending.end(nil)
    } catch {
      // What was taken before is kept, where the disk still takes it.
      try? recording.finish()
      recording.tellFailure("\(error)")
      ending.end(error)
    }
  }
}
