public import TraceFormat

extension CaptureImporter {
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
