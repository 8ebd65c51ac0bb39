import TestSupport
import Testing
import TraceFormat

@testable import Replayer

/// Rules for classes, objects, values and sets, each by itself.
@Suite struct MergeRuleTests {
  private let place = LocationValue("C", .int(1), "p")

  private func below(_ path: PathStep...) -> LocationValue {
    LocationValue("C", .int(1), "p", path)
  }

  private func one(_ body: (inout ChangesetBuilder) -> Void) -> Changeset { .build(body) }

  /// Which of two single instructions are left, with ours earlier and then later.
  private func left(
    _ ours: Changeset, _ theirs: Changeset, quirks: MergeQuirks = .realmCore
  ) throws -> [String] {
    try [UInt64(10), 30].map { time in
      let merged = try MergedPair(ours, theirs, ourTime: time, quirks: quirks)
      return (merged.ours.isEmpty ? "-" : "o") + (merged.theirs.isEmpty ? "-" : "t")
    }
  }

  @Test func `classes`() throws {
    let add = one { $0.addTable("C", primaryKey: "_id", type: .int) }
    let embedded = one { $0.addEmbeddedTable("C") }
    let erase = one { $0.eraseTable("C") }
    #expect(try left(add, add) == ["--", "--"])
    #expect(try left(embedded, embedded) == ["--", "--"])
    #expect(try left(erase, add) == ["o-", "o-"])
    #expect(try left(add, erase) == ["-t", "-t"])
    #expect(try left(erase, erase) == ["--", "--"])
    #expect(try left(one { $0.eraseTable("D") }, add) == ["ot", "ot"])
  }

  @Test func `whatever is in a class goes with it`() throws {
    let erase = one { $0.eraseTable("C") }
    let insides = [
      one { $0.createObject("C", .int(1)) }, one { $0.eraseObject("C", .int(1)) },
      one { $0.addColumn("C", "p", type: .int) }, one { $0.eraseColumn("C", "p") },
      one { $0.update(place, to: .int(1)) }, one { $0.addInteger(place, 1) },
      one { $0.arrayInsert(below(0), .int(1), priorSize: 0) }, one { $0.clear(place, .list) },
      one { $0.setInsert(place, .int(1)) }, one { $0.setErase(place, .int(1)) },
      one { $0.addLinkColumn("C", "self", target: "C") },
    ]
    for inside in insides {
      #expect(try left(erase, inside) == ["o-", "o-"])
      #expect(try left(inside, erase) == ["-t", "-t"])
    }
    #expect(try left(erase, one { $0.createObject("D", .int(1)) }) == ["ot", "ot"])
  }

  @Test func `properties`() throws {
    let add = one { $0.addColumn("C", "p", type: .int) }
    let erase = one { $0.eraseColumn("C", "p") }
    #expect(try left(add, add) == ["--", "--"])
    #expect(try left(erase, add) == ["o-", "o-"])
    #expect(try left(add, erase) == ["-t", "-t"])
    #expect(try left(erase, erase) == ["--", "--"])
    let other = one { $0.eraseColumn("C", "q") }
    #expect(try left(erase, other) == ["ot", "ot"])
    #expect(try left(other, add) == ["ot", "ot"])
  }

  @Test func `of what is done to an erased property only updates go, but for the ideal engine`()
    throws
  {
    let erase = one { $0.eraseColumn("C", "p") }
    for update in [
      one { $0.update(place, to: .int(1)) }, one { $0.update(below("x", 3), to: .int(1)) },
    ] {
      #expect(try left(erase, update) == ["o-", "o-"])
      #expect(try left(update, erase) == ["-t", "-t"])
    }
    let others = [
      one { $0.addInteger(place, 1) }, one { $0.arrayInsert(below(0), .int(1), priorSize: 0) },
      one { $0.arrayMove(below(0), to: 1, priorSize: 2) },
      one { $0.arrayErase(below(0), priorSize: 2) }, one { $0.clear(place, .set) },
      one { $0.setInsert(place, .int(1)) }, one { $0.setErase(place, .int(1)) },
    ]
    for other in others {
      #expect(try left(erase, other) == ["ot", "ot"])
      #expect(try left(erase, other, quirks: .ideal) == ["o-", "o-"])
      #expect(try left(other, erase, quirks: .ideal) == ["-t", "-t"])
    }
  }

  @Test func `objects`() throws {
    let (create, erase) = (
      one { $0.createObject("C", .int(1)) }, one { $0.eraseObject("C", .int(1)) }
    )
    #expect(try left(create, create) == ["ot", "ot"])
    #expect(try left(erase, create) == ["o-", "o-"])
    #expect(try left(create, erase) == ["-t", "-t"])
    #expect(try left(erase, erase) == ["-t", "o-"])
    let update = one { $0.update(below("x"), to: .int(1)) }
    #expect(try left(erase, update) == ["o-", "o-"])
    #expect(try left(update, erase) == ["-t", "-t"])
    #expect(try left(create, update) == ["ot", "ot"])
  }

  @Test func `keys are one object only if type and value agree`() throws {
    let erase = one { $0.eraseObject("C", .string("1")) }
    for key in [.null, .int(1), .string("2"), .string("")] as [PrimaryKeyValue] {
      #expect(try left(erase, one { $0.createObject("C", key) }) == ["ot", "ot"])
    }
    #expect(try left(erase, one { $0.createObject("C", .string("1")) }) == ["o-", "o-"])
    let null = one { $0.eraseObject("C", .null) }
    #expect(try left(null, one { $0.createObject("C", .null) }) == ["o-", "o-"])
  }

  @Test func `updates of one place`() throws {
    let (one, two) = (
      one { $0.update(place, to: .int(1)) }, self.one { $0.update(place, to: .int(1)) }
    )
    #expect(try left(one, two) == ["-t", "o-"])
    let byDefault = self.one { $0.update(place, to: .int(2), isDefault: true) }
    #expect(try left(one, byDefault) == ["o-", "o-"])
    #expect(try left(byDefault, one) == ["-t", "-t"])
    #expect(try left(byDefault, byDefault) == ["-t", "o-"])
    for made in [PayloadValue.list, .dictionary] {
      let making = self.one { $0.update(place, to: made) }
      #expect(try left(making, making) == ["ot", "ot"])
      #expect(try left(making, one) == ["-t", "o-"])
    }
    for made in [PayloadValue.set, .erased, .objectValue] {
      let making = self.one { $0.update(place, to: made) }
      #expect(try left(making, making) == ["-t", "o-"])
    }
    let object = self.one { $0.update(place, to: .objectValue) }
    #expect(try left(object, one) == ["-t", "-t"])
    #expect(try left(one, object) == ["o-", "o-"])
  }

  @Test func `an addition and an update`() throws {
    let add = one { $0.addInteger(place, 3) }
    let text = one { $0.update(place, to: .string("x")) }
    #expect(try left(add, text) == ["-t", "-t"])
    #expect(try left(add, one { $0.update(place, to: .null) }) == ["-t", "ot"])
    let set = one { $0.update(place, to: .int(100)) }
    #expect(
      try MergedPair(set, add)
        == MergedPair(ours: ["Update C[1].p = 103"], theirs: ["AddInteger C[1].p += 3"]))
    #expect(
      try MergedPair(set, add, ourTime: 30) == MergedPair(ours: ["Update C[1].p = 100"], theirs: [])
    )
    let byDefault = one { $0.update(place, to: .int(100), isDefault: true) }
    #expect(
      try MergedPair(byDefault, add, ourTime: 30).ours == ["Update C[1].p = 103 (default)"])
    let most = one { $0.update(place, to: .int(.max)) }
    #expect(try MergedPair(most, add).ours == ["Update C[1].p = \(Int64.min + 2)"], "it wraps")
    #expect(try left(add, add) == ["ot", "ot"])
  }

  @Test func `what is cleared`() throws {
    let clear = one { $0.clear(place, .list) }
    #expect(try left(clear, one { $0.update(place, to: .list) }) == ["ot", "ot"])
    #expect(try left(clear, one { $0.update(place, to: .dictionary) }) == ["-t", "o-"])
    #expect(try left(clear, one { $0.update(place, to: .int(1)) }) == ["-t", "o-"])
    let dictionary = one { $0.clear(place, .dictionary) }
    #expect(try left(dictionary, one { $0.update(place, to: .dictionary) }) == ["ot", "ot"])
    #expect(try left(clear, dictionary) == ["-t", "o-"])
    #expect(try left(clear, one { $0.addInteger(place, 1) }) == ["o-", "o-"])
    for change in [one { $0.setInsert(place, .int(1)) }, one { $0.setErase(place, .int(1)) }] {
      #expect(try left(clear, change) == ["o-", "o-"])
      #expect(try left(change, clear) == ["-t", "-t"])
    }
    #expect(try left(clear, Edit.insert(0, 0)) == ["ot", "ot"], "another property")
    #expect(
      try left(clear, one { $0.arrayInsert(below(0), .int(1), priorSize: 0) }) == ["o-", "o-"])
  }

  @Test func `what is below a value that is set`() throws {
    let key = one { $0.update(below("k"), to: .int(1)) }
    let element = one { $0.update(below(4), to: .int(1), priorSize: 5) }
    let expected: [(PayloadValue, key: String, element: String)] = [
      (.objectValue, "ot", "ot"), (.list, "o-", "ot"), (.dictionary, "ot", "o-"),
      (.set, "o-", "o-"), (.erased, "o-", "o-"), (.value(.null), "o-", "o-"),
      (.value(.int(1)), "o-", "o-"),
    ]
    for (value, forKey, forElement) in expected {
      let update = one { $0.update(place, to: value, isDefault: true) }
      #expect(try left(update, key) == [forKey, forKey])
      #expect(try left(update, element) == [forElement, forElement])
    }
    let add = one { $0.addInteger(place, 1) }
    #expect(try left(add, key) == ["o-", "o-"])
    #expect(try left(element, add) == ["-t", "-t"])
    #expect(try left(one { $0.clear(place, .dictionary) }, key) == ["o-", "o-"])
    #expect(try left(one { $0.setInsert(place, .int(1)) }, key) == ["ot", "ot"])
  }

  @Test func `values of sets are one by content, of one type, as numbers`() throws {
    let same: [(Value, Value, Bool)] = [
      (.string("a"), .string("a"), true), (.string("a"), .string("b"), false),
      (.string("a"), .binary(RealmString("a")), false), (.int(1), .double(1), false),
      (.double(0), .double(-0.0), true), (.double(.nan), .double(.nan), false),
      (.float(.nan), .float(.nan), false), (.null, .null, true),
      (.decimal(Decimal128(text: "1.0")!), .decimal(Decimal128(text: "1.00")!), true),
      (.decimal(Decimal128(text: "-0")!), .decimal(Decimal128(text: "0")!), true),
      (.decimal(.nan), .decimal(.nan), true), (.decimal(.nan), .decimal(.null), false),
      (.link("D", .string("x")), .link("D", .string("x")), true),
      (.link("D", .string("x")), .link("E", .string("x")), false),
      (.link("D", .string("x")), .link("D", .int(1)), false),
      (
        .timestamp(Timestamp(seconds: 1, nanoseconds: 2)),
        .timestamp(Timestamp(seconds: 1, nanoseconds: 3)), false
      ),
    ]
    for (value, other, isSame) in same {
      let insert = one { $0.setInsert(place, value) }
      // Other strings in front, so that the same ones have other numbers.
      let others = Changeset.build {
        $0.createObject("Other", .string("much longer"))
        $0.setErase(place, other)
      }
      let merged = try MergedPair(insert, others)
      #expect(merged.theirs.count == 2)
      #expect(merged.ours.isEmpty == isSame, "\(value), \(other)")
    }
  }

  @Test func `removals from sets are compared by where their strings stand`() throws {
    let (foo, bar) = (
      one { $0.setErase(place, .string("foo")) }, one { $0.setErase(place, .string("bar")) }
    )
    let longer = Changeset.build {
      $0.createObject("Other", .int(1))
      $0.setErase(place, .string("foo"))
    }
    #expect(try left(foo, bar) == ["-t", "o-"], "other strings at one place")
    #expect(try MergedPair(foo, longer).ours.count == 1, "one string at two places")
    #expect(try left(foo, bar, quirks: .ideal) == ["ot", "ot"])
    #expect(try MergedPair(foo, longer, quirks: .ideal).ours.isEmpty)
    let (one, two) = (one { $0.setErase(place, .int(1)) }, one { $0.setErase(place, .int(2)) })
    #expect(try left(one, one) == ["-t", "o-"])
    #expect(try left(one, two) == ["ot", "ot"])
  }

  @Test func `a cleared element stays at its index, but for the ideal engine`() throws {
    let clear = one { $0.clear(Edit.element(2), .list) }
    #expect(try MergedPair(Edit.insert(0, 4), clear).theirs == ["Clear C[1].list[2] (list)"])
    #expect(
      try MergedPair(Edit.insert(0, 4), clear, quirks: .ideal).theirs == [
        "Clear C[1].list[3] (list)"
      ])
    #expect(
      try MergedPair(Edit.move(2, 0, 4), clear, quirks: .ideal).theirs == [
        "Clear C[1].list[0] (list)"
      ])
    #expect(try MergedPair(Edit.erase(2, 4), clear, quirks: .ideal).theirs == [])
    #expect(try MergedPair(Edit.erase(2, 4), clear).theirs.count == 1)
  }
}
