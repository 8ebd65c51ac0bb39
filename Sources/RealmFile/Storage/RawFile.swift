internal import Cryptography
package import TraceFormat

/// The bytes of a file as they are on disk, or of one in memory, read where they are needed.
package final class RawFile {
  private let source: any ByteSource
  /// The number of bytes when the file was opened.
  package let size: Int

  /// A file that can be read at any position; throws where it is a pipe.
  package init(_ source: any ByteSource) throws(RealmFileFailure) {
    guard let size = source.size else {
      throw RealmFileFailure(.notARealmFile("a pipe cannot be read at any position"))
    }
    self.source = source
    self.size = Int(clamping: size)
  }

  /// The bytes from an offset on: exactly so many, or as many as there are.
  package func read(at offset: Int, count: Int) throws(RealmFileFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    try read(at: offset, count: count, into: &bytes)
    return bytes
  }

  /// Appends the bytes from an offset on: exactly so many, or as many as there are.
  func read(at offset: Int, count: Int, into bytes: inout [UInt8]) throws(RealmFileFailure) {
    let wanted = max(min(count, size - offset), 0)
    guard wanted > 0 else { return }
    let end = bytes.count + wanted
    bytes.reserveCapacity(end)
    do {
      try source.seek(to: UInt64(offset))
      while bytes.count < end {
        guard try source.read(upTo: end - bytes.count, into: &bytes) > 0 else {
          throw RealmFileFailure(.changedWhileReading)
        }
      }
    } catch let failure as RealmFileFailure {
      throw failure
    } catch {
      throw RealmFileFailure(.inputOutput("\(error)"))
    }
  }

  /// Whether there is more than there was when the file was opened.
  func hasGrown() throws(RealmFileFailure) -> Bool {
    var rest: [UInt8] = []
    do {
      try source.seek(to: UInt64(size))
      return try source.read(upTo: 1, into: &rest) > 0
    } catch {
      throw RealmFileFailure(.inputOutput("\(error)"))
    }
  }

  /// The SHA-256 of all bytes, 32 bytes; read a piece at a time.
  package func sha256() throws(RealmFileFailure) -> [UInt8] {
    var hash = RunningSHA256()
    var offset = 0
    while offset < size {
      let piece = try read(at: offset, count: 1 << 20)
      hash.update(piece)
      offset += piece.count
    }
    return hash.digest()
  }
}

extension RawFile: PlainBytes {
  package var windowSize: Int { 1 << 16 }

  package func readWindow(at offset: Int, into window: inout [UInt8]) throws(RealmFileFailure) {
    try read(at: offset, count: windowSize, into: &window)
  }
}
