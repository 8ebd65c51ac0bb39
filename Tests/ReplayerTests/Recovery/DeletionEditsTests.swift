import RealmModel
import Testing
import TraceFormat

@testable import Replayer

@Suite struct DeletionEditsTests {
  static let owner = PrimaryKeyValue.int(1)

  static func place(_ property: RealmString, _ path: [PathStep] = []) -> LocationValue {
    LocationValue("T", owner, property, path)
  }

  static func link(_ key: Int64) -> Value { .link("Target", .int(key)) }

  /// An object that links to target 1 in every way there is, and to target 2 from its list.
  static let base: RealmState = {
    var builder = ChangesetBuilder()
    builder.addTable("Target", primaryKey: "_id", type: .int)
    builder.addTable("T", primaryKey: "_id", type: .int)
    builder.addLinkColumn("T", "link", target: "Target")
    builder.addLinkColumn("T", "list", target: "Target", collection: .list)
    builder.addLinkColumn("T", "set", target: "Target", collection: .set)
    builder.addLinkColumn("T", "map", target: "Target", collection: .dictionary)
    for key in 1...2 as ClosedRange<Int64> { builder.createObject("Target", .int(key)) }
    builder.createObject("T", owner)
    builder.update(place("link"), to: link(1))
    builder.arrayInsert(place("list", [0]), link(1), priorSize: 0)
    builder.arrayInsert(place("list", [1]), link(2), priorSize: 1)
    builder.setInsert(place("set"), link(1))
    builder.update(place("map", ["k"]), to: link(1))
    do { return try RealmState(applying: [builder.changeset]) } catch { fatalError("\(error)") }
  }()

  func find(_ build: (inout ChangesetBuilder) -> Void) -> Set<Int> {
    var builder = ChangesetBuilder()
    build(&builder)
    var edits = DeletionEdits(base: Self.base)
    return edits.find(in: builder.changeset)
  }

  @Test func `what a deletion did to every kind of link is found`() {
    let found = find {
      $0.update(Self.place("link"), to: .null)
      $0.arrayErase(Self.place("list", [0]), priorSize: 2)
      $0.setErase(Self.place("set"), Self.link(1))
      $0.update(Self.place("map", ["k"]), to: .null)
      $0.eraseObject("Target", .int(1))
    }
    #expect(found == [0, 1, 2, 3])
  }

  @Test func `the removal of another element before a deletion is an edit of its own`() {
    let found = find {
      $0.arrayErase(Self.place("list", [1]), priorSize: 2)
      $0.eraseObject("Target", .int(1))
    }
    #expect(found == [])
  }

  @Test func `what stands between an edit and the deletion ends the run`() {
    let found = find {
      $0.update(Self.place("link"), to: .null)
      $0.createObject("Target", .int(3))
      $0.arrayErase(Self.place("list", [0]), priorSize: 2)
      $0.eraseObject("Target", .int(1))
    }
    #expect(found == [2])
  }

  @Test func `an edit without a deletion stays one, and a default is none`() {
    #expect(find { $0.update(Self.place("link"), to: .null) } == [])
    let found = find {
      $0.update(Self.place("link"), to: .null, isDefault: true)
      $0.eraseObject("Target", .int(1))
    }
    #expect(found == [])
  }

  @Test func `the client's state is followed from changeset to changeset`() {
    var first = ChangesetBuilder()
    first.update(Self.place("link"), to: Self.link(2))
    var second = ChangesetBuilder()
    second.update(Self.place("link"), to: .null)
    second.eraseObject("Target", .int(2))
    var edits = DeletionEdits(base: Self.base)
    #expect(edits.find(in: first.changeset) == [])
    #expect(edits.find(in: second.changeset) == [0])
  }

  @Test func `without a common state nothing is found`() {
    var builder = ChangesetBuilder()
    builder.update(Self.place("link"), to: .null)
    builder.eraseObject("Target", .int(1))
    var edits = DeletionEdits(base: nil)
    #expect(edits.find(in: builder.changeset) == [])
  }
}
