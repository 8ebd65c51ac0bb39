import Foundation
import Importers
import RealmModel
import ReplaySupport
import TestSupport
import Testing
import TraceFormat

@testable import Replayer

/// Each point of a session: what both sides have there, and the reset that could be due.
@Suite struct SessionTimelineTests {
  private func timeline(_ contents: [Event.Content]) throws -> SessionTimeline {
    try Self.timeline(of: Sample.events(contents))
  }

  private static func timeline(of events: [Event]) throws -> SessionTimeline {
    var replay = Replay()
    for event in events { replay.observe(event) }
    return try replay.timeline()
  }

  private func count(_ state: RealmState?) -> Value? { state?.value(at: Sample.countPlace) }

  @Test func `a change that contradicts the device's own is left out, with what differs`() throws {
    let types = [PayloadType.int, .string].map { type in
      Changeset.build { $0.addColumn("C", "p", type: type) }
    }
    let table = Changeset.build { $0.addTable("C", primaryKey: "_id", type: .int) }
    var capture = Capture(acknowledged: table.encoded(), unacknowledged: types[0].encoded())
    let change = HistoryEntry(
      types[1], version: 2, lastIntegratedRemoteVersion: 4, originTimestamp: 200, originFileIdent: 3
    )
    capture.download(
      1,
      Star.Download(
        entries: [change], serverVersion: 2, clientVersion: 4, latestServerVersion: 2,
        uploadClientVersion: 4, uploadServerVersion: 1))
    let reason =
      "Schema mismatch: Property 'p' in class 'C' is of type Int on one side and type String on the other."
    let gaps = try Self.timeline(of: capture.events).foundGaps
    #expect(gaps.contains(Gap(.contradiction(reason: reason), sequence: 8)), "\(gaps)")
  }

  /// Both sides change one counter in turns, and a reset follows.
  private let contents: [Event.Content] = [
    .sessionStart(SessionStart(source: .scenario, name: "sample")),
    .snapshot(Snapshot(role: .base, changesets: [Sample.schemaAndObject.encoded()])),
    .localCommit(LocalCommit(clientVersion: 3, changeset: Sample.setCount(5).encoded())),
    .serverCommit(ServerCommit(serverVersion: 2, changeset: Sample.setCount(7).encoded())),
    .note(Note(text: "nothing changes here")),
    .localCommit(LocalCommit(clientVersion: 4, changeset: Sample.addCount(1).encoded())),
    .syncError(Sample.error),
    .snapshot(Snapshot(role: .fresh, origin: .serverHistory, changesets: [])),
    .resetObserved(
      ResetObserved(
        mode: .recover, action: .clientReset, result: .recovered,
        pendingReset: PendingReset(mode: .recover, action: .clientReset))),
    .localCommit(LocalCommit(clientVersion: 6, changeset: Sample.setCount(9).encoded())),
  ]

  @Test func `every event that changes something is a point, with both sides' states`() throws {
    let points = try timeline(contents).points
    #expect(points.map(\.sequence) == [1, 2, 3, 5, 6, 7, 8, 9])
    #expect(
      points.map(\.change) == [
        .snapshot(.base), .localCommit(clientVersion: 3), .serverCommit(serverVersion: 2),
        .localCommit(clientVersion: 4), .error(asksForReset: true), .reset, .resetObserved,
        .localCommit(clientVersion: 6),
      ])
    #expect(points.map { count($0.base) } == [0, 0, 0, 0, 0, 7, 7, 7].map { .int($0) })
    #expect(points.map { count($0.client) } == [0, 5, 5, 6, 6, 7, 7, 9].map { .int($0) })
    #expect(points.map { count($0.server) } == [0, 0, 7, 7, 7, 7, 7, 7].map { .int($0) })
    #expect(
      points.map { $0.pendingReset?.mode } == Array(repeating: nil, count: 6) + [
        .recover, .recover,
      ])
  }

  @Test func `what is unsynced and what the server did are those since the last reset`() throws {
    let timeline = try timeline(contents)
    let unsynced = timeline.points.map { timeline.unsynced(at: $0).map(\.clientVersion) }
    #expect(unsynced == [[], [3], [3], [3, 4], [3, 4], [], [], [6]])
    let changes = timeline.points.map { timeline.serverChanges(at: $0)?.count }
    #expect(changes == [0, 0, 1, 1, 1, 0, 0, 0])
    #expect(timeline.resets.map(\.approach) == [0..<5])
  }

  @Test func `a reset can be injected at any point`() throws {
    let timeline = try timeline(contents)
    let recovered = try timeline.points.map {
      count(try timeline.reset(at: $0).outcome(mode: .recover).result.after)
    }
    // The last one meets the record of the first reset.
    #expect(recovered == [0, 5, 5, 6, 6, 7, 7, 9].map { .int($0) })
    let last = try timeline.reset(at: #require(timeline.points.last)).outcome(mode: .recover)
    #expect(last.failure?.failureClass == .resetCycle)
    let discarded = try timeline.points.prefix(5).map {
      count(try timeline.reset(at: $0).outcome(mode: .discardLocal).result.after)
    }
    #expect(discarded == [0, 0, 7, 7, 7].map { .int($0) })
  }

  @Test func `a client's state that holds what follows is no state of an earlier point`() throws {
    let local = [Sample.schemaAndObject.encoded(), Sample.setCount(5).encoded()]
    let timeline = try timeline([
      .snapshot(Snapshot(role: .local, changesets: local)),
      .snapshot(Snapshot(role: .server, changesets: local)),
      .localCommit(LocalCommit(clientVersion: 3, changeset: Sample.setCount(5).encoded())),
      .syncError(Sample.error),
    ])
    #expect(timeline.points.map(\.isClientAhead) == [true, true, true, false])
    #expect(throws: ReplayFailure.noLocalState(session: 1)) {
      try timeline.reset(at: timeline.points[2])
    }
    let reset = try timeline.reset(at: timeline.points[3])
    #expect(reset.situation.unsynced.map(\.clientVersion) == [3])
    #expect(reset.gaps.map(\.kind) == [.missingBase])
  }

  @Test func `a gap belongs to the points after it`() throws {
    var broken = contents
    broken[5] = .localCommit(LocalCommit(clientVersion: 4, changeset: [0x3F, 0x00]))
    let timeline = try timeline(broken)
    let gaps = timeline.points.map { timeline.gaps(at: $0).map(\.kind) }
    #expect(
      gaps == Array(repeating: [], count: 3) + Array(repeating: [.unreadableChangeset], count: 5))
  }

  @Test func `a server's change that cannot be read leaves no server's state`() throws {
    var broken = contents
    broken[3] = .serverCommit(ServerCommit(serverVersion: 2, changeset: [0x3F, 0x00]))
    broken.removeLast(4)
    let timeline = try timeline(broken)
    #expect(timeline.serverChanges(at: timeline.points[2]) == nil)
    #expect(throws: ReplayFailure.noFreshState(session: 1)) {
      try timeline.reset(at: timeline.points[2])
    }
  }

  // MARK: Real sessions

  @Test(arguments: try ScenarioFiles.paths())
  func `the states of all points are those that the trace shows up to their records`(
    file: String
  ) throws {
    try check(Scenario(parsing: ProjectFiles.bytes(file)).events)
  }

  @Test(arguments: Captures.names)
  func `the states of a capture's points are those that the wire shows up to them`(
    name: String
  ) throws {
    try check(Captures.events(of: name))
  }

  private func check(_ events: [Event]) throws {
    var replay = Replay()
    for event in events { replay.observe(event) }
    var count = 0
    for session in Set(events.map(\.session)).subtracting([0]).sorted() {
      guard let timeline = try? replay.timeline(session: session) else { continue }
      for point in timeline.points where point.resetIndex == nil {
        for (side, state) in [(StateAtPoint.Side.client, point.client), (.server, point.server)] {
          guard let state else { continue }
          let shown = try replay.state(of: side, at: point.sequence, session: session)
          #expect(
            CanonicalDifference.first(
              of: state.canonicalJSON, against: shown.state.canonicalJSON) == nil)
          count += 1
        }
      }
    }
    #expect(count > 0)
  }

  @Test(arguments: Captures.names)
  func `what both sides of a capture have is what was acknowledged, in the order of the wire`(
    name: String
  ) throws {
    var fold = TraceFold()
    for event in try Captures.events(of: name) { fold.observe(event) }
    for session in fold.events.keys.sorted() {
      let steps = fold.fileEvents(of: session)
      let timeline = try fold.fold(of: session).timeline
      for point in timeline.points {
        let expected = RealmState(
          shared: steps.filter { $0.sequence <= point.sequence },
          through: point.acknowledgedClientVersion)
        #expect(
          CanonicalDifference.first(
            of: try #require(point.server).canonicalJSON, against: expected.canonicalJSON) == nil)
      }
    }
  }

  @Test func `the reset injected at the end is the one that was recorded`() throws {
    for line in try Vectors.lines(of: "reset-lists.ndjson.zst").prefix(40) {
      let vector = try ResetVector(parsing: Array(line))
      let timeline = try Self.timeline(of: VectorImporter.events(of: vector))
      let recorded = try #require(timeline.resets.first)
      try #require(vector.base != nil && vector.serverChanges != nil)
      let end = try #require(recorded.approach.last)
      let injected = try timeline.reset(
        at: timeline.points[end], error: recorded.situation.error)
      let outcomes = [recorded, injected].map { $0.outcome(mode: vector.mode) }
      #expect(outcomes[0].result.rulings == outcomes[1].result.rulings)
      #expect(outcomes[0].attempts == outcomes[1].attempts)
      let reuploads = outcomes.map { $0.result.reupload.map { $0.encoded() } }
      #expect(reuploads[0] == reuploads[1])
    }
  }
}

extension RealmState {
  /// What was downloaded, and what was uploaded up to a version, each version once.
  fileprivate init(shared steps: [SessionEvent], through version: UInt64) {
    self.init()
    var seen: Set<UInt64> = []
    for step in steps {
      let changesets: [Changeset?] =
        switch step.content {
        case .upload(let entries):
          entries.filter {
            $0.recorded.clientVersion <= version
              && seen.insert($0.recorded.clientVersion).inserted
          }.map(\.changeset)
        case .download(let download): download.entries.map(\.changeset)
        default: []
        }
      for changeset in changesets.compactMap({ $0 }) { try? apply(changeset) }
    }
  }
}
