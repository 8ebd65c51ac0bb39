import FaultPlans
import RealmModel
import ReplaySupport
import Replayer
import TestSupport
import Testing
import TraceFormat

/// What goes wrong between client and server, against the rules of the protocol.
@Suite struct TransportFaultTests {
  private static func capture(_ name: String = "ClientReset_LocalChangesWhenOffline") throws
    -> FaultTrial
  {
    try FaultTrial(Captures.events(of: name))
  }

  // MARK: Acknowledgements

  @Test(arguments: FaultTrial.automatic, [Quirks.realmCore, .ideal])
  func `a lost acknowledgement ends as an upload that arrived unheard`(
    mode: ResetMode, quirks: Quirks
  ) throws {
    let text = String(
      decoding: try ProjectFiles.bytes("traces/scenarios/rs-42a-acknowledgement-lost.json"),
      as: UTF8.self)
    let quiet = text.replacing(#""serverChanges": [{"uploaded": 0}],"#, with: "")
    #expect(quiet != text)
    let expected = try FaultTrial(scenario: text).outcome(mode, quirks: quirks)
    for fault in ["at commit 1: lost-acknowledgement", "at reset: lost-acknowledgement"] {
      let outcome = try FaultTrial(scenario: quiet).outcome(mode, fault, quirks: quirks)
      #expect(outcome.result.after.canonicalJSON == expected.result.after.canonicalJSON)
      #expect(outcome.result.rulings == expected.result.rulings)
      #expect(outcome.effect(.changesUnacknowledged)?.changes.count == 1)
    }
  }

  @Test func `a server takes the transactions before one that arrived unheard, too`() throws {
    let trial = try FaultTrial(scenario: FaultTrial.base)
    let outcome = try trial.outcome(.discardLocal, "at commit 2: lost-acknowledgement")
    #expect(outcome.after(1, "v") == .int(111))
    #expect(outcome.after(5, "v") == .int(50))
    #expect(outcome.after(5, "s") == .null)
    let twice = try trial.outcome(
      .discardLocal, "at commit 2: lost-acknowledgement", "at commit 1: lost-acknowledgement")
    #expect(twice.faults.map(\.index) == [1, 0].sorted())
  }

  @Test(arguments: ["at commit 1", "at commit 2", "at reset"])
  func `the server takes a transaction once, whatever it takes later`(first: String) throws {
    let append = { (value: Int) in #"{"append": ["T", 1, "l"], "value": \#(value)}"# }
    let lists = FaultTrial.base
      .replacing(#"{"update": ["T", 1], "set": {"v": 111}}"#, with: append(3))
      .replacing(#"{"update": ["T", 5], "set": {"s": "new"}}"#, with: append(4))
      .replacing(#"{"update": ["T", 2], "set": {"s": "srv"}}"#, with: append(5))
    let trial = try FaultTrial(scenario: lists)
    let expected = try trial.outcome(.discardLocal, "at commit 3: lost-acknowledgement")
    let outcome = try trial.outcome(
      .discardLocal, "\(first): lost-acknowledgement", "at reset: lost-acknowledgement")
    #expect(outcome.situation.integrated == [0, 1, 2])
    #expect(outcome.faults.count == (first == "at reset" ? 1 : 2))
    #expect(outcome.result.after.canonicalJSON == expected.result.after.canonicalJSON)
  }

  @Test func `what the server has taken unheard as recorded is no news to it`() throws {
    let trial = try FaultTrial(file: "rs-42a-acknowledgement-lost")
    let outcome = try trial.outcome(.discardLocal, "at reset: lost-acknowledgement")
    #expect(outcome.unfiredFaults.map(\.reason) == [.integratedAlready(clientVersion: 4)])
    #expect(outcome.after(1, "v") == .int(15))
  }

  @Test func `what the server took unheard is merged with what others had written`() throws {
    let events = try TraceFiles.read(ProjectFiles.bytes("traces/field-inspections.synctrace"))
      .events
    let outcome = try FaultTrial(events).outcome(.recover, "at commit 6: lost-acknowledgement")
    #expect(outcome.gaps.isEmpty)
    #expect(outcome.effect(.changesUnacknowledged)?.changes.isEmpty == false)
    let plain = try FaultTrial(events).outcome(.recover, "at commit 1: lost-acknowledgement")
    #expect(plain.gaps.isEmpty)
  }

  @Test func `on the wire what was acknowledged is unsynced again, and the server has it`() throws {
    let plain = try Self.capture().outcomes(.recover, [])
    #expect(plain.allSatisfy { $0.situation.unsynced.allSatisfy { $0.clientVersion != 4 } })
    let outcomes = try Self.capture().outcomes(
      .recover, ["at upload 1 where session=1: lost-acknowledgement", "at reset: client-reset"])
    #expect(outcomes.count == plain.count)
    let alone = try Self.capture().outcome(
      ofSession: 1, .recover, "at upload 1 where session=1: lost-acknowledgement",
      "at download 2 where session=1: client-reset")
    #expect(alone.situation.unsynced.map(\.clientVersion) == [4])
    #expect(alone.situation.fresh.canonicalJSON == alone.situation.local.canonicalJSON)
    let situations = try Self.capture().outcomes(.recover, ["at reset: lost-acknowledgement"])
      .map(\.situation)
    let last = try #require(situations.first { !$0.unsynced.isEmpty })
    #expect(last.serverChanges == nil && last.integrated == Set(last.unsynced.indices))
  }

  // MARK: The download for a reset

  @Test(arguments: FaultTrial.automatic)
  func `a connection that breaks during the download for a reset does no harm`(mode: ResetMode)
    throws
  {
    let trial = try FaultTrial(scenario: FaultTrial.base)
    let outcome = try trial.outcome(mode, "at reset: disconnect")
    #expect(outcome.ending == (try trial.outcome(mode)).ending)
    #expect(outcome.effects.map(\.kind) == [.step])
  }

  @Test(
    arguments: [
      "duplicate-message", "reorder-messages", "truncate-message", "corrupt-message",
      "corrupt-changeset", "message-too-large",
    ], FaultTrial.automatic)
  func `a download that cannot be understood fails the reset and leaves no record`(
    fault: String, mode: ResetMode
  ) throws {
    let outcome = try FaultTrial(scenario: FaultTrial.base).outcome(mode, "at reset: \(fault)")
    #expect(outcome.failure?.failureClass == .downloadFailed)
    #expect(outcome.result.pendingReset == nil)
    #expect(outcome.after(1, "v") == .int(111))
    #expect(outcome.attempts.count == 1)
  }

  // MARK: Messages

  @Test func `an upload that is too large makes the client reset by itself`() throws {
    let trial = try FaultTrial(scenario: FaultTrial.quiet)
    let outcome = try trial.outcome(.recover, "at commit 2: message-too-large")
    #expect(outcome.situation.error.name == "LimitExceeded")
    #expect(outcome.situation.error.isFatal == false)
    #expect(outcome.situation.unsynced.count == 2)
    #expect(outcome.ending == .recovered)
  }

  @Test(arguments: ["disconnect", "truncate-message", "corrupt-message"])
  func `an upload that does not arrive stays unsynced, and the server lacks it`(fault: String)
    throws
  {
    let outcome = try Self.capture().outcome(
      ofSession: 1, .discardLocal, "at upload 1 where session=1: \(fault)",
      "at download 2 where session=1: client-reset")
    #expect(outcome.situation.unsynced.map(\.clientVersion) == [4])
    #expect(outcome.situation.fresh.classes.isEmpty)
    #expect(outcome.faults.map(\.index) == [0, 1])
  }

  @Test func `a download that does not arrive is the server's alone`() throws {
    let trial = try Self.capture()
    for fault in ["disconnect", "truncate-message", "corrupt-message"] {
      let outcome = try trial.outcome(
        ofSession: 2, .discardLocal, "at download 2 where session=2: \(fault)",
        "after download 2 where session=2: client-reset")
      #expect(outcome.situation.local.objectCount < outcome.situation.fresh.objectCount)
    }
    let plain = try trial.outcome(
      ofSession: 2, .discardLocal, "after download 2 where session=2: client-reset")
    #expect(plain.situation.local.canonicalJSON == plain.situation.fresh.canonicalJSON)
  }

  @Test func `a changeset that the client cannot read makes the server order a reset`() throws {
    let outcome = try Self.capture().outcome(
      ofSession: 2, .discardLocal, "at download 2 where session=2: corrupt-changeset")
    #expect(outcome.situation.error.code == 212)
    #expect(outcome.situation.session.session == 2)
    #expect(outcome.result.after.canonicalJSON == outcome.situation.fresh.canonicalJSON)
    #expect(outcome.situation.local.objectCount < outcome.result.after.objectCount)
  }

  // MARK: Uploads of transactions

  @Test(arguments: ["disconnect", "truncate-message", "corrupt-message", "duplicate-message"])
  func `an upload that fails leaves transactions that are recorded unsynced as they are`(
    fault: String
  ) throws {
    let trial = try FaultTrial(scenario: FaultTrial.base)
    let outcome = try trial.outcome(.recover, "at commit 2: \(fault)")
    #expect(outcome.effects.map(\.kind) == [.message])
    let plain = try trial.outcome(.recover)
    #expect(
      outcome.situation.unsynced.map(\.clientVersion)
        == plain.situation.unsynced.map(\.clientVersion))
    #expect(outcome.result.after.canonicalJSON == plain.result.after.canonicalJSON)
  }

  @Test func `a server never gets what was uploaded after the connection broke`() throws {
    // The server of the scenario took the first transaction, though the device does not know it.
    let trial = try FaultTrial(file: "rs-42a-acknowledgement-lost")
    let text = String(
      decoding: try ProjectFiles.bytes("traces/scenarios/rs-42a-acknowledgement-lost.json"),
      as: UTF8.self)
    let quiet = try FaultTrial(
      scenario: text.replacing(#""serverChanges": [{"uploaded": 0}],"#, with: ""))
    let expected = try quiet.outcome(.discardLocal)
    let plain = try trial.outcome(.discardLocal)
    #expect(plain.situation.fresh.canonicalJSON != expected.situation.fresh.canonicalJSON)
    for fault in ["disconnect", "truncate-message"] {
      let outcome = try trial.outcome(.discardLocal, "at commit 1: \(fault)")
      #expect(outcome.situation.fresh.canonicalJSON == expected.situation.fresh.canonicalJSON)
    }
    let after = try trial.outcome(.discardLocal, "after commit 1: disconnect")
    #expect(after.situation.fresh.canonicalJSON == plain.situation.fresh.canonicalJSON)
  }

  @Test func `a transaction that the server cannot read makes it order a reset`() throws {
    let trial = try FaultTrial(scenario: FaultTrial.quiet)
    let outcome = try trial.outcome(.recover, "at commit 2: corrupt-changeset")
    #expect(outcome.situation.error.code == 212 && outcome.situation.error.action == .clientReset)
    #expect(outcome.situation.unsynced.count == 2 && outcome.ending == .recovered)
    #expect(outcome.situation.fresh.schema == outcome.situation.base?.schema)
    #expect(
      try trial.outcome(.discardLocal, "at commit 2: corrupt-changeset").keysAfter == [
        1, 2, 3, 4,
      ])
  }

  @Test func `a transaction that is overtaken is refused, and the other one is the server's`()
    throws
  {
    let trial = try FaultTrial(scenario: FaultTrial.quiet)
    let outcome = try trial.outcome(.discardLocal, "at commit 1: reorder-messages")
    #expect(outcome.situation.error.code == 210 && outcome.situation.unsynced.count == 2)
    // The second transaction made object 5; the first had set a number, which is lost.
    #expect(outcome.keysAfter == [1, 2, 3, 4, 5])
    #expect(outcome.after(1, "v") == .int(11))
    // The third is about that object, and does not fit without it.
    let unfit = try trial.outcome(.discardLocal, "at commit 2: reorder-messages")
    #expect(unfit.situation.error.code == 212 && unfit.situation.unsynced.count == 3)
    #expect(unfit.keysAfter == [1, 2, 3, 4])
    let base = try FaultTrial(scenario: FaultTrial.base)
    let last = try base.outcome(.discardLocal, "at commit 3: reorder-messages")
    #expect(last.unfiredFaults.map(\.reason) == [.noTransactionFollows])
  }

  @Test func `a server takes an upload once, and a client a download`() throws {
    let trial = try Self.capture()
    let reset = "at download 2 where session=2: client-reset"
    let plain = try trial.outcome(ofSession: 2, .discardLocal, reset)
    let upload = try trial.outcome(
      ofSession: 1, .discardLocal, "at upload 1 where session=1: duplicate-message",
      "at download 2 where session=1: client-reset")
    let undisturbed = try trial.outcome(
      ofSession: 1, .discardLocal, "at download 2 where session=1: client-reset")
    #expect(upload.situation.fresh.canonicalJSON == undisturbed.situation.fresh.canonicalJSON)
    #expect(
      upload.situation.unsynced.map(\.clientVersion)
        == undisturbed.situation.unsynced.map(\.clientVersion))
    // Partition sync stops at the second one; what the first brought stays.
    let download = try trial.outcome(
      ofSession: 2, .discardLocal, "at download 2 where session=2: duplicate-message", reset)
    #expect(download.situation.local.canonicalJSON == plain.situation.local.canonicalJSON)
    let effect = try #require(download.faults.first?.effects.first)
    #expect(effect.fact == .message(.repetitionRefused))
  }

  @Test func `messages of a session that was recorded from the inside are refused with a reason`()
    throws
  {
    let outcome = try FaultTrial(scenario: FaultTrial.base).outcome(
      .recover, "at upload 3: disconnect", "at download 1: duplicate-message")
    #expect(
      outcome.unfiredFaults.map(\.reason) == [
        .fewerEvents(count: 0, moment: FaultTrigger(.at, .upload, 3)),
        .fewerEvents(count: 0, moment: FaultTrigger(.at, .download, 1)),
      ])
  }

  @Test(arguments: TransportFault.allCases, 1...4)
  func `every fault of every message ends in a verdict`(fault: TransportFault, number: Int) throws {
    let trial = try Self.capture("ClientReset_ThreeClients")
    var count = 0
    for event in ["upload", "download"] where !(event == "download" && fault == .messageTooLarge) {
      guard let parsed = try? Fault(text: "at \(event) \(number): \(fault.rawValue)") else {
        continue
      }
      let plan = FaultPlan([parsed, try Fault(text: "at reset: client-reset")])
      let outcomes = try trial.injector.outcomes(modes: [.recover], under: plan).joined()
      let told = outcomes.flatMap { $0.faults.map(\.index) + $0.unfiredFaults.map(\.index) }
      #expect(Set(told) == [0, 1], "\(event)")
      count += 1
    }
    #expect(count > 0)
  }

  @Test(arguments: ["lost-acknowledgement", "reorder-messages"])
  func `versions may begin at 0`(fault: String) throws {
    var capture = Capture(
      acknowledged: Sample.addCount(1).encoded(), unacknowledged: Sample.addCount(2).encoded(),
      firstVersion: 0)
    capture.askForReset(1)
    let outcomes = try FaultTrial(capture.events).outcomes(
      .recover, ["at upload 1: \(fault)", "at error: client-reset"])
    #expect(outcomes.count <= 1)
  }

  @Test(arguments: ["duplicate-message", "reorder-messages"])
  func `a download may be the first record`(fault: String) throws {
    let events = try Captures.events(of: "ClientReset_ThreeClients")
    let downloads = try events.filter { event in
      if case .message(let message) = event.content, case .download = try message.parsed() {
        true
      } else {
        false
      }
    }
    let first = downloads.prefix(2).enumerated().map { index, event in
      Event(
        sequence: UInt64(index), timeMicroseconds: event.timeMicroseconds, session: event.session,
        content: event.content)
    }
    #expect(first.count == 2)
    #expect(throws: ReplayFailure.self) {
      try FaultTrial(first).outcomes(.recover, ["at download 1: \(fault)"])
    }
  }

  @Test(arguments: [(nil, [4]), (7, [4]), (8, [3, 4])] as [(UInt64?, [UInt64])])
  func `of alike transactions one that the server has does not stand for another`(
    origin: UInt64?, lacking: [UInt64]
  ) throws {
    let change = Sample.addCount(1).encoded()
    let trial = try FaultTrial(
      Sample.events([
        .sessionStart(SessionStart(source: .scenario, name: "test", clientFileIdent: 7)),
        .snapshot(Snapshot(role: .base, changesets: [Sample.schemaAndObject.encoded()])),
        .localCommit(LocalCommit(clientVersion: 3, changeset: change)),
        .serverCommit(
          ServerCommit(serverVersion: 2, changeset: change, originFileIdent: origin)),
        .localCommit(LocalCommit(clientVersion: 4, changeset: change)), .syncError(Sample.error),
      ]))
    let outcome = try trial.outcome(.discardLocal, "at commit 2: lost-acknowledgement")
    #expect(outcome.effect(.changesUnacknowledged)?.changes.map(\.clientVersion) == lacking)
  }

  @Test(arguments: [
    "at message 3: drop-message", "at upload 1: delay milliseconds=5", "at message 1: client-reset",
  ])
  func `A fault of the wire never happens in a replay, and says why`(text: String) throws {
    let outcome = try FaultTrial(scenario: FaultTrial.base).outcome(
      .recover, text, "at reset: client-reset")
    #expect(outcome.unfiredFaults.map(\.reason) == [.notInReplay])
  }
}
