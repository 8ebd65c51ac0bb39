import FaultPlans
import RealmModel
import Testing
import TraceFormat

/// Which faults are for replays, which for the wire, and what is said of those in the wrong place.
@Suite struct InjectionTargetTests {
  @Test func `Every fault has a place, and an example that is possible in one`() throws {
    for description in FaultCatalogue.all {
      #expect(!description.targets.isEmpty, "\(description.name)")
      let fault = try Fault(text: description.example)
      #expect(
        description.targets.contains { fault.isPossible(in: $0) }, "\(description.example)")
      for target in InjectionTarget.allCases {
        for event in description.events(in: target) where event != .step {
          #expect(Fault(FaultTrigger(.at, event), fault.kind).isPossible(in: target))
        }
      }
    }
  }

  @Test(arguments: [
    (
      "at message 3: drop-message", InjectionTarget.replay,
      "fault: expected a fault for a replay; `drop-message` is for the wire (`tracetool record`), "
        + #"found "drop-message""#
    ),
    (
      "at message 3: disconnect", .replay,
      "event: expected one of `commit`, `upload`, `download`, `reset` for `disconnect` in a replay, "
        + #"found "message""#
    ),
    (
      "at step 9: crash", .wire,
      "fault: expected a fault for the wire (`tracetool record`); `crash` is for a replay, "
        + #"found "crash""#
    ),
    (
      "at upload 2: remove-class class=Site", .wire,
      "fault: expected a fault for the wire (`tracetool record`); `remove-class` is for a replay and a "
        + #"simulated world (`tracetool simulate`), found "remove-class""#
    ),
    (
      "at commit 3: client-reset", .wire,
      "event: expected one of `message`, `upload`, `download`, `error` for `client-reset` on the wire "
        + #"(`tracetool record`), found "commit""#
    ),
  ])
  func `A fault in the wrong place is refused, with what can do it`(
    text: String, target: InjectionTarget, message: String
  ) throws {
    let failure = #expect(throws: JSONShapeFailure.self) { try Fault(text: text, for: target) }
    #expect(failure?.description == message)
    let plan = FaultPlan([try Fault(text: "at upload 1: disconnect"), try Fault(text: text)])
    let inFile = #expect(throws: JSONShapeFailure.self) {
      try FaultPlan(parsing: Array(plan.json.text().utf8), for: target)
    }
    #expect(inFile?.description.hasSuffix("faults[1].\(message)") == true, "\(inFile!)")
    #expect(inFile?.position != nil)
  }

  @Test(arguments: [
    ("at reset: crash", InjectionTarget.wire), ("at commit 2: drop-message", .replay),
    ("at step 2: drop-message", .simulation),
  ])
  func `A fault that a target does not have is refused for that, at any event`(
    text: String, target: InjectionTarget
  ) {
    let failure = #expect(throws: JSONShapeFailure.self) { try Fault(text: text, for: target) }
    #expect(failure?.path == "fault", "\(failure?.description ?? "")")
  }

  @Test(arguments: [
    (
      "at message where direction=up: disconnect",
      "where[0].value: expected one of `clientToServer`, "
    ),
    (
      "at message where type=uplod: disconnect",
      "where[0].value: found \"uplod\"; did you mean `upload`?"
    ),
    ("at upload where type=upload: disconnect", "where[0].attribute: expected one of `session`, "),
    ("at message 1: delay", "parameters: expected a member `milliseconds`, found none"),
    (
      "at message 1: delay milliseconds=0",
      "parameters.milliseconds: expected a number from 1 to 86400000, found 0"
    ),
    (
      "at message 1: close-connection code=1006",
      "parameters.code: expected a number from 1000 to 1003, 1007 to 1014 or 3000 to 4999, found 1006"
    ),
  ])
  func `What could never be met or done is refused`(text: String, message: String) {
    let failure = #expect(throws: JSONShapeFailure.self) { try Fault(text: text) }
    #expect(failure?.description.hasPrefix(message) == true, "\(failure?.description ?? "")")
  }
}
