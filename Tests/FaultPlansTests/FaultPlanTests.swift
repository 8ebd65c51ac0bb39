import FaultPlans
import RealmModel
import TestSupport
import Testing
import TraceFormat

@Suite struct FaultPlanTests {
  /// Texts with every form of a moment, beside the catalogue's own examples.
  static let texts =
    FaultCatalogue.all.map(\.example) + [
      "before commit 12: disk-full",
      "at upload 3 where class=Task and version>=12: restore-backup version=12",
      "at download 2 where property=\"due: date\": disconnect",
      "at commit where instruction=EraseObject and class=\"12\": lost-acknowledgement",
      "at reset 2 where code!=208: remove-property class=\"a \\\"b\\\" c\" property=é",
      // Accents that Swift takes for one character with the quotation mark.
      "at reset: remove-property class=\"\u{301}a\" property=\"e\u{301}\"",
      "after step 11 of reset 2: crash",
      "at reset: role-change class=Task property=votes comparison=>= value=10",
      "at reset: role-change class=Task property=owner comparison=!= value=\"true\"",
      // One that Swift takes for one character with the sign before it.
      "at reset: role-change class=Task property=owner value=\u{93E}x",
      "at reset: role-change class=Task property=owner comparison=!= value=\u{93E}x",
      "at error: sync-error code=231 action=Warning message=\"not allowed\" fatal=false",
      "at reset: restore-backup version=18446744073709551615",
    ]

  @Test(arguments: texts)
  func `a fault is read back from its text and from its JSON`(text: String) throws {
    let fault = try Fault(text: text)
    #expect(try Fault(text: fault.text) == fault, "\(fault.text)")
    let plan = FaultPlan([fault], seed: .max)
    #expect(try FaultPlan(parsing: Array(plan.json.text().utf8)) == plan)
    #expect(try FaultPlan(parsing: Array(plan.json.text(.indented).utf8)) == plan)
  }

  @Test(arguments: texts)
  func `a plan's JSON fits the published schema`(text: String) throws {
    let schema = JSONSchema(
      try JSONText(parsing: ProjectFiles.bytes("docs/fault-plan.schema.json")))
    let plan = FaultPlan([try Fault(text: text)], seed: 7)
    #expect(schema.findings(in: plan.json).isEmpty)
  }

  @Test func `the schema knows exactly the faults of the catalogue`() throws {
    let schema = try JSONText(parsing: ProjectFiles.bytes("docs/fault-plan.schema.json"))
    let names = schema.member("$defs")?.member("fault")?.member("properties")?.member("fault")?
      .member("enum")
    #expect(names == .array(FaultCatalogue.all.map { .string($0.name) }))
  }

  @Test(arguments: FaultCatalogue.all.indices)
  func `an example of the catalogue shows the fault it stands for`(index: Int) throws {
    let description = FaultCatalogue.all[index]
    let fault = try Fault(text: description.example)
    #expect(fault.kind.name == description.name)
    #expect(fault.kind.family == description.family)
    #expect(fault.text == description.example)
    let known = Set(description.parameters.map(\.name))
    for parameter in fault.kind.parameters { #expect(known.contains(parameter.name)) }
  }

  @Test func `the words of a moment have a meaning of their own`() throws {
    let fault = try Fault(text: "after upload 3 where class=Task and version>=12: disconnect")
    #expect(
      fault
        == Fault(
          FaultTrigger(
            .after, .upload, 3,
            where: [
              FaultCondition(.className, .equal, .text("Task")),
              FaultCondition(.version, .greaterOrEqual, .number("12")),
            ]), .transport(.disconnect)))
    #expect(try Fault(text: "reset: recovery-disabled").trigger == FaultTrigger(.at, .reset, 1))
  }

  @Test func `a plan without faults does nothing, and says so`() throws {
    #expect(FaultPlan.none.isEmpty)
    #expect(FaultPlan.none.json.text() == #"{"faultPlan":1,"faults":[]}"#)
  }
}
