// Text that nothing that reads along takes for a command. What a step of continuous integration prints
// is read by its runner too: GitHub's obeys lines that begin with `::` behind blanks, and `##[` anywhere;
// Azure's obeys `##vso[`, and TeamCity `##teamcity[`.

extension String {
  /// The line, with a character's number in the place of the one that would begin a command, such as
  /// `\u{3a}:error::`.
  package var withoutCommand: String {
    let line = beginsCommand ? withNumber(at: unicodeScalars.firstIndex(of: ":")) : self
    guard line.utf8.contains(UInt8(ascii: "#")) else { return line }
    return line.replacing(/#(#[A-Za-z]*\[)/) { "\\u{23}\($0.output.1)" }
  }

  private var beginsCommand: Bool {
    utf8.drop { $0 == UInt8(ascii: " ") }.starts(with: "::".utf8)
  }

  private func withNumber(at index: Index?) -> String {
    guard let index else { return self }
    return self[..<index] + "\\u{3a}" + self[self.unicodeScalars.index(after: index)...]
  }
}
