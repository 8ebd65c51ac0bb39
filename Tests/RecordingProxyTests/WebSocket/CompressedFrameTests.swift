import TestSupport
import Testing
import TraceCompression

@testable import RecordingProxy
@testable import TraceFormat

/// Compressed messages in the frames of one side (RFC 7692, section 6).
@Suite struct CompressedFrameTests {
  private static func frames(_ payload: [UInt8], cutAt positions: [Int] = [], mask: UInt32? = nil)
    -> [[UInt8]]
  {
    let bounds = [0] + positions + [payload.count]
    return (1..<bounds.count).map { index in
      var part = Array(payload[bounds[index - 1]..<bounds[index]])
      var head = WebSocketFrameHead(
        opcode: index == 1 ? .binary : .continuation, payloadSize: UInt64(part.count), mask: mask)
      head.isCompressed = index == 1
      head.isFinal = index == bounds.count - 1
      if let mask { WebSocketMask.apply(mask, to: &part, from: 0) }
      return head.bytes + part
    }
  }

  private static func parser(
    keepsContext: Bool = true, messageSizeMax: Int = 1 << 20,
    budget: AssemblyBudget = AssemblyBudget(sizeMax: .max)
  ) -> WebSocketParser {
    WebSocketParser(
      messageSizeMax: messageSizeMax, budget: budget,
      inflater: MessageInflater(keepsContext: keepsContext))
  }

  private static func elements(
    _ frames: [UInt8], _ parser: inout WebSocketParser, stepSize: Int = .max
  ) throws -> [WebSocketParser.Element] {
    var elements: [WebSocketParser.Element] = []
    var position = 0
    while position < frames.count {
      let end = position + min(stepSize, frames.count - position)
      try parser.take(frames.rawBytes.extracting(position..<end), into: &elements)
      position = end
    }
    return elements
  }

  private static func message(_ bytes: [UInt8]) -> WebSocketParser.Element {
    .message(WebSocketMessage(bytes: bytes))
  }

  private static let texts = (1...4).map { Array("upload 1 0 23 0 5 3 \($0)\nthe same body".utf8) }
  private static let ping = WebSocketFrameHead(opcode: .ping, payloadSize: 0, mask: nil).bytes

  @Test(arguments: [nil, 0x1234_5678 as UInt32?], [true, false])
  func `frames with a ping between them, and plain messages, are read however they are cut`(
    mask: UInt32?, keepsContext: Bool
  ) throws {
    let deflater = MessageDeflater(keepsContext: keepsContext)
    let first = Self.frames(deflater.deflate(Self.texts[0]), cutAt: [1, 5, 5], mask: mask)
    let plain = WebSocketFrameHead(opcode: .binary, payloadSize: 2, mask: nil).bytes + [8, 9]
    let second = Self.frames(deflater.deflate(Self.texts[1]), cutAt: [3], mask: mask)
    let empty = Self.frames(deflater.deflate([]), mask: mask)
    let bytes = first[0] + first[1] + Self.ping + first[2] + first[3] + plain
    for stepSize in [1, 2, 7, .max] {
      var parser = Self.parser(keepsContext: keepsContext)
      let found = try Self.elements(
        bytes + (second + empty).flatMap(\.self), &parser, stepSize: stepSize)
      #expect(
        found == [
          .control(.ping, []), Self.message(Self.texts[0]), Self.message([8, 9]),
          Self.message(Self.texts[1]), Self.message([]),
        ])
    }
  }

  @Test func `only the first frame of a message says that it is compressed`() throws {
    var frames = Self.frames(MessageDeflater().deflate(Self.texts[0]), cutAt: [2])
    frames[1][0] |= 0x40
    var parser = Self.parser()
    #expect(throws: WebSocketFailure.extensionBits(0x40)) {
      try Self.elements(frames.flatMap(\.self), &parser)
    }
  }

  @Test(arguments: [true, false])
  func `of a message that inflates above the limit nothing is kept, and those behind it are read`(
    keepsContext: Bool
  ) throws {
    let deflater = MessageDeflater(keepsContext: keepsContext)
    let large = deflater.deflate([UInt8](repeating: 1, count: 4_000_000) + Self.texts[0])
    let small = deflater.deflate(Self.texts[1])
    let budget = AssemblyBudget(sizeMax: 1 << 20)
    var parser = Self.parser(keepsContext: keepsContext, messageSizeMax: 500_000, budget: budget)
    var found = try Self.elements(Self.frames(large)[0], &parser, stepSize: 100)
    #expect(budget.usedSize == 0)
    found += try Self.elements(Self.frames(small)[0], &parser)
    #expect(
      found == [
        .omitted(
          OmittedMessage(size: UInt64(large.count), isCompressed: true, reason: .tooLarge)),
        Self.message(Self.texts[1]),
      ])
  }

  @Test func `what is inflated takes the memory that all connections share`() throws {
    let budget = AssemblyBudget(sizeMax: 50_000)
    let deflater = MessageDeflater()
    let large = deflater.deflate([UInt8](repeating: 1, count: 100_000))
    var parser = Self.parser(budget: budget)
    let found = try Self.elements(
      Self.frames(large)[0] + Self.frames(deflater.deflate(Self.texts[0]))[0], &parser)
    #expect(
      found == [
        .omitted(
          OmittedMessage(size: UInt64(large.count), isCompressed: true, reason: .crowdedOut)),
        Self.message(Self.texts[0]),
      ])
    #expect(budget.usedSize == 0)
  }

  @Test(arguments: [true, false])
  func `a damaged message costs those that build on it`(keepsContext: Bool) throws {
    let deflater = MessageDeflater(keepsContext: keepsContext)
    var payloads = Self.texts.map { deflater.deflate($0) }
    // A block of a type that there is not.
    payloads[1] = [0xFF] + payloads[1].dropFirst()
    let plain = WebSocketFrameHead(opcode: .binary, payloadSize: 2, mask: nil).bytes + [8, 9]
    var parser = Self.parser(keepsContext: keepsContext)
    let found = try Self.elements(payloads.flatMap { Self.frames($0)[0] } + plain, &parser)
    #expect(found.count == 5)
    #expect(found.first == Self.message(Self.texts[0]))
    #expect(found.last == Self.message([8, 9]))
    guard case .omitted(let damaged) = found[1] else { return #expect(Bool(false), "\(found[1])") }
    #expect(
      damaged.reason
        == .damaged(.invalidValue("not deflated data (data error)"), isContextLost: keepsContext))
    #expect(
      Array(found[2...3])
        == (keepsContext
          ? payloads[2...3].map {
            .omitted(
              OmittedMessage(size: UInt64($0.count), isCompressed: true, reason: .behindDamage))
          } : [Self.message(Self.texts[2]), Self.message(Self.texts[3])]))
  }

  @Test func `every flipped bit costs its own message and those that build on it`() throws {
    for keepsContext in [true, false] {
      let deflater = MessageDeflater(keepsContext: keepsContext)
      let payloads = Self.texts.map { deflater.deflate($0) }
      let size = payloads[1].count
      for bit in 0..<size * 8 {
        var damaged = payloads
        damaged[1][bit / 8] ^= 1 << UInt8(bit % 8)
        var parser = Self.parser(keepsContext: keepsContext, messageSizeMax: 1 << 16)
        let found = try Self.elements(damaged.flatMap { Self.frames($0)[0] }, &parser, stepSize: 9)
        #expect(found.count == 4 && found[0] == Self.message(Self.texts[0]), "bit \(bit)")
        if !keepsContext {
          #expect(found[2...] == [Self.message(Self.texts[2]), Self.message(Self.texts[3])])
        }
      }
    }
  }
}

@Suite struct WebSocketExtensionsTests {
  /// Whether client and server keep their contexts.
  private func contexts(_ values: [String]) -> [Bool]? {
    let extensions = WebSocketExtensions(values)
    #expect(extensions.unreadable.isEmpty)
    return extensions.compression.map { [$0.clientKeepsContext, $0.serverKeepsContext] }
  }

  @Test func `an answer without parameters keeps contexts`() {
    #expect(contexts([]) == nil)
    #expect(contexts([" , "]) == nil)
    for values in [["permessage-deflate"], ["", " permessage-deflate ;,"]] {
      #expect(contexts(values) == [true, true])
    }
  }

  @Test func `parameters are read, quoted or not`() {
    #expect(
      contexts([
        "permessage-deflate; server_no_context_takeover; client_max_window_bits = \"1\\0\""
      ]) == [true, false])
    #expect(
      contexts(["permessage-deflate;client_no_context_takeover ;\tserver_max_window_bits=8"])
        == [false, true])
  }

  @Test(arguments: [
    "client_max_window_bits", "client_max_window_bits=7", "server_max_window_bits=16",
    "server_max_window_bits=010", "server_max_window_bits=+9", "server_max_window_bits=\"\"",
    "client_no_context_takeover=1", "server_no_context_takeover; server_no_context_takeover",
    "level=\"9;,\"", "Server_no_context_takeover", "=1",
  ])
  func `what is not a parameter of it is refused by name`(parameters: String) {
    let extensions = WebSocketExtensions(["permessage-deflate; \(parameters)"])
    #expect(extensions.compression == nil)
    let last = parameters.split(separator: "; ").last ?? ""
    #expect(extensions.unreadable.count == 1)
    #expect(
      extensions.unreadable.allSatisfy { $0.hasSuffix("(`\(last)` is not valid)") },
      "\(extensions.unreadable)")
  }

  @Test func `other extensions, and the same one twice, are named`() {
    let other = WebSocketExtensions(["x-webkit-deflate-frame, permessage-deflate", "foo;a=\"b,c\""])
    #expect(other.compression == MessageCompression())
    #expect(other.unreadable == ["`x-webkit-deflate-frame`", "`foo;a=\"b,c\"`"])
    let twice = WebSocketExtensions(["permessage-deflate", "permessage-deflate"])
    #expect(twice.compression == nil)
    #expect(twice.unreadable == ["`permessage-deflate` (2 times)"])
  }
}
