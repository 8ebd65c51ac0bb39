package import TraceFormat

/// Inflates what one side of a WebSocket sends, message by message and as their parts come
/// (`permessage-deflate`, RFC 7692, section 7.2.2).
package final class MessageInflater {
  /// Whether a message may refer to the ones before it.
  package let keepsContext: Bool
  /// The largest window inflates what was deflated with a smaller one. Of a message that refers back further than was
  /// agreed, a smaller one would inflate as much as came at once, which is for the network to decide.
  private let stream = ZlibStream(windowBits: -15)
  /// Bytes of the message that were inflated.
  private var readCount = 0
  /// Whether a final block has ended, behind which a message may continue with others.
  private var hasEnded = false
  private static let stepSize = 1 << 16
  /// What senders leave out behind each message.
  private static let ending: [UInt8] = [0x00, 0x00, 0xFF, 0xFF]

  package init(keepsContext: Bool) { self.keepsContext = keepsContext }

  /// Begins a message. Without a context it does not matter what became of the one before.
  package func begin() {
    readCount = 0
    guard !keepsContext else { return }
    stream.reset()
    hasEnded = false
  }

  /// Inflates the next part of a message.
  ///
  /// - Parameter take: called with what comes out, at most 64 KiB at a time.
  /// - Throws: where the data is damaged. With a context, nothing behind it can be inflated. Offsets count in
  ///   the compressed message.
  package func inflate(_ part: [UInt8], _ take: ([UInt8]) -> Void) throws(DecodingFailure) {
    var position = 0
    var hasMore = false
    while position < part.count || hasMore {
      if hasEnded { stream.reset(keepingWindow: true) }
      let start = position
      let room = min(Self.stepSize, max(1 << 10, 8 * (part.count - start)))
      var output: [UInt8] = []
      let step = stream.inflate(part, from: &position, into: &output, room: room)
      readCount += position - start
      if case .failed(let status) = step {
        throw .invalidValue("not deflated data (\(ZlibStream.reason(status)))", at: readCount)
      }
      hasEnded = step == .ended
      hasMore = !hasEnded && output.count == room
      take(output)
    }
  }

  /// Ends a message, of which more may come out.
  ///
  /// - Throws: as for a part, and where the message ends in the middle of a block.
  package func end(_ take: ([UInt8]) -> Void) throws(DecodingFailure) {
    // A last block that is marked as final needs nothing behind it.
    guard !hasEnded else { return }
    let size = readCount
    try inflate(Self.ending, take)
    guard stream.isBetweenBlocks else { throw .truncated(needed: 1, available: 0, at: size) }
  }
}
