internal import Analyzer
internal import TraceFormat

/// Which files belong to which trace, by their names alone (`docs/golden.md`, "Files").
///
/// A file belongs to the trace with the longest name that it begins with, so `a.b.recover.golden` is
/// the golden of `a.b.synctrace` where there is one, and else that of `a.synctrace` with plan `b`. Names of
/// files are bytes: two that look alike are two.
struct GoldenLayout {
  /// The paths of the traces, sorted.
  let traces: [String]
  /// Traces by their paths without the suffix.
  private let bases: [TextBytes: String]
  private var plans: [TextBytes: [GoldenCell.Plan]] = [:]
  private var strayPlans: [String] = []
  /// Goldens and pending outcomes, sorted.
  private let outcomes: [String]

  /// - Parameters:
  ///   - paths: all files that there are.
  ///   - new: a plan that traces get, if it is one to be added.
  ///   - chosen: the traces that get it.
  init(_ paths: Set<TextBytes>, adding new: GoldenPlans = .all, to chosen: Set<TextBytes> = []) {
    var paths = paths
    if case .added(_, name: let name) = new {
      let traces = chosen.map(\.text).filter { $0.hasSuffix(GoldenCell.traceSuffix) }
      paths.formUnion(traces.map { TextBytes(GoldenCell.planPath($0, name)) })
    }
    let sorted = paths.sorted().map(\.text)
    traces = sorted.filter { $0.hasSuffix(GoldenCell.traceSuffix) }
    bases = Dictionary(
      traces.map { (TextBytes($0.dropLast(GoldenCell.traceSuffix.count)), $0) }
    ) { first, _ in first }
    outcomes = sorted.filter {
      $0.hasSuffix(GoldenCell.goldenSuffix) || $0.hasSuffix(GoldenCell.pendingSuffix)
    }
    for path in sorted where path.hasSuffix(GoldenCell.planSuffix) {
      let name = path.dropLast(GoldenCell.planSuffix.count)
      if let owner = owner(of: name) {
        var plan = GoldenCell.Plan(name: owner.rest, path: path)
        if case .added(let faults, let name) = new, name.hasSameBytes(as: owner.rest) {
          plan.new = faults
        }
        plans[TextBytes(owner.trace), default: []].append(plan)
      } else {
        strayPlans.append(path)
      }
    }
  }

  /// The goldens that a trace should have in some modes, those with fault plans last.
  func cells(of trace: String, _ modes: [ResetMode]) -> [GoldenCell] {
    ([nil] + (plans[TextBytes(trace)] ?? [])).flatMap { plan in
      modes.map { GoldenCell(trace: trace, plan: plan, mode: $0) }
    }
  }

  /// The trace with the longest name that a path begins with, and what follows in the path.
  private func owner(of path: Substring) -> (trace: String, rest: String)? {
    var name = path
    while let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")),
      !path.utf8[dot...].contains(UInt8(ascii: "/"))
    {
      name = path[..<dot]
      if let trace = bases[TextBytes(name)] {
        return (trace, String(path[path.utf8.index(after: dot)...]))
      }
    }
    return nil
  }
}

// What belongs to nothing
extension GoldenLayout {
  /// Files that belong to no trace, plan or mode, and plans whose goldens another trace has.
  func strays(pendingFolder: String?) -> [GoldenFinding] {
    let cells = traces.flatMap { self.cells(of: $0, ResetMode.inOrder) }
    let known = Set(
      cells.flatMap { [$0.golden, $0.pending(in: nil), $0.pending(in: pendingFolder)] }
        .map { TextBytes($0) })
    return clashes(among: cells)
      + outcomes.filter { !known.contains(TextBytes($0)) }.map {
        GoldenFinding(whyOrphan($0), $0)
      }
      + strayPlans.map { GoldenFinding(.planOfNoTrace, $0) }
  }

  /// Two traces never share a golden; a plan of one can share all of another's.
  private func clashes(among cells: [GoldenCell]) -> [GoldenFinding] {
    let owners = Dictionary(
      cells.filter { $0.plan == nil }.map { (TextBytes($0.golden), $0.trace) }
    ) { first, _ in first }
    return cells.compactMap { cell in
      guard cell.mode == ResetMode.inOrder[0], let plan = cell.plan,
        let other = owners[TextBytes(cell.golden)]
      else { return nil }
      return GoldenFinding(.clash(with: other), plan.path)
    }
  }

  private func whyOrphan(_ path: String) -> GoldenFinding.Reason {
    let suffix =
      path.hasSuffix(GoldenCell.pendingSuffix)
      ? GoldenCell.pendingSuffix : GoldenCell.goldenSuffix
    guard let owner = owner(of: path.dropLast(suffix.count)) else { return .ofNoTrace }
    if let dot = owner.rest.utf8.lastIndex(of: UInt8(ascii: ".")),
      ResetMode(optionName: owner.rest[owner.rest.utf8.index(after: dot)...]) != nil
    {
      return .ofMissingPlan(GoldenCell.planPath(owner.trace, String(owner.rest[..<dot])))
    }
    return .ofNoPlanAndMode(trace: owner.trace, name: owner.rest)
  }
}
