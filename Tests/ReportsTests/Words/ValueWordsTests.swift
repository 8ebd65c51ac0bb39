import RealmModel
import Testing
import TraceFormat

@testable import Analyzer
@testable import Reports

/// How values stand side by side.
@Suite struct ValueWordsTests {
  private func sighting(_ text: String) -> Sighting { .value(.string(RealmString(text))) }

  @Test func `values that differ behind the cut are shown from shortly before the difference on`() {
    let same = String(repeating: "the same words, ", count: 20)
    let seen = [sighting(same + "then A"), sighting(same + "then B"), .absent, sighting("short")]
    let texts = Phrase.apart(seen, columns: 30)
    #expect(texts == ["…rds, then A\"", "…rds, then B\"", "nothing", "\"short\""])
    #expect(texts.allSatisfy { $0.count <= 30 })
  }

  @Test func `values that are equal are cut alike`() {
    let long = sighting(String(repeating: "x", count: 100))
    let texts = Phrase.apart([long, long], columns: 20)
    #expect(texts[0] == texts[1] && texts[0].hasSuffix("…"))
  }
}
