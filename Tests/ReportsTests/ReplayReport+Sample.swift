import FaultPlans
import Importers
import RealmModel
import ReplaySupport
import TestSupport
import TraceFormat

@testable import Analyzer
@testable import Replayer
@testable import Reports

extension ReplayReport {
  /// A report that has every member, with a text of the test's choice wherever text can come from a
  /// trace.
  ///
  /// - Parameter name: What the trace's own names and values are, where that is something else.
  static func withEveryMember(
    _ text: String = "text", name: String? = nil
  ) throws -> ReplayReport {
    let outcome = try ScenarioOutcome.of(Array(scenario(name ?? text).utf8))
    var report = Analysis.report(of: outcome)
    report.session.start?.configuredResetMode = .manual
    report.session.start?.sdk = text
    report.modeSource = .sdkDefault
    report.result = .failed
    report.failure = ResetFailure(.classesRemoved, message: text)
    report.attempts[0].actualMode = .discardLocal
    report.attempts[0].failure = report.failure
    report.attempts.append(report.attempts[0])
    report.error.name = text
    report.didRecover = false
    let pending = PendingReset(
      mode: .recover, action: .clientReset, timeMicroseconds: 1_700_000_000_000_000,
      engineVersion: text)
    (report.pendingResetBefore, report.pendingResetAfter) = (pending, pending)
    report.resetLoop = ResetLoop(
      kind: .refused, pendingReset: pending, unacknowledgedResetCount: 2, action: .clientReset,
      requestedMode: .recover, nextAttempt: .leftToApp)
    report.transactions[0].originTimestampMilliseconds = 1
    report.addFindings(text)
    let last = report.writes.count - 1
    (report.writes[last].observed.device, report.writes[last].observed.after) = (nil, nil)
    report.mergePlanGap = Gap(.noDownload, sequence: 7)
    report.addFaults(text, outcome.situation.unsynced[0].changeset)
    report.gaps = [Gap(.lost(text), sequence: 7)]
    report.attempts[1].skipsAfterHandler = true
    report.attempts[1].decisions.append(
      GateDecision(gate: .anythingToReset, isPassed: false, reason: .neverWritten))
    report.comparison?.stateDigest = 1
    report.comparison?.isSameReset = true
    report.comparison?.upload = Comparison.Upload(
      transactionCount: 2, writeCount: 3, isComplete: true, uncomparedVersions: [4])
    report.comparison?.differences = [
      .state(CanonicalDifference(at: text, .members(surplus: [], missing: [text])))
    ]
    var other = report
    other.mode = .recover
    for index in other.writes.indices { other.writes[index].fate = .recovered }
    return ReplayReport(
      trace: text, resets: [ModeComparison([report, other])],
      unanswered: [
        UnansweredSession(
          session: 9, action: .deleteRealm, errorCode: 211, reason: .noLocalState(session: 9)),
        UnansweredSession(session: 10, action: nil, reason: .noStateInSession(10)),
      ])
  }

  /// A session whose names and values are the text.
  private static func scenario(_ text: String) -> String {
    let quoted = JSONText.string(text).text()
    // Realm allows names of 57 bytes.
    let name = String(decoding: text.utf8.prefix(50), as: UTF8.self)
    let className = JSONText.string("C" + name).text()
    let property = JSONText.string("p" + name).text()
    return """
      {
        "scenario": 1, "name": \(quoted),
        "schema": {
          "E": {"embedded": true, "properties": {"entryOfTheTrace": "string"}},
          \(className): {
            "primaryKey": "_id",
            "properties": {
              "_id": "string", \(property): "string", "d": "mixed{}",
              "l": "string[]", "n": "int", "e": "E", "es": "E[]"
            }
          }
        },
        "synced": {\(className): [{"_id": "old", "n": 1, "l": ["a"]}]},
        "local": [{"operations": [
          {"create": [\(className), \(quoted)], "set": {
            \(property): \(quoted),
            "d": {"entryOfTheTrace": \(quoted)}, "l": [\(quoted)],
            "e": {"entryOfTheTrace": \(quoted)}, "es": [{"entryOfTheTrace": \(quoted)}]}},
          {"update": [\(className), "old"], "set": {"n": 2}},
          {"update": [\(className), "old"], "set": {"n": 3}}
        ]}],
        "error": {"code": 208, "message": \(quoted)},
        "observed": {"mode": "DiscardLocal", "result": "failed"}
      }
      """
  }
}

extension Report {
  /// Everything that an analysis can find beside fates.
  fileprivate mutating func addFindings(_ text: String) {
    let address = writes.first { !$0.address.path.isEmpty }?.address ?? writes[0].address
    let value = ObservedValue.value(.string(RealmString(text)))
    let defect = EngineDefect(
      identifiers: [text], idealFate: .recovered, idealAfter: value,
      effect: .doneWrong(instead: value))
    writes[0].cause = .objectDeleted
    writes[0].reason = .lost(.dropped(.value(.string(RealmString(text)))))
    writes[0].winner = .device
    writes[0].defect = defect
    defects = [
      DefectOccurrence(
        identifiers: [text], address: address, after: value, idealAfter: .absent,
        result: .recovered, idealResult: .recovered, writes: [0])
    ]
    var own = writes[0].own.value
    (own.isUploadOnly, own.impliedBy) = (true, 1)
    writes[0].own = Boxed(own)
    writes[0].missingObject = .deleted
    writes[0].isDoneAgain = true
    writes[0].supersededBy = 1
    writes[0].element = ObservedValues(
      before: value, device: .present, server: .absent, after: value)
    let harm = Collateral.Reason.changeOverwritten(
      change: .init(before: value, server: value), with: value, isDefault: false)
    collateral = [
      Collateral(
        kind: .listCopiedWhole, address: address, server: value, after: .absent, before: value,
        gone: [.string(RealmString(text))], surplus: [.string(RealmString(text))], writes: [0],
        rule: .listCopiedWhole, reason: harm, defect: defect)
    ]
    self.harm.lost = [0]
    self.harm.stranded = [1]
    self.harm.overwritten = [.init(address: address, collateral: [0])]
    self.harm.doubled = [.init(address: address.wholeObject, collateral: [0])]
    self.harm.acknowledgedLost = [
      .init(address: address, value: .string(RealmString(text)), after: value),
      .init(address: address.wholeObject, value: nil, after: .absent),
    ]
    self.harm.syncedInFileOnly = self.harm.acknowledgedLost
    (self.harm.merged, self.harm.deviceWon, self.harm.serverWon) = ([address], [address], [address])
    traps = [
      TrapOccurrence(
        trap: TrapIdentifier("trap"), address: address, writes: [0], effect: .harm(harm)),
      TrapOccurrence(
        trap: TrapIdentifier("deletion-beats-edit"), address: nil, writes: [],
        effect: .syncedValueGone(value: .string(RealmString(text)), now: value)),
    ]
    let layer = ErrorExplanation.Layer(
      .init(rawValue: "classes-removed"), captures: [.init(name: "names", value: text)])
    explanations = [
      ErrorExplanation(
        message: text, layers: [layer], decision: layer, unrecognizedPart: text)
    ]
    missingSchema = [MissingSchema(address: address, wasSynced: true)]
    undoneByCopy = [ChangeUndoneByCopy(address: address, server: value, copy: .absent)]
    incoming = IncomingChanges(
      changes: [
        IncomingChange(
          address: address, before: .absent, server: value, after: .absent, arrives: false),
        IncomingChange(
          address: address.wholeObject, before: value, server: .absent, after: .absent,
          arrives: true),
      ])
    horizon = LossTimeline(
      mode: .discardLocal, engine: .realmCore, points: Self.horizonPoints, unknownPointCount: 1,
      losses: [
        .init(
          fate: .lost, writes: [0], point: 1, rule: .discardedByMode,
          reason: .each([writes[0].reason])),
        .init(
          fate: .stranded, writes: [1], point: nil, rule: nil, reason: .each([writes[0].reason])),
      ])
    mergePlan = MergePlan(
      operations: [
        .init(
          writes: [0], address: address, member: .string(RealmString(text)),
          action: .set(value),
          instructions: changesets[writes[0].transactionIndex], server: value, after: value,
          conflict: .misfit(ApplyFailure(.badChangeset, text)))
      ], settled: [1], changeset: [0])
  }

  /// A point after each kind of change, with writes of all fates.
  private static var horizonPoints: [LossTimeline.Point] {
    let changes: [SessionTimeline.Change] = [
      .snapshot(.base), .localCommit(clientVersion: 2), .serverCommit(serverVersion: 3),
      .upload(lastClientVersion: 4), .download(changeCount: 0, acknowledgedClientVersion: 4),
      .download(changeCount: 5, acknowledgedClientVersion: 4), .reset, .resetObserved,
      .error(asksForReset: true),
    ]
    return changes.map { change in
      LossTimeline.Point(
        sequence: 1, timeMicroseconds: 1_700_000_000_000_000, change: change,
        isRecorded: change == .error(asksForReset: true), result: .discarded,
        counts: Dictionary(uniqueKeysWithValues: Fate.allCases.map { ($0, 1) }))
    }
  }

  /// One fault that happened, and one that never did.
  fileprivate mutating func addFaults(_ text: String, _ changeset: Changeset) {
    let fault = Fault(
      FaultTrigger(.after, .upload, 3, where: [FaultCondition(.className, .equal, .text(text))]),
      .transport(.disconnect))
    let object = ObjectName(
      className: RealmString(text), key: .string(RealmString(text)))
    faultPlan = FaultPlan([fault, fault], seed: 1)
    faults = [
      FaultFiring(
        fault: fault, index: 0, session: 1, sequence: 2,
        effects: [
          FaultEffect(
            .objectsHidden(className: RealmString(text)),
            changes: [
              FaultedChange(
                serverVersion: 1, clientVersion: 2, isOnDevice: true, changeset: changeset)
            ], objects: [object]),
          FaultEffect(.partitionReplaced(query: text)),
        ])
    ]
    unfiredFaults = [UnfiredFault(fault: fault, index: 1, reason: .noClass(RealmString(text)))]
  }
}
