import Testing
import TraceFormat

@testable import Analyzer
@testable import Reports

@Suite struct MarkdownTextTests {
  @Test(arguments: [
    ("set to \"urgent\"", "set to \"urgent\""),
    ("*a* _b_ ~~c~~ `d` [e](f) \\", #"\*a\* \_b\_ \~\~c\~\~ \`d\` \[e\](f) \\"#),
    ("<b> & c | d", "&lt;b&gt; &amp; c &#124; d"),
    ("@octocat #1 GH-1", "@&#8203;octocat #&#8203;1 GH-&#8203;1"),
    ("a@b.example", "a@&#8203;b.example"),
    ("https://x.example www.x.example", "https&#58;&#8203;//x.example www&#46;&#8203;x.example"),
    (":tada: 10:15", ":&#8203;tada: 10:15"),
    ("$x$", "<span>$</span>x<span>$</span>"),
    ("a\nb\u{202E}\u{1B}", #"a\\u{a}b\\u{202e}\\u{1b}"#),
    ("...", "..."),
  ])
  func `Among words nothing means anything to Markdown or to GitHub`(text: String, markdown: String)
  {
    #expect(MarkdownText.prose(text) == markdown)
  }

  @Test(arguments: [
    ("a", "`a`"), ("a`b", "``a`b``"), ("`", "`` ` ``"), ("a``", "``` a`` ```"), (" a ", "`  a  `"),
    ("@octocat <b> *c* \\", "`@octocat <b> *c* \\`"), ("a\nb", #"`a\u{a}b`"#), ("", ""),
    ("a|b", "<code>a&#124;b</code>"),
    ("`\u{308}a", "`` `\u{308}a ``"), ("a|\u{308}", "<code>a&#124;\u{308}</code>"),
    ("\\|`@", "<code>&#92;&#124;&#96;&#64;&#8203;</code>"),
  ])
  func `A value is code, with a fence that it does not hold`(text: String, markdown: String) {
    #expect(MarkdownText.code(text).hasSameBytes(as: markdown))
  }

  @Test(arguments: [
    (#"`s` is "a`b`c""#, #"`s` is "a\`b\`c""#, "<code>s</code> is &quot;a`b`c&quot;"),
    (#""5` 6" → "\"` 7""#, #""5\` 6" → "\\"\` 7""#, "&quot;5` 6&quot; → &quot;\\&quot;` 7&quot;"),
    ("a ` b", #"a \` b"#, "a ` b"),
  ])
  func `In a sentence the backticks of a value are its own`(
    text: String, markdown: String, html: String
  ) {
    #expect(MarkdownText.sentence(text) == markdown)
    var page = HTMLWriter()
    page.sentence(text)
    #expect(page.html == html)
  }

  @Test(arguments: HostileText.samples)
  func `Nothing breaks a line or ends a cell`(text: String) {
    for markdown in [MarkdownText.prose(text), MarkdownText.code(text)] {
      #expect(!markdown.unicodeScalars.contains { $0 == "\n" || $0 == "\r" || $0 == "|" })
      #expect(markdown.hiddenCount(keeping: { _ in false }) == 0)
    }
  }
}
