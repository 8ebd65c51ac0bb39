import Testing

@testable import TraceFormat

/// Which name a misspelled one most likely means.
@Suite struct NearestNameTests {
  @Test(arguments: [
    ("replya", "replay"), ("RECOVR", "recover"), ("recovery-disable", "recovery-disabled"),
    ("boolean", "bool"), ("replay", "replay"),
  ])
  func `a name with few bytes to change is meant`(word: String, name: String) {
    let names = ["replay", "recover", "recovery-disabled", "bool", "double"]
    #expect(names.nearest(to: word) == name)
  }

  @Test(arguments: ["", "x", "something", String(repeating: "a", count: 1000)])
  func `a word that is like none means none`(word: String) {
    #expect(["replay", "recover", "bool"].nearest(to: word) == nil)
    #expect([String]().nearest(to: word) == nil)
  }
}
