import TestSupport
import Testing

@testable import Replayer

@Suite struct MergeRuleHeadingTests {
  @Test(arguments: MergeRule.allCases)
  func `every rule can be read up`(rule: MergeRule) throws {
    let document = String(decoding: try ProjectFiles.bytes("docs/merge.md"), as: UTF8.self)
    #expect(document.contains("\n### \(rule.rawValue)\n"))
  }

  @Test(arguments: MergeRule.allCases)
  func `every rule is for two kinds that meet`(rule: MergeRule) throws {
    let path = "Sources/Replayer/Merge/Rules/MergeWork+Rules.swift"
    let rules = String(decoding: try ProjectFiles.bytes(path), as: UTF8.self)
    #expect(rules.contains("run(.\(rule), "))
  }
}
