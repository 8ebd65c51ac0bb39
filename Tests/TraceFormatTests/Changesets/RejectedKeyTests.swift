import TestSupport
import Testing

@testable import TraceFormat

/// Primary keys as errors name them.
@Suite struct RejectedKeyTests {
  @Test(arguments: [
    (PrimaryKeyValue.int(7), "AQc="), (.string("abc"), "AwNhYmM="), (.null, "AA=="),
  ])
  func `A key is written as Realm writes it`(key: PrimaryKeyValue, text: String) {
    #expect(key.base64 == text)
    #expect(PrimaryKeyValue(base64: text) == key)
  }

  @Test(
    arguments: [
      .int(.min), .int(.max), .string(""), .string(RealmString([0xFF, 0])),
      .string(RealmString([UInt8](repeating: 0x61, count: 200))),
      .objectID(EveryInstruction.objectID), .uuid(EveryInstruction.uuid),
      .globalKey(GlobalKey(high: 3, low: 500)),
    ] as [PrimaryKeyValue])
  func `Every key is read as it was written`(key: PrimaryKeyValue) {
    #expect(PrimaryKeyValue(base64: key.base64) == key)
  }

  @Test(arguments: [
    "", "A", "AQc", "AQc=A", "=AQc", "AQ\u{e9}=", "AgE=", "AwVhYmM=", "Cg==", "====", "A===",
  ])
  func `What is no key is refused`(text: String) {
    #expect(PrimaryKeyValue(base64: text) == nil)
  }

  @Test func `Bytes behind a key are ignored, as Realm ignores them`() {
    #expect(PrimaryKeyValue(base64: "AQcAAAAA") == .int(7))
  }

  @Test func `Bytes of any number survive the text`() {
    for count in 0..<20 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 200) }
      #expect(Base64.decode(Base64.encode(bytes)) == bytes)
    }
    #expect(Base64.encode(Array("light work.".utf8)) == "bGlnaHQgd29yay4=")
    #expect(Base64.encode([0xFB, 0xFF]) == "+/8=")
  }
}
