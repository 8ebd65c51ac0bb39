/// What stands in a message where another one has another name, number or text.
///
/// In patterns and templates a hole is written as its name in angle brackets, such as `<class>`.
/// The name decides what may stand there.
struct MessageHole: Hashable, Sendable {
  var name: String

  /// What may stand in a hole.
  enum Content {
    /// Digits, possibly negative.
    case number
    /// No spaces or quotation marks.
    case word
    /// Anything up to the next fixed part.
    case anything
    /// A message of its own: it reaches to the last place where the next fixed part stands.
    case message
  }

  var content: Content {
    switch name {
    case "index", "count", "limit", "code": .number
    case "instruction", "action", "mode", "otherMode", "type", "otherType", "url": .word
    case "inner": .message
    default: .anything
    }
  }

  func accepts(_ text: ArraySlice<UInt8>) -> Bool {
    switch content {
    case .number:
      let digits = text.first == UInt8(ascii: "-") ? text.dropFirst() : text
      return !digits.isEmpty && digits.count <= 20 && digits.allSatisfy { $0.isDigit }
    case .word: return !text.isEmpty && text.count <= 64 && !text.contains { $0.endsWord }
    case .anything, .message: return true
    }
  }
}

extension UInt8 {
  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  /// Whether a word of a message ends before it.
  var endsWord: Bool {
    switch self {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "'"), UInt8(ascii: "\""),
      UInt8(ascii: "`"), UInt8(ascii: ","):
      true
    default: false
    }
  }
}
