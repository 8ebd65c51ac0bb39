import TestSupport
import Testing

@testable import RecordingProxy
@testable import TraceFormat

/// Frames are built by hand after RFC 6455, section 5.7, and by the writer of heads.
@Suite struct WebSocketParserTests {
  private func elements(
    _ bytes: [UInt8], stepSize: Int = .max, messageSizeMax: Int = 1 << 20
  ) throws -> [WebSocketParser.Element] {
    var parser = WebSocketParser(messageSizeMax: messageSizeMax)
    var elements: [WebSocketParser.Element] = []
    var position = 0
    while position < bytes.count {
      let end = position + min(stepSize, bytes.count - position)
      try parser.take(bytes.rawBytes.extracting(position..<end), into: &elements)
      position = end
    }
    return elements
  }

  private static func frame(
    _ opcode: WebSocketOpcode, _ payload: [UInt8], mask: UInt32? = nil, isFinal: Bool = true
  ) -> [UInt8] {
    var head = WebSocketFrameHead(opcode: opcode, payloadSize: UInt64(payload.count), mask: mask)
    head.isFinal = isFinal
    var payload = payload
    if let mask { WebSocketMask.apply(mask, to: &payload, from: 0) }
    return head.bytes + payload
  }

  @Test(
    arguments: [
      ([0x81, 0x05, 0x48, 0x65, 0x6c, 0x6c, 0x6f], "Hello"),
      ([0x81, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58], "Hello"),
      ([0x01, 0x03, 0x48, 0x65, 0x6c, 0x80, 0x02, 0x6c, 0x6f], "Hello"),
    ] as [([UInt8], String)])
  func `the examples of the standard are read`(bytes: [UInt8], text: String) throws {
    let expected = WebSocketParser.Element.message(
      WebSocketMessage(bytes: Array(text.utf8), isText: true))
    for stepSize in [1, 2, 3, .max] {
      #expect(try elements(bytes, stepSize: stepSize) == [expected])
    }
  }

  /// A session of all kinds of frames, with a ping inside a message.
  private static func session(mask: UInt32?) -> (
    bytes: [UInt8], elements: [WebSocketParser.Element]
  ) {
    var numbers = SeededNumbers(seed: 4)
    let sizes = [0, 1, 7, 125, 126, 65_535, 65_536, 70_001]
    let payloads = sizes.map { size in
      (0..<size).map { _ in UInt8.random(in: 0...255, using: &numbers) }
    }
    var bytes = payloads.flatMap { frame(.binary, $0, mask: mask) }
    var elements = payloads.map { WebSocketParser.Element.message(WebSocketMessage(bytes: $0)) }
    bytes += frame(.binary, [1, 2, 3], mask: mask, isFinal: false)
    bytes += frame(.ping, [9], mask: mask)
    bytes += frame(.continuation, [], mask: mask, isFinal: false)
    bytes += frame(.continuation, [4, 5], mask: mask)
    elements += [
      .control(.ping, [9]), .message(WebSocketMessage(bytes: [1, 2, 3, 4, 5])),
    ]
    bytes += frame(.close, [0x03, 0xE8], mask: mask)
    return (bytes, elements + [.control(.close, [0x03, 0xE8])])
  }

  @Test(arguments: [nil, 0x1234_5678 as UInt32?], [1, 2, 3, 5, 1021, Int.max])
  func `a session is found however its bytes are cut`(mask: UInt32?, stepSize: Int) throws {
    let (bytes, expected) = Self.session(mask: mask)
    #expect(try elements(bytes, stepSize: stepSize) == expected)
  }

  @Test func `every prefix gives a prefix of what is there`() throws {
    let (bytes, expected) = Self.session(mask: 77)
    for size in stride(from: 0, to: bytes.count, by: bytes.count > 2000 ? 997 : 1) {
      let found = try elements(Array(bytes[..<size]))
      #expect(expected.starts(with: found), "\(size)")
    }
  }

  @Test func `every bit flip gives no more than there is, or a failure`() {
    let bytes = Self.frame(.binary, [1, 2, 3], mask: 5) + Self.frame(.text, Array("ab".utf8))
    for bit in 0..<bytes.count * 8 {
      var flipped = bytes
      flipped[bit / 8] ^= 1 << (bit % 8)
      guard let found = try? elements(flipped, stepSize: 3) else { continue }
      let payloadSize = found.reduce(0) { sum, element in
        guard case .message(let message) = element else { return sum }
        return sum + message.bytes.count
      }
      #expect(payloadSize <= bytes.count, "bit \(bit)")
    }
  }

  @Test func `of a message above the limit only the size is told`() throws {
    let large = Self.frame(.binary, [UInt8](repeating: 1, count: 11))
    let parts =
      Self.frame(.binary, [UInt8](repeating: 1, count: 6), isFinal: false)
      + Self.frame(.continuation, [UInt8](repeating: 1, count: 6))
    let small = Self.frame(.binary, [UInt8](repeating: 2, count: 10))
    #expect(
      try elements(large + parts + small, messageSizeMax: 10) == [
        .omitted(OmittedMessage(size: 11, reason: .tooLarge)),
        .omitted(OmittedMessage(size: 12, reason: .tooLarge)),
        .message(WebSocketMessage(bytes: [UInt8](repeating: 2, count: 10))),
      ])
  }

  @Test func `messages share the memory of all connections, and small ones always have room`()
    throws
  {
    let budget = AssemblyBudget(sizeMax: 100_000)
    var first: WebSocketParser? = WebSocketParser(messageSizeMax: 1 << 20, budget: budget)
    var second = WebSocketParser(messageSizeMax: 1 << 20, budget: budget)
    let large = [UInt8](repeating: 1, count: 90_000)
    let small = [UInt8](repeating: 2, count: AssemblyBudget.freeSize)
    var elements: [WebSocketParser.Element] = []
    let unfinished = Self.frame(.binary, large).dropLast()
    try first?.take(Array(unfinished).rawBytes, into: &elements)
    #expect(budget.usedSize == large.count - 1 - AssemblyBudget.freeSize)
    let others = Self.frame(.binary, large) + Self.frame(.binary, small)
    try second.take(others.rawBytes, into: &elements)
    #expect(
      elements == [
        .omitted(OmittedMessage(size: 90_000, reason: .crowdedOut)),
        .message(WebSocketMessage(bytes: small)),
      ])
    // A connection that ends gives back what it has.
    first = nil
    #expect(budget.usedSize == 0)
    try second.take(Self.frame(.binary, large).rawBytes, into: &elements)
    #expect(elements.last == .message(WebSocketMessage(bytes: large)))
    #expect(budget.usedSize == 0)
  }

  @Test(
    arguments: [
      ([0xC2, 0x00], .unagreedCompression), ([0xC9, 0x00], .extensionBits(0x40)),
      ([0xA2, 0x00], .extensionBits(0x20)), ([0x83, 0x00], .unknownOpcode(3)),
      ([0x89, 0x7E, 0x00, 0x80], .largeControlFrame), ([0x09, 0x00], .largeControlFrame),
      ([0x80, 0x00], .strayContinuation), ([0x02, 0x00, 0x82, 0x00], .unfinishedMessage),
      ([0x82, 0x7F, 0xFF, 0, 0, 0, 0, 0, 0, 0], .impossibleSize),
    ] as [([UInt8], WebSocketFailure)])
  func `what is no frame is told by its kind`(bytes: [UInt8], failure: WebSocketFailure) {
    #expect(throws: failure) { try elements(bytes) }
  }

  @Test func `an announced size takes no memory`() throws {
    let head = WebSocketFrameHead(opcode: .binary, payloadSize: 1 << 40, mask: nil)
    #expect(try elements(head.bytes + [1, 2, 3]).isEmpty)
  }
}
