import FaultPlans
import RealmModel
import Testing
import TraceFormat

/// What is refused, and in which words.
@Suite struct FaultPlanErrorTests {
  @Test(arguments: [
    ("", "column 1: expected an event, found the end"),
    ("at uplod 3: disconnect", "event: found \"uplod\"; did you mean `upload`?"),
    ("at upload 0: disconnect", "number: expected a number from 1, found 0"),
    ("at upload 3 disconnect", "column 13: expected `:` and what happens, found `disconnect`"),
    ("at upload 3:", "column 13: expected the name of a fault, found the end"),
    ("at upload 3: vanish", "fault: expected one of `client-reset`, "),
    ("at upload 3: disconnect now", "column 28: expected `=` and the value of `now`"),
    ("at upload 3: disconnect hard=true", "parameters: expected no members, found `hard`"),
    (
      "at reset: restore-backup version=old",
      #"parameters.version: expected an integer from 0 to 18446744073709551615, found "old""#
    ),
    ("at reset: role-change", "parameters: expected a member `class`, found none"),
    (
      "at reset: role-change class=T value=3",
      "parameters.value: expected a `property` to compare, found 3"
    ),
    (
      "at reset: role-change class=T property=v",
      "parameters: expected a `value` to compare with, found none"
    ),
    (
      "at reset: terminate-sync data=lost",
      #"parameters.data: expected one of `kept`, `gone`, found "lost""#
    ),
    ("at reset: crash", "event: expected `step` for `crash`, found \"reset\""),
    ("at step 16: crash", "number: expected a step from 1 to 15, found 16"),
    ("at step 5: disk-full", "number: expected one of `4`, `9`, `11` for `disk-full`, found 5"),
    ("at step 1: second-reset", "number: expected one of `3`, `4`, `6`, "),
    (
      "after reset: second-reset action=DeleteRealm",
      "parameters.action: expected one of `ClientReset`, `ClientResetNoRecovery`, "
    ),
    (
      "after reset: client-reset",
      #"relation: expected `before` or `at` a reset for `client-reset`, found "after""#
    ),
    ("at commit 2 of reset 2: disk-full", "reset: expected no `reset`, which goes with the event"),
    ("at commit where code=208: disk-full", "where[0].attribute: expected one of `session`"),
    ("at step 9 where code=208: crash", "where[0].attribute: expected no condition of the event"),
    ("at commit where class~T: disk-full", "column 22: expected one of `=`, `!=`, "),
    (
      "at reset: restore-backup version=1 version=2",
      "column 43: expected each parameter once, found `version` again"
    ),
    (
      "at reset: remove-class class=\"T",
      "column 30: expected a text in quotation marks, as in JSON, found `\"T`"
    ),
  ])
  func `a text that is no fault is refused with place, expectation and finding`(
    text: String, message: String
  ) {
    let failure = #expect(throws: JSONShapeFailure.self) { try Fault(text: text) }
    #expect(failure?.description.hasPrefix(message) == true, "\(failure?.description ?? "")")
  }

  @Test(arguments: [
    ("[]", "line 1, column 1: the file: expected an object, found []"),
    (
      "{", "line 1, column 2: the file: expected the name of a member, found the end of the file"
    ),
    (
      #"{"faultPlan":2,"faults":[]}"#,
      "line 1, column 14: faultPlan: expected version 1 of fault plans, found 2"
    ),
    (
      #"{"faultPlan":1}"#, "line 1, column 1: the file: expected a member `faults`, found none"
    ),
    (
      #"{"faultPlan":1,"seed":-1,"faults":[]}"#,
      "line 1, column 23: seed: expected an integer from 0 to "
    ),
    (
      #"{"faultPlan":1,"faults":[{"event":"reset","fault":"crash"}]}"#,
      #"line 1, column 35: faults[0].event: expected `step` for `crash`, found "reset""#
    ),
    (
      #"{"faultPlan":1,"faults":[{"event":"reset","fault":"change-type","parameters":{"typ":1}}]}"#,
      "line 1, column 79: faults[0].parameters: expected one of `class`, `property`, "
        + "`type`, found `typ`"
    ),
    (
      """
      {
        "faultPlan": 1,
        "faults": [
          {"event": "reset", "fault": "disk-full"}
          {"event": "upload", "fault": "disconnect"}
        ]
      }
      """,
      "line 5, column 5: faults: expected `,` or `]`, found `{`"
    ),
    (
      """
      {
        "faultPlan": 1, "seed": 5,
        "faults": [],
        "seed": 6
      }
      """,
      #"line 4, column 3: the file: expected each member once, found `"seed"` again, after line 2"#
    ),
    (
      #"{"faultPlan": 1, "faults": []} and so on"#,
      "line 1, column 32: the file: expected the end of the file, found `and`"
    ),
  ])
  func `a file that is no plan is refused with place, expectation and finding`(
    json: String, message: String
  ) {
    let failure = #expect(throws: JSONShapeFailure.self) {
      try FaultPlan(parsing: Array(json.utf8))
    }
    #expect(failure?.description.hasPrefix(message) == true, "\(failure?.description ?? "")")
  }

  @Test func `a plan that is too large is refused unread`() {
    #expect(throws: JSONShapeFailure.self) {
      try FaultPlan(parsing: Array(repeating: 0x20, count: FaultPlan.sizeMaxBytes + 1))
    }
  }

  @Test func `every prefix of a fault's text is a fault that can be written again, or a refusal`()
    throws
  {
    let text = #"after upload 3 where class="a\"b" and version>=12: restore-backup version=12"#
    var readCount = 0
    for end in text.indices {
      guard let fault = try? Fault(text: String(text[..<end])) else { continue }
      readCount += 1
      #expect(try Fault(text: fault.text) == fault)
    }
    #expect(readCount > 0)
  }
}
