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
///   - plan: the name of a fault plan next to the trace, `backup` for `offline-week.backup.faults.json`, to check its
///     golden alone; nil for the golden without faults and that of every plan.
///   - budget: limits, where the golden has none of its own.
///   - codec: what reads the trace: of itself what an app records, which is not compressed; `ZstdCodec` of the
///     library `TraceCompression` reads compressed ones, where the test can link zstd.
///   - fileID: of the test; what fails is reported there.
///   - filePath: of the test's source file.
///   - line: of the call.
///   - column: of the call.
/// - Throws: ``GoldenMismatch``, where no test of Swift Testing is running; where there is no such trace or plan.
public func expectGolden(
  _ trace: String, mode: ResetMode = .recover, plan: String? = nil, budget: Budget = Budget(),
  codec: any FrameCodec = StoredFrames(),
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) throws {
  let place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
  let check = try GoldenCheck(in: place.path(of: trace), modes: [mode], plan: plan, budget, codec)
  try place.expect(check.run())
}

/// Replays all traces of a folder and compares with the goldens beside them, several at once.
///
/// - Parameters:
///   - folder: the folder, with everything below it; a relative path begins at the folder of the test's source file.
///   - modes: the modes that every trace is to have a golden for.
///   - budget: limits, for goldens that have none of their own.
///   - codec: what reads the traces, as in ``expectGolden(_:mode:plan:budget:codec:fileID:filePath:line:column:)``.
///   - fileID: of the test; what fails is reported there.
///   - filePath: of the test's source file.
///   - line: of the call.
///   - column: of the call.
/// - Throws: as that.
public func expectGoldens(
  in folder: String, modes: [ResetMode] = ResetMode.allCases, budget: Budget = Budget(),
  codec: any FrameCodec = StoredFrames(),
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) async throws {
  let place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
  let check = try GoldenCheck(in: place.path(of: folder), modes: modes, plan: nil, budget, codec)
  let width = ProcessInfo.processInfo.activeProcessorCount
  try place.expect(await check.run(width: width))
}

extension GoldenCheck {
  /// A check that writes nothing and keeps what can be attached to a test.
  fileprivate init(
    in path: String, modes: [ResetMode], plan: String?, _ budget: Budget, _ codec: any FrameCodec
  ) throws {
    let plans = plan.map { GoldenPlans.named($0) } ?? .all
    var folder = try GoldenFolder(paths: [path], modes: modes, plans: plans, words: .plain)
    guard !folder.traces.isEmpty else { throw NoTraces(path: path, plan: plan) }
    folder.codec = codec
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
