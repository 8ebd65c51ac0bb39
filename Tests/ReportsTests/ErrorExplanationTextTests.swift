import Analyzer
import Testing

@testable import Reports

/// An explanation on a page of its own.
@Suite struct ErrorExplanationTextTests {
  @Test func `What a message names can't break a line or steer a terminal`() {
    for message in ["\u{1B}[31m\nnobody", String(repeating: "w", count: 5000)] {
      let text = ErrorExplanation(explaining: message).text()
      #expect(!text.contains("\u{1B}"))
      #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }
  }

  @Test func `A part that nobody knows is quoted`() throws {
    let explanation = ErrorExplanation(
      explaining: """
        A fatal error occurred during 'ClientReset' client reset diff for SyncClientResetRequired: \
        Bad: 'my callback failed'
        """)
    #expect(explanation.text().contains("\"\(try #require(explanation.unrecognizedPart))\""))
  }
}
