import TestSupport
import Testing

@testable import TraceFormat

@Suite struct SecretRedactorTests {
  static let token = SecretSearchTests.token

  private func redacted(_ content: Event.Content) -> Event.Content {
    var redactor = SecretRedactor()
    return redacted(content, &redactor)
  }

  private func redacted(
    _ content: Event.Content, _ redactor: inout SecretRedactor
  ) -> Event.Content {
    redactor.redacted(
      Event(sequence: 3, timeMicroseconds: 5, session: 1, content: content)
    ).content
  }

  private static func changeset(_ text: String) -> [UInt8] {
    var builder = ChangesetBuilder()
    let table = builder.intern("T")
    builder.append(
      .createObject(.init(table: table, object: builder.key(.string(RealmString(text))))))
    return builder.changeset.encoded()
  }

  private static func json(_ type: String, _ json: String, _ direction: WireMessage.Direction)
    -> WireMessage
  {
    let head: String
    switch type {
    case "json_error": head = "json_error 208 \(json.utf8.count) 1\n"
    case "log_message": head = "log_message 1 \(json.utf8.count)\n"
    case "test_command": head = "test_command 1 2 \(json.utf8.count)\n"
    default: head = "bind 1 \(json.utf8.count) 0 1 0\n"
    }
    return WireMessage(direction, head + json, type == "bind" ? .flexible : .partition)
  }

  private static func sized(_ head: String, _ tail: String, _ text: String) -> WireMessage {
    WireMessage(.serverToClient, "\(head) \(text.utf8.count) \(tail)\n\(text)", .flexible)
  }

  @Test(arguments: ["anna@example.org", token])
  func `A message that a log shows in part loses of its changesets what any other does`(
    text: String
  ) throws {
    let changeset = Self.changeset(text)
    let entries = [
      PartialEntry(numbers: [1, 1, 0, 0], size: 7),
      PartialEntry(
        numbers: [2, 1, 0, 0], size: UInt64(changeset.count), changeset: changeset),
    ]
    let message = try #require(
      WireMessage(
        partial: .upload(Upload(blank: .flexible)), entries: entries, connection: "c",
        syncKind: .flexible))
    var redactor = SecretRedactor(removesUserNames: true)
    let redacted = redactor.redacted(message)
    #expect(redacted.partial?.entries.map(\.numbers) == entries.map(\.numbers))
    let hasToken = text.hasSameBytes(as: Self.token)
    #expect((redacted != message) == hasToken)
    #expect(redactor.counts.total == (hasToken ? 1 : 0))
  }

  /// Every place of every event in which the protocol, a recorder or a person can put a secret.
  static let places: [Event.Content] = {
    let word = "Sup3rS3cretWord9"
    let text = "it says access_token=\(word)!"
    let error = #"{"message":"\#(text)","tryAgain":false,"logURL":"https://h/l?k=\#(word)","#
    let messages: [WireMessage] = [
      WireMessage(.clientToServer, "bind 1 5 \(word.utf8.count) 1 0\n/data\(word)"),
      WireMessage(.clientToServer, "bind 1 5 99 1 0\n/data\(word)"),
      WireMessage(.clientToServer, "bind 1 99 \(word.utf8.count) 1 0\n/data\(word)"),
      WireMessage(.clientToServer, "bind 1 x 99 1 0\n\(word)"),
      WireMessage(.clientToServer, "mark 1 1\n", connection: "wss://h/?baas_at=\(word)"),
      WireMessage(.clientToServer, "upload 1 0 0 0 0 0 0\n", connection: "h?baas_at=\(word)"),
      WireMessage(.clientToServer, "bearer \(word)\nAuthorization: Bearer \(word)"),
      json(
        "json_error", error + #""action":"baas_at=\#(word)","more":{"secret":["\#(word)"]}}"#,
        .serverToClient),
      json(
        "json_error",
        error + #""rejectedUpdates":[{"table":"T","pk":"token=\#(word)","reason":"\#(text)"}]}"#,
        .serverToClient),
      json("json_error", #"{"message":"\u0061ccess_token=\#(word)"}"#, .clientToServer),
      json("json_error", #"{"message":broken "access_token":"\#(word)"}"#, .serverToClient),
      json("json_error", #"{"message":"m","access_token":{"value":"\#(word)"}}"#, .serverToClient),
      WireMessage(
        .serverToClient, "-----BEGIN PRIVATE KEY-----\n\(word)\n-----END PRIVATE KEY-----"),
      json(
        "log_message", #"{"co_id":"token=\#(word)","level":"jwt=\#(word)","msg":"\#(text)"}"#,
        .serverToClient),
      json(
        "log_message", #"{"msg":"Logs: https:\/\/h\/l?k=\#(word)","password":"\#(word)"}"#,
        .serverToClient),
      json(
        "test_command", #"{"command":"\#(text)","args":{"apiKey":"\#(word)"}}"#, .clientToServer),
      json(
        "bind", #"{"migratedPartition":"\#(text)","token":"\#(word)","password":12345678}"#,
        .clientToServer),
      sized("error 203", "0 1", text), sized("query_error 226", "1 2", text),
    ]
    return messages.map(Event.Content.message) + [
      .sessionStart(
        SessionStart(
          source: .capture, name: text, connection: text, clientFile: "/u?token=\(word)",
          pendingReset: PendingReset(mode: .recover, action: .clientReset, engineVersion: text),
          sdk: text)),
      .syncError(
        SyncError(
          code: 1, name: text, message: "Authorization: Bearer \(word)", action: .warning,
          isFatal: false,
          compensatingWrites: [.init(table: "T", primaryKey: "token=\(word)", reason: text)],
          logURL: "https://h/l?k=\(word)")),
      .resetObserved(
        ResetObserved(mode: .recover, action: .clientReset, result: .failed, message: text)),
      .loss(Loss(firstSequence: nil, recordCount: nil, reason: text)), .note(Note(text: text)),
      .unknown(UnknownRecord(recordType: 0x9000, bytes: Array("\u{0}\u{7}\(text)\u{1}".utf8))),
    ]
  }()

  @Test(arguments: places)
  func `No place keeps a secret, on disk or on a screen`(content: Event.Content) throws {
    let clean = redacted(content)
    let event = Event(sequence: 0, timeMicroseconds: 0, session: 1, content: clean)
    let shown = event.textLines(withInstructions: true).joined() + event.json.text()
    for bytes in [Record(event).body, Array(shown.utf8)] {
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(!text.contains("Sup3rS3cret"), "\(text)")
      #expect(!text.contains("12345678"))
    }
    #expect(clean != content)
    #expect(redacted(clean) == clean)
    if case .message(let message) = content, (try? message.parsed()) != nil,
      case .message(let cleanMessage) = clean
    {
      #expect(throws: Never.self) { try cleanMessage.parsed() }
    }
  }

  @Test func `A BIND without its token is the same BIND, byte for byte but for the token`() throws {
    let message = WireMessage(
      .clientToServer, "bind 01 005 31 7 0\n/dataeyJFAKETOKEN_SECRET_abc.def.ghi")
    guard case .message(let clean) = redacted(.message(message)) else { return }
    let mark = String(decoding: clean.body.dropFirst(5), as: UTF8.self)
    #expect(mark.hasPrefix("[removed-token-31-"))
    #expect(String(decoding: clean.head, as: UTF8.self) == "bind 01 005 \(mark.utf8.count) 7 0\n")
    guard case .bind(let bind) = try clean.parsed() else { return #expect(Bool(false)) }
    #expect(bind.path == "/data")
    #expect(bind.needsFileIdent)
  }

  @Test func `A web token in users' data is replaced everywhere alike, and nothing else is`() throws
  {
    var redactor = SecretRedactor()
    let changeset = Self.changeset(Self.token)
    let plain = Self.changeset("password=hunter2 Bearer Sup3rS3cretWord9")
    let observed = ResetObserved(
      mode: .recover, action: .clientReset, result: .recovered, stateDigest: 7,
      reupload: [.init(clientVersion: 2, changeset: changeset)])
    guard case .resetObserved(let before) = redacted(.resetObserved(observed), &redactor),
      case .localCommit(let commit) = redacted(
        .localCommit(LocalCommit(clientVersion: 2, changeset: changeset)), &redactor),
      case .snapshot(let snapshot) = redacted(
        .snapshot(Snapshot(role: .local, changesets: [plain, changeset])), &redactor),
      case .resetObserved(let after) = redacted(.resetObserved(observed), &redactor)
    else { return #expect(Bool(false)) }
    #expect(before.stateDigest == 7)
    #expect(after.stateDigest == nil)
    #expect(snapshot.changesets == [plain, commit.changeset])
    #expect(after.reupload?.map(\.changeset) == [commit.changeset])
    #expect(!String(decoding: commit.changeset, as: UTF8.self).contains("c2lnbmF0"))
    #expect(try Changeset(decoding: commit.changeset).instructions.count == 1)
    #expect(redactor.counts.byKind.map(\.count) == [4])
  }

  @Test func `What looks like a web token in binary data stays`() throws {
    var builder = ChangesetBuilder()
    builder.update(
      LocationValue("T", .int(1), "data"),
      to: .value(.binary(RealmString(Self.token))), isDefault: false)
    let changeset = builder.changeset.encoded()
    guard
      case .localCommit(let commit) = redacted(
        .localCommit(LocalCommit(clientVersion: 2, changeset: changeset)))
    else { return #expect(Bool(false)) }
    #expect(commit.changeset == changeset)
  }

  @Test func `An upload with a web token stays one`() throws {
    let changeset = Self.changeset(Self.token)
    let body = Array("4 0 300 0 \(changeset.count) ".utf8) + changeset
    var message = WireMessage(.clientToServer, "upload 02 1 \(body.count) 60 4 0 0\n")
    message.body = body
    message.bodyForm = .inflated
    guard case .message(let clean) = redacted(.message(message)),
      case .upload(let upload) = try clean.parsed()
    else { return #expect(Bool(false)) }
    #expect(
      String(decoding: clean.head, as: UTF8.self) == "upload 02 0 \(clean.body.count) 0 4 0 0\n")
    #expect(upload.entries.count == 1)
    #expect(!String(decoding: clean.body, as: UTF8.self).contains("c2lnbmF0"))
  }

  @Test func `What nobody can look into is counted`() {
    var redactor = SecretRedactor()
    var message = WireMessage(.clientToServer, "upload 1 1 70 9 4 0 0\nnonsense!")
    message.bodyForm = .notInflatable
    _ = redacted(.message(message), &redactor)
    _ = redacted(.unknown(UnknownRecord(recordType: 0x9000, bytes: [1])), &redactor)
    #expect(redactor.unreadCount == 2)
    #expect(redactor.counts.total == 0)
  }

  @Test func `What has no secret stays, byte for byte`() throws {
    var redactor = SecretRedactor()
    var eventCount = 0
    for content in SampleEvents.contents + CompleteEvents.contents {
      if case .message(let message) = content, message.typeWord == "bind" { continue }
      #expect(redacted(content, &redactor) == content)
    }
    for path in try ProjectFiles.paths(in: "traces", suffix: ".synctrace") {
      for event in try TraceFiles.events(of: path) {
        #expect(redactor.redacted(event) == event)
        eventCount += 1
      }
    }
    #expect(redactor.counts == SecretCounts())
    #expect(eventCount > 100)
  }
}
