public import TraceFormat

/// Turns the bytes of whole WebSocket messages into messages as they are recorded.
///
/// The head is everything through the first line feed. A compressed body is inflated; one that does
/// not inflate exactly as its head says is kept as it came.
public struct WireMessageReader<Inflater: BodyInflater & ~Copyable>: ~Copyable {
  private var inflater: Inflater

  /// A reader that inflates bodies with `inflater`.
  public init(inflater: consuming Inflater) { self.inflater = inflater }

  /// Takes a message's bytes; every input gives a message.
  ///
  /// - Parameters:
  ///   - bytes: the message's payload, unmasked.
  ///   - direction: who sent it.
  ///   - connection: names the connection, the same for all of its messages.
  ///   - syncKind: what the connection speaks, which decides about layouts.
  public mutating func message(
    _ bytes: [UInt8], direction: WireMessage.Direction, connection: String, syncKind: SyncKind
  ) -> UnderstoodMessage {
    let headSize = bytes.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
    var message = WireMessage(
      direction: direction, connection: connection, syncKind: syncKind,
      head: Array(bytes[..<headSize]), body: Array(bytes[headSize...]))
    if let size = message.announcedBodySize, size.isCompressed {
      do {
        message.body = try inflated(message.body, size, headSize: headSize)
        message.bodyForm = .inflated
      } catch {
        message.bodyForm = .notInflatable
        return UnderstoodMessage(message: message, meaning: .failure(error))
      }
    }
    return UnderstoodMessage(message)
  }

  private mutating func inflated(
    _ body: [UInt8], _ size: BodySize, headSize: Int
  ) throws(DecodingFailure) -> [UInt8] {
    do throws(DecodingFailure) {
      guard size.compressed == UInt64(body.count) else {
        throw DecodingFailure(
          .invalidValue(
            "the head announces \(size.compressed) compressed bytes, there are \(body.count)"),
          at: 0)
      }
      return try inflater.inflate(body, announcedSize: size.uncompressed)
    } catch {
      throw DecodingFailure(error.code, at: error.offset + headSize, path: ["compressed body"])
    }
  }
}

/// A message as it is recorded, with what it means.
public struct UnderstoodMessage: Sendable {
  /// The message as it crossed the wire, with its body inflated where that worked.
  public var message: WireMessage
  /// What it means, or why it could not be understood whole.
  public var meaning: Result<ProtocolMessage, DecodingFailure>

  /// What could not be understood.
  public var problem: DecodingFailure? {
    if case .failure(let failure) = meaning { failure } else { nil }
  }

  /// What the message means, as far as it could be understood.
  public var understood: ProtocolMessage? {
    if case .success(let message) = meaning { message } else { nil }
  }
}

extension UnderstoodMessage {
  init(_ message: WireMessage) {
    self.message = message
    do {
      meaning = .success(try message.parsed())
    } catch {
      meaning = .failure(error)
    }
  }
}
