import Analyzer
import RealmModel
import Replayer
import TestSupport
import TraceFormat

@testable import Campaigns

/// Rows of traces that nobody has recorded, as a run over them would write them: those of a trace together,
/// and the same for the same numbers.
package struct RandomFleet {
  private var numbers: SeededNumbers
  /// Which rows there are.
  package var modes = ResetMode.allCases

  /// A fleet of a seed.
  package init(seed: UInt64) { numbers = SeededNumbers(seed: seed) }

  /// The rows of so many traces, a few of which are the same file under another name, have no row in one
  /// of the modes, or could not be replayed.
  package mutating func rows(traceCount: Int) -> [FleetRow] {
    var rows: [FleetRow] = []
    for number in 0..<traceCount {
      let name = RealmString("traces/\(number).synctrace")
      if chance(of: 12) {
        rows.append(failed(name))
      } else if chance(of: 12), let copied = rows.first(where: { $0.mode != nil }) {
        rows += rows.filter { $0.trace == copied.trace }.map { row in
          var row = row
          row.trace.name = name
          return row
        }
      } else {
        rows += replayed(name)
      }
    }
    return rows
  }

  private mutating func chance(of one: Int) -> Bool {
    Int.random(in: 0..<one, using: &numbers) == 0
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &numbers)]
  }

  private mutating func failed(_ name: RealmString) -> FleetRow {
    let kind = pick(FleetFailure.Kind.allCases)
    return FleetRow(
      trace: FleetTrace(name: name), mode: kind == .work ? .recover : nil,
      content: .failed(FleetFailure(kind, message: "no \(name)", exitCode: 65)))
  }

  private mutating func replayed(_ name: RealmString) -> [FleetRow] {
    let digest = Hex.encode(numbers.bytes(32)[...])
    let trace = FleetTrace(name: name, sha256: digest, sizeBytes: 4711)
    let devices = (0..<2).map { _ in Hex.digest(UInt64.random(in: 1...9, using: &numbers)) }
    let chosen = chance(of: 8) ? Array(modes.dropLast()) : modes
    return chosen.map { mode in
      var replay = FleetReplay(engine: .realmCore, tool: "0.1.0", recordCount: 9)
      replay.isDamaged = chance(of: 20)
      replay.sessions = devices.enumerated().map {
        FleetSession(session: UInt32($0 + 1), device: $1)
      }
      replay.resets = (1...pick([1, 1, 2])).map { reset(session: UInt32($0), mode) }
      if chance(of: 15) {
        replay.unanswered = [
          FleetUnanswered(session: 2, action: .clientReset, reason: "noFreshState")
        ]
      }
      return FleetRow(trace: trace, mode: mode, content: .replayed(replay))
    }
  }

  private mutating func reset(session: UInt32, _ mode: ResetMode) -> FleetReset {
    let isCoded = !chance(of: 4)
    let trigger = FleetReset.Trigger(
      action: pick([.clientReset, .clientResetNoRecovery]), code: isCoded ? 208 : nil,
      name: pick(["BadClientFileIdent", "Bad"]))
    var causes: [FleetCause] = []
    for _ in 0..<pick([0, 1, 1, 2, 3]) {
      let cause = cause(mode, trigger)
      if !causes.contains(where: { $0.cluster == cause.cluster }) { causes.append(cause) }
    }
    var harm = HarmCounts()
    for cause in causes { harm.add { cause.harm[$0] ?? 0 } }
    let unknown = FleetFates(
      className: "A", property: nil, fate: .unknown, cause: .missingRecords, rule: nil,
      defects: [], writeCount: 3, ownCount: pick([0, 0, 1]))
    return FleetReset(
      session: session, record: 7, kind: pick([.reset, .reset, .unsynced]), trigger: trigger,
      result: pick([.recovered, .recovered, .failed]), didRecover: nil, attempts: [], message: nil,
      observed: nil, transactionCount: 1, writeCount: 5, countedCount: 5, keptCount: 1,
      unknownCount: pick([nil, 0, 2]), harm: harm, fates: [unknown], causes: causes, traps: [],
      defects: [], schemaChanges: [],
      gaps: chance(of: 4) ? [FleetCount(.wireOnly, 2)] : [], recommended: [])
  }

  private mutating func cause(_ mode: ResetMode, _ trigger: FleetReset.Trigger) -> FleetCause {
    let rule: RuleIdentifier? = pick([.discardedByMode, .resetFailed, nil])
    let (className, property): (RealmString, RealmString?) = (pick(["A", "é"]), pick(["x", nil]))
    let change: SchemaChange.Kind? = pick([nil, nil, .classRemoved])
    var harm: [HarmClass: Int] = [pick(HarmClass.allCases): pick([1, 1, 2, 7])]
    harm[.lost] = pick([1, 2])
    var cause = FleetCause(
      cluster: "", rule: rule, className: className, property: property, schemaChange: change,
      defects: [], harm: harm)
    cause.cluster = cause.identifier(mode: mode, trigger)
    return cause
  }
}

extension FleetReport {
  /// What some rows come to.
  package static func of(
    _ rows: [FleetRow], modes: Set<ResetMode> = [], engine: Engine? = nil
  ) throws -> FleetReport {
    var tally = FleetTally(modes: modes, engine: engine)
    for row in rows { try tally.add(row) }
    return tally.report()
  }
}
