import TestSupport
import Testing
import TraceFormat

@testable import TracetoolCommands

/// `tracetool pending` on the traces of the repository.
@Suite struct PendingTests {
  static let demo = ProjectFiles.path("traces/field-inspections.synctrace")

  private func pending(_ arguments: String...) throws -> JSONText {
    let run = try CommandRun(["pending", "--format", "json"] + arguments)
    #expect(run.status == .fine, "\(run.error)")
    return try JSONText(parsing: run.outputBytes)
  }

  @Test(arguments: ["pending", "merges"])
  func `a session without an answer is not passed over by the exit code`(verb: String) throws {
    let log = ProjectFiles.path("Tests/Vectors/logs/field-notes.log")
    let run = try CommandRun([verb, log])
    #expect(run.status == .dataLost && run.lines.first == "Without an answer", "\(run.output)")
    try TemporaryFolder.with { folder in
      let line = "Connection[1] Session[3]: Discarding ArrayInsert which links to a deleted object"
      try folder.write(Array("\(line)\n".utf8), to: "late.log")
      let late = try CommandRun([verb, folder.path("late.log")])
      #expect(late.status == .dataLost && late.lines.first == "Without an answer", "\(late.error)")
    }
  }

  @Test func `A reset's unsynced writes are told object by object, oldest first`() throws {
    let all = try pending(Self.demo)["pending"]?.list ?? []
    #expect(all.count == 1)
    let moment = try #require(all.first)
    #expect(moment["moment"] == .string("reset"))
    #expect(
      moment["totals"]
        == .members([
          "transactions": .integer(8), "writes": .integer(33), "objects": .integer(11),
        ]))
    let objects = moment["objects"]?.list ?? []
    let firsts = objects.compactMap { $0["writes"]?.list.first?.text() }.compactMap { Int($0) }
    #expect(firsts == firsts.sorted() && firsts.count == objects.count)
    let writes = objects.flatMap { $0["writes"]?.list ?? [] }.map { $0.text() }
    #expect(Set(writes).count == 33 && writes.count == 33)
  }

  @Test func `A property has what it was and what it is`() throws {
    let moment = try #require(try pending(Self.demo)["pending"]?.list.first)
    let counters = (moment["objects"]?.list ?? []).flatMap { $0["properties"]?.list ?? [] }
      .filter { $0["property"] == .string("visits") }
    #expect(!counters.isEmpty)
    for property in counters {
      #expect(property["before"] != nil && property["now"] != nil)
      #expect(property["before"] != property["now"])
    }
    let created = (moment["objects"]?.list ?? []).filter { $0["change"] == .string("created") }
    #expect(!created.isEmpty)
    #expect(created.allSatisfy { $0["before"] == nil && $0["now"] != nil })
  }

  @Test(
    arguments: try ProjectFiles.paths(in: "traces", suffix: ".synctrace", countMin: 4))
  func `Every trace has an answer in every form, and the same one twice`(_ path: String) throws {
    for form in ["text", "json", "markdown", "html"] {
      let first = try CommandRun(["pending", "--verbose", "--format", form, path])
      let second = try CommandRun(["pending", "--verbose", "--format", form, path])
      #expect(first.status == .fine, "\(form): \(first.error)")
      #expect(first.outputBytes == second.outputBytes && !first.outputBytes.isEmpty)
    }
  }

  @Test func `A capture says that what was never uploaded does not show`() throws {
    let run = try CommandRun(["pending", ProjectFiles.path("traces/three-clients.synctrace")])
    #expect(run.output.contains("only what crossed the wire is known"))
  }

  @Test func `An upload that cannot be read is input that was lost`() throws {
    try TemporaryFolder.with { folder in
      let capture = folder.path("a.ndjson")
      let messages = [
        ("out", "bind 1 5 0 1 0\n/data"), ("in", "ident 1 2 7\n"),
        ("out", "ident 1 2 7 0 0 0 0\n"),
        ("in", "download 1 1 0 1 77 0 0 0 0 14 0\n1 0 100 3 0 0 "),
        ("out", "upload 1 0 9 0 4 0 0\nabc"),
      ]
      let lines = messages.map { direction, message in
        let hex = Hex.encode(message.utf8)
        return #"{"us":1,"connection":"c1","direction":"\#(direction)","hex":"\#(hex)"}"#
      }
      try folder.write(Array(lines.joined(separator: "\n").utf8), to: "a.ndjson")
      let out = folder.path("out.synctrace")
      for arguments in [["pending", capture], ["import", "capture", capture, "-o", out]] {
        let run = try CommandRun(arguments)
        #expect(run.status == .dataLost, "\(run.error)")
      }
    }
  }

  @Test func `A session that is not there is refused`() throws {
    let run = try CommandRun(["pending", "--session", "99", Self.demo])
    #expect(run.status == .badInput)
    #expect(run.error.contains("synctrace`: it has no session 99\n"))
  }

  private static let realmFolder = "Tests/Vectors/realm-files"

  @Test(arguments: ["client-10.realm", "client-1.compact.realm"])
  func `A Realm file tells what its trace tells`(name: String) throws {
    try TemporaryFolder.with { folder in
      let file = ProjectFiles.path("\(Self.realmFolder)/\(name)")
      let trace = folder.path("out.synctrace")
      #expect(try CommandRun(["import", "realm", file, "-o", trace]).status == .fine)
      let (ofFile, ofTrace) = (try pending(file), try pending(trace))
      #expect(ofFile["pending"] == ofTrace["pending"])
      #expect(ofFile["pending"]?.list.isEmpty == false)
    }
  }

  @Test(arguments: [
    (4939, UInt8(0x55), "33 writes to 16 objects in 4 transactions (client versions 4 to 8), "),
    (8428, UInt8(0x17), "Not known: 5 transactions (client versions 4 to 8), "),
  ])
  func `Transactions that cannot be read are not ones without writes`(
    offset: Int, byte: UInt8, extent: String
  ) throws {
    try TemporaryFolder.with { folder in
      var bytes = try ProjectFiles.bytes("\(Self.realmFolder)/client-10.realm")
      bytes[offset] = byte
      try folder.write(bytes, to: "a.realm")
      let file = folder.path("a.realm")
      let run = try CommandRun(["pending", file])
      #expect(run.status == .dataLost && run.output.contains(extent), "\(run.output)")
      let replay = try CommandRun(["replay", file]).output
      #expect(replay.contains(extent.replacing(" to 16 objects", with: "")), "\(replay)")
      let trace = folder.path("a.synctrace")
      #expect(try CommandRun(["import", "realm", file, "-o", trace]).status == .dataLost)
      #expect(try CommandRun(["pending", trace]).status == .dataLost)
      let problems = try CommandRun(["info", file]).output.split(separator: "\n")
        .filter { $0.contains("in instruction 0") }
      #expect(problems.count == (byte == 0x17 ? 5 : 1), "\(problems)")
    }
  }

  @Test func `An encrypted file is read with its key, and without it the key is asked for`() throws
  {
    try TemporaryFolder.with { folder in
      let file = ProjectFiles.path("\(Self.realmFolder)/client-0.encrypted.realm")
      try folder.write((0..<64).map { UInt8(truncatingIfNeeded: 3 * $0 + 1) }, to: "key")
      let run = try CommandRun(["pending", file])
      #expect(run.status == .badInput)
      #expect(run.error.contains("--key-file"))
      #expect(try pending("--key-file", folder.path("key"), file)["pending"]?.list.count == 1)
    }
  }

  @Test func `What is neither a trace nor a Realm file is refused`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(Array("nonsense".utf8), to: "a.realm")
      try folder.write(Array("nonsense".utf8), to: "a.synctrace")
      for name in ["a.realm", "a.synctrace"] {
        let run = try CommandRun(["pending", folder.path(name)])
        #expect(run.status == .badInput && run.output.isEmpty, "\(run.error)")
      }
    }
  }
}
