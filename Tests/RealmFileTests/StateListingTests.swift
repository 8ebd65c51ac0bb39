import RealmModel
import TestSupport
import Testing
import TraceCompression
import TraceFormat

@testable import RealmFile

/// A state as a snapshot with its numbers.
@Suite struct StateListingTests {
  @Test(arguments: try RealmFileVector.all())
  func `applied and numbered, the snapshot of a file is its state`(vector: RealmFileVector) throws {
    let state = try vector.open().state()
    let snapshot = StateListing.snapshot(of: state, role: .local)
    let keys = try #require(snapshot.keys)
    let built = try RealmState(
      applying: snapshot.changesets.map { try Changeset(decoding: $0) })
    let again = try built.numbered(by: keys)
    #expect(again.canonicalJSON == state.canonicalJSON, "\(vector)")
    // What the numbers decide shows in a second listing: it has the same ones.
    #expect(StateListing.snapshot(of: again, role: .local) == snapshot, "\(vector)")
  }

  @Test
  func `the numbers of a snapshot survive a trace`() throws {
    let state = try RealmFileVector.all()[0].open().state()
    let snapshot = StateListing.snapshot(of: state, role: .local)
    let event = Event(sequence: 0, timeMicroseconds: 0, session: 1, content: .snapshot(snapshot))
    let sink = MemorySink()
    let writer = try TraceWriter(to: sink, header: TraceHeader())
    try writer.append(event)
    try writer.finish(noting: [])
    #expect(try TraceFiles.read(sink.bytes).events == [event])
  }

  @Test(arguments: try RealmFileVector.all())
  func `a state in canonical JSON is read back`(vector: RealmFileVector) throws {
    let text = try #require(vector.expected.member("state"))
    let snapshot = try CanonicalListing.snapshot(
      parsing: Array(text.text().utf8), role: .fresh, memory: .unlimited)
    let state = try RealmState(applying: snapshot.changesets.map { try Changeset(decoding: $0) })
    let difference = CanonicalDifference.first(of: state.canonicalJSON, against: text)
    #expect(difference == nil, "\(vector): \(String(describing: difference))")
  }
}
