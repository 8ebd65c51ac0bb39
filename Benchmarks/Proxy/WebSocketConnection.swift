/// One end of a WebSocket (RFC 6455), as much of it as a benchmark needs: whole messages in one frame each.
final class WebSocketConnection {
  private let socket: BlockingSocket
  private static let mask: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]

  init(_ socket: BlockingSocket) { self.socket = socket }

  /// Opens a WebSocket to a port of this machine.
  static func open(port: Int, asking answer: ServerAnswer) throws -> WebSocketConnection {
    let connection = WebSocketConnection(try BlockingSocket(connectingTo: port))
    try connection.socket.send(
      Array(
        """
        GET /\(answer.rawValue) HTTP/1.1\r
        Host: 127.0.0.1:\(port)\r
        Upgrade: websocket\r
        Connection: Upgrade\r
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
        Sec-WebSocket-Version: 13\r
        \r

        """.utf8))
    let line = try connection.headLines().first.map(String.init) ?? ""
    precondition(line.contains(" 101 "), line)
    return connection
  }

  /// Takes a client's request and answers it; gives the path.
  func acceptUpgrade() throws -> String {
    let words = try headLines().first?.split(separator: " ") ?? []
    try socket.send(
      Array(
        """
        HTTP/1.1 101 Switching Protocols\r
        Upgrade: websocket\r
        Connection: Upgrade\r
        Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r
        \r

        """.utf8))
    return words.count > 1 ? String(words[1]) : ""
  }

  private func headLines() throws -> [Substring] {
    var head: [UInt8] = []
    while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) { head += try socket.take(1) }
    return String(decoding: head, as: UTF8.self).split(separator: "\r\n")
  }

  func send(_ message: [UInt8], isMasked: Bool) throws {
    try socket.send(Self.frame(message, isMasked: isMasked))
  }

  /// Sends what ``frame(_:isMasked:)`` has made.
  func send(frame: [UInt8]) throws { try socket.send(frame) }

  /// A message in one frame.
  static func frame(_ message: [UInt8], isMasked: Bool) -> [UInt8] {
    let maskBit: UInt8 = isMasked ? 0x80 : 0
    var frame: [UInt8] = [0x82]
    if message.count < 126 {
      frame.append(maskBit | UInt8(message.count))
    } else {
      frame.append(maskBit | 127)
      frame += (0..<8).reversed().map { UInt8(truncatingIfNeeded: message.count >> ($0 * 8)) }
    }
    guard isMasked else { return frame + message }
    return frame + mask + masked(message, by: mask)
  }

  private static func masked(_ message: [UInt8], by mask: [UInt8]) -> [UInt8] {
    var result = message
    for index in result.indices { result[index] ^= mask[index & 3] }
    return result
  }

  /// The next message.
  func message() throws -> [UInt8] {
    let (size, mask) = try head()
    let payload = try socket.take(size)
    return mask.map { Self.masked(payload, by: $0) } ?? payload
  }

  /// Receives the next message and keeps nothing of it.
  func skipMessage() throws { try socket.skip(try head().size) }

  private func head() throws -> (size: Int, mask: [UInt8]?) {
    let start = try socket.take(2)
    let size =
      switch start[1] & 0x7F {
      case 126: try number(2)
      case 127: try number(8)
      case let size: Int(size)
      }
    return (size, start[1] & 0x80 == 0 ? nil : try socket.take(4))
  }

  private func number(_ size: Int) throws -> Int {
    try socket.take(size).reduce(0) { $0 << 8 | Int($1) }
  }
}
