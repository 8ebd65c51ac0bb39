import TestSupport
import Testing
import TraceFormat

@testable import Scrubbing

/// The same key makes the same pseudonyms, and another one others.
@Suite struct ConsistencyTests {
  private func demo() throws -> [Event] {
    try TraceFiles.events(of: "traces/field-inspections.synctrace")
  }

  private func bytes(_ events: [Event]) throws -> [UInt8] {
    try TraceFiles.trace(of: events.map(\.content))
  }

  @Test func `The same key gives the same bytes`() throws {
    let first = try ScrubTrial(demo()).scrubbed
    #expect(try bytes(first) == bytes(ScrubTrial(demo()).scrubbed))
  }

  @Test func `Another key leaves no changeset as it was`() throws {
    let (first, second) = (
      try ScrubTrial(demo()).scrubbed, try ScrubTrial(demo(), key: ScrubTrial.key(2)).scrubbed
    )
    let pairs = zip(first, second).filter { $0.0.kind == .localCommit }
    #expect(!pairs.isEmpty && pairs.allSatisfy { $0.0.content != $0.1.content })
  }

  /// What one class has of primary keys, in the order in which a trace names them.
  private func keys(_ events: [Event]) throws -> [PrimaryKeyValue] {
    struct Keys: EventRewriting {
      var all: [PrimaryKeyValue] = []
      mutating func primaryKey(
        _ key: PrimaryKeyValue, of className: RealmString
      ) -> PrimaryKeyValue {
        all.append(key)
        return key
      }
    }
    var keys = Keys()
    for event in events { _ = try event.rewritten(by: &keys) }
    return keys.all
  }

  @Test func `Objects and links have the same pseudonyms in all traces of a key`() throws {
    let whole = try demo()
    // A trace of a part of the same data, with other values in it.
    let part = whole.filter { $0.kind != .localCommit }
    let (all, some) = (try keys(whole), try keys(part))
    let (new, newSome) = (
      try keys(ScrubTrial(whole).scrubbed), try keys(ScrubTrial(part).scrubbed)
    )
    let pseudonyms = Dictionary(zip(all, new).map { ($0, $1) }) { first, _ in first }
    #expect(all.count > some.count && some.count > 10)
    #expect(zip(some, newSome).allSatisfy { pseudonyms[$0] == $1 })
    #expect(Set(new).count == Set(all).count && Set(new).isDisjoint(with: Set(all)))
  }

  @Test func `Names have the same pseudonyms in all traces of a key`() {
    let keyed = KeyedPseudonyms(key: ScrubTrial.key)
    #expect(keyed.className("Dog") == keyed.className("Dog"))
    #expect(keyed.className("Dog") != keyed.property("Dog"))
    #expect(keyed.className("Dog") != KeyedPseudonyms(key: ScrubTrial.key(2)).className("Dog"))
    let long = RealmString(String(repeating: "n", count: 57))
    #expect(keyed.className(long).count <= 57)
  }

  private func timeSpans(of path: String) throws -> Set<Int64> {
    let trial = try ScrubTrial(TraceFiles.events(of: path), ScrubOptions(shiftsTimes: true))
    return Set(zip(trial.events, trial.scrubbed).map { $1.timeMicroseconds - $0.timeMicroseconds })
  }

  @Test func `Times move by one span, in order`() throws {
    let spans = try timeSpans(of: "traces/every-kind-of-property.synctrace")
    #expect(spans.count == 1 && spans.first ?? 0 > 86_400_000_000)
    #expect(try timeSpans(of: "traces/three-clients.synctrace") == spans)
  }

  @Test func `Times that count from 0 stay, so that none gives the span away`() throws {
    #expect(try timeSpans(of: "traces/field-inspections.synctrace") == [0])
  }
}
