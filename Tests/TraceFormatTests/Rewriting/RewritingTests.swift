import TestSupport
import Testing
import TraceFormat

/// Gives everything of one kind another name, the same one wherever it stands.
private struct Renaming: EventRewriting {
  var classes: [RealmString: RealmString] = [:]
  var keys: [PrimaryKeyValue: PrimaryKeyValue] = [:]
  var places: [String] = []
  var clientVersionOffset: UInt64 = 0

  mutating func className(_ name: RealmString) -> RealmString { classes[name] ?? name }
  mutating func primaryKey(
    _ key: PrimaryKeyValue, of className: RealmString
  ) -> PrimaryKeyValue {
    places.append("\(className) \(key)")
    return keys[key] ?? key
  }
  mutating func pathKey(_ key: RealmString, below place: LocationValue) -> RealmString {
    places.append("\(place.field) \(place.path.count) \(key)")
    return key
  }
  mutating func number<Number: FixedWidthInteger>(
    _ value: Number, _ field: NumberField
  ) -> Number {
    field == .clientVersion ? value + Number(clientVersionOffset) : value
  }
}

/// Changes wholes.
private struct Closing: EventRewriting {
  var texts: [String] = []
  mutating func content(_ content: Event.Content) -> Event.Content {
    guard case .loss = content else { return content }
    return .note(Note(text: "lost"))
  }
  mutating func message(_ message: ProtocolMessage) -> ProtocolMessage {
    .unbind(SessionReference(sessionIdent: message.sessionIdent))
  }
  mutating func changeset(_ changeset: Changeset) -> Changeset { Changeset() }
  mutating func text(_ text: String, _ field: TextField) -> String {
    texts.append(text)
    return text
  }
}

/// Gives a declared string another name.
private struct Naming: EventRewriting {
  var asked: [RealmString] = []
  mutating func unusedString(_ string: RealmString) -> RealmString {
    asked.append(string)
    return string == "E" ? "Embedded" : string
  }
}

extension EventRewriting {
  fileprivate mutating func rewritten(_ content: Event.Content) throws -> Event.Content {
    try Event(sequence: 0, timeMicroseconds: 0, session: 0, content: content)
      .rewritten(by: &self).content
  }
}

@Suite struct RewritingTests {
  private static let sample: Changeset = {
    var builder = ChangesetBuilder()
    builder.addTable("Dog", primaryKey: "_id", type: .int)
    builder.createObject("Dog", .int(7))
    builder.update(LocationValue("Dog", .int(7), "toys", ["a", 3, "b"]), to: .int(7))
    builder.update(
      LocationValue("Dog", .int(7), "friend"), to: .link("Dog", .int(7)))
    return builder.changeset
  }()

  @Test func `A class and a key are the same wherever they stand`() throws {
    var renaming = Renaming(classes: ["Dog": "Cat"], keys: [.int(7): .string("seven")])
    let changeset = try Self.sample.rewritten(by: &renaming)
    let lines = changeset.instructions.map { changeset.text(of: $0) }
    #expect(!lines.joined().contains("Dog"))
    // The value 7 is no key.
    #expect(lines.filter { $0.contains("7") }.count == 1)
    #expect(lines.filter { $0.contains("seven") }.count == 3)
    let error = Event(
      sequence: 0, timeMicroseconds: 0, session: 1,
      content: .syncError(
        SyncError(
          code: 231, name: "", message: "", action: .warning, isFatal: false,
          compensatingWrites: [.init(table: "Dog", primaryKey: "AQc=", reason: "")])))
    guard case .syncError(let rewritten) = try error.rewritten(by: &renaming).content else {
      return #expect(Bool(false))
    }
    #expect(
      rewritten.compensatingWrites == [
        .init(table: "Cat", primaryKey: "AwVzZXZlbg==", reason: "")
      ])
  }

  @Test func `Places are those from before the rewriting`() throws {
    var renaming = Renaming(classes: ["Dog": "Cat"])
    _ = try Self.sample.rewritten(by: &renaming)
    #expect(
      renaming.places == [
        "Dog \(PrimaryKeyValue.int(7))", "Dog \(PrimaryKeyValue.int(7))", "toys 0 a", "toys 2 b",
        "Dog \(PrimaryKeyValue.int(7))", "Dog \(PrimaryKeyValue.int(7))",
      ])
  }

  @Test
  func
    `A message in which something is replaced is written anew, not compressed, but for other fields`()
    throws
  {
    let body = "6 5 3 0 1 a"
    var message = WireMessage(.clientToServer, "upload 1 1 11 99 9 5 04\n\(body)")
    message.bodyForm = .inflated
    let event = Event(sequence: 0, timeMicroseconds: 0, session: 1, content: .message(message))
    var nothing = Renaming()
    #expect(try event.rewritten(by: &nothing) == event)
    var renaming = Renaming(clientVersionOffset: 10)
    guard case .message(let rewritten) = try event.rewritten(by: &renaming).content else {
      return #expect(Bool(false))
    }
    #expect(
      rewritten == WireMessage(.clientToServer, "upload 1 0 12 0 19 5 04\n16 5 3 0 1 a"))
  }

  @Test func `Queries go by the new name of their class`() throws {
    let queries = QuerySet(
      version: 1, json: Array(#"{"Ant":"TRUEPREDICATE","Dog":"age > 1"}"#.utf8))
    let message = try WireMessage(
      encoding: .query(Query(sessionIdent: 1, subscriptions: queries)),
      direction: .clientToServer, syncKind: .flexible)
    let event = Event(sequence: 0, timeMicroseconds: 0, session: 1, content: .message(message))
    var renaming = Renaming(classes: ["Dog": "Cat"])
    guard case .message(let rewritten) = try event.rewritten(by: &renaming).content,
      case .query(let query) = try rewritten.parsed()
    else { return #expect(Bool(false)) }
    let rewrittenQueries = String(decoding: query.subscriptions.json, as: UTF8.self)
    #expect(rewrittenQueries == #"{"Ant":"TRUEPREDICATE","Cat":"age > 1"}"#)
    var merging = Renaming(classes: ["Dog": "Ant"])
    #expect(throws: RewritingFailure.repeatedMember("Ant")) {
      try event.rewritten(by: &merging)
    }
  }

  @Test func `A text of other bytes is another one, though Swift holds them to be equal`() throws {
    struct Decomposing: EventRewriting {
      mutating func text(_ text: String, _ field: TextField) -> String {
        field == .errorMessage ? "e\u{301}" : text
      }
    }
    let error = JSONError(code: 212, sessionIdent: 1, message: "\u{E9}")
    let message = try WireMessage(
      encoding: .clientError(error), direction: .clientToServer, syncKind: .partition)
    var decomposing = Decomposing()
    guard case .message(let rewritten) = try decomposing.rewritten(.message(message)) else {
      return #expect(Bool(false))
    }
    #expect(rewritten.body == Array("{\"message\":\"e\u{301}\"}".utf8))
  }

  @Test func `What cannot stand where it should is refused`() throws {
    let error = Event(
      sequence: 0, timeMicroseconds: 0, session: 1,
      content: .syncError(
        SyncError(
          code: nil, name: "", message: "", action: .warning, isFatal: false,
          compensatingWrites: [.init(table: "Dog", primaryKey: "", reason: "")])))
    let noText = RealmString([0xFF])
    var renaming = Renaming(classes: ["Dog": noText])
    #expect(throws: RewritingFailure.notText(noText)) { try error.rewritten(by: &renaming) }
    let size = ChangesetLimits.stringSizeMax + 1
    var large = Renaming(classes: ["Dog": RealmString([UInt8](repeating: 0x61, count: size))])
    #expect(throws: RewritingFailure.stringTooLarge(size: size)) {
      try Self.sample.rewritten(by: &large)
    }
  }

  @Test func `Wholes are changed before their parts are asked for`() throws {
    var closing = Closing()
    #expect(
      try closing.rewritten(.loss(Loss(firstSequence: 1, recordCount: 2, reason: "why")))
        == .note(Note(text: "lost")))
    #expect(
      try closing.rewritten(.message(WireMessage(.clientToServer, "mark 3 1\n", connection: "c")))
        == .message(WireMessage(.clientToServer, "unbind 3\n", connection: "c")))
    #expect(
      try closing.rewritten(
        .localCommit(LocalCommit(clientVersion: 1, changeset: EveryInstruction.bytes)))
        == .localCommit(LocalCommit(clientVersion: 1, changeset: [])))
    #expect(closing.texts == ["lost", "c"])
  }

  @Test func `A string that nothing uses is asked for, and stays before its instruction`() throws {
    var builder = ChangesetBuilder()
    builder.createObject("P", .int(1))
    _ = builder.intern("E")
    builder.eraseObject("P", .string("k"))
    var naming = Naming()
    let rewritten = try builder.changeset.rewritten(by: &naming)
    #expect(naming.asked == ["E"])
    #expect(rewritten.strings.map { rewritten.string($0.bytes) } == ["P", "Embedded", "k"])
    #expect(rewritten.strings.map(\.beforeInstruction) == [0, 1, 1])
    #expect(rewritten.hasSameInstructions(as: builder.changeset))
  }
}
