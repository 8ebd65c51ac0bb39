import Testing
import TraceFormat

@Suite struct ScalarTextTests {
  @Test func `identifiers print and read back`() throws {
    let identifier = try #require(ObjectID(text: "6b00e6781fdabbf902c9c0ba"))
    #expect(identifier == ObjectID(high: 0x6b00_e678_1fda_bbf9, low: 0x02c9_c0ba))
    #expect(identifier.text == "6b00e6781fdabbf902c9c0ba")
    let uuid = try #require(RealmUUID(text: "3B241101-e2bb-4255-8caf-4136c566a962"))
    #expect(uuid.high == 0x3b24_1101_e2bb_4255)
    #expect(uuid.text == "3b241101-e2bb-4255-8caf-4136c566a962")
    #expect(ObjectID(high: 0, low: 1).text == "000000000000000000000001")
  }

  @Test(arguments: ["", "6b00", "6b00e6781fdabbf902c9c0b", "6b00e6781fdabbf902c9c0bx"])
  func `other text is no object identifier`(text: String) {
    #expect(ObjectID(text: text) == nil)
  }

  @Test(arguments: [
    "", "3b241101e2bb42558caf4136c566a962", "3b241101-e2bb-4255-8caf-4136c566a96",
    "3b2411-01e2bb-4255-8caf-4136c566a962", "3b241101-e2bb-4255-8caf-4136c566a96g",
  ])
  func `other text is no UUID`(text: String) {
    #expect(RealmUUID(text: text) == nil)
  }

  @Test(arguments: [
    (0, 0, "1970-01-01T00:00:00Z"), (1, 500_000_000, "1970-01-01T00:00:01.500Z"),
    (-1, -100_000_000, "1969-12-31T23:59:58.900Z"), (0, -1, "1969-12-31T23:59:59.999999999Z"),
    (951_782_400, 1000, "2000-02-29T00:00:00.000001Z"),
    (1_714_564_799, 0, "2024-05-01T11:59:59Z"), (253_402_300_800, 0, "+10000-01-01T00:00:00Z"),
    (-62_167_219_200, 0, "0000-01-01T00:00:00Z"),
    (.max, 999_999_999, "+292277026596-12-04T15:30:07.999999999Z"),
    (.min, -999_999_999, "-292277022657-01-27T08:29:51.000000001Z"),
  ])
  func `times print in UTC`(seconds: Int64, nanoseconds: Int32, text: String) {
    #expect(Timestamp(seconds: seconds, nanoseconds: nanoseconds).text == text)
  }

  @Test(
    arguments: [
      ("plain", "\"plain\""), ("a\"b\\c", "\"a\\\"b\\\\c\""), ("a\n\r\tb", "\"a\\n\\r\\tb\""),
      ("\u{1b}[31m", "\"\\u{1b}[31m\""), ("é✓", "\"é✓\""), ("a\u{202e}b", "\"a\\u{202e}b\""),
      ("\u{2028}", "\"\\u{2028}\""), ("\u{7f}", "\"\\u{7f}\""),
    ] as [(RealmString, String)])
  func `no text breaks a line or a terminal`(string: RealmString, text: String) {
    #expect(string.quotedText == text)
  }

  @Test func `of a long text both ends are shown as text`() {
    let value = Value.string(RealmString(String(repeating: "中", count: 300)))
    let (head, tail) = (String(repeating: "中", count: 14), String(repeating: "中", count: 4))
    #expect(value.text(columns: 40) == "\"\(head)…\(tail)\"")
  }

  @Test func `a long text whose end alone is not UTF-8 is shown as bytes from its beginning`() {
    let value = Value.string(RealmString([UInt8](repeating: 0x61, count: 900) + [0xFF]))
    #expect(value.text(columns: 40) == "bytes\"\(String(repeating: "61", count: 11))6…1616161ff\"")
  }

  @Test func `bytes that are not text stay bytes`() {
    let string = RealmString([0xFF, 0x00])
    #expect(string.text == nil)
    #expect(string.quotedText == "bytes\"ff00\"")
    #expect(string.json.text() == #"{"$string":"ff00"}"#)
  }
}
