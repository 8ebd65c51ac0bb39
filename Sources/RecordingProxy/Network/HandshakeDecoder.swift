import NIOCore

/// A decoder of HTTP that gives what stands behind the handshake of a WebSocket to a relay.
///
/// The handlers of HTTP stay in the pipeline for as long as the connection lives, and get nothing once the
/// WebSocket is open: no handler ever meets bytes where it expects parts of HTTP, or the other way round,
/// whatever a peer sends, and whenever it hangs up.
struct HandshakeDecoder<HTTP: ByteToMessageDecoder>: ByteToMessageDecoder {
  typealias InboundOut = HTTP.InboundOut

  private var http: HTTP
  private let relay: RelayHandler

  init(_ http: HTTP, before relay: RelayHandler) { (self.http, self.relay) = (http, relay) }

  mutating func decode(
    context: ChannelHandlerContext, buffer: inout ByteBuffer
  ) throws -> DecodingState {
    if !relay.endsHTTP {
      let state = try http.decode(context: context, buffer: &buffer)
      guard relay.endsHTTP else { return state }
    }
    if let rest = buffer.readSlice(length: buffer.readableBytes), rest.readableBytes > 0 {
      relay.takeBehindHTTP(rest)
    }
    return .needMoreData
  }

  mutating func decodeLast(
    context: ChannelHandlerContext, buffer: inout ByteBuffer, seenEOF: Bool
  ) throws -> DecodingState {
    guard !relay.endsHTTP else { return try decode(context: context, buffer: &buffer) }
    return try http.decodeLast(context: context, buffer: &buffer, seenEOF: seenEOF)
  }

  mutating func decoderAdded(context: ChannelHandlerContext) { http.decoderAdded(context: context) }

  mutating func decoderRemoved(context: ChannelHandlerContext) {
    http.decoderRemoved(context: context)
  }
}

extension HandshakeDecoder: WriteObservingByteToMessageDecoder
where HTTP: WriteObservingByteToMessageDecoder {
  mutating func write(data: HTTP.OutboundIn) { http.write(data: data) }
}
