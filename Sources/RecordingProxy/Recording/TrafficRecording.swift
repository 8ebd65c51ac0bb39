import Recorder
import TraceCompression
import TraceFormat

/// Makes traces of what is observed. It belongs to one thread, and is the only one to touch the disk.
final class TrafficRecording: QueueConsumer {
  private let files: TraceFiles
  private var recorder: MessageRecorder<ZlibInflater>
  private var board = SessionBoard()
  private var lossCount: UInt64 = 0
  private var uncountedLossCount: UInt64 = 0
  /// The secrets that are in files before the open one.
  private var earlierSecrets = SecretCounts()
  private let report: (ProxyReport) -> Void

  /// A larger body, in bytes, is not inflated.
  private let bodySizeMax: UInt64

  init(
    _ files: TraceFiles, secrets: SecretHandling, messageSizeMax: Int,
    report: @escaping (ProxyReport) -> Void
  ) {
    self.files = files
    self.report = report
    var inflater = ZlibInflater()
    inflater.sizeMax = min(inflater.sizeMax, UInt64(clamping: messageSizeMax))
    bodySizeMax = inflater.sizeMax
    recorder = MessageRecorder(source: .proxy, secrets: secrets, inflater: inflater)
  }

  /// Takes what was observed. Throws what the files throw; the recording is at its end then.
  func consume(_ event: TrafficEvent) throws {
    if files.isDue(at: event.timeMicroseconds) { try rotate() }
    let connection = event.connection
    switch event.content {
    case .opened(let handshake):
      recorder.beginConnection(
        connection, subprotocol: handshake.subprotocol, sdk: handshake.userAgent)
      let text =
        "the WebSocket is open: \(handshake.target), "
        + (handshake.subprotocol.map { "sub-protocol \($0)" } ?? "no sub-protocol")
        + handshake.extensions.words
      try note(connection, text, event.timeMicroseconds)
      tell(board.opened(connection, text: shown(text)))
    case .message(let direction, let message):
      try take(message, direction, event)
    case .lost(let count, let reason): try lose(count, reason)
    case .note(let text):
      try note(connection, text, event.timeMicroseconds)
      tell(.note(connection: connection, text: shown(text)))
    case .error(let error):
      let time = event.timeMicroseconds
      for event in recorder.recordError(error, connection: connection, timeMicroseconds: time) {
        try append(event)
        tell(board.failed(error, session: event.session, connection: connection))
      }
    case .injected(let text):
      try append(recorder.recordNote(text, timeMicroseconds: event.timeMicroseconds))
      tell(.note(connection: connection, text: shown(text)))
    case .closed(let reason):
      try note(connection, reason, event.timeMicroseconds)
      recorder.endConnection(connection)
      tell(board.closed(connection, reason: shown(reason)))
    }
  }

  private func take(
    _ message: WebSocketMessage, _ direction: WireMessage.Direction, _ event: TrafficEvent
  ) throws {
    let recorded = recorder.record(
      message.bytes, direction: direction, connection: event.connection,
      timeMicroseconds: event.timeMicroseconds)
    for event in recorded.events { try append(event) }
    if message.isText {
      try note(
        event.connection, "the message before came as text, which the sync protocol does not use",
        event.timeMicroseconds)
    }
    if let size = recorded.read.message.announcedBodySize, size.isCompressed,
      size.uncompressed > bodySizeMax
    {
      try note(
        event.connection,
        "the message before keeps its body compressed: \(size.uncompressed.counted("byte")) are too "
          + "many to be" + ObservedStream.limitText(Int(bodySizeMax)), event.timeMicroseconds)
    }
    for found in board.took(recorded, size: message.bytes.count, connection: event.connection) {
      tell(found)
    }
  }

  func note(_ dropped: DroppedElements) throws {
    try lose(
      dropped.count,
      "the proxy passed on messages faster than they could be written: missing here "
        + "\(dropped.count == 1 ? "is" : "are") \(dropped.count.counted("message")) with "
        + dropped.size.counted("byte"))
  }

  /// Records that something is missing; `count` is how many messages, where that is known.
  private func lose(_ count: UInt64?, _ reason: String) throws {
    lossCount += count ?? 1
    if count == nil { uncountedLossCount += 1 }
    try append(recorder.recordLoss(recordCount: count, reason: reason))
    tell(.lost(count: count, reason: shown(reason)))
  }

  /// A text without its secrets, which count where it is recorded.
  private func shown(_ text: String) -> String {
    var redactor = recorder.redactor
    return redactor.redacted(text)
  }

  private func append(_ event: Event) throws {
    guard let reason = try files.append(event) else { return }
    lossCount += 1
    tell(.lost(count: 1, reason: reason))
  }

  func tellFailure(_ reason: String) { tell(.failed(reason: reason)) }

  private func note(_ connection: String, _ text: String, _ time: Int64) throws {
    try append(recorder.recordNote("connection \(connection): \(text)", timeMicroseconds: time))
  }

  private func tell(_ found: ProxyReport.Finding) {
    report(ProxyReport(finding: found, totals: board.totals, path: files.path))
  }

  private func rotate() throws {
    try files.rotate(noting: closingNotes)
    earlierSecrets = recorder.secretCounts
    recorder.beginNewTrace()
    tell(.file)
  }

  func flush() throws { try files.flush() }

  func finish() throws { try files.finish(noting: closingNotes) }

  private var closingNotes: [TraceHeader.Metadata] {
    recorder.secretCounts.since(earlierSecrets).closingNotes
  }

  var summary: RecordingSummary {
    RecordingSummary(
      path: files.path, totals: board.totals, lossCount: lossCount,
      uncountedLossCount: uncountedLossCount, secrets: recorder.secretCounts)
  }
}

extension WebSocketExtensions {
  /// What the note on the handshake says of them; nothing where there are none.
  fileprivate var words: String {
    (compression == nil ? "" : ", messages compressed (permessage-deflate) and recorded inflated")
      + (unreadable.isEmpty
        ? "" : ", extensions that cannot be read: \(unreadable.joined(separator: ", "))")
  }
}
