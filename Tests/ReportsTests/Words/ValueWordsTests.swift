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

  @Test func `a conflict of a merge plan shows what the server has changed`() {
    let (before, server) = (observedValue(same + "A" + same), observedValue(same + "B" + same))
    let words = MergePlan.Conflict.valueChanged(from: before, to: server, mayBeSame: false).words
    #expect(words.contains("words, Athe") && words.contains("words, Bthe"), "\(words)")
  }

  @Test func `bytes that differ behind those that are shown are told apart`() {
    let zeros = [UInt8](repeating: 0, count: 100)
    func seen(_ byte: UInt8) -> ObservedValue {
      .value(.binary(RealmString(zeros + [byte] + zeros)))
    }
    let texts = Phrase.apart([seen(1), seen(2)], columns: 30)
    #expect(
      texts == [
        "…" + "0000000000" + "1" + String(repeating: "0", count: 17) + "…",
        "…" + "0000000000" + "2" + String(repeating: "0", count: 17) + "…",
      ])
  }

  @Test func `keys that begin and end alike are named by what differs`() {
    let keys = ["1", "2"].map { PrimaryKeyValue.string(RealmString(same + $0 + same)) }
    let names = ObjectNames(Set(keys))
    let shown = keys.map(names.name(of:))
    #expect(shown[0] != shown[1] && shown.allSatisfy { $0.count <= 40 }, "\(shown)")
    #expect(shown[0].contains("words, 1the"))
    // Two of these begin alike for longer than all of them.
    let more = keys + [.string(RealmString(same + "1" + same + "3"))]
    #expect(Set(more.map(ObjectNames(Set(more)).name(of:))).count == 3)
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
