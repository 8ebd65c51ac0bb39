internal import Recorder
public import TraceFormat

/// Turns a capture, lines of JSON with one WebSocket message each, into events, as a
/// `MessageRecorder` records them.
///
/// Lines that are no message become `loss` events; nothing stops an import.
public struct CaptureImporter: ~Copyable {
  private var recorder = MessageRecorder(source: .capture, inflater: ZlibInflater())
  private var counts = CaptureSummary()
  private var lineNumber = 0

  /// An importer that has seen nothing yet.
  public init() {}

  /// What has been found so far.
  public var summary: CaptureSummary {
    var summary = counts
    summary.connections = recorder.connectionNames
    summary.sessionCount = recorder.sessionCount
    return summary
  }

  /// Takes the next line, without its line feed, and hands its events to `sink` in order.
  public mutating func importLine(
    _ line: [UInt8], into sink: (Event) throws -> Void
  ) rethrows {
    lineNumber += 1
    guard !line.isBlankLine else { return }
    counts.lineCount += 1
    for event in events(of: line) { try sink(event) }
  }

  private mutating func events(of line: [UInt8]) -> [Event] {
    do {
      let line = try CaptureLine(parsing: line)
      let recorded = recorder.record(
        line.message, direction: line.direction, connection: line.connection,
        timeMicroseconds: line.timeMicroseconds, sdk: line.sdk)
      counts.count(recorded, line, lineNumber: lineNumber)
      return recorded.events
    } catch {
      counts.countMalformed(.init(lineNumber: lineNumber, reason: "\(error)"))
      let reason = "line \(lineNumber) of the capture is no message: \(error)"
      return [recorder.recordLoss(recordCount: 1, reason: reason)]
    }
  }

  /// Takes note that the capture cannot be read further; the trace gets a `loss` event.
  public mutating func importEnd(
    _ failure: DecodingFailure, into sink: (Event) throws -> Void
  ) rethrows {
    counts.endFailure = failure
    let reason = "the capture cannot be read to its end: \(failure)"
    try sink(recorder.recordLoss(recordCount: nil, reason: reason))
  }
}
