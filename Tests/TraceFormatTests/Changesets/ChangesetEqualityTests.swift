import Testing
import TraceFormat

@Suite struct ChangesetEqualityTests {
  private let place = LocationValue("Person", .string("k"), "meta", ["a", 1])

  @Test func `the order of declarations means nothing`() {
    var recorded = ChangesetBuilder()
    recorded.update(place, to: .link("Person", .string("k")), priorSize: 2)
    var merged = ChangesetBuilder()
    for string in ["unused", "a", "k", "meta", "Person"] as [RealmString] {
      _ = merged.intern(string)
    }
    merged.update(place, to: .link("Person", .string("k")), priorSize: 2)
    #expect(recorded.changeset.encoded() != merged.changeset.encoded())
    #expect(recorded.changeset.hasSameInstructions(as: merged.changeset))
    #expect(merged.changeset.normalized().encoded() == recorded.changeset.encoded())
  }

  private static let base = LocationValue("P", .int(1), "f", ["a", 1])

  /// Changesets that each differ from all others.
  static let different: [Changeset] = {
    let edits: [(inout ChangesetBuilder) -> Void] = [
      { $0.update(base, to: .string("x"), priorSize: 2) },
      { $0.update(base, to: .string("y"), priorSize: 2) },
      { $0.update(base, to: .string("x"), priorSize: 3) },
      { $0.update(base, to: .binary("x"), priorSize: 2) },
      { $0.update(LocationValue("P", .int(2), "f", ["a", 1]), to: .string("x"), priorSize: 2) },
      { $0.update(LocationValue("Q", .int(1), "f", ["a", 1]), to: .string("x"), priorSize: 2) },
      { $0.update(LocationValue("P", .int(1), "g", ["a", 1]), to: .string("x"), priorSize: 2) },
      { $0.update(LocationValue("P", .int(1), "f", ["b", 1]), to: .string("x"), priorSize: 2) },
      { $0.update(LocationValue("P", .int(1), "f", ["a", 2]), to: .string("x"), priorSize: 2) },
      { $0.arrayInsert(base, .string("x"), priorSize: 2) },
      { $0.clear(base, .list) },
      { $0.clear(base, .dictionary) },
      { _ in },
    ]
    return edits.map { edit in
      var builder = ChangesetBuilder()
      edit(&builder)
      return builder.changeset
    }
  }()

  @Test func `any difference in meaning is one`() {
    for (first, a) in Self.different.enumerated() {
      for (second, b) in Self.different.enumerated() {
        #expect(a.hasSameInstructions(as: b) == (first == second), "\(first) and \(second)")
      }
    }
  }
}
