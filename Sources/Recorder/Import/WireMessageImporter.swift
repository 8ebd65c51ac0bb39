public import TraceFormat

/// Turns the bytes of whole WebSocket messages into recorded messages.
///
/// The head is everything through the first line feed. A compressed body is inflated; one that does
/// not inflate exactly as its head says is kept as it came.
public struct WireMessageImporter: ~Copyable {
  private var inflater = Inflater()

  public init() {}

  /// A message as it is recorded, and why it could not be understood whole, if so.
  public struct Imported: Sendable {
    public var message: WireMessage
    public var meaning: Result<ProtocolMessage, DecodingFailure>

    /// What could not be understood.
    public var problem: DecodingFailure? {
      if case .failure(let failure) = meaning { failure } else { nil }
    }
  }

  /// Takes a message's bytes; every input gives a message.
  public mutating func message(
    _ bytes: [UInt8], direction: WireMessage.Direction, connection: String, syncKind: SyncKind
  ) -> Imported {
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
        return Imported(message: message, meaning: .failure(error))
      }
    }
    return Imported(message: message, meaning: Self.meaning(message))
  }

  private static func meaning(_ message: WireMessage) -> Result<ProtocolMessage, DecodingFailure> {
    do {
      return .success(try message.parsed())
    } catch {
      return .failure(error)
    }
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
