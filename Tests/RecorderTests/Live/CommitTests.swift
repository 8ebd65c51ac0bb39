import Dispatch
import Recorder
import TestSupport
import Testing
import TraceFormat

/// Transactions by what they do to objects.
@Suite struct CommitTests {
  private static let schema = try! RealmSchema(
    parsing: Array(
      """
      {"schema": 1, "classes": {
        "Inspection": {"primaryKey": "_id", "properties": {
          "_id": "int", "status": "string", "count": "int", "notes": "string[]",
          "tags": "string<>", "extra": "mixed", "by": "Person", "place": "Place",
          "places": "Place[]", "names": "string?{}"}},
        "Person": {"primaryKey": "name", "properties": {"name": "string"}},
        "Place": {"embedded": true, "properties": {"city": "string?", "numbers": "int[]"}},
        "Keyless": {"properties": {"a": "int"}}}}
      """.utf8))

  /// The events of what a session records, without its start, and what was misused.
  private func record(
    schema: RealmSchema? = CommitTests.schema, _ body: (LiveSession) throws -> Void
  ) throws -> (contents: [Event.Content], misuses: [RecordingMisuse]) {
    let misuses = Lock<[RecordingMisuse]>([])
    var options = RecordingOptions(queueSizeMax: 64 << 20, clock: LiveSample.clock())
    options.onMisuse = { misuse in misuses.withLock { $0.append(misuse) } }
    let events = try LiveSample.events(options) { recorder in
      try body(recorder.session(name: "a", mode: .recover, schema: schema))
    }
    return (events.dropFirst().map(\.content), misuses.withLock { $0 })
  }

  private func expect(
    _ built: (inout ChangesetBuilder) -> Void, _ calls: (inout LiveTransaction) -> Void,
    location: SourceLocation = #_sourceLocation
  ) throws {
    let (contents, misuses) = try record { $0.commit(calls) }
    var builder = ChangesetBuilder()
    built(&builder)
    #expect(misuses.isEmpty, sourceLocation: location)
    let expected = LocalCommit(clientVersion: 2, changeset: builder.changeset.encoded())
    #expect(contents == [.localCommit(expected)], sourceLocation: location)
  }

  private func place(_ property: RealmString, _ path: PathStep...) -> LocationValue {
    LocationValue("Inspection", .int(7), property, path)
  }

  @Test func `Objects are created, changed and deleted`() throws {
    let id = 7
    try expect {
      $0.createObject("Inspection", .int(7))
      $0.update(place("status"), to: .string("open"))
      $0.update(place("by"), to: .link("Person", .string("Ann")))
      $0.update(place("status"), to: .string("done"))
      $0.addInteger(place("count"), -2)
      $0.eraseObject("Person", .string("Bob"))
    } _: {
      $0.create(
        "Inspection", id,
        ["status": "open", "by": Value.link("Person", .string("Ann"))])
      $0.set("Inspection", id, "status", to: "done")
      $0.change("Inspection", id, "count", .increment(-2))
      $0.delete("Person", "Bob")
    }
  }

  @Test func `Lists, sets and dictionaries change by element, or as a whole`() throws {
    try expect {
      $0.arrayInsert(place("notes", 2), .string("c"), priorSize: 2)
      $0.arrayInsert(place("notes", 0), .string("a"), priorSize: 3)
      $0.update(place("notes", 1), to: .string("b"), priorSize: 4)
      $0.arrayMove(place("notes", 0), to: 3, priorSize: 4)
      $0.arrayErase(place("notes", 3), priorSize: 4)
      $0.setInsert(place("tags"), .string("new"))
      $0.setErase(place("tags"), .string("old"))
      $0.update(place("names", "a"), to: .null)
      $0.update(place("names", "b"), to: .erased)
      $0.clear(place("notes"), .list)
      $0.arrayInsert(place("notes", 0), .string("x"), priorSize: 0)
      $0.arrayInsert(place("notes", 1), .string("y"), priorSize: 1)
    } _: {
      $0.append("Inspection", 7, "notes", "c", index: 2)
      $0.change("Inspection", 7, "notes", .insert("a".recorded, at: 0, count: 3))
      $0.change("Inspection", 7, "notes", .replace("b".recorded, at: 1, count: 4))
      $0.change("Inspection", 7, "notes", .move(from: 0, to: 3, count: 4))
      $0.change("Inspection", 7, "notes", .remove(at: 3, count: 4))
      $0.change("Inspection", 7, "tags", .insertMember("new".recorded))
      $0.change("Inspection", 7, "tags", .removeMember("old".recorded))
      $0.set("Inspection", 7, "names", at: ["a"], to: Value.null)
      $0.change("Inspection", 7, "names", at: ["b"], .removeEntry)
      $0.set("Inspection", 7, "notes", to: ["x", "y"])
    }
  }

  @Test func `Embedded objects and values inside Mixed are set with what is in them`() throws {
    let city = Value.embedded(
      Value.EmbeddedObject(
        className: "Place",
        properties: [
          .init(key: "city", value: .string("Oslo")), .init(key: "numbers", value: [1].recorded),
        ]))
    try expect {
      $0.update(place("place"), to: .objectValue)
      $0.update(place("place", "city"), to: .string("Oslo"))
      $0.arrayInsert(place("place", "numbers", 0), .int(1), priorSize: 0)
      $0.arrayInsert(place("places", 1), .objectValue, priorSize: 1)
      $0.update(place("places", 1, "city"), to: .string("Oslo"))
      $0.arrayInsert(place("places", 1, "numbers", 0), .int(1), priorSize: 0)
      $0.update(place("places", 0, "city"), to: .null)
      $0.update(place("extra"), to: PayloadValue.dictionary)
      $0.update(place("extra", "k"), to: PayloadValue.list)
      $0.arrayInsert(place("extra", "k", 0), .bool(true), priorSize: 0)
    } _: {
      $0.set("Inspection", 7, "place", to: city)
      $0.append("Inspection", 7, "places", city, index: 1)
      $0.set("Inspection", 7, "places", at: [0, "city"], to: Value.null)
      $0.set("Inspection", 7, "extra", to: ["k": [true]])
    }
  }

  @Test func `A state begins with the classes of the schema`() throws {
    let (contents, _) = try record { session in
      session.state(.base) { $0.create("Person", "Ann") }
    }
    guard case .snapshot(let snapshot)? = contents.first else {
      Issue.record("\(contents)")
      return
    }
    let changeset = try Changeset(decoding: try #require(snapshot.changesets.first))
    #expect(snapshot.role == .base && snapshot.origin == .empty)
    let added = changeset.instructions.map(\.kind)
    #expect(added.filter { $0 == .addTable }.count == 4)
    #expect(added.filter { $0 == .addColumn }.count == 12)
    #expect(added.last == .createObject)
  }

  @Test func `A reset's state may be its objects`() throws {
    let (contents, misuses) = try record { session in
      session.didReset(recovered: false) { $0.create("Person", "Ann") }
    }
    #expect(misuses.isEmpty)
    let roles = contents.compactMap { content -> Snapshot.Role? in
      if case .snapshot(let snapshot) = content { snapshot.role } else { nil }
    }
    #expect(roles == [.fresh, .afterReset])
  }

  typealias Calls = @Sendable (inout LiveTransaction) -> Void

  static let misuses: [(String, Calls)] = [
    (
      "Inspektion Inspektion: expected a class of the schema, found `Inspektion`; did you mean `Inspection`?",
      { $0.delete("Inspektion", 1) }
    ),
    (
      "Inspection staus: expected a property of `Inspection`, found `staus`; did you mean `status`?",
      { $0.set("Inspection", 1, "staus", to: "open") }
    ),
    (
      "Inspection status: expected `string`, found `int`",
      { $0.create("Inspection", 1, ["status": 5]) }
    ),
    (
      "Inspection status: expected `string`, found `null`",
      { $0.set("Inspection", 1, "status", to: Value.null) }
    ),
    (
      "Inspection _id: expected `int`, found `string`",
      { $0.delete("Inspection", "one") }
    ),
    (
      "Keyless Keyless: expected a class with a primary key, found one without",
      { $0.create("Keyless", 1) }
    ),
    (
      "Inspection _id: expected a property that can change, found the primary key",
      { $0.set("Inspection", 1, "_id", to: 2) }
    ),
    (
      "Inspection by: expected `Person`, found `link`",
      { $0.set("Inspection", 1, "by", to: Value.link("Inspection", .int(1))) }
    ),
    (
      "Inspection notes: expected an index inside the list, found 3 of 2",
      { $0.change("Inspection", 1, "notes", .insert("a".recorded, at: 3, count: 2)) }
    ),
    (
      "Inspection notes: expected an index inside the list, found -1 of 2",
      { $0.change("Inspection", 1, "notes", .remove(at: -1, count: 2)) }
    ),
    (
      "Inspection status: expected a list, found `string`",
      { $0.append("Inspection", 1, "status", "a", index: 0) }
    ),
    (
      "Inspection status: expected a whole number, found `string`",
      { $0.change("Inspection", 1, "status", .increment(1)) }
    ),
    (
      "Inspection status: expected a path to a value, found one that `string` has no place for",
      { $0.set("Inspection", 1, "status", at: ["a"], to: 1) }
    ),
    (
      "Inspection place: expected a dictionary, found `Place`",
      { $0.change("Inspection", 1, "place", at: ["city"], .removeEntry) }
    ),
    (
      "Inspection notes: expected `replace` for an element of a list, found `set`",
      { $0.set("Inspection", 1, "notes", at: [0], to: "a") }
    ),
    (
      "Inspection status: expected a string of at most 16777199 bytes, found one of 16777200",
      { $0.set("Inspection", 1, "status", to: String(repeating: "a", count: 16_777_200)) }
    ),
  ]

  @Test(arguments: misuses.indices)
  func `What does not fit the schema is reported and lost, and the next transaction is not`(
    index: Int
  ) throws {
    let (expected, calls) = Self.misuses[index]
    let (contents, misuses) = try record { session in
      session.commit {
        $0.delete("Person", "Ann")
        calls(&$0)
      }
      session.commit { $0.delete("Person", "Bob") }
    }
    let text = try #require(misuses.first).description
    #expect(text.hasPrefix("session 1, version 2, call 2, ") && text.hasSuffix(expected))
    #expect(misuses.count == 1 && contents.count == 2)
    guard case .loss(let loss) = contents[0], case .localCommit(let commit) = contents[1] else {
      Issue.record("\(contents)")
      return
    }
    #expect(loss.reason == "what the app wrote does not fit its schema: \(text)")
    #expect(loss.recordCount == 1 && commit.clientVersion == 3)
  }

  @Test func `Without a schema a transaction is a loss that says what is missing`() throws {
    let (contents, misuses) = try record(schema: nil) { $0.commit { $0.delete("A", 1) } }
    #expect(
      misuses.map(\.description) == [
        "session 1, version 2: expected a session that was begun with a schema, found none"
      ])
    guard case .loss? = contents.first, contents.count == 1 else {
      Issue.record("\(contents)")
      return
    }
  }

  @Test func `Versions are counted, from threads and with changesets in between`() throws {
    let (contents, _) = try record { session in
      #expect(session.clientVersion == 1)
      #expect(session.commit { _ in } == 1)
      session.localCommit(clientVersion: 9, changeset: [])
      DispatchQueue.concurrentPerform(iterations: 50) { _ in
        session.commit { $0.delete("Person", "Ann") }
      }
      #expect(session.clientVersion == 59)
    }
    let versions = contents.map { content -> UInt64 in
      if case .localCommit(let commit) = content { commit.clientVersion } else { 0 }
    }
    #expect(versions == Array(9...59))
  }
}
