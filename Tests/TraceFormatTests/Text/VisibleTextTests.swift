import TestSupport
import Testing

@testable import TraceFormat

/// What is different is shown different, and what is ordinary stays ordinary.
@Suite struct VisibleTextTests {
  @Test(
    arguments: [
      ("café", "café"), ("cafe\u{301}", #"cafe\u{301}"#), ("Ångström", "Ångström"),
      ("\u{212B}", #"\u{212b}"#), ("한국", "한국"), ("\u{1112}\u{1161}", #"ᄒ\u{1161}"#),
      ("ภาษาไทย", "ภาษาไทย"), ("हिन्दी", "हिन्दी"), ("Tiếng Việt", "Tiếng Việt"),
      ("עברית", "עברית"),
      ("q\u{323}\u{307}", "q\u{323}\u{307}"), ("q\u{307}\u{323}", #"q\u{307}\u{323}"#),
      ("\u{301}a", #"\u{301}a"#), ("a\u{200B}b", #"a\u{200b}b"#), ("a\u{202E}b", #"a\u{202e}b"#),
      ("a\u{A0}b", #"a\u{a0}b"#), ("👍🏽 ok", "👍🏽 ok"), ("a\u{FE0F}", #"a\u{fe0f}"#),
      ("\u{FB01}n", #"\u{fb01}n"#), ("a\u{E000}", #"a\u{e000}"#), ("a\u{34F}b", #"a\u{34f}b"#),
      ("\u{3164}", #"\u{3164}"#), ("\u{1B}[2J", #"\u{1b}[2J"#), ("日本語", "日本語"),
    ])
  func `what is not seen as what it is stands by its number`(text: String, shown: String) {
    #expect(text.visible.hasSameBytes(as: shown))
    #expect(shown.visible.hasSameBytes(as: shown))
  }

  @Test(
    arguments: [
      ("a b", #""a b""#), (" a", #""\u{20}a""#), ("a ", #""a\u{20}""#), ("a  b", #""a \u{20}b""#),
      (" ", #""\u{20}""#), ("", #""""#), ("a\n b", #""a\n b""#),
    ] as [(RealmString, String)])
  func `of blanks those stand as they are that have a word on both sides`(
    string: RealmString, shown: String
  ) {
    #expect(string.quotedText == shown)
  }

  /// Letters, marks that compose or not, blanks, what has no width, what quotes and escapes.
  private static let alphabet: [Unicode.Scalar] = [
    "a", "e", "E", "q", "1", "\u{E9}", "\u{301}", "\u{323}", "\u{307}", "\u{1EB9}", "\u{212B}",
    "\u{C5}", "\u{30A}", "\u{1100}", "\u{1161}", "\u{11A8}", "\u{AC00}", "\u{915}", "\u{93C}",
    "\u{958}", " ", "\u{A0}", "\u{3000}", "\u{200B}", "\u{200D}", "\u{202E}", "\u{FEFF}",
    "\u{FE0F}",
    "\u{1F44D}", "\u{1F3FD}", "\"", "\\", "u", "{", "}", "\n", "\t", "\u{0}", "\u{37E}", ";",
    "\u{E000}", "\u{34F}", "\u{338}", "<", "\u{226E}", "\u{FFFD}",
  ]

  @Test(arguments: TestSeed.seeds(24))
  func `no two strings are shown alike`(seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    var strings: Set<RealmString> = []
    for _ in 0..<2_000 {
      let scalars = (0..<Int.random(in: 0...4, using: &numbers)).map { _ in
        Self.alphabet.randomElement(using: &numbers) ?? "a"
      }
      strings.insert(RealmString(String(String.UnicodeScalarView(scalars))))
    }
    // Texts that are one to Unicode are one in a set.
    let shown = Set(strings.map(\.quotedText))
    #expect(shown.count == strings.count, "\(TestSeed.hint)")
    for text in shown {
      #expect(text.hiddenCount { _ in false } == 0, "\(text) \(TestSeed.hint)")
      #expect(!text.contains("  ") && !text.hasPrefix("\" ") && !text.hasSuffix(" \""))
    }
  }
}
