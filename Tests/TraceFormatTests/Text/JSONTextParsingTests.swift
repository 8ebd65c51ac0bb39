import Testing
import TraceFormat

@Suite struct JSONTextParsingTests {
  private static let sample = #"""
     { "b" : [1, -0.50, 2e+07, 9223372036854775807] , "a":{"x":null,"y":true,"z":false},
       "s":"q\"\\\/\b\f\n\r\té\uD83D\ude00ü" , "e":[], "o":{} }
    """#

  @Test func `Members keep their order and numbers their digits`() throws {
    let value = try JSONText(parsing: Array(Self.sample.utf8))
    let expected = #"""
      {"b":[1,-0.50,2e+07,9223372036854775807],"a":{"x":null,"y":true,"z":false},"s":"q\"\\/\u0008\u000c\u000a\u000d\u0009é😀ü","e":[],"o":{}}
      """#
    #expect(value.text() == expected)
    #expect(try JSONText(parsing: Array(expected.utf8)) == value)
  }

  @Test(arguments: 0..<JSONTextParsingTests.sample.utf8.count)
  func `Text that is cut anywhere is refused`(length: Int) {
    let bytes = Array(Self.sample.utf8.prefix(length))
    let failure = #expect(throws: DecodingFailure.self) { try JSONText(parsing: bytes) }
    #expect((failure?.offset ?? .max) <= length)
  }

  @Test(arguments: [
    "", " ", "nul", "tru", "01", "-", "1.", ".5", "1e", "+1", "[1,]", "[1 2]", "{,}", "{\"a\"}",
    "{\"a\":1,}", "{a:1}", "'a'", "\"\u{1}\"", "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"\\uD800\"",
    "\"\\uDC00\"", "\"\\uD800\\u0041\"", "1 2", "[", "{\"a\":1,\"a\":2}", "NaN", "1\u{FEFF}",
  ])
  func `Text that is not JSON is refused`(text: String) {
    #expect(throws: DecodingFailure.self) { try JSONText(parsing: Array(text.utf8)) }
  }

  @Test(arguments: [[0x22, 0xFF, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22]])
  func `Strings that are not UTF-8 are refused`(bytes: [UInt8]) {
    #expect(throws: DecodingFailure.self) { try JSONText(parsing: bytes) }
  }

  @Test func `Nesting is accepted up to the limit and refused beyond it`() throws {
    func nested(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    _ = try JSONText(parsing: nested(JSONReader.nestingDepthMax))
    #expect(throws: DecodingFailure.self) {
      try JSONText(parsing: nested(JSONReader.nestingDepthMax + 1))
    }
    #expect(throws: DecodingFailure.self) { try JSONText(parsing: nested(1_000_000)) }
  }

  @Test func `A failure says where it is`() {
    let failure = #expect(throws: DecodingFailure.self) {
      try JSONText(parsing: Array(#"{"a": [1, x]}"#.utf8))
    }
    #expect(failure?.offset == 10)
    #expect(failure?.description.contains("expected a JSON value, found `x`") == true)
  }
}
