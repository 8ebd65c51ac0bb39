import TestSupport
import Testing

@testable import Replayer

@Suite struct MergeRuleHeadingTests {
  @Test(arguments: MergeRule.allCases)
  func `every rule can be read up`(rule: MergeRule) throws {
    let document = String(decoding: try ProjectFiles.bytes("docs/merge.md"), as: UTF8.self)
    #expect(document.contains("\n### \(rule.rawValue)\n"))
  }

  @Test func `the table has a rule for each pair that has one`() {
    #expect(Set(MergeTable.standard.rules) == Set(MergeRule.allCases))
  }
}
