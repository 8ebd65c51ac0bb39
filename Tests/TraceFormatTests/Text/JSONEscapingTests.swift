import Testing
import TraceFormat

@Suite struct JSONEscapingTests {
  /// Everything below U+3000 that is a scalar, and some above.
  private static let scalars =
    (0..<0x3000).compactMap { Unicode.Scalar($0 as UInt32) } + ["字", "🦀"]

  private static func steers(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control
      || ["\u{2028}", "\u{2029}"].contains(scalar) || scalar.properties.isBidiControl
  }

  @Test func `what could steer a terminal is escaped, and nothing else`() throws {
    for scalar in Self.scalars {
      let text = String(String.UnicodeScalarView([scalar]))
      let quoted = JSONText.string(text).text()
      let isEscaped = quoted.hasPrefix("\"\\u")
      #expect(isEscaped == Self.steers(scalar), "U+\(String(scalar.value, radix: 16))")
      #expect(quoted.unicodeScalars.allSatisfy { !Self.steers($0) })
    }
  }

  @Test func `every layout reads back as the same text, names too`() throws {
    let text = String(String.UnicodeScalarView(Self.scalars))
    let value = JSONText.object([.init(text, .array([.string(text), .string("\(text)\(text)")]))])
    for layout in [JSONText.Layout.compact, .indented, .readable, .spaced] {
      for escaping in [JSONText.Escaping.visible, .least] {
        let bytes = Array(value.text(layout, escaping: escaping).utf8)
        #expect(try JSONText(parsing: bytes) == value)
      }
    }
  }

  @Test func `a command for the runner of a build is none in JSON, and reads back as it was`()
    throws
  {
    for text in ["##[error]x", "a ##vso[task.x]y", "###[x", "##[", "#", "##", "##a", "## [x]"] {
      let json = JSONText.object([.init(text, .string(text))])
      let written = json.text()
      #expect(!written.contains(/##[A-Za-z]*\[/), "\(written)")
      #expect(try JSONText(parsing: Array(written.utf8)) == json)
      #expect(json.text(escaping: .least) == "{\"\(text)\":\"\(text)\"}")
    }
    #expect(JSONText.string("## [x] #1").text() == "\"## [x] #1\"")
  }

  @Test func `the form whose digest is taken has the fewest escapes`() {
    let value = JSONText.string("a\u{85}\u{202E}\u{7F}\u{1B}")
    #expect(value.text(escaping: .least) == "\"a\u{85}\u{202E}\u{7F}\\u001b\"")
    #expect(value.text() == #""a\u0085\u202e\u007f\u001b""#)
    #expect(value.digest != JSONText.string("a").digest)
    #expect(value.digest == XXH64.digest(Array(value.text(escaping: .least).utf8)))
  }
}

@Suite struct InertTextTests {
  @Test(arguments: [
    ("::error::x", #"\u{3a}:error::x"#), ("  ::set-output x", #"  \u{3a}:set-output x"#),
    ("a ::error::x", "a ::error::x"), (":x", ":x"), ("", ""),
    ("a ##[error]x", #"a \u{23}#[error]x"#), ("##vso[task.x]y", #"\u{23}#vso[task.x]y"#),
    ("##teamcity[a ##[b", #"\u{23}#teamcity[a \u{23}#[b"#), ("## [x]", "## [x]"), ("#1", "#1"),
  ])
  func `a line is no command to what reads along`(line: String, shown: String) {
    #expect(line.withoutCommand == shown)
    #expect(shown.withoutCommand == shown)
  }
}
