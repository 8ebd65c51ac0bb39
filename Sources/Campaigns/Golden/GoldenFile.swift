internal import Analyzer
internal import TraceFormat

enum GoldenFile {
  /// The golden of a cell, or what is wrong with it; nil where there is none.
  static func read(_ cell: GoldenCell) -> Result<Golden, GoldenFinding>? {
    read(cell.golden, for: cell)
  }

  static func read(_ path: String, for cell: GoldenCell) -> Result<Golden, GoldenFinding>? {
    do {
      guard let bytes = try FileTree.bytes(of: path, sizeMaxBytes: Golden.sizeMaxBytes) else {
        return nil
      }
      let golden = try Golden(parsing: bytes)
      return try .success(checked(golden, path, cell))
    } catch let failure as GoldenFailure {
      let column = failure.position.map { "column \($0.column): " } ?? ""
      return .failure(
        GoldenFinding(
          .unreadableGolden(column + failure.text), path, line: failure.position?.line))
    } catch let finding as GoldenFinding {
      return .failure(finding)
    } catch {
      return .failure(GoldenFinding(.unreadableGolden("\(error)"), path))
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
    let sink = try AtomicFileSink(path: path)
    try sink.write(bytes)
    try sink.commit()
  }
}
