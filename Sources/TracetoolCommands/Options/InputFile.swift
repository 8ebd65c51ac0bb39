import TraceCompression
import TraceFormat

enum InputFile {
  /// A file, or standard input for `-`; the console says how much of it has been read.
  static func source(_ path: String, on console: Console? = nil) throws -> FileSource {
    let source = try path == "-" ? FileSource.standardInput() : FileSource(path: path)
    console?.progress.beginReading(source)
    return source
  }

  /// The most bytes of an input that can be read only once, and so is held.
  static let pipeSizeMaxBytes = 1 << 30

  /// The same for whoever reads at any position: what can be read only once is held in memory.
  static func seekable(_ path: String, on console: Console? = nil) throws -> any ByteSource {
    try seekable(source(path, on: console))
  }

  static func seekable(_ source: some ByteSource) throws -> any ByteSource {
    guard source.size == nil else { return source }
    return MemorySource(try readAll(source, sizeMaxBytes: pipeSizeMaxBytes), name: source.name)
  }

  /// The lines of a text, compressed with gzip, zstd or not, whose lines may end with carriage returns.
  static func lines(
    _ path: String, _ memory: MemoryLimit, lineSizeMax: Int = LineReader.lineSizeMaxDefault,
    on console: Console? = nil
  ) throws -> LineReader {
    try LineReader(
      GzipSource(source(path, on: console)), lineSizeMax: lineSizeMax, takesCarriageReturns: true,
      memory: memory)
  }

  /// All the bytes of an input that is expected to be small.
  static func readAll(_ source: any ByteSource, sizeMaxBytes: Int) throws -> [UInt8] {
    let bytes = try source.next(sizeMaxBytes + 1)
    guard bytes.count <= sizeMaxBytes else {
      throw CommandFailure(.badInput, "`\(source.name)` is larger than \(sizeMaxBytes) bytes")
    }
    return bytes
  }

  /// What a small file of JSON says; `-` is standard input.
  static func parsed<Value>(
    _ path: String, isNot expected: String? = nil, sizeMaxBytes: Int, hint: String,
    _ parse: ([UInt8]) throws(JSONShapeFailure) -> Value
  ) throws -> Value {
    let bytes = try readAll(source(path), sizeMaxBytes: sizeMaxBytes)
    do throws(JSONShapeFailure) {
      return try parse(bytes)
    } catch {
      let refusal = expected.map { " is not \($0)" } ?? ""
      throw CommandFailure(.badInput, "`\(path)`\(refusal): \(error)", hint: hint)
    }
  }
}
