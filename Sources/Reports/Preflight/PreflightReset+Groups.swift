internal import Campaigns
internal import FaultPlans
internal import Replayer
internal import TraceFormat

extension PreflightReset {
  var isNotable: Bool { findings.contains { $0.isNotable } }

  /// Findings that say the same, with their modes.
  var groups: [(modes: [ResetMode], finding: PreflightFinding)] {
    findings.grouped { $0.saysTheSame(as: $1) }.map { ($0.map(\.mode), $0[0]) }
  }

  func isAlike(_ other: PreflightReset) -> Bool {
    let (own, theirs) = (groups, other.groups)
    return changes == other.changes && own.count == theirs.count
      && zip(own, theirs).allSatisfy {
        $0.modes == $1.modes && $0.finding.saysTheSame(as: $1.finding)
      }
  }

  /// The command line that shows a finding in full; nil where a fault plan cannot say the same.
  func command(showing finding: PreflightFinding, _ engine: Engine, trace: String) -> String? {
    guard trace != "-", let trigger, let faults = finding.faults else { return nil }
    return ReplayCommandLine.text(
      trace: trace, mode: finding.mode, engine: engine,
      faults: faults.map { Fault(trigger, .schema($0)).text }, seed: 0)
  }
}

extension PreflightFinding {
  fileprivate func saysTheSame(as other: PreflightFinding) -> Bool {
    isSame(as: other) && writes.count == other.writes.count
  }
}

extension Preflight {
  /// Every change that any of the traces shows, with the number of those that do, the breaking ones first.
  var changes: [(change: SchemaChange, traceCount: Int)] {
    var counts: [TextBytes: (change: SchemaChange, traceCount: Int)] = [:]
    for trace in traces {
      let changes = trace.sessions.flatMap(\.resets).flatMap(\.changes)
      let byText = Dictionary(
        changes.map { (TextBytes($0.words), $0) }, uniquingKeysWith: { first, _ in first })
      for (text, change) in byText { counts[text, default: (change, 0)].traceCount += 1 }
    }
    return counts.sorted { a, b in
      let (left, right) = (a.value.change.effect.rank, b.value.change.effect.rank)
      return left == right ? a.key < b.key : left < right
    }.map(\.value)
  }
}

extension SchemaChange.Effect {
  fileprivate var rank: Int {
    switch self {
    case .breaking: 0
    case .unnoticed: 1
    case .additive: 2
    }
  }
}
