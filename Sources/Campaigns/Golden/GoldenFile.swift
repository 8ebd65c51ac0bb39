internal import Analyzer
internal import FaultPlans
internal import TraceFormat

enum GoldenFile {
  /// The golden of a cell at a path, or what is wrong with it; nil where there is none.
  static func read(_ path: String, for cell: GoldenCell) -> Result<Golden, GoldenFinding>? {
    bytes(of: path).map { $0.flatMap { golden($0, path, cell) } }
  }

  /// The bytes of a golden; nil where there is none.
  static func bytes(of path: String) -> Result<[UInt8], GoldenFinding>? {
    do {
      return try FileTree.bytes(of: path, sizeMaxBytes: Golden.sizeMaxBytes).map { .success($0) }
    } catch {
      return .failure(GoldenFinding(.unreadableGolden("\(error)"), path))
    }
  }

  /// The golden that bytes are, or what is wrong with them.
  static func golden(
    _ bytes: [UInt8], _ path: String, _ cell: GoldenCell
  ) -> Result<Golden, GoldenFinding> {
    do throws(GoldenFailure) {
      let golden = try Golden(parsing: bytes)
      return Result { () throws(GoldenFinding) in try checked(golden, path, cell) }
    } catch {
      let column = error.position.map { "column \($0.column): " } ?? ""
      return .failure(
        GoldenFinding(.unreadableGolden(column + error.text), path, line: error.position?.line))
    }
  }

  /// A golden that was copied to another name would hide that its own is missing.
  private static func checked(
    _ golden: Golden, _ path: String, _ cell: GoldenCell
  ) throws(GoldenFinding) -> Golden {
    let (plan, planOfCell) = (golden.plan?.name, cell.planText)
    guard golden.mode == cell.mode,
      plan.map({ TextBytes($0) }) == planOfCell.map({ TextBytes($0) })
    else {
      let named = [cell.planText, cell.mode.optionName].compactMap { $0 }
      let stated = [golden.plan?.name, golden.mode.optionName].compactMap { $0 }
      throw GoldenFinding(.misnamed(named, is: stated), path)
    }
    return golden
  }

  /// Writes a golden whole; who reads meanwhile finds the old one.
  static func write(_ golden: Golden, to path: String) throws {
    let bytes = Array(golden.text.utf8)
    guard bytes.count <= Golden.sizeMaxBytes else {
      throw GoldenFailure(
        text: "it would have \(bytes.count) bytes, and at most "
          + "\(Golden.sizeMaxBytes) are accepted")
    }
    try FileTree.makeFolder(FileTree.folder(of: path))
    try AtomicFileSink(path: path).commit(bytes)
  }
}

// The files of fault plans
extension GoldenFile {
  /// The faults that a golden is about; throws what is wrong with the plan's file.
  static func plan(of cell: GoldenCell.Plan?) throws(GoldenFinding) -> FaultPlan {
    guard let cell else { return .none }
    return if let new = cell.new { new } else { try plan(cell.path) ?? .none }
  }

  /// Gives a new plan its file; throws where another plan of that name is in the way.
  static func write(_ cell: GoldenCell.Plan, replacing: Bool) throws {
    guard let new = cell.new else { return }
    if let old = try? plan(cell.path), old == new { return }
    if !replacing, try plan(cell.path) != nil { throw GoldenFinding(.planInTheWay, cell.path) }
    try AtomicFileSink(path: cell.path).commit(Array((new.json.text(.readable) + "\n").utf8))
  }

  private static func plan(_ path: String) throws(GoldenFinding) -> FaultPlan? {
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
