/// Why bytes could not be read: what was wrong, where, and inside which structures.
///
/// Every decoder of `TraceFormat` throws this one type, so a command can say the same things about
/// every damaged input: the offset, what was expected there and what was found.
public struct DecodingFailure: Error, Codable, Hashable, Sendable {
  /// What was wrong with the bytes.
  public enum Code: Codable, Hashable, Sendable {
    /// The input ended before a value was complete. Both numbers are bytes.
    case truncated(needed: Int, available: Int)
    /// Bytes were left after the last value of a structure.
    case trailingBytes(Int)
    /// A value that no writer produces; the text says what was expected and what was found.
    case invalidValue(String)
    /// A count, size or depth above what this decoder accepts.
    case limitExceeded(what: String, found: UInt64, limit: UInt64)
    /// A checksum that does not match the bytes it covers.
    case checksumMismatch(expected: UInt64, found: UInt64)
    /// The input asks for more memory than an input of its size may take.
    case memoryExceeded(MemoryDemand)
    /// A format version or a required feature that this build does not know.
    case unsupported(String)
  }

  /// What was wrong with the bytes.
  public var code: Code
  /// Offset, in bytes from the start of the input, of the first byte that made no sense.
  public var offset: Int
  /// The enclosing structures, outermost first, such as `chunk 3`, `changeset 12`.
  public var path: [String]

  /// A failure at an offset in bytes.
  public init(_ code: Code, at offset: Int, path: [String] = []) {
    (self.code, self.offset, self.path) = (code, offset, path)
  }

  /// The same failure, with one more enclosing structure around it.
  public func inside(_ structure: String) -> DecodingFailure {
    DecodingFailure(code, at: offset, path: [structure] + path)
  }

  /// The input ended early.
  public static func truncated(needed: Int, available: Int, at offset: Int) -> DecodingFailure {
    DecodingFailure(.truncated(needed: needed, available: available), at: offset)
  }

  /// A value that no writer produces.
  public static func invalidValue(_ message: String, at offset: Int) -> DecodingFailure {
    DecodingFailure(.invalidValue(message), at: offset)
  }

  /// A count, size or depth above the decoder's limit.
  public static func limitExceeded(
    _ what: String, found: UInt64, limit: UInt64, at offset: Int
  ) -> DecodingFailure {
    DecodingFailure(.limitExceeded(what: what, found: found, limit: limit), at: offset)
  }

  /// Refuses a number above a limit, before anything is sized by it.
  static func check(
    _ what: @autoclosure () -> String, _ found: UInt64, atMost limit: UInt64, at offset: Int
  ) throws(DecodingFailure) {
    guard found > limit else { return }
    throw .limitExceeded(what(), found: found, limit: limit, at: offset)
  }

  /// Refuses bytes whose checksum is not the one that stands in the input.
  static func check(checksum found: UInt64, is expected: UInt64, at offset: Int)
    throws(DecodingFailure)
  {
    guard found == expected else {
      throw DecodingFailure(.checksumMismatch(expected: expected, found: found), at: offset)
    }
  }

  /// The demand for memory that was refused, if that is what it is about.
  public var memoryDemand: MemoryDemand? {
    if case .memoryExceeded(let demand) = code { demand } else { nil }
  }
}

extension DecodingFailure: CustomStringConvertible {
  /// One line, such as `offset 0x41b in chunk 3 > changeset 12: needs 8 bytes, 3 left`.
  public var description: String {
    let place = path.isEmpty ? "" : " in \(path.joined(separator: " > "))"
    return "offset 0x\(String(offset, radix: 16))\(place): \(code)".visible
  }
}

extension DecodingFailure.Code: CustomStringConvertible {
  /// What was expected and what was found, in one line.
  public var description: String {
    switch self {
    case .truncated(let needed, let available):
      "needs \(needed.counted("byte")), \(available) left"
    case .trailingBytes(let count):
      "\(count.counted("byte")) left after the end"
    case .invalidValue(let message):
      message.visible
    case .limitExceeded(let what, let found, let limit):
      "\(what.visible) is \(found), at most \(limit) is accepted"
    case .checksumMismatch(let expected, let found):
      "checksum 0x\(String(found, radix: 16)), expected 0x\(String(expected, radix: 16))"
    case .memoryExceeded(let demand):
      demand.description
    case .unsupported(let what):
      "not supported: \(what.visible)"
    }
  }
}
