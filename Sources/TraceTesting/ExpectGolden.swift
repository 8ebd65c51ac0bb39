public import Analyzer
internal import Foundation
public import TraceFormat

/// Replays a trace and compares with the goldens beside it (`docs/golden.md`, "In tests").
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
///   - mode: the mode, for which there is to be a golden; fault plans beside the trace have one too.
///   - budget: limits, where the golden has none of its own.
/// - Throws: ``GoldenMismatch``, where no test of Swift Testing is running.
public func expectGolden(
  _ trace: String, mode: ResetMode = .recover, budget: Budget = Budget(),
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) throws {
  let place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
  let check = try GoldenCheck(in: place.path(of: trace), modes: [mode], budget)
  try place.expect(check.run())
}

/// Replays all traces of a folder and compares with the goldens beside them, several at once.
///
/// - Parameters:
///   - folder: the folder, with everything below it; a relative path begins at the folder of the
///     test's source file.
///   - modes: the modes that every trace is to have a golden for.
///   - budget: limits, for goldens that have none of their own.
/// - Throws: as ``expectGolden(_:mode:budget:fileID:filePath:line:column:)``.
public func expectGoldens(
  in folder: String, modes: [ResetMode] = ResetMode.allCases, budget: Budget = Budget(),
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) async throws {
  let place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
  let check = try GoldenCheck(in: place.path(of: folder), modes: modes, budget)
  let width = ProcessInfo.processInfo.activeProcessorCount
  try place.expect(await check.run(width: width))
}

extension GoldenCheck {
  /// A check that writes nothing and keeps what can be attached to a test.
  fileprivate init(in path: String, modes: [ResetMode], _ budget: Budget) throws {
    let folder = try GoldenFolder(paths: [path], modes: modes)
    guard !folder.traces.isEmpty else { throw NoTraces(path: path) }
    self.init(folder, budget: budget, writesPending: false, keepsOutcomes: true)
  }
}

/// A test that checks nothing would pass for ever.
struct NoTraces: Error, CustomStringConvertible {
  var path: String
  var description: String { "there is no trace in `\(path)`" }
}
