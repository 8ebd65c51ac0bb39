import RealmModel
import ReplaySupport
import Testing
import TraceFormat

@testable import Replayer

/// Apps that were closed, or ended, before everything was synced, and are open again.
@Suite struct ReopenedAppTests {
  private static let schema = [Sample.schemaAndObject.encoded()]
  private static let error = Event.Content.syncError(Sample.error)

  private static func start(_ file: String = "app.realm") -> Event.Content {
    .sessionStart(SessionStart(source: .live, name: "app", clientFile: file))
  }

  private static func state(_ role: Snapshot.Role) -> Event.Content {
    .snapshot(Snapshot(role: role, changesets: schema))
  }

  private static func commit(_ version: UInt64, _ count: Int64) -> Event.Content {
    .localCommit(LocalCommit(clientVersion: version, changeset: Sample.setCount(count).encoded()))
  }

  private static func ended(_ result: ResetEnding, tracked: Bool = true) -> Event.Content {
    .resetObserved(
      ResetObserved(
        mode: .recover, action: .clientReset, result: result,
        pendingReset: tracked ? PendingReset(mode: .recover, action: .clientReset) : nil))
  }

  private static func resets(_ contents: [Event.Content]) throws -> [DueReset] {
    var session: UInt32 = 0
    var replay = Replay()
    for (index, content) in contents.enumerated() {
      if case .sessionStart = content { session += 1 }
      replay.observe(
        Event(
          sequence: UInt64(index + 1), timeMicroseconds: Int64(index), session: session,
          content: content))
    }
    return try replay.resets()
  }

  @Test
  func
    `What an app writes comes on top of the state it began with, and what came before is not known`()
    throws
  {
    let reset = try #require(
      try Self.resets([
        Self.start(), Self.state(.local), Self.commit(3, 5), Self.error, Self.state(.fresh),
      ]).first)
    #expect(reset.situation.local.value(at: Sample.countPlace) == .int(5))
    #expect(reset.situation.unsynced.map(\.clientVersion) == [3])
    #expect(reset.gaps.contains { $0.fact == .writesOfSessionBefore })
    let changed = Event.Content.serverCommit(
      ServerCommit(serverVersion: 7, changeset: Sample.setCount(9).encoded()))
    let merged = try Self.resets([
      Self.start(), Self.state(.local), changed, Self.error, Self.state(.fresh),
    ])
    #expect(merged.first?.gaps.contains { $0.fact == .merge } == true)
  }

  @Test func `What a reset has recovered of it stays unknown until the server has it`() throws {
    let begin = [
      Self.start(), Self.state(.local), Self.commit(3, 5), Self.error, Self.state(.fresh),
    ]
    let again = [Self.commit(4, 6), Self.error, Self.state(.fresh)]
    let facts = { (contents: [Event.Content]) in
      try Self.resets(begin + contents + again).last?.gaps.contains {
        $0.fact == .writesOfSessionBefore
      }
    }
    #expect(try facts([Self.ended(.recovered)]) == true)
    #expect(try facts([Self.ended(.discarded)]) == false)
    #expect(try facts([Self.ended(.recovered), Self.state(.base)]) == false)
  }

  /// What a session ends with, and whether the next one of the file may track a reset.
  static let ends: [(name: String, events: [Event.Content], isOpen: Bool)] = [
    ("nothing is reset", [commit(3, 5)], false),
    ("nothing more is recorded", [error, state(.fresh)], true),
    ("recovered", [error, state(.fresh), ended(.recovered)], true),
    ("recovered, and a base", [error, state(.fresh), ended(.recovered), state(.base)], false),
    ("set aside", [error, ended(.manual, tracked: false)], false),
    ("failed, with a record", [error, state(.fresh), ended(.failed)], true),
  ]

  @Test(arguments: ends)
  func `A reset that has not come to its end may be tracked by the file when it is open again`(
    name: String, events: [Event.Content], isOpen: Bool
  ) throws {
    let again = [Self.start(), Self.state(.base), Self.error, Self.state(.fresh)]
    let reset = try Self.resets([Self.start(), Self.state(.base)] + events + again).last
    #expect(reset?.situation.session.session == 2)
    #expect(reset?.gaps.contains { $0.fact == .resetOfSessionBefore } == isOpen, "\(name)")
    // Another file has nothing to do with it, and of those without a name nobody knows.
    for (file, next) in [("app.realm", "other.realm"), ("", "")] {
      let other = [Self.start(next)] + again.dropFirst()
      let others = try Self.resets([Self.start(file), Self.state(.base)] + events + other)
      #expect(others.last?.gaps.contains { $0.hidesEnding } == false)
    }
    // The next reset finds what this one has left.
    let twice = again + [Self.ended(.recovered), Self.state(.base), Self.error, Self.state(.fresh)]
    let third = try Self.resets([Self.start(), Self.state(.base)] + events + twice).last
    #expect(third?.gaps.contains { $0.hidesEnding } == false)
  }
}
