// Text that nothing that reads along takes for a command. What a step of continuous integration prints
// is read by its runner too: GitHub's obeys lines that begin with `::` behind blanks, and `##[` anywhere;
// Azure's obeys `##vso[`, and TeamCity `##teamcity[`.

extension String {
  /// The line, with a character's number instead of the one that would begin a command, such as `\u{3a}:error::`.
  package var withoutCommand: String {
    let line = beginsCommand ? withNumber(at: unicodeScalars.firstIndex(of: ":")) : self
    return line.withoutNumberSigns(#"\u{23}"#)
  }

  /// The text with something else instead of each `#` that would begin a command wherever it stands: what
  /// a form writes for it, so that readers of the form get the same text.
  package func withoutNumberSigns(_ escape: String) -> String {
    guard utf8.contains(UInt8(ascii: "#")) else { return self }
    let bytes = Array(utf8)[...]
    let shown = bytes.indices.flatMap { index in
      bytes[index] == UInt8(ascii: "#") && bytes.span.beginsCommand(at: index)
        ? Array(escape.utf8) : [bytes[index]]
    }
    return String(decoding: shown, as: UTF8.self)
  }

  private var beginsCommand: Bool { utf8.drop { $0 == UInt8(ascii: " ") }.starts(with: "::".utf8) }

  private func withNumber(at index: Index?) -> String {
    guard let index else { return self }
    return self[..<index] + "\\u{3a}" + self[self.unicodeScalars.index(after: index)...]
  }
}

extension Span<UInt8> {
  /// Whether a `#` at an index begins a command: `##[`, `##vso[`.
  func beginsCommand(at index: Int) -> Bool {
    var next = index + 1
    guard next < count, self[next] == UInt8(ascii: "#") else { return false }
    repeat { next += 1 } while next < count && self[next].isASCIILetter
    return next < count && self[next] == UInt8(ascii: "[")
  }
}
