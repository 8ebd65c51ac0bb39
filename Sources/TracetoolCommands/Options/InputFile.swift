import RealmFile
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

  /// All the bytes of an input that is expected to be small.
  static func readAll(_ source: any ByteSource, sizeMaxBytes: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while try source.read(upTo: 65_536, into: &bytes) > 0 {
      guard bytes.count <= sizeMaxBytes else {
        throw CommandFailure(.badInput, "`\(source.name)` is larger than \(sizeMaxBytes) bytes")
      }
    }
    return bytes
  }

  /// What a small file of JSON says; `-` is standard input.
  static func parsed<Value>(
    _ path: String, sizeMaxBytes: Int, hint: String,
    _ parse: ([UInt8]) throws(JSONShapeFailure) -> Value
  ) throws -> Value {
    let bytes = try readAll(source(path), sizeMaxBytes: sizeMaxBytes)
    do throws(JSONShapeFailure) {
      return try parse(bytes)
    } catch {
      throw CommandFailure(.badInput, "`\(path)`: \(error)", hint: hint)
    }
  }
}

/// An input that is named by the SHA-256 of its bytes.
struct HashedInput {
  let bytes: any ByteSource
  /// The same bytes once more, to be read at any position.
  let again: any ByteSource

  /// Opens a file, or standard input for `-`; what can be read only once is held in memory.
  init(_ path: String, on console: Console) throws {
    let source = try InputFile.source(path, on: console)
    guard path == "-" || source.size == nil else {
      (bytes, again) = (source, try FileSource(path: path))
      return
    }
    let held = try InputFile.readAll(source, sizeMaxBytes: InputFile.pipeSizeMaxBytes)
    bytes = MemorySource(held, isSeekable: false, name: source.name)
    again = MemorySource(held, name: source.name)
  }

  /// The SHA-256 of all bytes, 64 hexadecimal digits in lower case.
  ///
  /// - Throws: what reading throws.
  func sha256() throws -> String { Hex.encode(try RawFile(again).sha256()[...]) }
}
