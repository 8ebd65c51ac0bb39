import Testing
import TraceFormat

@Suite struct DecimalTests {
  /// Coefficient, exponent, and the text that Realm prints.
  static let texts: [(UInt64, Int, String)] = [
    (150, -2, "1.50"), (5, -1, "5E-1"), (12345, 4, "1.2345E8"), (1, -6176, "1E-6176"),
    (0, 0, "0"), (1, 0, "1"), (125, -1, "12.5"), (314, -2, "3.14"), (100, 1, "1.00E3"),
    (123456, 7, "1.23456E12"), (12, -3, "1.2E-2"), (0, -2, "0E-2"),
    (.max, 0, "18446744073709551615"),
  ]

  @Test(arguments: texts)
  func `prints as Realm does and reads back`(
    coefficient: UInt64, exponent: Int, text: String
  ) throws {
    let decimal = Decimal128(high: UInt64(exponent + 6176) << 49, low: coefficient)
    #expect(decimal.text == text)
    #expect(Decimal128(text: text) == decimal)
    #expect(Decimal128(text: "-" + text)?.text == "-" + text)
    #expect(Decimal128(text: "-" + text)?.isNegative == true)
  }

  @Test func `uses the long notation from 2 to the 64 on`() throws {
    let largest = try #require(
      Decimal128(text: "+9999999999999999999999999999999999E+6111"))
    #expect(largest.text == "+9999999999999999999999999999999999E+6111")
    #expect(Decimal128(text: "18446744073709551616")?.text == "+18446744073709551616E+0")
    #expect(Decimal128(text: "-1844674407370955161.6")?.text == "-18446744073709551616E-1")
  }

  @Test(arguments: ["Inf", "-Inf", "NaN", "-NaN"])
  func `keeps what is no number`(text: String) {
    #expect(Decimal128(text: text)?.text == text)
  }

  @Test func `knows the one NaN that means null`() {
    #expect(Decimal128.null.isNull)
    #expect(Decimal128.null.isNaN)
    #expect(!Decimal128.nan.isNull)
    #expect(Decimal128(text: "NaN") == .nan)
  }

  @Test(arguments: [
    "", "-", "+", ".", "1.2.3", "1e", "e5", "1e5.0", "1 ", "0x10",
    "12345678901234567890123456789012345",
    "1E6145", "1E-6177", "infinite", "1e999999999999999999999", "--1",
  ])
  func `refuses what is no exact decimal`(text: String) {
    #expect(Decimal128(text: text) == nil)
  }

  @Test func `moves zeros where the exponent alone would not fit`() {
    #expect(Decimal128(text: "1E6112") == Decimal128(text: "10E6111"))
    #expect(Decimal128(text: "1E6144")?.exponent == 6111)
    #expect(Decimal128(text: "10E-6177") == Decimal128(text: "1E-6176"))
    #expect(Decimal128(text: "0E9000")?.exponent == 6111)
  }
}
