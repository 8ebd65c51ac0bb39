import Recorder
import Synchronization
import TestSupport
import Testing
import TraceCompression
import TraceFormat

@testable import TracetoolCommands

/// Shows the time of the event that is being recorded.
private final class EventClock: Sendable {
  private let now = Mutex<Int64>(0)
  var time: Int64 {
    get { now.withLock { $0 } }
    set { now.withLock { $0 = newValue } }
  }
}

/// A session that goes through the recorder of apps replays to what it replayed to before.
@Suite struct LiveRecordingTests {
  /// Makes the calls that an app would have made at these events.
  private func record(_ events: [Event], to path: String) throws {
    let clock = EventClock()
    let recorder = try SyncSessionRecorder(
      path: path, options: RecordingOptions(clock: RecordingClock { clock.time }))
    var sessions: [UInt32: LiveSession] = [:]
    for event in events {
      clock.time = event.timeMicroseconds
      if case .sessionStart(let start) = event.content {
        sessions[event.session] = recorder.session(start)
        continue
      }
      let session = try #require(sessions[event.session])
      switch event.content {
      case .snapshot(let snapshot):
        session.state(snapshot.role, from: snapshot.origin, changesets: snapshot.changesets)
      case .localCommit(let commit):
        session.localCommit(
          clientVersion: commit.clientVersion, changeset: commit.changeset,
          lastIntegratedServerVersion: commit.lastIntegratedServerVersion,
          originTimestampMilliseconds: commit.originTimestampMilliseconds)
      case .serverCommit(let commit):
        session.downloaded(
          serverVersion: commit.serverVersion, changeset: commit.changeset,
          originFileIdent: commit.originFileIdent,
          originTimestampMilliseconds: commit.originTimestampMilliseconds)
      case .syncError(let error):
        // The original has none either, and is known to be complete.
        session.acknowledged(upToClientVersion: 0)
        session.error(error)
      case .resetObserved(let observed):
        switch observed.result {
        case .recovered, .discarded:
          session.didReset(
            recovered: observed.result == .recovered, stateDigest: observed.stateDigest)
        case .manual: session.mustResetManually(backup: nil, message: observed.message)
        default: session.failedToReset(message: observed.message, failure: observed.failure)
        }
      default: Issue.record("nothing records \(event.kind)")
      }
    }
    try recorder.finish()
  }

  private func report(_ trace: String) throws -> [String] {
    let run = try CommandRun(["replay", "--mode", "all", "--server-changes", trace])
    #expect(run.status == .fine, "\(run.error)")
    return run.lines
  }

  @Test(arguments: ["field-inspections", "every-kind-of-property"])
  func `A session recorded in an app replays to the same outcome`(_ name: String) throws {
    try TemporaryFolder.with { folder in
      let original = "traces/\(name).synctrace"
      let path = folder.path("\(name).synctrace")
      try record(try TraceFiles.events(of: original), to: path)
      let (before, after) = (try report(ProjectFiles.path(original)), try report(path))
      #expect(before.count > 20)
      #expect(after == before)
    }
  }
}
