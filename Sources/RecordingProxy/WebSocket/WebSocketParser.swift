import TraceCompression
import TraceFormat

/// What one direction of a WebSocket carries, found in its bytes as they pass by (RFC 6455, section 5).
///
/// It changes nothing and holds up nothing: whoever passes the bytes on does so whatever is found in them.
/// Of a message it keeps no more than a limit, and of a frame no more than what has come.
struct WebSocketParser {
  enum Element: Equatable {
    case message(WebSocketMessage)
    /// A ping, a pong or a close.
    case control(WebSocketOpcode, [UInt8])
    case omitted(OmittedMessage)
  }

  private let messageSizeMax: Int
  private let share: AssemblyShare
  /// Nil where messages must not be compressed.
  private let inflater: MessageInflater?
  /// Whether compressed messages can't be inflated any more, since one that they build on is damaged.
  private var hasLostContext = false
  private var head: [UInt8] = []
  /// The frame whose payload is coming.
  private var frame: WebSocketFrameHead?
  private var payloadPosition: UInt64 = 0
  private var control: [UInt8] = []
  private var message: [UInt8] = []
  /// Bytes that the message's frames announced so far.
  private var messageSize: UInt64 = 0
  private var isCompressed = false
  /// Why nothing of the message is kept.
  private var omission: OmittedMessage.Reason?
  /// Of the message that is coming; nil between messages.
  private var messageOpcode: WebSocketOpcode?

  /// - Parameters:
  ///   - messageSizeMax: of a larger message, in bytes, only its size is told.
  ///   - budget: the memory that messages on all connections share until they are whole.
  ///   - inflater: for compressed messages; nil where there must be none.
  init(
    messageSizeMax: Int, budget: AssemblyBudget = AssemblyBudget(sizeMax: .max),
    inflater: MessageInflater? = nil
  ) {
    self.messageSizeMax = messageSizeMax
    share = AssemblyShare(budget)
    self.inflater = inflater
  }

  /// Of a message that is not whole: how many of its bytes have come, and how many its frames announced so far.
  var unfinishedMessage: (received: UInt64, announced: UInt64)? {
    guard messageOpcode != nil else { return nil }
    guard let frame, !frame.opcode.isControl else { return (messageSize, messageSize) }
    return (messageSize - (frame.payloadSize - payloadPosition), messageSize)
  }

  /// Takes the next bytes and adds what they complete.
  ///
  /// - Throws: ``WebSocketFailure`` where the bytes are not frames, after which there is no way on.
  mutating func take(_ bytes: RawSpan, into elements: inout [Element]) throws(WebSocketFailure) {
    var position = 0
    while position < bytes.byteCount || frame != nil {
      if frame == nil {
        position += try takeHead(bytes.extracting(droppingFirst: position))
        guard frame != nil else { break }
      }
      position += takePayload(bytes.extracting(droppingFirst: position))
      guard let element = try endFrame() else {
        if frame != nil { break }
        continue
      }
      elements.append(element)
    }
  }

  /// Returns how many bytes belong to the head; `frame` is set once it is whole.
  private mutating func takeHead(_ bytes: RawSpan) throws(WebSocketFailure) -> Int {
    var taken = 0
    while taken < bytes.byteCount {
      head.append(bytes.uint8(at: taken))
      taken += 1
      guard let size = WebSocketFrameHead.size(of: head), head.count == size else { continue }
      let found = try WebSocketFrameHead(head)
      head.removeAll(keepingCapacity: true)
      try begin(found)
      break
    }
    return taken
  }

  private mutating func begin(_ found: WebSocketFrameHead) throws(WebSocketFailure) {
    frame = found
    payloadPosition = 0
    guard !found.opcode.isControl else { return }
    if found.opcode == .continuation {
      guard messageOpcode != nil else { throw .strayContinuation }
    } else {
      guard messageOpcode == nil else { throw .unfinishedMessage }
      guard !found.isCompressed || inflater != nil else { throw .unagreedCompression }
      messageOpcode = found.opcode
      messageSize = 0
      isCompressed = found.isCompressed
      omission = isCompressed && hasLostContext ? .behindDamage : nil
      if isCompressed { inflater?.begin() }
    }
    let (size, isTooLarge) = messageSize.addingReportingOverflow(found.payloadSize)
    guard !isTooLarge else { throw .impossibleSize }
    messageSize = size
    if !isCompressed, messageSize > UInt64(messageSizeMax) { omit(.tooLarge) }
  }

  /// Returns how many bytes belong to the payload.
  private mutating func takePayload(_ bytes: RawSpan) -> Int {
    guard let frame else { return 0 }
    let count = Int(min(frame.payloadSize - payloadPosition, UInt64(bytes.byteCount)))
    let part = bytes.extracting(first: count)
    if frame.opcode.isControl {
      control.append(contentsOf: part, unmaskedBy: frame.mask, at: payloadPosition)
    } else if isCompressed {
      var compressed: [UInt8] = []
      compressed.append(contentsOf: part, unmaskedBy: frame.mask, at: payloadPosition)
      inflate(compressed)
    } else if omission == nil {
      if share.grow(to: message.count + count) {
        message.append(contentsOf: part, unmaskedBy: frame.mask, at: payloadPosition)
      } else {
        omit(.crowdedOut)
      }
    }
    payloadPosition += UInt64(count)
    return count
  }

  /// Inflates a part of the message, or with nil its end. What is not kept is inflated all the same where later
  /// messages may refer to it.
  private mutating func inflate(_ part: [UInt8]?) {
    guard let inflater, !hasLostContext, omission == nil || inflater.keepsContext else { return }
    do throws(DecodingFailure) {
      if let part {
        try inflater.inflate(part) { keep(inflated: $0) }
      } else {
        try inflater.end { keep(inflated: $0) }
      }
    } catch {
      hasLostContext = inflater.keepsContext
      omit(.damaged(error.code, isContextLost: hasLostContext))
    }
  }

  private mutating func keep(inflated bytes: [UInt8]) {
    guard omission == nil else { return }
    let size = message.count + bytes.count
    guard size <= messageSizeMax else { return omit(.tooLarge) }
    guard share.grow(to: size) else { return omit(.crowdedOut) }
    message += bytes
  }

  private mutating func omit(_ reason: OmittedMessage.Reason) {
    omission = reason
    forgetMessage()
  }

  private mutating func forgetMessage() {
    message = []
    share.release()
  }

  /// Ends a frame whose payload is whole, and gives what that completes.
  private mutating func endFrame() throws(WebSocketFailure) -> Element? {
    guard let frame, payloadPosition == frame.payloadSize else { return nil }
    self.frame = nil
    if frame.opcode.isControl {
      defer { control = [] }
      return .control(frame.opcode, control)
    }
    guard frame.isFinal, let opcode = messageOpcode else { return nil }
    messageOpcode = nil
    if isCompressed { inflate(nil) }
    if let omission {
      return .omitted(
        OmittedMessage(size: messageSize, isCompressed: isCompressed, reason: omission))
    }
    defer { forgetMessage() }
    return .message(WebSocketMessage(bytes: message, isText: opcode == .text))
  }
}

struct WebSocketMessage: Equatable, Sendable {
  var bytes: [UInt8]
  /// The sync protocol sends binary messages alone.
  var isText = false
}

/// A whole message of which nothing was kept.
struct OmittedMessage: Equatable {
  enum Reason: Equatable {
    /// It is above the limit, or inflates to more.
    case tooLarge
    /// The messages on other connections left no memory for it.
    case crowdedOut
    /// It can't be inflated, and neither can those that build on it.
    case damaged(DecodingFailure.Code, isContextLost: Bool)
    case behindDamage
  }

  /// Bytes, as they crossed the wire.
  var size: UInt64
  var isCompressed = false
  var reason: Reason
}

extension [UInt8] {
  /// Appends a part of a payload without its mask; `position` is the part's place in the payload.
  fileprivate mutating func append(
    contentsOf part: RawSpan, unmaskedBy mask: UInt32?, at position: UInt64
  ) {
    let start = count
    // SAFETY: the part outlives the call, which copies all of it.
    unsafe part.withUnsafeBytes { unsafe append(contentsOf: $0) }
    guard let mask else { return }
    let key = WebSocketMask.key(mask, turnedBy: position)
    WebSocketMask.apply(key, to: &self, from: start)
  }
}

extension RawSpan {
  fileprivate func uint8(at position: Int) -> UInt8 {
    unsafe unsafeLoad(fromByteOffset: position, as: UInt8.self)
  }
}
