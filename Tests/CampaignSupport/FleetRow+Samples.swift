import Analyzer
import FaultPlans
import RealmModel
import Replayer
import TraceFormat

@testable import Campaigns

extension FleetRow {
  /// A row in which every member has a value.
  package static func withEveryMember() -> FleetRow {
    FleetRow(
      trace: FleetTrace(
        name: RealmString("a/b.synctrace"), sha256: String(repeating: "0f", count: 32),
        sizeBytes: 4711), mode: .recover, whatIf: .withEveryMember,
      content: .replayed(
        FleetReplay(
          engine: .realmCore, tool: "0.1.0", recordCount: 12, isDamaged: true,
          notes: [TraceHeader.Metadata("app", "7.1")], sessions: [.withEveryMember()],
          resets: [.withEveryMember()],
          unanswered: [FleetUnanswered(session: 2, action: .clientReset, reason: "noFreshState")])))
  }

  /// The row of a trace that could not be read.
  package static let failed = FleetRow(
    trace: FleetTrace(name: RealmString("a.synctrace"), sizeBytes: 3), mode: nil,
    whatIf: .withEveryMember,
    content: .failed(
      FleetFailure(
        .invalid, place: "offset 0x0", message: "needs 4 bytes, 3 left", reason: "noState",
        exitCode: 65)))
}

extension FleetWhatIf {
  fileprivate static let withEveryMember = FleetWhatIf(
    FaultPlan([Fault(FaultTrigger(.at, .end), .server(.terminateSync(dataIsKept: true)))], seed: 7),
    RealmSchema([]))
}

extension FleetSession {
  fileprivate static func withEveryMember() -> FleetSession {
    var session = FleetSession(
      session: 1, device: "00112233445566ff", file: RealmString("/data/a.realm"))
    (session.fileIdent, session.source, session.name) = (.max, .proxy, RealmString("c1/1"))
    (session.syncKind, session.protocolVersion) = (.flexible, 12)
    (session.agent, session.sdk) = (RealmString("RealmSync/14.13.0 RealmSwift/10.54.6"), "Swift")
    (session.sdkVersion, session.configuredMode) = ("10.54.6", .recover)
    return session
  }
}

extension FleetReset {
  fileprivate static func withEveryMember() -> FleetReset {
    var harm = HarmCounts()
    (harm.lost, harm.stranded, harm.overwritten, harm.doubled) = (1, 2, 3, 4)
    (harm.acknowledgedLost, harm.merged, harm.deviceWon, harm.serverWon) = (5, 6, 7, 8)
    let name = RealmString("Ding")
    return FleetReset(
      session: 1, record: .max, kind: .reset,
      trigger: Trigger(action: .clientReset, code: -208, name: "BadClientFileIdent"),
      result: .failed, didRecover: false,
      attempts: [Attempt(mode: .recover, result: .failed, failure: .classesRemoved)],
      message: "class gone",
      observed: Observed(mode: .recover, result: .recovered, isSame: false), transactionCount: 1,
      writeCount: 2, countedCount: 2, keptCount: 1, unknownCount: 1, changes: Changes(),
      harm: harm,
      fates: [
        FleetFates(
          className: name, property: RealmString("größe"), fate: .lost, cause: .objectDeleted,
          rule: RuleIdentifier(rawValue: "object-deleted"), defects: ["R4", "RS-70"], writeCount: 3,
          ownCount: 2)
      ],
      causes: [
        FleetCause(
          cluster: "0123456789abcdef", rule: .resetFailed, className: name,
          property: RealmString("x"), schemaChange: .classRemoved, defects: ["R4"],
          harm: [.lost: 1, .doubled: 2])
      ],
      traps: [FleetCount(TrapIdentifier("applied-twice"), 2)], defects: ["R4"],
      schemaChanges: [
        FleetSchemaChange(kind: .classRemoved, effect: .breaking, className: name, property: name)
      ], gaps: [FleetCount(.wireOnly, 1)], recommended: [.recover, .recoverOrDiscard])
  }
}
