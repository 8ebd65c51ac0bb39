import NIOCore
import NIOHTTP1

/// The chunks of one body where NIO's encoders do not write them: these know `chunked` in this spelling alone, not
/// `Chunked` or `gzip, chunked` (RFC 9112, sections 6.1 and 7).
struct ChunkFraming {
  private let isNeeded: Bool

  /// - Parameter headers: of the request or the answer that has the body.
  init(_ headers: HTTPHeaders, _ version: HTTPVersion) {
    let isChunked =
      headers[canonicalForm: "transfer-encoding"].last?.lowercased() == "chunked"
    let isEncoded =
      version.minor > 0 && headers.first(name: "transfer-encoding") == "chunked"
    isNeeded = isChunked && !isEncoded
  }

  /// A part of the body as it is to be written.
  func part(_ bytes: ByteBuffer) -> ByteBuffer {
    guard isNeeded, bytes.readableBytes > 0 else { return bytes }
    var chunk = ByteBuffer(string: "\(String(bytes.readableBytes, radix: 16))\r\n")
    chunk.writeImmutableBuffer(bytes)
    chunk.writeString("\r\n")
    return chunk
  }

  /// What stands behind the last part.
  func end(_ trailers: HTTPHeaders?) -> ByteBuffer {
    guard isNeeded else { return ByteBuffer() }
    let lines = (trailers ?? [:]).map { "\($0.name): \($0.value)\r\n" }.joined()
    return ByteBuffer(string: "0\r\n\(lines)\r\n")
  }
}
