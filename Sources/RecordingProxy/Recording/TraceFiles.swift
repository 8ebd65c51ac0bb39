import Foundation
import TraceCompression
import TraceFormat

/// Where a recording goes.
public enum RecordingDestination: Hashable, Sendable {
  /// One file, which is refused if it exists unless it may be replaced.
  case file(String, replacing: Bool)
  /// A folder that gets one file after the other; each is a whole trace.
  case folder(String, TraceRotation)
}

/// When a recording continues in a new file.
public struct TraceRotation: Hashable, Sendable {
  /// Bytes of a file after which the next begins; nil for no limit.
  public var sizeMax: UInt64?
  /// Seconds after which the next begins; nil for no limit.
  public var secondsMax: Int64?

  /// A rotation with these limits.
  public init(sizeMax: UInt64? = nil, secondsMax: Int64? = nil) {
    (self.sizeMax, self.secondsMax) = (sizeMax, secondsMax)
  }
}

/// The traces that a recording writes, one after the other, in place: what has been flushed is there whatever
/// becomes of the process.
final class TraceFiles {
  private let options: ProxyRecordingOptions
  private var writer: TraceWriter?
  private var number: Int
  /// When the open file began, in microseconds since 1970; nil before its first event.
  private var beginningMicroseconds: Int64?
  /// Where the open file is, or the last one.
  private(set) var path: String

  /// Opens the first file; throws `FileFailure` where it cannot be created.
  init(_ options: ProxyRecordingOptions) throws {
    self.options = options
    switch options.destination {
    case .file(let path, _): (self.path, number) = (path, 0)
    case .folder(let folder, _):
      number = try TraceFolder.lastNumber(in: folder)
      path = folder
    }
    try open()
  }

  private func open() throws {
    let file: FileSink
    switch options.destination {
    case .file(let path, let replacing): file = try FileSink(path: path, replacing: replacing)
    case .folder(let folder, _): file = try nextFile(in: folder)
    }
    writer = try TraceWriter(
      to: file, header: options.header, synchronizesOnFlush: options.synchronizesOnFlush,
      compressionLevel: options.compressionLevel)
    beginningMicroseconds = nil
  }

  /// Creates the file of the next number that no other recording has taken.
  private func nextFile(in folder: String) throws(FileFailure) -> FileSink {
    while true {
      number += 1
      path = TraceFolder.path(number, in: folder)
      do throws(FileFailure) {
        return try FileSink(path: path)
      } catch {
        guard error.code == EEXIST else { throw error }
      }
    }
  }

  /// Writes an event, or a loss in its place where it is too large. Returns why it is lost; nil where it is kept.
  func append(_ event: Event) throws -> String? {
    if beginningMicroseconds == nil { beginningMicroseconds = event.timeMicroseconds }
    return try writer?.appendOrLose(event)
  }

  func flush() throws { try writer?.flush() }

  /// Whether the next event belongs into a new file.
  func isDue(at timeMicroseconds: Int64) -> Bool {
    guard case .folder(_, let rotation) = options.destination, let writer,
      let beginningMicroseconds
    else { return false }
    if let sizeMax = rotation.sizeMax, writer.offset >= sizeMax { return true }
    guard let secondsMax = rotation.secondsMax else { return false }
    return timeMicroseconds - beginningMicroseconds >= secondsMax * 1_000_000
  }

  /// Ends the open file with its index and opens the next.
  func rotate(noting notes: [TraceHeader.Metadata]) throws {
    try finish(noting: notes)
    try open()
  }

  /// Ends the open file with its index.
  func finish(noting notes: [TraceHeader.Metadata]) throws {
    try writer?.finish(noting: notes)
    writer = nil
  }
}

/// The names of a folder's traces: numbers, so that names are in the order of recording and say nothing of the clock.
enum TraceFolder {
  private static let prefix = "recording-"
  private static let suffix = ".synctrace"

  static func path(_ number: Int, in folder: String) -> String {
    "\(folder)/\(prefix)\(number.padded(to: 6))\(suffix)"
  }

  /// The largest number that is taken, so that a recording continues behind an earlier one; not one that leaves
  /// nothing to count on to.
  ///
  /// - Throws: `FileFailure` where there is no such folder.
  static func lastNumber(in folder: String) throws -> Int {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      throw FileFailure(
        operation: "open", path: folder, code: ENOENT, reason: SystemText.of(ENOENT), isOutput: true
      )
    }
    return names.compactMap { name in
      guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return nil }
      return Int(name.dropFirst(prefix.count).dropLast(suffix.count))
    }.filter { $0 < .max / 2 }.max() ?? 0
  }
}
