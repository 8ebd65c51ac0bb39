/// A text with holes, such as a message whose names and numbers differ from one to the next.
///
/// A hole is written as its name in angle brackets, `<class>`: it ends where the text behind it stands
/// first. One with a star, `<inner*>`, ends where that stands last, since quotations inside of messages are
/// not escaped; `<*>` at the end is anything, and is not looked at.
package struct MessagePattern: Hashable, Sendable, ExpressibleByStringLiteral {
  /// What differs from one text to the next.
  package struct Hole: Hashable, Sendable {
    /// The word in the brackets.
    package var name: String
    /// Whether it reaches to where the text behind it stands last.
    package var isGreedy: Bool
    /// The text between it and the next hole, or the end; empty where nothing is.
    package var literal: [UInt8] = []
  }

  /// The text before the first hole.
  package private(set) var opening: [UInt8] = []
  package private(set) var holes: [Hole] = []

  package init(stringLiteral text: String) { self.init(text) }

  /// Reads a pattern; brackets around anything but a name are text.
  package init(_ text: String) {
    var rest = ArraySlice(text.utf8)
    while let byte = rest.first {
      if let hole = Hole(&rest) {
        holes.append(hole)
        continue
      }
      if holes.isEmpty { opening.append(byte) } else { holes[holes.count - 1].literal.append(byte) }
      rest.removeFirst()
    }
  }
}

extension MessagePattern: Decodable {
  package init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }
}

extension MessagePattern.Hole {
  /// The hole that a text begins with; the text is what follows it.
  fileprivate init?(_ text: inout ArraySlice<UInt8>) {
    guard text.first == UInt8(ascii: "<") else { return nil }
    let name = text.dropFirst().prefix(while: \.isASCIILetter)
    var end = name.endIndex
    let isGreedy = end < text.endIndex && text[end] == UInt8(ascii: "*")
    if isGreedy { end += 1 }
    guard isGreedy || !name.isEmpty, end < text.endIndex, text[end] == UInt8(ascii: ">") else {
      return nil
    }
    self.init(name: String(decoding: name, as: UTF8.self), isGreedy: isGreedy)
    text = text[(end + 1)...]
  }
}
