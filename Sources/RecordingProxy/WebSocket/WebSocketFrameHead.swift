import TraceFormat

/// What a frame is (RFC 6455, section 5.2).
enum WebSocketOpcode: UInt8, Sendable {
  case continuation = 0
  case text = 1
  case binary = 2
  case close = 8
  case ping = 9
  case pong = 10

  var isControl: Bool { rawValue >= 8 }
}

struct WebSocketFrameHead: Equatable {
  var opcode: WebSocketOpcode
  var isFinal = true
  /// Whether the message that begins with the frame is compressed (RFC 7692, section 6).
  var isCompressed = false
  var payloadSize: UInt64
  /// The four bytes of the mask, the first one lowest; nil where the payload is not masked.
  var mask: UInt32?

  init(opcode: WebSocketOpcode, payloadSize: UInt64, mask: UInt32?) {
    (self.opcode, self.payloadSize, self.mask) = (opcode, payloadSize, mask)
  }

  /// How long a head is that begins with these bytes; nil where that is not known yet.
  static func size(of head: [UInt8]) -> Int? {
    guard head.count >= 2 else { return nil }
    let sizeBytes =
      switch head[1] & 0x7F {
      case 126: 2
      case 127: 8
      default: 0
      }
    return 2 + sizeBytes + (head[1] & 0x80 == 0 ? 0 : 4)
  }

  init(_ bytes: [UInt8]) throws(WebSocketFailure) {
    guard bytes[0] & 0x30 == 0 else { throw .extensionBits(bytes[0] & 0x70) }
    guard let opcode = WebSocketOpcode(rawValue: bytes[0] & 0x0F) else {
      throw .unknownOpcode(bytes[0] & 0x0F)
    }
    self.opcode = opcode
    isFinal = bytes[0] & 0x80 != 0
    isCompressed = bytes[0] & 0x40 != 0
    guard !isCompressed || opcode == .text || opcode == .binary else { throw .extensionBits(0x40) }
    let rest = bytes.dropFirst(2)
    switch bytes[1] & 0x7F {
    case 126: payloadSize = rest.prefix(2).bigEndian()
    case 127: payloadSize = rest.prefix(8).bigEndian()
    case let size: payloadSize = UInt64(size)
    }
    if bytes[1] & 0x80 != 0 { mask = (bytes.suffix(4).bigEndian() as UInt32).byteSwapped }
    guard !opcode.isControl || isFinal && payloadSize <= 125 else { throw .largeControlFrame }
    guard payloadSize <= UInt64(Int64.max) else { throw .impossibleSize }
  }

  var bytes: [UInt8] {
    let maskBit: UInt8 = mask == nil ? 0 : 0x80
    var bytes: [UInt8] = [
      (isFinal ? 0x80 : 0) | (isCompressed ? 0x40 : 0) | opcode.rawValue
    ]
    switch payloadSize {
    case 0..<126: bytes.append(maskBit | UInt8(payloadSize))
    case 126..<65_536:
      bytes.append(maskBit | 126)
      bytes.append(littleEndian: UInt16(payloadSize).byteSwapped)
    default:
      bytes.append(maskBit | 127)
      bytes.append(littleEndian: payloadSize.byteSwapped)
    }
    if let mask { bytes.append(littleEndian: mask) }
    return bytes
  }
}

enum WebSocketFailure: Error, Equatable, CustomStringConvertible {
  case extensionBits(UInt8)
  case unagreedCompression
  case unknownOpcode(UInt8)
  case largeControlFrame
  case strayContinuation
  case unfinishedMessage
  case impossibleSize

  var description: String {
    switch self {
    case .extensionBits(let bits):
      "bits of an extension are set in a frame (0x\(String(bits, radix: 16)))"
    case .unagreedCompression:
      "it compresses messages in a way that cannot be read, or that the handshake did not agree on"
    case .unknownOpcode(let code): "a frame of the unknown kind \(code)"
    case .largeControlFrame: "a control frame of more than 125 bytes, or in parts"
    case .strayContinuation: "a frame that continues no message"
    case .unfinishedMessage: "a message that begins inside another one"
    case .impossibleSize: "a frame or message of more than 2^63 bytes"
    }
  }
}
