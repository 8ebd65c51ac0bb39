import Importers
import TestSupport
import Testing
import TraceFormat

@Suite struct LogHazardTests {
  private static let first = LogLines.session[0]

  @Test func `A second client begins with its first line, or with a number that is taken`() {
    let named = ImportedLog([LogLines.client, Self.first, LogLines.client, Self.first])
    #expect(named.summary.clientCount == 2)
    #expect(named.starts.count == 2)
    #expect(Set(named.starts.map(\.connection)).count == 2)
    let unnamed = ImportedLog([Self.first, LogLines.session[2], Self.first])
    #expect(unnamed.summary.clientCount == 2)
  }

  @Test func `Processes and threads tell clients apart`() {
    func line(_ process: Int, _ text: String) -> String {
      "03-02 08:15:30.250  \(process)  \(process + 1) D REALM   : [Session] \(text)"
    }
    let other = LogLines.all.map { $0.replacing("tasks.realm", with: "notes.realm") }
    let mixed = zip(LogLines.all, other).flatMap { [line(10, $0), line(20, $1)] }
    let log = ImportedLog(mixed)
    #expect(log.summary.clientCount == 2)
    #expect(log.resets.map(\.file) == ["/data/app/tasks.realm", "/data/app/notes.realm"])
    #expect(log.resets.map(\.outcome) == [.recovered, .recovered])
    let threads = zip(LogLines.all, other).flatMap { pair in
      [
        "2026-03-02 08:15:30.25+0100 D[7:a1] Info: \(pair.0)",
        "2026-03-02 08:15:30.25+0100 D[7:a2] Info: \(pair.1)",
      ]
    }
    #expect(ImportedLog(threads).resets.count == 2)
    let journal = zip(LogLines.all, other).flatMap { pair in
      [(8, pair.0), (9, pair.1)].map { process, text in
        JSONText.members(["_PID": .string("\(process)"), "MESSAGE": .string(text)]).text()
      }
    }
    #expect(ImportedLog(journal).summary.clientCount == 2)
  }

  /// What two clients of one process write that reset a file each, with the same numbers and nothing that tells them
  /// apart: one recovers, the other one discards.
  private static let twins: [String] = {
    let one = LogLines.all.map { $0.replacing("tasks.realm", with: "one.realm") }
    let two = (LogLines.session + LogLines.reset(mode: "DiscardLocal", actual: "DiscardLocal"))
      .map { $0.replacing("tasks.realm", with: "two.realm") }
    let pairs = zip(one, two).flatMap { [$0, $1] }
    return [LogLines.client, LogLines.client] + pairs + one.dropFirst(two.count) + [LogLines.done]
  }()

  @Test func `Two clients that nothing tells apart have two resets`() throws {
    let log = ImportedLog(Self.twins)
    #expect(log.summary.clientCount == 2)
    #expect(log.summary.repeatedEntryCount == 0)
    #expect(log.summary.ambiguousClientCount > 0)
    let resets = log.resets.sorted { $0.file < $1.file }
    #expect(resets.map(\.file) == ["/data/app/one.realm", "/data/app/two.realm"])
    #expect(resets.map(\.requestedMode) == [.recover, .discardLocal])
    #expect(resets.map(\.outcome) == [.recovered, .discarded])
    // Only the one that recovers counts what it has, and says what it leaves out.
    #expect(resets.map(\.localChangesetCount) == [2, nil])
    #expect(resets.map(\.drops.count) == [1, 0])
    #expect(resets.map(\.isOfAlikeClients) == [true, true])
  }

  @Test func `What either of two recoveries may have said is said of neither`() {
    let one = LogLines.all.map { $0.replacing("tasks.realm", with: "one.realm") }
    let two = LogLines.all.map { $0.replacing("tasks.realm", with: "two.realm") }
    let log = ImportedLog(zip(one, two).flatMap { [$0, $1] })
    #expect(Set(log.resets.map(\.file)) == ["/data/app/one.realm", "/data/app/two.realm"])
    #expect(log.resets.map(\.outcome) == [.recovered, .recovered])
    #expect(log.resets.map(\.drops) == [[], []])
    #expect(log.resets.map(\.isOfAlikeClients) == [true, true])
  }

  @Test(arguments: [("tasks.realm", nil), ("notes.realm", true)] as [(String, Bool?)])
  func `An app that ends in the middle of a reset has not carried it out`(
    _ later: String, _ areAlike: Bool?
  ) {
    let discard = LogLines.session + LogLines.reset(mode: "DiscardLocal", actual: "DiscardLocal")
    let second = discard.map { $0.replacing("tasks.realm", with: later) }
    let log = ImportedLog(
      [LogLines.client] + LogLines.session + LogLines.reset() + [LogLines.client] + second
        + [LogLines.done])
    let resets = log.summary.resets.map(\.facts)
    #expect(resets.map(\.outcome) == [.endNotSeen, .discarded])
    #expect(resets.map(\.newFileIdent) == [nil, 8])
    // Only where the file is bound again is the reset of the launch before known to be over.
    #expect(resets.map(\.versionAfter) == [nil, areAlike == true ? nil : 43])
    #expect(resets.map(\.isOfAlikeClients) == [areAlike, areAlike])
  }

  @Test func `Lines that end as strings of C do are read`() {
    let log = ImportedLog(LogLines.all.map { $0 + "\0" })
    #expect(log.contents == ImportedLog(LogLines.all).contents)
    #expect(log.errors.count == 1)
  }

  @Test func `A path that runs to the end of a cut line is not kept`() {
    let path = "/data/user/0/app/files/mongodb-realm/demo/5f1e9a7b3c2d4e6f8a9b0c"
    let log = ImportedLog(
      ["Connection[1] Session[3]: Client reset: path_local = \(path)", LogLines.done],
      secrets: .replaced)
    #expect(log.resets.map(\.file) == [""])
    #expect(!"\(log.events)\(log.summary)".contains("5f1e9a7b3c2d"))
  }

  @Test func `Lines that are there twice count once`() {
    let shapes = LogLines.all.flatMap {
      ["INFO: [REALM] [Core] \($0)", "Realm.Sync.Client.Session - \($0)"]
    }
    let doubled = LogLines.all.flatMap { [$0, $0] }
    for lines in [shapes, doubled] {
      let log = ImportedLog(lines)
      #expect(log.contents.count == ImportedLog(LogLines.all).contents.count)
      #expect(
        log.resets.map(\.drops) == [[.init(reason: .objectGone, instruction: "Update", count: 1)]])
      #expect(log.summary.repeatedEntryCount == LogLines.all.count)
    }
  }

  @Test func `Lines that a second logger writes later, with the same times, count once`() {
    let lines = LogLines.all.enumerated().map { index, text in
      let second = "07:15:\(10 + index).5"
      return (
        "2026-03-02 \(second) Realm.Sync.Client.Session Info: \(text)",
        "2026-03-02T\(second)Z [sync] \(text)"
      )
    }
    let blocks = stride(from: 0, to: lines.count, by: 3).flatMap { start -> [String] in
      let block = lines[start...].prefix(3)
      return block.map { $0.0 } + block.map { $0.1 }
    }
    let log = ImportedLog(blocks)
    #expect(log.contents == ImportedLog(lines.map { $0.0 }).contents)
    #expect(log.summary.repeatedEntryCount == lines.count)
  }

  @Test func `What may be there twice counts twice`() {
    let log = ImportedLog(
      LogLines.session + LogLines.reset() + [LogLines.drop, LogLines.drop, LogLines.done])
    #expect(log.resets.map { $0.drops.map(\.count) } == [[2]])
    #expect(log.summary.repeatedEntryCount == 0)
  }

  @Test(arguments: [("07:05:00.003", 1), ("07:10:00.000", 2)])
  func `An equal message that comes later is another one`(_ time: String, _ count: Int) {
    let line =
      "Info: Connection[1] Session[1]: Received: ERROR \"x\" (error_code=201, is_fatal=false, error_action=Transient)"
    let log = ImportedLog(["2025-03-09 07:05:00.000 \(line)", "2025-03-09 \(time) \(line)"])
    #expect(log.summary.errorCount == count)
    #expect(log.summary.repeatedEntryCount == 2 - count)
  }

  @Test(arguments: ["", "2023-03-09 07:15:01.250 Info: "])
  func `An error is another one unless the log says everything twice`(_ time: String) {
    let error =
      "Connection[1] Session[1]: Received: ERROR \"x\" (error_code=231, is_fatal=false, error_action=Warning)"
    let lines =
      ([LogLines.client] + LogLines.session.prefix(2) + Array(repeating: error, count: 4))
      .map { time + $0 }
    let log = ImportedLog(lines)
    #expect(log.errors.count == 4)
    #expect(log.summary.clocks.map(\.clock) == [time.isEmpty ? .none : .exact])
    #expect(ImportedLog(lines.flatMap { [$0, $0] }).errors.count == 4)
  }

  @Test func `Rotated files may overlap`() {
    let lines = LogLines.all.enumerated().map { "2026-03-02 08:15:\(10 + $0).5 Info: \($1)" }
    for cut in 3..<lines.count {
      let log = ImportedLog(files: [Array(lines.prefix(cut)), Array(lines.dropFirst(cut - 3))])
      #expect(log.contents == ImportedLog(lines).contents)
      #expect(log.summary.overlappingLineCount == 3)
    }
    let apart = ImportedLog(files: [Array(lines.prefix(5)), Array(lines.dropFirst(5))])
    #expect(apart.contents == ImportedLog(lines).contents)
    #expect(apart.summary.overlappingLineCount == 0)
  }

  @Test func `An older copy of a log says nothing new, unless it has no times`() {
    let bare = LogLines.all
    let lines = bare.enumerated().map { "2026-03-02 08:15:\(10 + $0).5 Info: \($1)" }
    for count in [lines.count, lines.count - 1, 3] {
      let log = ImportedLog(files: [lines, Array(lines.prefix(count)), Array(lines.suffix(3))])
      #expect(log.contents == ImportedLog(lines).contents)
      #expect(log.summary.overlappingLineCount == count + 3)
    }
    let launches = ImportedLog(files: [bare, Array(bare.prefix(3))])
    #expect(launches.summary.overlappingLineCount == 0)
  }

  @Test func `Copies of a log that grows overlap, also where a line was cut`() {
    let lines = LogLines.all.enumerated().map { "2026-03-02 08:15:\(10 + $0).5 Info: \($1)" }
    let index = LogLines.session.count - 1
    let cut = Array(lines[..<index]) + [String(lines[index].dropLast(30))]
    let copied = ImportedLog(files: [cut, lines])
    #expect(copied.contents == ImportedLog(lines).contents)
    #expect(copied.summary.overlappingLineCount == index + 1)
    // What a message ends with may be anything, so that nothing else shows that it was cut.
    let drop =
      "Connection[1] Session[3]: Discarding a local ArrayInsert made to an embedded object which no longer exists along path 'class_Task.sub'"
    let earlier = LogLines.session + LogLines.reset()
    let whole = earlier + [drop, LogLines.done]
    let growing = ImportedLog(files: [earlier + [String(drop.dropLast(5))], whole])
    #expect(growing.contents == ImportedLog(whole).contents)
    #expect(growing.resets.map { $0.drops.map(\.count) } == [[1]])
    #expect(growing.summary.lineCount == earlier.count + 1 + whole.count)
    let long = lines + (0..<5000).map { "another line, \($0)" }
    let snapshots = ImportedLog(files: [long, long + ["Connection[1] Disconnected"]])
    #expect(snapshots.summary.overlappingLineCount == long.count)
  }

  @Test(arguments: [20, 64, 997], ["", "[Session] "])
  func `A message that Android has cut is put together`(_ size: Int, category: String) {
    let data = (0..<1000).map { UInt8(truncatingIfNeeded: $0 * 7) }
    let hex = data.map { Hex.encode([$0]).uppercased() }.joined(separator: " ")
    func cut(_ text: String) -> [String] {
      var rest = Substring(text)
      var parts: [String] = []
      while !rest.isEmpty {
        let length = parts.isEmpty ? max(size, 200) : size
        // Kotlin's category stands before the first part alone.
        let head = parts.isEmpty ? category : ""
        parts.append("03-02 08:15:30.250  8120  8155 V REALM   : \(head)\(rest.prefix(length))")
        rest = rest.dropFirst(length)
      }
      return parts
    }
    let lines = [
      "Connection[1] Session[1]: Sending: UPLOAD(progress_client_version=6, progress_server_version=10, locked_server_version=10, num_changesets=1)",
      "Connection[1] Session[1]: Fetching changeset for upload (client_version=6, server_version=10, changeset_size=1000, origin_timestamp=5, origin_file_ident=0)",
      "Connection[1] Session[1]: Changeset: \(hex)",
      "Connection[1] Session[1]: Sending: MARK(request_ident=1)",
    ]
    let log = ImportedLog(lines.flatMap(cut))
    #expect(log.messages.map(\.bodyForm) == [.asSent, .asSent])
    guard case .upload(let upload)? = try? log.messages.first?.parsed() else {
      Issue.record("no UPLOAD")
      return
    }
    #expect(upload.entries.map(\.changeset) == [data])
    // Without one of the parts it is not known, and said to be missing.
    var lines2 = lines.flatMap(cut)
    lines2.remove(at: lines2.count - 3)
    let torn = ImportedLog(lines2)
    #expect(torn.messages.first?.bodyForm == .partial)
    #expect(torn.losses.count == 1)
  }

  @Test func `A download that Core has cut is not known`() throws {
    let hex = Array(repeating: "AB", count: 1024).joined(separator: " ") + " ..."
    let log = ImportedLog([
      "Connection[1] Received: DOWNLOAD CHANGESET(session_ident=1, server_version=10, client_version=4, origin_timestamp=3, origin_file_ident=2, original_changeset_size=1030, changeset_size=1030)",
      "Connection[1] Changeset: \(hex)",
      "Connection[1] Session[1]: Received: DOWNLOAD(download_server_version=10, download_client_version=4, latest_server_version=10, latest_server_version_salt=3, upload_client_version=4, upload_server_version=9, downloadable_bytes=0, num_changesets=1, ...)",
    ])
    let partial = try #require(log.messages.first?.partial)
    #expect(partial.entries == [PartialEntry(numbers: [10, 4, 3, 2, 1030], size: 1030)])
    #expect(log.losses.count == 1)
  }

  @Test func `Dumps of HTTP and stacks are no lines of their own`() {
    let log = ImportedLog([
      "Realm.Sync.Client.Network - HTTP request =",
      "GET /x?baas_at=eyJmYWtl.eyJmYWtl.ZmFrZQ HTTP/1.1\r",
      "Host: ws.example.org\r", "\r",
      "Realm.Sync.Client.Network - ERROR: Websocket: Expected HTTP response 101 Switching Protocols, but received:",
      "HTTP/1.1 401 Unauthorized",
      "Realm.Sync.Client.Session - Connection[1] Closing the websocket with error code=WebSocket: Unauthorized, message='invalid session', was_clean=true",
    ])
    #expect(log.errors.map(\.action) == [.refreshUser])
    #expect(log.errors.first?.message.contains("HTTP 401") == true)
    #expect(log.summary.otherLineCount == 0)
    #expect(!"\(log.events)".contains("eyJ"))
  }

  @Test func `The log of a server is refused, and what others write is counted`() {
    let server = ImportedLog([
      "2018-05-01T10:00:00.000Z - info: sync: Sync Connection[2]: Session[2]: Received: BIND"
    ])
    #expect(!server.summary.isLog)
    #expect(server.summary.serverLineCount == 1)
    let others = ImportedLog([
      "hello", "2026-03-02 08:15:30 Info: started", "<private>", "{\"a\":1}",
    ])
    #expect(!others.summary.isLog)
    #expect(others.summary.otherLineCount >= 3)
    #expect(others.summary.privateLineCount == 1)
    #expect(others.events.isEmpty)
  }

  @Test func `A client may name a server, or a file, as a server names itself`() {
    let client = ImportedLog([
      "Connection[1]: Session[1]: Binding '/data/sync-server/a.realm' to ''",
      "2025-03-09 07:15:30.251 Connection[1]: Connecting to 'ws://sync-server:9090/realm-sync'",
    ])
    #expect(client.summary.serverLineCount == 0)
    #expect(client.summary.entryCount == 2)
    let server = ImportedLog(["2018-05-01 10:00:00.000 sync-server: Connection[2]: Session[2]: x"])
    #expect(server.summary.serverLineCount == 1)
  }

  @Test func `More lines that the system left out than can be counted are a loss, too`() {
    let log = ImportedLog([
      LogLines.session[0],
      "03-02 08:15:30.250  8120  8155 I chatty  : uid=1(a) expire 9223372036854775808 lines",
      "03-02 08:15:31.250  8120  8155 I chatty  : uid=1(a) expire 9223372036854775808 lines",
    ])
    #expect(log.summary.droppedLineCount == .max)
    #expect(log.losses.count == 1)
  }

  @Test func `Unknown messages become notes, and what the system left out a loss`() {
    let log = ImportedLog([
      "Connection[1] Session[1]: Frobnicating the widget",
      "03-02 08:15:30.250  8120  8155 I chatty  : uid=10140(demo.app) expire 17 lines",
    ])
    #expect(log.summary.unknownEntries.map(\.lineNumber) == [1])
    #expect(log.notes.contains { $0.contains("Frobnicating the widget") })
    #expect(log.losses.count == 1)
    #expect(log.summary.droppedLineCount == 17)
  }

  @Test(arguments: [
    "[2026-03-02 08:15:30.250 GMT+01:00]", "2026-03-02 08:15:30.250 GMT+1",
    "2026-03-02 12:45:30.250 UTC+05:30", "2026-03-02T08:15:30.250+01:00[Europe/Berlin]",
    "2026-03-02 07:15:30.250 a.m. UTC", "2026-03-02 07:15:30.250\u{202F}a.\u{A0}m. UTC",
    "2026-03-02 07:15:30.250 p. m. GMT+12",
  ])
  func `Zones and halves of a day are read however a locale prints them`(_ time: String) {
    let log = ImportedLog(["\(time) \(Self.first)"])
    #expect(log.events.first?.timeMicroseconds == 1_772_435_730_250_000)
    #expect(log.summary.clocks.map(\.clock) == [.exact])
  }

  @Test func `What is not known of times is said, and taken from whoever knows it`() {
    let line = "03-02 08:15:30.250  8120  8155 D REALM   : [Session] \(Self.first)"
    let known = ImportedLog([line], options: LogImportOptions(utcOffsetSeconds: 3600, year: 2024))
    #expect(known.events.first?.timeMicroseconds == 1_709_363_730_250_000)
    #expect(known.summary.clocks.map(\.clock) == [.exact])
    let leapDay = ImportedLog(
      [line.replacing("03-02", with: "02-29")],
      options: LogImportOptions(utcOffsetSeconds: 3600, year: 2024))
    #expect(leapDay.events.first?.timeMicroseconds == 1_709_190_930_250_000)
    let tracked =
      LogLines.all + [
        "Connection[1] Session[3]: Tracking pending client reset of type: 'Recover' at: 2026-03-02 07:15:30.200000000 for error: x"
      ]
    let zone = ImportedLog(tracked.map { "2026-03-02T08:15:30.250: [INFO] Realm: \($0)" })
    #expect(zone.summary.offsets.map(\.seconds) == [3600])
    let wrong = ImportedLog(
      tracked.map { "2026-03-02T09:15:30.250: [INFO] Realm: \($0)" },
      options: LogImportOptions(utcOffsetSeconds: 3600))
    #expect(wrong.summary.offsets.map(\.seconds) == [7200])
    // An app's own logger may write local time in .NET's old shape.
    let local = ImportedLog(tracked.map { "2026-03-02 09:15:30.250 Info: \($0)" })
    #expect(local.summary.offsets.map(\.seconds) == [7200])
    #expect(local.resets.map(\.clock) == [.zoneUnknown])
  }

  @Test func `Tokens and users do not enter the trace`() {
    let secrets = [
      "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl", "65e2f0a1b2c3d4e5f6071829",
      "jo.doe@example.org", "marypoppins",
    ]
    let log = ImportedLog(
      [
        "Realm.App - App: refresh_access_token: user_id: \(secrets[1])",
        "Connection[1] Session[1]: Binding '/Users/\(secrets[3])/Library/mongodb-realm/app-abcde/\(secrets[1])/x.realm' to '\"user=\(secrets[1])\"'",
        "Connection[1] Session[1]: Sending: BIND(session_ident=1, need_client_file_ident=false, is_subserver=false, server_path=\"user=\(secrets[1])\")",
        "Connection[1] Session[1]: Received: ERROR \"token \(secrets[0]) of \(secrets[2]) is no good\" (error_code=208, is_fatal=true, error_action=ClientReset)",
        "Connection[1] Session[1]: Frobnicating \(secrets[1]) for \(secrets[2])",
      ], secrets: .replaced)
    let text =
      log.events.map { "\($0)" }.joined()
      + log.messages.map {
        $0.wireBytes.reduce(into: "") { $0.unicodeScalars.append(Unicode.Scalar($1)) }
      }.joined()
      + "\(log.summary)"
    for secret in secrets { #expect(!text.contains(secret), "\(secret)") }
    #expect(log.starts.first?.clientFile.contains("x.realm") == true)
    #expect(log.summary.secrets.total >= 6)
  }

  @Test(.slow) func `Every prefix and every flipped bit is read`() {
    let lines = LogShape.all.map { $0.wrap(LogLines.all[5], 1) }
    let text = (lines + LogLines.reset().suffix(2) + [LogLines.done]).joined(separator: "\n")
    let bytes = Array(text.utf8)
    for count in stride(from: 0, to: bytes.count, by: 7) {
      #expect(ImportedLog(bytes: Array(bytes[..<count])).summary.lineCount > 0)
    }
    let reset = Array(
      (LogLines.reset() + [LogLines.drop, LogLines.done]).joined(separator: "\n").utf8)
    for index in reset.indices {
      var flipped = reset
      flipped[index] ^= 1 << UInt8(index % 8)
      let log = ImportedLog(bytes: flipped)
      // Numbers stay without gaps, and sessions begin before they are spoken of.
      #expect(log.events.map(\.sequence) == Array(0..<UInt64(log.events.count)))
      var begun: Set<UInt32> = [0]
      for event in log.events {
        if case .sessionStart = event.content { begun.insert(event.session) }
        #expect(begun.contains(event.session))
      }
    }
  }
}
