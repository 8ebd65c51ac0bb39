public import TraceFormat

/// Traces on a stream, one after the other with their lengths before them (`docs/fleet.md`, "Workers").
public final class FleetFrames {
  /// Why a stream is none of traces.
  public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// Where, what was expected and what was found, in one line.
    public var description: String
  }

  private let source: any ByteSource
  private let traceSizeMaxBytes: Int
  private var frameCount = 0

  /// The most bytes of a name.
  public static let nameSizeMax = 65_536
  private static let readSize = 65_536

  /// Reads from any source.
  ///
  /// - Parameters:
  ///   - source: the traces, framed one after the other.
  ///   - traceSizeMaxBytes: of a trace with more bytes none is kept.
  public init(_ source: any ByteSource, traceSizeMaxBytes: Int) {
    (self.source, self.traceSizeMaxBytes) = (source, traceSizeMaxBytes)
  }

  /// The next trace, or nil at the end.
  ///
  /// - Throws: ``Failure`` where the stream ends inside of a frame, or a name is too long to be one; what
  ///   reading throws.
  public func next() throws -> FleetInput? {
    frameCount += 1
    guard let nameSize = try number(UInt32.self, isFirst: true) else { return nil }
    guard nameSize <= Self.nameSizeMax else {
      throw Failure(
        description:
          "frame \(frameCount): a name has at most \(Self.nameSizeMax) bytes, and this one "
          + "has \(nameSize)")
    }
    let name = RealmString(try bytes(Int(nameSize), "name"))
    guard let size = try number(UInt64.self, isFirst: false) else { return nil }
    guard size <= UInt64(traceSizeMaxBytes) else {
      try skip(size)
      return .failed(
        FleetTrace(name: name, sizeBytes: size),
        FleetFailure(tooLarge: size, max: traceSizeMaxBytes))
    }
    return .bytes(name: name, try bytes(Int(size), "trace"))
  }

  /// A number with its highest byte first; nil where the stream ends before it, and may.
  private func number<T: FixedWidthInteger>(_: T.Type, isFirst: Bool) throws -> T? {
    let bytes = try source.next(T.bitWidth / 8)
    if isFirst, bytes.isEmpty { return nil }
    guard bytes.count == T.bitWidth / 8 else { throw cut("length") }
    return bytes.reduce(0) { $0 << 8 | T($1) }
  }

  private func bytes(_ count: Int, _ part: String) throws -> [UInt8] {
    let bytes = try source.next(count)
    guard bytes.count == count else { throw cut(part) }
    return bytes
  }

  private func skip(_ count: UInt64) throws {
    var left = count
    var scratch: [UInt8] = []
    while left > 0 {
      scratch.removeAll(keepingCapacity: true)
      let size = try source.read(
        upTo: Int(clamping: min(left, UInt64(Self.readSize))), into: &scratch)
      guard size > 0 else { throw cut("trace") }
      left -= UInt64(size)
    }
  }

  private func cut(_ part: String) -> Failure {
    Failure(description: "frame \(frameCount): the stream ends inside its \(part)")
  }
}
