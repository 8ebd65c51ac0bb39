import Recorder
import TestSupport
import Testing
import TraceFormat

@testable import TracetoolCommands

/// What the report of a session says that an app has recorded.
@Suite struct LiveReportTests {
  /// Two transactions, and a reset that an SDK carried out by itself.
  private func report(acknowledged: UInt64?, mode: String = "discard") throws -> String {
    try TemporaryFolder.with { folder in
      let path = folder.path("app.synctrace")
      let recorder = try SyncSessionRecorder(
        path: path, options: RecordingOptions(clock: RecordingClock { 1_700_000_000_000_000 }))
      let session = recorder.session(name: "app", mode: .discardLocal)
      session.state(.base, changesets: [Self.state(of: 0)])
      session.localCommit(clientVersion: 2, changeset: Self.change(to: 1))
      session.localCommit(clientVersion: 3, changeset: Self.change(to: 2))
      if let acknowledged { session.acknowledged(upToClientVersion: acknowledged) }
      session.willReset()
      session.didReset(recovered: false, after: [Self.state(of: 9)])
      try recorder.finish()
      let run = try CommandRun(["replay", "--mode", mode, path])
      #expect(run.status == .fine, "\(run.error)")
      return run.lines.joined(separator: "\n").replacing(#/\s+/#, with: " ")
    }
  }

  private static func state(of count: Int64) -> [UInt8] {
    var builder = ChangesetBuilder()
    builder.addTable("Item", primaryKey: "_id", type: .int)
    builder.addColumn("Item", "count", type: .int)
    builder.createObject("Item", .int(1))
    builder.update(LocationValue("Item", .int(1), "count"), to: .int(count))
    return builder.changeset.encoded()
  }

  private static func change(to count: Int64) -> [UInt8] {
    var builder = ChangesetBuilder()
    builder.update(LocationValue("Item", .int(1), "count"), to: .int(count))
    return builder.changeset.encoded()
  }

  @Test func `What is acknowledged is not among what is lost`() throws {
    let silent = try report(acknowledged: nil)
    #expect(silent.contains("2 writes in 2 transactions"))
    #expect(silent.contains("your app has not recorded what the server acknowledged"))
    let told = try report(acknowledged: 2)
    #expect(told.contains("1 write in 1 transaction"))
    #expect(!told.contains("your app has not recorded what the server acknowledged"))
    let all = try report(acknowledged: 3)
    #expect(all.contains("Nothing: the server had acknowledged every transaction."))
  }

  @Test(arguments: ["discard", "manual"])
  func `An error that no app is shown is not put into the server's mouth`(_ mode: String) throws {
    let report = try report(acknowledged: 2, mode: mode)
    #expect(
      report.contains(
        "the app was reset. The error that asked for it is not known, since an SDK shows it to no app; that its action was ClientReset is assumed."
      ))
    #expect(!report.contains("server sent"))
    #expect(!report.contains("\"\""))
  }
}
