internal import Replayer
internal import TraceFormat

/// What an earlier run has written, so that another one continues where it was ended.
///
/// Rows stand in the order of the input, so what is done is the beginning of it. Whatever follows the last
/// trace whose rows are complete is cut off.
public struct FleetResumption {
  /// Why an output does not fit an input and the options of a run.
  public struct Mismatch: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was expected and what was found, in one line.
    public var description: String
  }

  private let options: FleetOptions
  private let whatIf: [UInt8]?
  private let lines: LineReader
  private let sizeBytes: UInt64
  private var readBytes: UInt64 = 0
  /// A row that was read and belongs to the next trace.
  private var ahead: (head: FleetRowHead, end: UInt64)?
  /// How many bytes of the output are the rows of whole traces.
  public private(set) var keptBytes: UInt64 = 0
  /// What those traces came to.
  public private(set) var done = FleetRun.Summary()

  /// Opens an output.
  ///
  /// - Throws: where it cannot be read.
  public init(output path: String, _ options: FleetOptions) throws {
    let source = try FileSource(ofRegularFile: path)
    (self.options, sizeBytes) = (options, source.size ?? 0)
    whatIf = options.whatIf.map { Array(JSONText(fact: $0).text().utf8) }
    lines = LineReader(plain: source, lineSizeMax: FleetRow.lineSizeMax)
  }

  /// How many bytes are to be cut off.
  public var cutBytes: UInt64 { sizeBytes - keptBytes }

  /// Passes over the traces of an input that the output has.
  ///
  /// - Returns: the first one that it does not have; nil where it has them all.
  /// - Throws: ``Mismatch`` where the output is of another input or was made otherwise, what `next` throws,
  ///   and what reading throws.
  public mutating func skip(
    _ next: () throws -> FleetInput?, progress: (UInt64) -> Void = { _ in }
  ) throws -> FleetInput? {
    while let input = try next() {
      guard try takeRows(of: input) else { return input }
      progress(done.traceCount)
    }
    guard let stray = try row() else { return nil }
    throw Mismatch(
      description:
        "the output has rows of `\(stray.head.trace.text.visible)`, and the input ends before it")
  }

  /// Whether the output has all rows of a trace; then they are kept.
  private mutating func takeRows(of input: FleetInput) throws -> Bool {
    let name = TextBytes(input.name.fleetName.readableText)
    var modes: [TextBytes?] = []
    var end = keptBytes
    var (isFailed, isDamaged) = (true, false)
    while let row = try row() {
      guard row.head.trace == name else {
        guard !modes.isEmpty else {
          throw Mismatch(
            description:
              "the output has rows of `\(row.head.trace.text.visible)` where the input has "
              + "`\(name.text.visible)`")
        }
        break
      }
      try checkOptions(row.head)
      modes.append(row.head.mode)
      end = row.end
      (isFailed, isDamaged) = (isFailed && row.head.isFailed, isDamaged || row.head.isDamaged)
      ahead = nil
      if isComplete(modes) { break }
    }
    guard isComplete(modes) else {
      guard ahead == nil else { throw otherModes(name) }
      return false
    }
    keptBytes = end
    done.count(isFailed: isFailed, isDamaged: isDamaged)
    return true
  }

  private func isComplete(_ modes: [TextBytes?]) -> Bool {
    modes == [nil] || modes == options.modes.map { TextBytes($0.rawValue) }
  }

  private func checkOptions(_ head: FleetRowHead) throws(Mismatch) {
    if let mode = head.mode, !options.modes.contains(where: { TextBytes($0.rawValue) == mode }) {
      throw otherModes(head.trace)
    }
    guard head.whatIf == whatIf else {
      throw Mismatch(
        description:
          "the rows of `\(head.trace.text.visible)` were made with other faults or another schema")
    }
    guard !head.isFailed else { return }
    guard head.engine == TextBytes(options.engine.rawValue), head.tool == TextBytes(options.tool)
    else {
      throw Mismatch(
        description:
          "the rows of `\(head.trace.text.visible)` were made by another engine or version: "
          + "\(head.engine?.text.visible ?? "none") of \(head.tool?.text.visible ?? "none")")
    }
  }

  private func otherModes(_ name: TextBytes) -> Mismatch {
    Mismatch(description: "the rows of `\(name.text.visible)` are of other modes")
  }

  /// The next whole row, which stays ahead until it is taken; nil at the end, and at what is torn.
  private mutating func row() throws -> (head: FleetRowHead, end: UInt64)? {
    if let ahead { return ahead }
    guard let line = try lines.next() else { return nil }
    let end = readBytes + UInt64(line.count) + 1
    // The last line of a run that was killed has no line feed.
    guard end <= sizeBytes else { return nil }
    readBytes = end
    do throws(DecodingFailure) {
      ahead = (try FleetRowHead(line), end)
    } catch {
      throw Mismatch(description: "line \(lines.lineNumber) of the output is not a row: \(error)")
    }
    return ahead
  }
}
