// How strings stand in JSON. Programs' output is printed on terminals and in logs too.

extension JSONText {
  /// What of strings is written by its number, such as `\u001b`. Readers of JSON get the same text either way.
  public enum Escaping: Sendable {
    /// All that could steer a terminal, break a line or turn the direction of writing: what controls
    /// (U+0000 to U+001F and U+007F to U+009F), U+2028 and U+2029, and the marks, embeddings, overrides
    /// and isolates of bidirectional writing (U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069);
    /// and a `#` that begins a command for whoever runs a build, such as `##[error]`.
    case visible
    /// Only what JSON does not allow as it is (RFC 8259, section 7): the form whose digest is taken and
    /// that is compared with what other tools wrote.
    case least
  }

  /// Quotes a string; all that needs no escape is UTF-8.
  static func writeString(_ text: String, into bytes: inout [UInt8], _ escaping: Escaping) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    // SAFETY: the buffer is read during the call only.
    text.withUTF8 { utf8 in
      if unsafe utf8.contains(where: isSpecial) {
        unsafe writeEscaped(utf8.span, into: &bytes, escaping)
      } else {
        unsafe bytes.append(contentsOf: utf8)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func writeEscaped(
    _ utf8: Span<UInt8>, into bytes: inout [UInt8], _ escaping: Escaping
  ) {
    var index = 0
    while index < utf8.count {
      let byte = utf8[index]
      index += 1
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0..<0x20: writeNumber(UInt16(byte), into: &bytes)
      case UInt8(ascii: "#") where escaping == .visible && utf8.beginsCommand(at: index - 1):
        writeNumber(UInt16(byte), into: &bytes)
      // DEL, and the first bytes of all else that is escaped.
      case 0x7F, 0xC2, 0xD8, 0xE2:
        if escaping == .visible, let steering = SteeringScalar(utf8, at: index - 1) {
          writeNumber(steering.value, into: &bytes)
          index += steering.byteCount - 1
        } else {
          bytes.append(byte)
        }
      default: bytes.append(byte)
      }
    }
  }

  /// Whether a byte has an escape, or something that begins with it may have one.
  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "#"), UInt8(ascii: "\\"), 0x7F, 0xC2, 0xD8,
      0xE2:
      true
    default: false
    }
  }

  private static func writeNumber(_ value: UInt16, into bytes: inout [UInt8]) {
    bytes.append(contentsOf: "\\u".utf8)
    bytes.append(contentsOf: Hex.digits(of: value).utf8)
  }

  /// XXH64 of the compact text with the fewest escapes, by which states are compared across tools.
  package var digest: UInt64 {
    var bytes: [UInt8] = []
    write(into: &bytes, escaping: .least)
    return XXH64.digest(bytes)
  }
}

/// A scalar that JSON allows as it is and that does something to what stands around it.
private struct SteeringScalar {
  var value: UInt16
  var byteCount: Int

  /// The one whose bytes begin at an index; nil where another scalar does.
  init?(_ utf8: Span<UInt8>, at index: Int) {
    let (second, third) = (
      index + 1 < utf8.count ? utf8[index + 1] : 0, index + 2 < utf8.count ? utf8[index + 2] : 0
    )
    switch (utf8[index], second, third) {
    case (0x7F, _, _): (value, byteCount) = (0x7F, 1)
    case (0xC2, 0x80...0x9F, _): (value, byteCount) = (UInt16(second), 2)
    case (0xD8, 0x9C, _): (value, byteCount) = (0x061C, 2)
    case (0xE2, 0x80, 0x8E...0x8F), (0xE2, 0x80, 0xA8...0xAE):
      (value, byteCount) = (0x2000 | UInt16(third & 0x3F), 3)
    case (0xE2, 0x81, 0xA6...0xA9):
      (value, byteCount) = (0x2040 | UInt16(third & 0x3F), 3)
    default: return nil
    }
  }
}

extension JSONText: JSONWritten, Decodable {
  /// Takes what replaces the value.
  public init(from decoder: any Decoder) throws { self = try decoder.jsonNode().json }
  /// Itself.
  public var json: JSONText { self }
}
