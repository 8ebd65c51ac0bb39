import RealmFileSupport
import RealmModel
import TestSupport
import Testing
import TraceFormat

@testable import RealmFile

/// Embedded objects stand inside one other object each (R45).
@Suite struct EmbeddedRuleTests {
  private static let wrong =
    "damaged (rule R45): expected an embedded object inside one other, "
    + "found several, itself, or more than 100"

  private func open(_ objects: EmbeddedObjects, salvages: Bool = false) throws -> OpenRealmFile {
    try OpenRealmFile(MemorySource(objects.file()), options: .init(salvages: salvages))
  }

  private func chain(_ count: Int) -> EmbeddedObjects {
    EmbeddedObjects(held: 0, holding: (0..<count).map { $0 + 1 < count ? $0 + 1 : nil })
  }

  @Test
  func `they may stand a hundred deep`() throws {
    let file = try open(chain(100))
    #expect(try file.state().table(named: "Part")?.objectCount == 100)
    #expect(file.damage.failures.isEmpty)
    #expect(RuleCase.failures(of: try chain(101).file()).map(\.reason) == [Self.wrong])
  }

  @Test(arguments: [
    EmbeddedObjects(held: 0, holding: [0]), EmbeddedObjects(held: 0, holding: [1, 0]),
    EmbeddedObjects(held: nil, holding: [1, 0]), EmbeddedObjects(held: 1, holding: [1, nil]),
  ])
  func `not in themselves, and not in two`(objects: EmbeddedObjects) throws {
    #expect(RuleCase.failures(of: try objects.file()).map(\.reason) == [Self.wrong])
    let file = try open(objects, salvages: true)
    let state = try file.state()
    #expect(
      state.canonicalJSON.text().contains("\"objects\":[{\"_id\":{\"$int\":\"1\"},\"child\":null}]")
    )
    #expect(file.damage.failures.map(\.reason).contains(Self.wrong))
  }

  @Test
  func `one that stands in nothing is not shown, as Realm shows nothing of it`() throws {
    let file = try open(EmbeddedObjects(held: 0, holding: [nil, 2, nil]))
    #expect(try file.state().table(named: "Part")?.objectCount == 1)
    #expect(file.damage.failures.isEmpty)
  }
}
