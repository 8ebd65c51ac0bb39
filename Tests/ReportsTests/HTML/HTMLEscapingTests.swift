import Testing

@testable import Reports

/// The one way for text into a page.
@Suite struct HTMLEscapingTests {
  private func escaped(_ text: String) -> String { HTMLEscaping.escaped(text) }

  @Test func `What means something to HTML is escaped`() {
    #expect(
      escaped(#"<a href="x" title='y'>&amp;"#)
        == "&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;")
  }

  /// Swift takes a letter and what combines with it, before or behind, for one character. Browsers
  /// read scalars.
  @Test(arguments: [
    "\u{0D4E}", "\u{111C2}", "\u{0600}", "\u{0301}", "\u{200D}", "\u{FE0F}", "\u{20DD}",
    "\u{1F1E6}",
  ])
  func `Nothing that combines with a character keeps it from being escaped`(neighbour: String) {
    for dangerous in ["<", ">", "&", "\"", "'"] {
      for text in [neighbour + dangerous, dangerous + neighbour, neighbour + dangerous + neighbour]
      {
        let scalars = escaped(text).unicodeScalars
        #expect(!scalars.contains { "<>\"'".unicodeScalars.contains($0) })
        #expect(scalars.count { $0 == "&" } == 1)
      }
    }
  }

  @Test(arguments: [
    "\u{0}", "\u{1B}", "\r", "\u{7F}", "\u{202E}", "\u{200B}", "\u{2028}", "\u{2066}",
  ])
  func `What hides or turns the direction of writing is shown by its number`(text: String) {
    let number = String(text.unicodeScalars.first?.value ?? 0, radix: 16)
    #expect(escaped("a\(text)b") == "a\\u{\(number)}b")
  }

  @Test func `Ordinary text of any language stays as it is`() {
    for text in ["Größe", "漢字", "مرحبا", "👍", "line\nnext\ttab", "{{name}}", "{{{name}}}"] {
      #expect(escaped(text) == text)
    }
  }
}
