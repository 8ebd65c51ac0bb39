import Analyzer
import RealmModel
import Replayer
import TraceFormat

@testable import Campaigns

extension FleetRow {
  /// The row of a trace with one reset that loses so many writes to one property.
  ///
  /// - Parameters:
  ///   - lost: how many; nothing goes wrong with 0.
  ///   - name: the trace, which is another one for another name.
  ///   - unknown: of how many more it is not known what becomes.
  ///   - user: whose it is; each trace is somebody else's where none is given.
  package static func losing(
    _ lost: Int, _ name: String, mode: ResetMode, unknown: Int = 0, user: UInt64? = nil,
    property: String = "notes", kind: FleetReset.Kind = .reset
  ) -> FleetRow {
    let digest = XXH64.digest(Array(name.utf8))
    let trigger = FleetReset.Trigger(action: .clientReset, code: 208, name: "BadClientFileIdent")
    var cause = FleetCause(
      cluster: "", rule: .discardedByMode, className: "Inspection",
      property: RealmString(property), defects: [], harm: [.lost: lost])
    cause.cluster = cause.identifier(mode: mode, trigger)
    var harm = HarmCounts()
    harm.lost = lost
    let notKnown = FleetFates(
      className: "Inspection", property: RealmString(property), fate: .unknown,
      cause: .approximateState, rule: nil, defects: [], writeCount: unknown, ownCount: unknown)
    let reset = FleetReset(
      session: 1, record: 7, kind: kind, trigger: trigger, result: .recovered, didRecover: nil,
      attempts: [], message: nil, observed: nil, transactionCount: 1,
      writeCount: lost + unknown + 1, countedCount: lost + unknown + 1, keptCount: 1, harm: harm,
      fates: unknown == 0 ? [] : [notKnown],
      causes: lost == 0 ? [] : [cause], traps: [], defects: [], schemaChanges: [], gaps: [],
      recommended: [])
    let session = FleetSession(session: 1, device: Hex.digest(user ?? digest))
    let trace = FleetTrace(
      name: RealmString(name), sha256: String(repeating: Hex.digest(digest), count: 4),
      sizeBytes: 4711)
    return FleetRow(
      trace: trace, mode: mode,
      content: .replayed(
        FleetReplay(
          engine: .realmCore, tool: "0.1.0", recordCount: 9, sessions: [session], resets: [reset])))
  }
}

extension FleetReport {
  /// Whether two reports say the same.
  ///
  /// - Parameter exceptInput: whether what was read may be something else.
  package func isSame(as other: FleetReport, exceptInput: Bool = false) -> Bool {
    (exceptInput || input == other.input) && engine == other.engine && tools == other.tools
      && traceCount == other.traceCount && userCount == other.userCount && modes == other.modes
      && best == other.best && clusters == other.clusters && errors == other.errors
      && gaps == other.gaps && gapTraceCount == other.gapTraceCount
      && damagedTraceCount == other.damagedTraceCount && unanswered == other.unanswered
  }
}
