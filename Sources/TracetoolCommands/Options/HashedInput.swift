import RealmFile
import TraceFormat

/// An input that is named by the SHA-256 of its bytes.
struct HashedInput {
  /// Where its bytes are read from.
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
