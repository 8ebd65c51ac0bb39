import TraceFormat

/// One line of a capture: a whole WebSocket message, as the recorder next to the client saw it.
struct CaptureLine {
  var timeMicroseconds: Int64
  var connection: String
  var direction: WireMessage.Direction
  var message: [UInt8]
  /// The SDK of the client at the connection, or the `User-Agent` of its handshake.
  var sdk: String?

  /// Reads a line such as `{"us":1795221158123113,"connection":"c1","direction":"out","hex":"70696e67…"}`.
  ///
  /// `out` is client to server, `in` server to client. `sdk` may be there too; members of other names are passed over.
  init(parsing line: [UInt8]) throws(DecodingFailure) {
    (timeMicroseconds, connection, direction, message) = (0, "", .clientToServer, [])
    var reader = JSONReader(line.rawBytes)
    try reader.readMembers(requiring: ["us", "connection", "direction", "hex"], isWhole: true) {
      name, reader throws(DecodingFailure) in
      switch name {
      case "us": timeMicroseconds = try reader.readInteger()
      case "connection": connection = try reader.readString()
      case "direction": direction = try Self.direction(&reader)
      case "hex": message = try reader.readHexBytes()
      case "sdk": sdk = try reader.readString()
      default: try reader.skipValue()
      }
    }
  }

  private static func direction(
    _ reader: inout JSONReader
  ) throws(DecodingFailure) -> WireMessage.Direction {
    let start = reader.position
    switch try reader.readString() {
    case "out": return .clientToServer
    case "in": return .serverToClient
    case let other:
      throw .invalidValue("expected the direction `out` or `in`, found `\(other)`", at: start)
    }
  }
}
