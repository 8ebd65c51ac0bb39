internal import FaultPlans
internal import TraceFormat

enum GoldenPlanFile {
  /// The faults that a golden is about.
  ///
  /// - Throws: what is wrong with the plan's file.
  static func plan(of cell: GoldenCell.Plan?) throws(GoldenFinding) -> FaultPlan {
    guard let cell else { return .none }
    return if let new = cell.new { new } else { try read(cell.path) ?? .none }
  }

  /// Gives a new plan its file.
  ///
  /// - Throws: where another plan of that name is in the way.
  static func write(_ cell: GoldenCell.Plan, replacing: Bool) throws {
    guard let new = cell.new else { return }
    if let old = try? read(cell.path), old == new { return }
    if !replacing, try read(cell.path) != nil { throw GoldenFinding(.planInTheWay, cell.path) }
    let sink = try AtomicFileSink(path: cell.path)
    try sink.write(Array((new.json.text(.readable) + "\n").utf8))
    try sink.commit()
  }

  private static func read(_ path: String) throws(GoldenFinding) -> FaultPlan? {
    do {
      guard let bytes = try FileTree.bytes(of: path, sizeMaxBytes: FaultPlan.sizeMaxBytes) else {
        return nil
      }
      return try FaultPlan(parsing: bytes)
    } catch {
      throw GoldenFinding(.unreadablePlan("\(error)"), path)
    }
  }
}
