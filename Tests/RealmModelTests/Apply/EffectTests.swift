import RealmModel
import TestSupport
import Testing
import TraceFormat

/// Effects that are easy to get wrong (`docs/changesets.md`).
@Suite struct EffectTests {
  private func at(_ property: RealmString, _ path: PathStep...) -> LocationValue {
    LocationValue("Item", .int(1), property, path)
  }

  private func state(_ body: (inout ChangesetBuilder) -> Void) throws -> RealmState {
    var state = try Rejection.state
    try state.apply(Changeset.build(body))
    return state
  }

  @Test func `a counter wraps around`() throws {
    let state = try state {
      $0.update(at("count"), to: .int(.max))
      $0.addInteger(at("count"), 1)
    }
    #expect(state.value(at: at("count")) == .int(.min))
  }

  @Test func `a class takes the lowest slot that is free`() throws {
    var state = RealmState()
    try state.apply(
      Changeset.build {
        for name: RealmString in ["A", "B", "C"] { $0.addEmbeddedTable(name) }
        for name: RealmString in ["C", "A"] { $0.eraseTable(name) }
        for name: RealmString in ["D", "E", "F"] { $0.addEmbeddedTable(name) }
      })
    let names: [RealmString] = ["D", "B", "E", "F"]
    #expect(names.map { state.tableKey(named: $0)?.slot } == [0, 1, 2, 3])
  }

  @Test func `an object whose primary key is added to is found under the sum`() throws {
    var state = try state { $0.addInteger(at("_id"), 5) }
    #expect(!state.contains(.int(1), of: "Item"))
    #expect(state.value(at: LocationValue("Item", .int(6), "numbers")) == .list([.int(7)]))
    // An object that is gone leaves nothing behind: under each key there is a new one the next time.
    for _ in 0..<2 {
      try state.apply(
        Changeset.build {
          $0.createObject("Event", .int(0))
          $0.addInteger(LocationValue("Event", .int(0), "_id"), 5)
        })
    }
    #expect(state.objectCount(of: "Event") == 0)
  }

  @Test func `a link to an absent object comes to life when the object is created`() throws {
    var state = try state {
      $0.update(at("other"), to: .link("Other", .string("a")))
    }
    let dangling = Value.Link(className: "Other", key: .string("a"), isResolved: false)
    #expect(state.value(at: at("other")) == .link(dangling))
    #expect(state.objectCount(of: "Other") == 0)
    try state.apply(Changeset.build { $0.createObject("Other", .string("a")) })
    #expect(state.value(at: at("other")) == .link(.init(className: "Other", key: .string("a"))))
  }

  @Test func `erasing an object leaves links dangling, in sets and nested lists too`() throws {
    var state = try state {
      $0.createObject("Other", .string("a"))
      $0.update(at("any"), to: .list)
      $0.arrayInsert(at("any", 0), .link("Other", .string("a")), priorSize: 0)
      $0.arrayInsert(at("others", 0), .link("Other", .string("a")), priorSize: 0)
      $0.eraseObject("Other", .string("a"))
    }
    let dangling = Value.link(.init(className: "Other", key: .string("a"), isResolved: false))
    #expect(state.value(at: at("any")) == .list([dangling]))
    #expect(state.value(at: at("others")) == .list([dangling]))
    try state.apply(Changeset.build { $0.createObject("Other", .string("a")) })
    #expect(
      state.value(at: at("any", 0)) == .link(.init(className: "Other", key: .string("a"))))
  }

  @Test func `the only link to an absent object can't be set again in a list of Mixed`() throws {
    var state = try state {
      $0.arrayInsert(at("mixed", 0), .link("Other", .string("a")), priorSize: 0)
    }
    let again = Changeset.build {
      $0.update(at("mixed", 0), to: .link("Other", .string("a")), priorSize: 1)
    }
    let failure = try #require(throws: ApplyFailure.self) { try state.apply(again) }
    #expect(failure.failureClass == .storage)
    try state.apply(Changeset.build { $0.update(at("other"), to: .link("Other", .string("a"))) })
    try state.apply(again)
  }

  @Test func `creating an embedded object again keeps the one that is there`() throws {
    let state = try state {
      $0.update(at("part"), to: .objectValue)
      $0.update(at("part", "n"), to: .int(5))
      $0.update(at("part"), to: .objectValue)
    }
    #expect(state.value(at: at("part", "n")) == .int(5))
    #expect(state.objectCount(of: "Part") == 1)
  }

  @Test func `embedded objects go with their holder`() throws {
    let state = try state {
      $0.update(at("part"), to: .objectValue)
      $0.arrayInsert(at("parts", 0), .objectValue, priorSize: 0)
      $0.eraseObject("Item", .int(1))
    }
    #expect(state.objectCount(of: "Part") == 0)
  }

  @Test func `a Mixed that is a list keeps its content when it is made a list`() throws {
    let state = try state {
      $0.update(at("any"), to: .list)
      $0.arrayInsert(at("any", 0), .int(1), priorSize: 0)
      $0.update(at("any"), to: .list)
    }
    #expect(state.value(at: at("any")) == .list([.int(1)]))
  }

  @Test func `clearing makes a Mixed a collection, whatever it was`() throws {
    let state = try state {
      $0.update(at("any"), to: .int(3))
      $0.clear(at("any"), .dictionary)
    }
    #expect(state.value(at: at("any")) == .dictionary([]))
  }

  @Test func `a moved element ends up at its destination`() throws {
    let state = try state {
      $0.arrayInsert(at("numbers", 1), .int(8), priorSize: 1)
      $0.arrayInsert(at("numbers", 2), .int(9), priorSize: 2)
      $0.arrayMove(at("numbers", 0), to: 2, priorSize: 3)
    }
    #expect(state.value(at: at("numbers")) == .list([.int(8), .int(9), .int(7)]))
  }

  @Test func `objects of asymmetric classes are gone at commit`() throws {
    let state = try state { $0.createObject("Event", .int(1)) }
    #expect(state.objectCount(of: "Event") == 0)
  }

  @Test func `a property that takes a removed one's place starts with its default`() throws {
    var state = try state { $0.update(at("count"), to: .int(5)) }
    try state.apply(
      Changeset.build {
        $0.eraseColumn("Item", "count")
        $0.addColumn("Item", "title", type: .string)
      })
    #expect(state.value(at: at("title")) == .string(.empty))
  }

  @Test func `a copy does not see what is done to the original`() throws {
    var state = try Rejection.state
    let copy = state
    try state.apply(Changeset.build { $0.update(at("count"), to: .int(9)) })
    #expect(copy.value(at: at("count")) == .int(0))
    #expect(state.value(at: at("count")) == .int(9))
  }
}
