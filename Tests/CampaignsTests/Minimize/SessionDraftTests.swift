import Testing
import TraceFormat

@testable import Campaigns

@Suite struct SessionDraftTests {
  @Test func `Empty changesets of a snapshot take no part`() throws {
    var builder = ChangesetBuilder()
    builder.eraseTable("T")
    let full = builder.changeset.encoded()
    let empty = [[UInt8]](repeating: [], count: 1_000)
    let event = Event(
      sequence: 0, timeMicroseconds: 0, session: 1,
      content: .snapshot(Snapshot(role: .base, changesets: empty + [full] + empty)))
    let draft = SessionDraft([event])
    #expect(draft.parts.map { $0.changesets?.count } == [1])
    #expect(
      draft.events.map(\.content) == [.snapshot(Snapshot(role: .base, changesets: [full]))])
  }
}
