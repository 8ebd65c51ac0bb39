/// Texts that would do harm in one form of report or another, were they not made inert.
enum HostileText {
  static let samples = [
    // Terminals and readers: control sequences, other line ends, hidden and turned text.
    "\u{1B}[2J\u{1B}]0;title\u{7}", "\r\nnext\n\nparagraph\u{2028}\u{2029}\u{85}",
    "\u{202E}dlrow\u{2066}\u{200B}\u{FEFF}\u{E0041}", "\u{0}\u{9B}31m\u{FFFE}\u{FFFF}",
    // Markdown and GitHub.
    "@octocat #1 GH-1 owner/repository#2 :tada: https://evil.example www.evil.example a@b.example",
    "[text](https://evil.example) ![image](x) <https://evil.example> [^1] [ref]: x",
    "**b** __i__ ~~s~~ $x$ $$y$$ \\ \\| \\\\| a | b ||", "` `` ``` | ` x", "`", "|", "\\", "` | \\",
    "# heading", "- item", "1. item", "> quote", "---", "```", "    code", "| a | b |\n|---|---|",
    // HTML and XML.
    "<script>alert(1)</script><img src=x onerror=alert(1)>", "</details></summary><!-- x -->",
    "\" onmouseover=\"alert(1)", "]]><![CDATA[ &lt; &#0; &amp;", "<?xml version=\"1.0\"?>",
    // JSON and SARIF.
    "{0} {{1}} [link](https://evil.example)", "\",\"fate\":\"recovered\"", "\\u0000 \\",
    // Much of it.
    String(repeating: "x", count: 10_000), String(repeating: "`|", count: 1_000),
    "e" + String(repeating: "\u{301}", count: 2_000), String(repeating: "漢", count: 2_000),
  ]

  /// A name of a megabyte.
  static let megabyte = String(repeating: "0123456789abcdef", count: 1 << 16)
}
