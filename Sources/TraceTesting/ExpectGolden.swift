public import Campaigns
internal import Foundation
internal import Reports
public import TraceFormat

/// Replays a trace and compares with the goldens next to it (`docs/golden.md`, "In tests").
///
/// ```swift
/// try expectGolden("Traces/offline-week.synctrace", mode: .recover)
/// ```
///
/// In a test of Swift Testing a difference is recorded as an issue, with the new outcome attached;
/// in one of XCTest, and anywhere else, it is thrown. No file is written.
///
/// - Parameters:
///   - trace: the trace; a relative path begins at the folder of the test's source file.
///   - mode: the mode, for which there is to be a golden.
///   - plan: the name of a fault plan next to the trace, `backup` for `offline-week.backup.faults.json`,
///     to check its golden alone; nil for the golden without faults and that of every plan.
///   - budget: limits, where the golden has none of its own.
/// - Throws: ``GoldenMismatch``, where no test of Swift Testing is running; where there is no such
///   trace or plan.
public func expectGolden(
  _ trace: String, mode: ResetMode = .recover, plan: String? = nil, budget: Budget = Budget(),
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) throws {
  let place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
  let check = try GoldenCheck(in: place.path(of: trace), modes: [mode], plan: plan, budget)
  try place.expect(check.run())
}

/// Replays all traces of a folder and compares with the goldens beside them, several at once.
///
/// - Parameters:
///   - folder: the folder, with everything below it; a relative path begins at the folder of the
///     test's source file.
///   - modes: the modes that every trace is to have a golden for.
///   - budget: limits, for goldens that have none of their own.
/// - Throws: as ``expectGolden(_:mode:plan:budget:fileID:filePath:line:column:)``.
public func expectGoldens(
  in folder: String, modes: [ResetMode] = ResetMode.allCases, budget: Budget = Budget(),
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) async throws {
  let place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
  let check = try GoldenCheck(in: place.path(of: folder), modes: modes, plan: nil, budget)
  let width = ProcessInfo.processInfo.activeProcessorCount
  try place.expect(await check.run(width: width))
}

extension GoldenCheck {
  /// A check that writes nothing and keeps what can be attached to a test.
  fileprivate init(in path: String, modes: [ResetMode], plan: String?, _ budget: Budget) throws {
    let plans = plan.map { GoldenPlans.named($0) } ?? .all
    let folder = try GoldenFolder(paths: [path], modes: modes, plans: plans, words: .plain)
    guard !folder.traces.isEmpty else { throw NoTraces(path: path, plan: plan) }
    self.init(folder, budget: budget, writesPending: false, keepsOutcomes: true)
  }
}

/// A test that checks nothing would pass for ever.
struct NoTraces: Error, CustomStringConvertible {
  var path: String
  var plan: String?
  var description: String {
    "no traces\(plan.map { " with a fault plan `\($0)`" } ?? "") in `\(path)`"
  }
}
