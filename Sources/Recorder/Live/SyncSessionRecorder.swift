internal import Dispatch
public import TraceFormat

/// Records the sync sessions of the app that it runs in, with calls that fit the hooks of Realm's SDKs.
///
/// ```swift
/// let recorder = try SyncSessionRecorder(path: folder + "/today.synctrace")
/// let session = recorder.session(
///   name: "inspections", clientFile: "inspections.realm", mode: .recover, schema: schema)
/// session.state(.base) { $0.create("Inspection", 1, ["status": "open"]) }    // what the file holds, all of it synced
/// let version = session.commit { $0.set("Inspection", 1, "status", to: "done") }  // a write transaction
/// session.acknowledged(upToClientVersion: version)                           // its upload is complete
/// session.error(SyncError(code: 231, name: "WriteNotAllowed", …))            // the error handler
/// session.willReset(copiedTo: "before.realm")                                // the block before a reset
/// session.didReset(recovered: true)                                          // and the one after it
/// ```
///
/// Every call may come from any thread, and none waits: a call notes the time and puts what it was given
/// into a queue, from where one thread of low priority writes it. Where more comes than the disk takes, it is
/// dropped, counted, and reported in the trace where it is missing. A process that is killed leaves a trace that is
/// complete up to the last flush. Secrets are replaced before anything is written.
///
/// The library links nothing but Swift and Dispatch; the trace is not compressed, which `tracetool compact` does later.
/// What an app sees of a session, and how a replay takes it, is in `docs/recording.md`.
public final class SyncSessionRecorder: Sendable {
  let queue: BoundedQueue<LiveCall>
  let options: RecordingOptions
  private let sessionCount = Lock<UInt32>(0)
  private let ending: TraceEnding

  /// Begins a trace in a new file.
  ///
  /// - Throws: `FileFailure` where it cannot be created, also where there is one of that name already, and
  ///   `TraceWriteFailure` where the metadata is too large for a header.
  public convenience init(path: String, options: RecordingOptions = RecordingOptions()) throws {
    try self.init(options: options) { try FileSink(path: path) }
  }

  /// Begins a trace wherever bytes go.
  ///
  /// - Parameters:
  ///   - options: what the recorder keeps, and how much of it.
  ///   - makeSink: called once, on the thread that writes; what it throws is thrown here.
  /// - Throws: what `makeSink` or its sink throws, and `TraceWriteFailure` for an unusable header.
  public init(
    options: RecordingOptions = RecordingOptions(),
    to makeSink: @escaping @Sendable () throws -> any ByteSink
  ) throws {
    self.options = options
    let queue = BoundedQueue<LiveCall>(sizeMax: options.queueSizeMax)
    self.queue = queue
    ending = try LiveTraceWriter.begin(queue, options, to: makeSink)
  }

  /// Where `finish()` was not called the trace is ended now, and nobody waits for it.
  deinit { queue.close() }

  /// Makes everything that was recorded before safe, and waits for that: for the moment when the app goes to
  /// the background. Not to be called from a thread that must not wait for the disk.
  public func flush() {
    let isFlushed = DispatchSemaphore(value: 0)
    queue.whenFlushed { isFlushed.signal() }
    isFlushed.wait()
  }

  /// Writes what is left and ends the trace with its index; calls afterwards record nothing. A second call
  /// does nothing more.
  ///
  /// - Throws: why the trace could not be written to its end, such as a full disk. What was flushed before can be read.
  public func finish() throws {
    queue.close()
    try ending.wait()
  }

  /// Why nothing is recorded any more, such as a full disk; nil as long as it is.
  public var failure: (any Error)? { ending.failure }

  /// How many calls were not recorded so far, since there was no room for them or the trace was at its end.
  public var droppedCount: UInt64 { queue.dropped.count }

  /// Begins a session: what one Realm file does with one server until the app closes it.
  ///
  /// - Parameters:
  ///   - start: what is known of it; the source is set here.
  ///   - schema: of the Realm; needed by ``LiveSession/commit(_:)``.
  public func session(_ start: SessionStart, schema: RealmSchema? = nil) -> LiveSession {
    let number = sessionCount.withLock { count in
      count += 1
      return count
    }
    let session = LiveSession(recorder: self, number: number, schema: schema)
    var start = start
    start.source = .live
    session.record(.event(.sessionStart(start)), size: 0, reserve: options.reserve)
    return session
  }

  /// Begins a session of what an app knows when it opens a Realm.
  ///
  /// - Parameters:
  ///   - name: a name for people.
  ///   - clientFile: the name or the path of the Realm file.
  ///   - syncKind: flexible, unless the app opens the Realm with a partition.
  ///   - mode: what the app has configured for a client reset; nil where it leaves that to the SDK.
  ///   - sdk: the SDK and its version, such as `Swift 10.54.6`, which tells what it does then.
  ///   - schema: of the Realm, such as a file of `tracetool state --schema`; needed by ``LiveSession/commit(_:)``.
  public func session(
    name: String, clientFile: String = "", syncKind: SyncKind = .flexible, mode: ResetMode? = nil,
    sdk: String? = nil, schema: RealmSchema? = nil
  ) -> LiveSession {
    session(
      SessionStart(
        source: .live, name: name, clientFile: clientFile, syncKind: syncKind,
        configuredResetMode: mode, sdk: sdk), schema: schema)
  }

  /// Notes something that belongs to no session.
  public func note(_ text: String) {
    record(0, .event(.note(Note(text: text))), size: text.utf8.count)
  }

  func record(_ session: UInt32, _ content: LiveCall.Content, size: Int, reserve: Int = 0) {
    let call = LiveCall(
      timeMicroseconds: options.clock.nowMicroseconds(), session: session, content: content)
    queue.offer(call, size: size, reserve: reserve)
  }
}
