import Testing

@testable import Campaigns

@Suite struct KeepConditionTests {
  @Test(arguments: [
    "lost >= 1", "result = failed", "failure = classesRemoved", "writes < 5 and collateral > 0",
    "trap:whole-list-overwritten >= 1", "cause:discardedByMode = 3", "rule:object-gone >= 1",
    "defects <= 0", "collateral:listCopiedWhole >= 2", "acknowledgedLost >= 1 and doubled = 0",
    "overwritten > 1",
  ])
  func `a condition is printed as it was written`(text: String) throws {
    #expect(try KeepCondition(parsing: text).text == text)
  }

  @Test func `blanks around signs do not matter, and commas join`() throws {
    #expect(
      try KeepCondition(parsing: "lost>=1,result=recovered").text
        == "lost >= 1 and result = recovered")
  }

  @Test(arguments: [
    ("", "three words"), ("lost", "three words"), ("lost >= ", "three words"),
    ("lost => 1", "one of =, !=, <, <=, >, >="), ("lost >= many", "a number from 0"),
    ("lost >= -1", "a number from 0"), ("gone >= 1", "one of recovered, conflicted"),
    ("result >= 1", "="), ("result = fine", "one of recovered, discarded"),
    ("failure = none", "recoveryNotAllowed"), ("collateral:none = 1", "listCopiedWhole"),
    ("trap:tpyo = 0", "one of whole-list-overwritten, "), ("cause:nope >= 1", "discardedByMode"),
    ("rule:none < 1", "object-gone"), ("lost >= 1 and", "three words"),
    ("lost >= 99999999999999999999", "a number from 0"),
  ])
  func `what cannot be understood is named, with what was expected`(
    text: String, expected: String
  ) {
    let failure = #expect(throws: KeepConditionFailure.self) {
      _ = try KeepCondition(parsing: text)
    }
    #expect(failure?.description.contains(expected) == true, "\(failure?.description ?? "none")")
  }
}
