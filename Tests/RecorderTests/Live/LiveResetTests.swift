import Recorder
import Testing
import TraceFormat

/// What the hooks around errors and resets become.
@Suite struct LiveResetTests {
  private func contents(
    mode: ResetMode?, _ body: (LiveSession) -> Void
  ) throws -> [Event.Content] {
    let events = try LiveSample.events { recorder in
      body(recorder.session(name: "a", mode: mode))
    }
    #expect(events.allSatisfy { $0.session == 1 })
    return events.dropFirst().map(\.content)
  }

  private func observed(in contents: [Event.Content]) throws -> ResetObserved {
    for case .resetObserved(let observed) in contents { return observed }
    throw Missing()
  }
  private struct Missing: Error {}

  private static let asked = SyncError(
    code: 208, name: "SyncClientResetRequired", message: "Bad client file identifier (IDENT)",
    action: .clientResetNoRecovery, isFatal: true)

  @Test func `The blocks before and after a reset are enough`() throws {
    let contents = try contents(mode: .recover) { session in
      session.willReset(copiedTo: "before.realm", local: [[1]])
      session.didReset(recovered: true, fresh: [[2]], after: [[3]], stateDigest: 4)
    }
    #expect(
      contents.map(\.kindForTests) == [
        "snapshot local", "syncError", "note", "snapshot fresh", "resetObserved",
        "snapshot afterReset",
      ])
    guard case .syncError(let error) = contents[1] else { return }
    #expect(error.action == .clientReset && error.isFatal && error.code == nil)
    #expect(
      try observed(in: contents)
        == ResetObserved(mode: .recover, action: .clientReset, result: .recovered, stateDigest: 4))
  }

  @Test func `After a reset that recovered nothing the state afterwards is the one downloaded`()
    throws
  {
    let contents = try contents(mode: .recoverOrDiscard) { session in
      session.willReset()
      session.didReset(recovered: false, after: [[3]])
    }
    #expect(contents.contains(.snapshot(Snapshot(role: .fresh, changesets: [[3]]))))
    #expect(
      try observed(in: contents)
        == ResetObserved(mode: .recoverOrDiscard, action: .clientReset, result: .discarded))
  }

  @Test func `An error that the app was shown is not made up once more`() throws {
    let contents = try contents(mode: .recover) { session in
      session.error(Self.asked)
      session.failedToReset(
        message: "A fatal error occurred", failure: .recoveryNotAllowed, backup: "recovered.realm")
      session.willReset()
    }
    #expect(contents.map(\.kindForTests) == ["syncError", "resetObserved", "note", "syncError"])
    #expect(contents[0] == .syncError(Self.asked))
    #expect(
      contents[1]
        == .resetObserved(
          ResetObserved(
            mode: .recover, action: .clientResetNoRecovery, result: .failed,
            failure: .recoveryNotAllowed, message: "A fatal error occurred")))
    #expect(contents[2] == .note(Note(text: "the file is to be set aside, to recovered.realm")))
  }

  @Test func `An error that asks for a reset by its code alone is not made up once more`() throws {
    var error = Self.asked
    error.action = .noAction
    let contents = try contents(mode: .recover) { session in
      session.error(error)
      session.willReset()
      session.didReset(recovered: true)
    }
    #expect(contents.map(\.kindForTests) == ["syncError", "resetObserved"])
    #expect(try observed(in: contents).action == .clientReset)
  }

  @Test func `A manual reset needs no block`() throws {
    let contents = try contents(mode: nil) { $0.mustResetManually(backup: nil, message: "reset") }
    #expect(contents.map(\.kindForTests) == ["syncError", "resetObserved"])
    #expect(
      try observed(in: contents)
        == ResetObserved(mode: .manual, action: .clientReset, result: .manual, message: "reset"))
  }

  @Test func `Errors without a reset are just that`() throws {
    let refused = SyncError(
      code: 231, name: "WriteNotAllowed", message: "no", action: .warning, isFatal: false)
    let contents = try contents(mode: .recover) { session in
      session.error(refused)
      session.willReset()
    }
    #expect(contents.map(\.kindForTests) == ["syncError", "syncError"])
  }

  @Test func `Sessions do not mix`() throws {
    let events = try LiveSample.events { recorder in
      let (one, two) = (recorder.session(name: "a"), recorder.session(name: "b"))
      one.error(Self.asked)
      two.willReset()
      one.willReset()
    }
    #expect(events.filter { $0.kind == .syncError }.map(\.session) == [1, 2])
  }
}

extension Event.Content {
  fileprivate var kindForTests: String {
    let kind = Event(sequence: 0, timeMicroseconds: 0, session: 0, content: self).kind.rawValue
    if case .snapshot(let snapshot) = self { return "\(kind) \(snapshot.role.rawValue)" }
    return kind
  }
}
