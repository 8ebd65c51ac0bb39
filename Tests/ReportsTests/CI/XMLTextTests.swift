import Analyzer
import Reports
import Testing

@Suite struct XMLTextTests {
  @Test func `Elements are indented, and text is left as it is`() {
    let xml = XMLText.element(
      "a", [.init("x", "1")], [.element("b", [], []), .element("c", [], [.text(" two\nlines ")])])
    #expect(
      xml.document == """
        <?xml version="1.0" encoding="UTF-8"?>
        <a x="1">
          <b/>
          <c> two
        lines </c>
        </a>

        """)
  }

  @Test(arguments: [
    "a < b && c > \"d\" 'e' ]]>", "</a><b/>", "<![CDATA[", "<!-- --> <?pi?> &amp; &#0;",
    "tab\tline\nreturn\r\n", "漢字 é 🏳", "",
  ])
  func `A parser reads the text that was written, in content and in attributes`(text: String) {
    let xml = XMLText.element("a", [.init("x", text)], [.text(text)])
    let read = ParsedXML.root(of: xml.document)
    #expect(read?.attributes["x"] == text)
    #expect(read?.text == text)
  }

  @Test func `What XML does not allow, or what would deceive, is written by its number`() throws {
    let text = "\u{0}\u{1B}[2J\u{85}\u{202E}\u{FEFF}\u{FFFE}\u{FFFF}\u{2028}"
    let xml = XMLText.element("a", [.init("x", text)], [.text(text)])
    let read = try #require(ParsedXML.root(of: xml.document))
    #expect(
      read.text == #"\u{0}\u{1b}[2J\u{85}\u{202e}\u{feff}\u{fffe}\u{ffff}\u{2028}"#)
    #expect(read.attributes["x"] == read.text)
  }

  @Test func `Every scalar is read back, or its number`() throws {
    let scalars = (0...0x11_0000).lazy.compactMap { Unicode.Scalar($0 as UInt32) }
      .filter { $0.value < 0x700 || $0.value % 509 == 0 || $0.value & 0xFFFE == 0xFFFE }
    var text = ""
    for scalar in scalars { text.unicodeScalars.append(scalar) }
    let xml = XMLText.element("a", [], [.text(text)])
    let read = try #require(ParsedXML.root(of: xml.document))
    let restored = read.text.replacing(/\\u\{([0-9a-f]+)\}/.matchingSemantics(.unicodeScalar)) {
      match in
      Unicode.Scalar(UInt32(match.1, radix: 16) ?? 0).map { String($0) } ?? ""
    }
    #expect(restored.unicodeScalars.elementsEqual(text.unicodeScalars))
  }
}
