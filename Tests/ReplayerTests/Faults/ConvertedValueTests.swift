import RealmModel
import Testing
import TraceFormat

@testable import Replayer

/// Values under a changed schema: what need not be converted stays as it is, byte for byte.
@Suite struct ConvertedValueTests {
  @Test func `a string that is no text stays under another property's change`() {
    let text = RealmString([0x61, 0xFF, 0x62])
    guard case .string(let kept) = Cell.string(text).converted(to: .string) else {
      Issue.record("it is no string any more")
      return
    }
    #expect(kept == text)
  }

  @Test func `a decimal keeps the digits that a double has not`() throws {
    let decimal = try #require(Decimal128(text: "9007199254740993"))
    guard case .int(9_007_199_254_740_993) = Cell.decimal(decimal).converted(to: .int) else {
      Issue.record("it is another number")
      return
    }
  }

  @Test(arguments: [0x7FF0_0000_0000_0001, 0x8000_0000_0000_0000] as [UInt64])
  func `a number keeps the form of its bits`(bits: UInt64) {
    guard case .double(let kept) = Cell.double(bitPattern: bits).converted(to: .double) else {
      Issue.record("it is no number any more")
      return
    }
    #expect(kept == bits)
  }
}
