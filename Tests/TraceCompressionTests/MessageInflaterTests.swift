import TestSupport
import Testing
import TraceFormat

@testable import TraceCompression

@Suite struct MessageInflaterTests {
  /// What a message inflates to, its parts cut into steps.
  private static func inflated(
    _ message: [UInt8], by inflater: MessageInflater, stepSize: Int = .max
  ) throws -> [UInt8] {
    var result: [UInt8] = []
    inflater.begin()
    var rest = message[...]
    while !rest.isEmpty {
      try inflater.inflate(Array(rest.prefix(stepSize))) { result += $0 }
      rest = rest.dropFirst(stepSize)
    }
    try inflater.end { result += $0 }
    return result
  }

  private static func inflater(keepsContext: Bool = true) -> MessageInflater {
    MessageInflater(keepsContext: keepsContext)
  }

  /// Section 7.2.3: one block, the same with a context, no compression, a final block, two blocks, nothing.
  @Test(
    arguments: [
      [[0xf2, 0x48, 0xcd, 0xc9, 0xc9, 0x07, 0x00], [0xf2, 0x00, 0x11, 0x00, 0x00]],
      [[0x00, 0x05, 0x00, 0xfa, 0xff, 0x48, 0x65, 0x6c, 0x6c, 0x6f, 0x00]],
      [
        [0xf3, 0x48, 0xcd, 0xc9, 0xc9, 0x07, 0x00, 0x00],
        [0xf3, 0x48, 0xcd, 0xc9, 0xc9, 0x07, 0x00],
      ],
      [[0xf2, 0x48, 0x05, 0x00, 0x00, 0x00, 0xff, 0xff, 0xca, 0xc9, 0xc9, 0x07, 0x00]],
    ] as [[[UInt8]]])
  func `the examples of the standard inflate to Hello`(messages: [[UInt8]]) throws {
    for stepSize in [1, 2, 3, .max] {
      let inflater = Self.inflater()
      for message in messages {
        let result = try Self.inflated(message, by: inflater, stepSize: stepSize)
        #expect(result == Array("Hello".utf8))
        #expect(try Self.inflated([0x00], by: inflater, stepSize: stepSize).isEmpty)
      }
    }
  }

  /// Messages of a session: what repeats in one, what repeats an earlier one, and noise.
  private static let session: [[UInt8]] = {
    var numbers = SeededNumbers(seed: 9)
    let noise = (0..<70_000).map { _ in UInt8.random(in: 0...255, using: &numbers) }
    let text = Array("upload 1 0 23 0 5 3 3\n".utf8)
    return [text, text, [], noise, Array(noise.suffix(400)), [UInt8](repeating: 7, count: 300_000)]
      + (1...40).map { text + Array("\($0)".utf8) }
  }()

  @Test(arguments: [9, 10, 11, 12, 13, 14, 15] as [Int32], [true, false])
  func `what zlib deflates is inflated, whatever its window`(
    windowBits: Int32, keepsContext: Bool
  ) throws {
    for stepSize in [61, 4096, .max] {
      let deflater = MessageDeflater(windowBits: windowBits, keepsContext: keepsContext)
      let inflater = Self.inflater(keepsContext: keepsContext)
      for message in Self.session {
        let result = try Self.inflated(
          deflater.deflate(message), by: inflater, stepSize: stepSize)
        #expect(result == message)
      }
    }
  }

  @Test func `a message that needs an earlier one is not read without a context`() throws {
    let deflater = MessageDeflater()
    let messages = [Self.session[0], Self.session[1]].map { deflater.deflate($0) }
    let inflater = Self.inflater(keepsContext: false)
    #expect(try Self.inflated(messages[0], by: inflater) == Self.session[0])
    #expect(throws: DecodingFailure.self) { try Self.inflated(messages[1], by: inflater) }
    // Without a context, what follows does not depend on it.
    #expect(try Self.inflated(messages[0], by: inflater) == Self.session[0])
  }

  @Test func `messages with final blocks are read with and without a context`() throws {
    for keepsContext in [true, false] {
      let (deflater, inflater) = (MessageDeflater(), Self.inflater(keepsContext: keepsContext))
      for message in Self.session {
        let result = try Self.inflated(deflater.deflate(message, isFinal: true), by: inflater)
        #expect(result == message)
      }
    }
  }

  private static let small = Array("upload 1 0 23 0 5 3 3\nupload 1 0 24 0 5 3 3".utf8)

  /// What is left out behind a message may complete a block without compression, with other bytes.
  @Test func `no prefix gives the message`() {
    for level in [0, 1, 9] as [Int32] {
      let compressed = MessageDeflater(level: level).deflate(Self.small)
      for size in 0..<compressed.count {
        let found = try? Self.inflated(Array(compressed[..<size]), by: Self.inflater())
        #expect(found != Self.small, "\(size) of level \(level)")
      }
    }
  }

  @Test func `every bit flip gives the same however it is cut, and with a context no less`() {
    let deflater = MessageDeflater()
    let messages = [Self.small, Self.small].map { deflater.deflate($0) }
    let bytes = messages[0]
    var refusedCount = 0
    for bit in 0..<bytes.count * 8 {
      var flipped = bytes
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      let results = [1, 3, Int.max].map { stepSize -> [[UInt8]?] in
        let inflater = Self.inflater()
        return [flipped, messages[1]].map {
          try? Self.inflated($0, by: inflater, stepSize: stepSize)
        }
      }
      if results[0][0] == nil { refusedCount += 1 }
      #expect(results.allSatisfy { $0[0] == results[0][0] }, "bit \(bit)")
      #expect((results[0][0]?.count ?? 0) <= 1032 * bytes.count, "bit \(bit)")
    }
    #expect(refusedCount > bytes.count)
  }

  @Test func `a bomb comes out in small parts`() throws {
    let size = 16 << 20
    let bomb = MessageDeflater(level: 9).deflate([UInt8](repeating: 0, count: size))
    #expect(bomb.count < size / 1000)
    var (sum, largest) = (0, 0)
    let inflater = Self.inflater()
    inflater.begin()
    let take = { (bytes: [UInt8]) in (sum, largest) = (sum + bytes.count, max(largest, bytes.count))
    }
    try inflater.inflate(bomb, take)
    try inflater.end(take)
    #expect(sum == size)
    #expect(largest <= 1 << 16)
  }
}
