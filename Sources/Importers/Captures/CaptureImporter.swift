internal import Recorder
import TraceCompression
public import TraceFormat

/// Turns a capture, lines of JSON with one WebSocket message each, into events, as a `MessageRecorder` records them.
///
/// Secrets are replaced by marks (`docs/security.md`) unless they are to be kept.
///
/// Lines that are not messages become `loss` events; nothing stops an import.
public struct CaptureImporter: ~Copyable {
  private var recorder: MessageRecorder<ZlibInflater>
  private var counts = CaptureSummary()
  private var lineNumber = 0

  /// An importer that has seen nothing yet.
  public init(secrets: SecretHandling = .replaced) {
    recorder = MessageRecorder(
      source: .capture, secrets: secrets, inflater: ZlibInflater(isOfFile: true))
  }

  /// What has been found so far.
  public var summary: CaptureSummary {
    var summary = counts
    summary.connections = recorder.connectionNames
    summary.sessionCount = recorder.sessionCount
    summary.secrets = recorder.secretCounts
    return summary
  }

  /// Takes the next line, without its line feed, and hands its events to `sink` in order.
  public mutating func importLine(_ line: [UInt8], into sink: (Event) throws -> Void) rethrows {
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
      // What a line has instead of a message may be a secret as well.
      let reason = recorder.redactor.redacted("\(error)")
      counts.countMalformed(.init(lineNumber: lineNumber, reason: reason))
      return [
        recorder.recordLoss(
          recordCount: 1, reason: "line \(lineNumber) of the capture is not a message: \(reason)")
      ]
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

  /// Imports all lines of a capture and hands the events to `sink` in order.
  ///
  /// Compressed data that is damaged or cut ends the import with a `loss` event rather than with an
  /// error: what came before it is imported.
  ///
  /// - Throws: what `sink` throws, `FileFailure` where the file cannot be read, and `DecodingFailure`
  ///   where a line takes more memory than it may.
  public static func importCapture(
    from lines: LineReader, secrets: SecretHandling = .replaced,
    into sink: (Event) throws -> Void
  ) throws -> CaptureSummary {
    var importer = CaptureImporter(secrets: secrets)
    while let line = try importer.nextLine(of: lines, into: sink) {
      try importer.importLine(line, into: sink)
    }
    return importer.summary
  }

  private mutating func nextLine(
    of lines: LineReader, into sink: (Event) throws -> Void
  ) throws -> [UInt8]? {
    do {
      return try lines.next()
    } catch let failure as DecodingFailure where failure.memoryDemand == nil {
      try importEnd(failure, into: sink)
      return nil
    }
  }
}
