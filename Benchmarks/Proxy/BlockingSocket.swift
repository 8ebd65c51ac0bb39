import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A TCP connection on this machine whose calls wait, so that little but the system stands between a benchmark
/// and what it measures.
final class BlockingSocket {
  private let descriptor: Int32
  private var buffer = [UInt8](repeating: 0, count: 1 << 18)
  /// What has been received and not taken yet.
  private var unread = 0..<0

  struct Failure: Error {
    let call: String
    let code = errno
  }

  /// A connection that is open already.
  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    Self.setNoDelay(descriptor)
  }

  /// A connection to a port of this machine.
  convenience init(connectingTo port: Int) throws {
    let descriptor = try LoopbackAddress.makeSocket()
    let address = LoopbackAddress(port: port)
    guard address.with({ connect(descriptor, $0, $1) }) == 0 else {
      throw Failure(call: "connect")
    }
    self.init(descriptor)
  }

  deinit { close(descriptor) }

  private static func setNoDelay(_ descriptor: Int32) {
    var isOn: Int32 = 1
    setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
  }

  func send(_ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { bytes in
      var position = 0
      while position < bytes.count {
        let sent = write(
          descriptor, bytes.baseAddress.map { $0 + position }, bytes.count - position)
        guard sent > 0 else { throw Failure(call: "write") }
        position += sent
      }
    }
  }

  /// The next bytes, so many.
  func take(_ count: Int) throws -> [UInt8] {
    var taken: [UInt8] = []
    taken.reserveCapacity(count)
    while taken.count < count {
      if unread.isEmpty { try fill() }
      let part = unread.prefix(count - taken.count)
      taken += buffer[part]
      unread = part.upperBound..<unread.upperBound
    }
    return taken
  }

  /// Passes over the next bytes, so many.
  func skip(_ count: Int) throws {
    var rest = count
    while rest > 0 {
      if unread.isEmpty { try fill() }
      let part = unread.prefix(rest)
      rest -= part.count
      unread = part.upperBound..<unread.upperBound
    }
  }

  private func fill() throws {
    let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    guard count > 0 else { throw Failure(call: "read") }
    unread = 0..<count
  }
}

/// An address of this machine.
struct LoopbackAddress {
  private var address = sockaddr_in()

  /// - Parameter port: 0 for one that is free.
  init(port: Int) {
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
    address.sin_port = in_port_t(port).bigEndian
  }

  static func makeSocket() throws -> Int32 {
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    let descriptor = socket(AF_INET, kind, 0)
    guard descriptor >= 0 else { throw BlockingSocket.Failure(call: "socket") }
    return descriptor
  }

  func with<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafePointer(to: address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  /// The port on which a socket listens.
  static func port(of descriptor: Int32) -> Int {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = getsockname(descriptor, $0, &size)
      }
    }
    return Int(in_port_t(bigEndian: address.sin_port))
  }
}
