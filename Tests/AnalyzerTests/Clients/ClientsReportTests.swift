import Importers
import RealmModel
import ReplaySupport
import Replayer
import TestSupport
import Testing
import TraceFormat

@testable import Analyzer

/// The clients of real captures, side by side.
@Suite struct ClientsReportTests {
  private func report(_ name: String) throws -> ClientsReport {
    var replay = Replay()
    for event in try Captures.events(of: name) { replay.observe(event) }
    return ClientsReport([(name, replay)])
  }

  @Test(arguments: Captures.names)
  func `nothing of a capture is approximate, and whoever is in step has the same`(
    name: String
  ) throws {
    let report = try report(name)
    #expect(!report.files.isEmpty)
    for file in report.files {
      let apart = file.agreements.filter { $0.isSame != true }
      #expect(apart.isEmpty, "\(apart)")
      for client in file.clients {
        #expect(!client.gaps.contains { $0.kind == .unmergedConcurrentChanges })
        // One capture is about a changeset that cannot be read.
        guard name != "Sync_BadChangeset" else { continue }
        #expect(client.gaps.allSatisfy { $0.kind == .wireOnly || $0.kind == .ambiguousSession })
      }
    }
  }

  @Test func `clients of one server are one group, those of another server another one`() throws {
    let three = try report("ClientReset_ThreeClients")
    #expect(three.files.map { $0.clients.map(\.fileIdent) } == [[2, 3, 4, 5, 6]])
    #expect(three.files[0].clients.map(\.wasReset) == [true, true, false, false, false])
    let agreements = three.files[0].agreements
    #expect(agreements.contains { $0.clients.count > 1 && $0.isSame == true })
    let restored = try report("Sync_ErrorAfterServerRestore_BadServerVersion")
    #expect(restored.files.count > 1)
  }

  @Test func `a client that never came back from its reset keeps no others from agreeing`() throws {
    var replay = Replay()
    for event in try TraceFiles.events(of: "traces/three-clients.synctrace")
    where ![7, 9, 11].contains(event.session) {
      replay.observe(event)
    }
    let files = ClientsReport([("t", replay)]).files
    #expect(files.map { $0.clients.map(\.fileIdent) } == [[2, 3, 5, 6]])
    #expect(files[0].clients.map(\.wasReset) == [true, true, false, false])
    let last = try #require(files[0].agreements.last)
    #expect(last.clients == [2, 3] && last.serverVersion == 4 && last.isSame == true)
  }

  @Test func `with a record lost no client's state is known, and none agrees or disagrees`() throws
  {
    var replay = Replay()
    for var event in try TraceFiles.events(of: "traces/three-clients.synctrace") {
      // A download that brings a change.
      if event.sequence == 21 {
        event.session = 0
        event.content = .loss(Loss(firstSequence: 21, recordCount: 1, reason: "a damaged chunk"))
      }
      replay.observe(event)
    }
    let files = ClientsReport([("t", replay)]).files
    let agreements = files.flatMap(\.agreements)
    #expect(!agreements.isEmpty && agreements.allSatisfy { $0.isSame == nil })
    #expect(files.flatMap(\.clients).allSatisfy { $0.stateDigest == nil })
    #expect(files.flatMap(\.classes).isEmpty)
  }

  @Test(
    arguments: [
      ("TRUEPREDICATE", 1, [[0, 1]]), ("_id == 1", 1, []), ("TRUEPREDICATE", 2, []),
    ] as [(String, Int, [[Int]])])
  func `clients that do not subscribe to the same are not compared, nor where it is not shown`(
    query: String, downloaded: Int, agreeing: [[Int]]
  ) throws {
    let messages = [(1, "TRUEPREDICATE"), (2, query)].flatMap { session, query in
      let set = #"{"Item":"\#(query)"}"#
      return [
        ("out", "bind \(session) 37 0 1 0\n" + #"{"schemaVersion":0,"sessionReason":0}"#),
        ("in", "ident \(session) \(session + 10) 7\n"),
        ("out", "ident \(session) \(session + 10) 7 0 0 0 0 1 \(set.utf8.count)\n\(set)"),
        ("in", "download \(session) 1 0 1 55 0 0 \(downloaded) 1 1.0 0 14 0\n1 0 100 2 0 0 "),
      ]
    }.map { (direction: $0, bytes: Array($1.utf8)) }
    let agreements = Self.report(messages).files.flatMap(\.agreements)
    #expect(agreements.map(\.clients) == agreeing)
  }

  private static func report(_ messages: [(direction: String, bytes: [UInt8])]) -> ClientsReport {
    var importer = CaptureImporter()
    var replay = Replay()
    for (direction, bytes) in messages {
      let hex = Hex.encode(bytes)
      let line = #"{"us":1,"connection":"c1","direction":"\#(direction)","hex":"\#(hex)"}"#
      importer.importLine(Array(line.utf8)) { replay.observe($0) }
    }
    return ClientsReport([("t", replay)])
  }

  @Test(arguments: [9, 4] as [UInt64])
  func `what a merge dropped of a client that is not here is listed`(writer: UInt64) {
    var messages: [(direction: String, bytes: [UInt8])] = []
    func add(_ direction: String, _ head: String, _ body: [UInt8] = []) {
      messages.append((direction, Array("\(head)\n".utf8) + body))
    }
    func download(_ session: Int, _ version: Int, _ time: Int, _ changeset: Changeset) {
      let bytes = changeset.encoded()
      let head = "\(version) 0 \(time) \(writer) \(bytes.count) \(bytes.count) "
      let body = Array(head.utf8) + bytes
      add("in", "download \(session) \(version) 0 \(version) 77 0 0 0 0 \(body.count) 0", body)
    }
    for (session, ident) in [(1, 2), (2, 4)] {
      add("out", "bind \(session) 5 0 1 0", Array("/data".utf8))
      add("in", "ident \(session) \(ident) 111")
      add("out", "ident \(session) \(ident) 111 0 0 0 0")
      download(session, 1, 50, Sample.schemaAndObject)
    }
    let own = Sample.setCount(5).encoded()
    let upload = Array("4 1 100 0 \(own.count) ".utf8) + own
    add("out", "upload 1 0 \(upload.count) 0 4 1 1", upload)
    download(1, 2, 40, Sample.setCount(7))
    let files = Self.report(messages).files
    #expect(files.map { $0.clients.map(\.fileIdent) } == [[2, 4]])
    let lost = files[0].losses.map(\.write.lost)
    #expect(lost.map(\.originFileIdent) == (writer == 9 ? [9] : []))
    #expect(lost.allSatisfy { !$0.isDevices })
  }

  @Test func `a write that loses against the same value is redundant, and else in conflict`() throws
  {
    let write = MergeRule.updates.fate(
      ofLosing: .set(to: .value(.int(1)), isDefault: false),
      to: .set(to: .value(.int(2)), isDefault: false))
    #expect(write == .conflicted)
    let same = MergeRule.updates.fate(
      ofLosing: .set(to: .value(.int(1)), isDefault: true),
      to: .set(to: .value(.int(1)), isDefault: false))
    #expect(same == .redundant)
  }
}
