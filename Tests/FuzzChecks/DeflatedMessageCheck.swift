import TestSupport
import TraceCompression
import TraceFormat

/// Any bytes are inflated as two messages of a WebSocket, or are refused, whatever the terms and however they are cut.
///
/// The first byte of an input says what the peers agreed on, the second how its bytes are cut, the third how long the
/// first message is.
enum DeflatedMessageCheck {
  static func check(_ bytes: [UInt8]) throws(FuzzFinding) {
    guard bytes.count >= 3 else { return }
    let terms = Terms(bytes[0])
    let stepSize = 1 + Int(bytes[1])
    let rest = bytes.dropFirst(3)
    let messages = [rest.prefix(Int(bytes[2])), rest.dropFirst(Int(bytes[2]))].map(Array.init)

    let whole = try inflated(messages, terms, stepSize: .max)
    let cut = try inflated(messages, terms, stepSize: stepSize)
    try FuzzFinding.require(whole == cut, "messages inflate the same however they are cut")
    if !terms.keepsContext {
      let alone = try inflated([messages[1]], terms, stepSize: .max)
      try FuzzFinding.require(
        alone[0] == whole[1], "without a context a message needs no other one")
    }
    let deflater = MessageDeflater(
      windowBits: max(9, terms.windowBits), keepsContext: terms.keepsContext)
    var sent: [[UInt8]] = []
    for message in messages { sent.append(deflater.deflate(message)) }
    try FuzzFinding.require(
      try inflated(sent, terms, stepSize: stepSize) == messages, "what was deflated is inflated")
  }

  private struct Terms {
    let keepsContext: Bool
    let windowBits: Int32

    init(_ byte: UInt8) {
      keepsContext = byte & 1 == 0
      windowBits = 8 + Int32(byte >> 1 & 7)
    }
  }

  /// What comes out of each message; nil of one that is refused, and with a context of those behind it.
  private static func inflated(
    _ messages: [[UInt8]], _ terms: Terms, stepSize: Int
  ) throws(FuzzFinding) -> [[UInt8]?] {
    let inflater = MessageInflater(keepsContext: terms.keepsContext)
    var results: [[UInt8]?] = []
    for message in messages {
      guard results.allSatisfy({ $0 != nil }) || !terms.keepsContext else {
        results.append(nil)
        continue
      }
      var (result, largestSize): ([UInt8], Int) = ([], 0)
      let isRefused =
        (try? inflate(message, inflater, stepSize: stepSize) { part in
          result += part
          largestSize = max(largestSize, part.count)
        }) == nil
      // Deflated data grows to 1,032 times its size at most.
      try FuzzFinding.require(
        largestSize <= 1 << 16 && result.count <= 1032 * (message.count + 4),
        "\(message.count) bytes give \(result.count), \(largestSize) at once")
      results.append(isRefused ? nil : result)
    }
    return results
  }

  private static func inflate(
    _ message: [UInt8], _ inflater: MessageInflater, stepSize: Int, _ take: ([UInt8]) -> Void
  ) throws(DecodingFailure) {
    inflater.begin()
    var rest = message[...]
    while !rest.isEmpty {
      try inflater.inflate(Array(rest.prefix(stepSize)), take)
      rest = rest.dropFirst(stepSize)
    }
    try inflater.end(take)
  }
}
