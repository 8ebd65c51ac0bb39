import RealmModel
import Testing
import TraceFormat

@testable import Analyzer
@testable import Reports

/// How values stand side by side.
@Suite struct ValueWordsTests {
  private func observedValue(_ text: String) -> ObservedValue { .value(.string(RealmString(text))) }

  private let same = String(repeating: "the same words, ", count: 20)

  @Test func `a long value is cut in the middle, so that its end tells it apart`() {
    let seen = [
      observedValue(same + "then A"), observedValue(same + "then B"), .absent,
      observedValue("short"),
    ]
    let texts = Phrase.apart(seen, columns: 30)
    let beginning = "\"the same words, the s"
    #expect(texts == [beginning + "…then A\"", beginning + "…then B\"", "nothing", "\"short\""])
    #expect(texts.allSatisfy { $0.count <= 30 })
  }

  @Test
  func `values that differ in what is cut out are shown from shortly before the difference on`() {
    let texts = Phrase.apart(
      [observedValue(same + "A" + same), observedValue(same + "B" + same)], columns: 30)
    #expect(texts == ["…me words, Athe same words, t…", "…me words, Bthe same words, t…"])
  }

  @Test func `NaNs that differ are shown with their bits`() {
    let bits: [UInt64] = [0x7ff8_0000_0000_0000, 0x7ff8_0000_0000_0001]
    let seen = bits.map { ObservedValue.value(.double(bitPattern: $0)) }
    #expect(
      Phrase.apart(seen, columns: 30) == [
        "double nan(0x7ff8000000000000)", "double nan(0x7ff8000000000001)",
      ])
    #expect(Phrase.apart([seen[0], seen[0]], columns: 30) == ["nan", "nan"])
  }

  @Test func `values that are equal are cut alike`() {
    let long = observedValue(String(repeating: "x", count: 100))
    let texts = Phrase.apart([long, long], columns: 20)
    #expect(texts[0] == texts[1] && texts[0] == "\"xxxxxxxxxxxxx…xxxx\"")
  }
}
