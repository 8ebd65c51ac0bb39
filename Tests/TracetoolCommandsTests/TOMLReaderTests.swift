import Testing
import TraceFormat

@testable import TracetoolCommands

@Suite struct TOMLReaderTests {
  private func read(_ text: String) throws(TOMLFailure) -> [TOMLEntry] {
    var reader = try TOMLReader(Array(text.utf8))
    return try reader.entries()
  }

  private static let whole = """
    # a comment, é
    paths = ["traces", 'C:\\raw',
      "last", # with a comma
    ]\r
    [golden]
    mode = "re\\u0063over \\"x\\" \\\\ \\t"
    jobs = +1_000

    [ golden . check ]
    on = true
    none = []
    off=false
    """

  @Test func `The mark of UTF-8 in front is passed over, and counts no column`() throws {
    let entries = try read("\u{FEFF}" + Self.whole)
    #expect(entries.map(\.key) == (try read(Self.whole)).map(\.key))
    let failure = #expect(throws: TOMLFailure.self) { try read("\u{FEFF}= 1") }
    #expect(failure?.place == TextPosition(line: 1, column: 1))
    #expect(throws: TOMLFailure.self) { try read("a = 1\n\u{FEFF}b = 2") }
  }

  @Test func `Tables, strings, numbers, booleans and arrays are read, with their places`() throws {
    let entries = try read(Self.whole)
    #expect(entries.map(\.key) == ["paths", "mode", "jobs", "on", "none", "off"])
    #expect(
      entries.map(\.table) == [
        [], ["golden"], ["golden"], ["golden", "check"], ["golden", "check"], ["golden", "check"],
      ])
    #expect(entries[0].isArray && !entries[1].isArray && entries[4].isArray)
    #expect(
      entries.map { $0.values.map(\.value) } == [
        [.string("traces"), .string("C:\\raw"), .string("last")],
        [.string("recover \"x\" \\ \t")], [.number("1000")], [.bool(true)], [], [.bool(false)],
      ])
    #expect(entries[0].place == TextPosition(line: 2, column: 1))
    #expect(entries[0].values[1].place == TextPosition(line: 2, column: 20))
    #expect(entries[0].values[2].place == TextPosition(line: 3, column: 3))
    #expect(entries[5].place == TextPosition(line: 12, column: 1))
  }

  @Test(arguments: [
    ("a = 1\nb", 2, 2, "expected `=` after the key, found the end of the file"),
    ("a = ", 1, 5, "expected a string in quotes on one line, a whole number, true or false"),
    ("a = yes", 1, 5, "true or false, found `yes`"), ("a = 1.5", 1, 5, "found `1.5`"),
    ("a = 01", 1, 5, "found `01`"), ("a = 1979-05-27", 1, 5, "found `1979-05-27`"),
    ("a = {x = 1}", 1, 5, "found `{x`"), ("a = \"x\ny\"", 1, 5, "found `\"x`"),
    ("a = \"\"\"x\"\"\"", 1, 7, "expected the end of the line"), ("a = \"\\q\"", 1, 5, "expected"),
    ("a = \"\\ud800\"", 1, 5, "expected"), ("a = [1, [2]]", 1, 9, "found `[2]]`"),
    ("a = [1 2]", 1, 8, "expected `,` or `]` in the array"),
    ("é = 1", 1, 1, "expected a key"), ("[[a]]", 1, 2, "expected the name of a table"),
    ("[a", 1, 3, "expected `]`"), ("a = 1 b = 2", 1, 7, "expected the end of the line"),
    ("a = 1\na = 2", 2, 1, "`a` is there a second time"),
    ("[a]\n[b]\n[a]", 3, 1, "`a` is there a second time"),
    ("a = 1\n[a]", 2, 1, "`a` is there a second time"),
    ("a = 1 # \u{1}", 1, 9, "expected the end of the line"), ("a = 1\r", 1, 6, "expected"),
    ("\"a\" = 1", 1, 1, "expected a key"), ("a.b = 1", 1, 2, "expected `=`"),
  ])
  func `What is not TOML, or not supported, has its place`(
    text: String, line: Int, column: Int, message: String
  ) {
    let failure = #expect(throws: TOMLFailure.self) { try read(text) }
    #expect(failure?.place == TextPosition(line: line, column: column), "\(text)")
    #expect(failure?.text.contains(message) == true, "\(failure?.text ?? "")")
  }

  @Test func `Bytes that are not UTF-8 are found`() {
    let failure = #expect(throws: TOMLFailure.self) {
      try TOMLReader(Array("a = 1\nb = \"".utf8) + [0xFF, 0x22])
    }
    #expect(failure?.place == TextPosition(line: 2, column: 6))
  }

  @Test func `Every prefix and every flipped bit gives entries or a failure`() throws {
    let bytes = Array(Self.whole.utf8)
    var (readCount, refusedCount) = (0, 0)
    func tryBytes(_ bytes: [UInt8]) {
      do throws(TOMLFailure) {
        var reader = try TOMLReader(bytes)
        _ = try reader.entries()
        readCount += 1
      } catch {
        #expect(error.place.line >= 1 && error.place.column >= 1)
        refusedCount += 1
      }
    }
    for count in bytes.indices { tryBytes(Array(bytes[..<count])) }
    for index in bytes.indices {
      for bit in 0..<8 {
        var flipped = bytes
        flipped[index] ^= 1 << bit
        tryBytes(flipped)
      }
    }
    #expect(readCount > 50 && refusedCount > 500)
  }
}
