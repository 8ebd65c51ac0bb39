import Foundation
import ReplaySupport
import TestSupport
import Testing
import TraceFormat

@testable import TracetoolCommands

/// Rescues whose target is files: a folder, or MongoDB, which tracetool does not talk to.
@Suite struct RescueFilesTests {
  private typealias Case = RescueCaseFolder

  /// Two devices that disagree about one object, and agree on the rest.
  private static func fill(_ it: RescueCaseFolder) throws {
    try it.device("one", seed: 1, [Case.set(1), Case.set(2), Case.add(3, 2), Case.create(7)])
    try it.device("two", seed: 2, [Case.set(1), Case.delete(5)])
  }

  /// The files that were written, in the order of their names, without what names the case.
  private static func files(
    _ it: RescueCaseFolder, in folder: String
  ) throws -> [(name: String, text: String)] {
    let names = try FileManager.default.contentsOfDirectory(atPath: it.folder.path(folder))
    return try names.sorted().map { name in
      let rest = try #require(name.wholeMatch(of: /case-[0-9a-f]{16}-(.*)/)).1
      let bytes = try it.folder.read("\(folder)/\(name)")
      return (String(rest), String(decoding: bytes, as: UTF8.self))
    }
  }

  @Test(arguments: ExportFileForm.allCases)
  func `what is decided is in a file for each device, in every form`(
    form: ExportFileForm
  ) async throws {
    try await Case.withFiles("export:OUT") { it in
      try Self.fill(it)
      let run = try await it.survey(["--form", form.rawValue])
      #expect(run.status == .foundProblems, "\(run.error)\(run.output)")
      #expect(try it.standings() == ["contested": 2, "uncompared": 4])
      #expect(run.output.contains("What the target has is not known"), "\(run.output)")
      // What there is none of is left out.
      #expect(run.output.contains("6 changes: 4 ready to apply, 2 to decide."), "\(run.output)")
      let targets = try it.lines("decisions.csv").filter { $0.contains(",contested,case-") }
      #expect(targets.count == 2 && targets.allSatisfy { $0.contains(",not known,contested,") })
      let apply = try it.apply()
      #expect(apply.status == .foundProblems, "\(apply.error)")
      #expect(apply.output.contains("4 changes written to files; nothing was applied"))
      #expect(try it.outcomes() == ["written": 4, "skipped": 2])
      let files = try Self.files(it, in: "OUT")
      let ending = form == .mongodb ? "json" : form.rawValue
      // Each has the number of its first change.
      #expect(files.map(\.name) == ["000000001.\(ending)", "000000005.\(ending)"])
      let one = files[0].text
      // What both devices changed is not in it; what they alone did is.
      #expect(!one.contains(Self.object(1, form)) && one.contains(Self.object(2, form)), "\(one)")
      #expect(one.contains(Self.object(7, form)), "\(one)")
    }
  }

  private static func object(_ id: Int, _ form: ExportFileForm) -> String {
    switch form {
    case .crud: #""id":"\#(id)""#
    case .mongodb: #""_id":{"$eq":{"$numberLong":"\#(id)"}}"#
    case .json: #""$int": "\#(id)""#
    case .ndjson: #""object":{"$int":"\#(id)"}"#
    }
  }

  @Test func `deletions agree, whatever properties the devices know`() async throws {
    try await Case.withFiles("export:OUT") { it in
      for (name, more) in [("one", ""), ("two", #", "due": "date?""#)] {
        try it.trace(
          name, properties: #""title": "string?""# + more, synced: #"{"_id": 1, "title": "a"}"#,
          #"{"delete": ["Task", 1]}"#)
      }
      let run = try await it.survey()
      #expect(try it.standings() == ["uncompared": 1, "repeated": 1], "\(run.output)\(run.error)")
    }
  }

  @Test func `of a damaged state a rescue takes what the writes themselves say`() async throws {
    try await Case.withFiles("export:OUT") { it in
      var bytes = try ProjectFiles.bytes("Tests/Vectors/realm-files/client-10.realm")
      bytes[0x36C] ^= 7
      try it.folder.write(bytes, to: "devices/damaged.realm")
      let run = try await it.survey(["--salvage"])
      #expect(run.status == .dataLost, "\(run.error)")
      let all = try it.entries("changes.ndjson").compactMap { change in
        change.member("kind").flatMap { kind in
          change.member("standing").map { "\(kind.text()) \($0.text())" }
        }
      }
      let counts = Dictionary(grouping: all) { $0 }.mapValues(\.count)
      #expect(
        counts == [
          #""create" "unsayable""#: 10, #""delete" "uncompared""#: 3, #""set" "uncompared""#: 1,
          #""set" "unsayable""#: 5,
        ])
    }
  }

  @Test(arguments: [["monday", "tuesday"], ["default.realm.backup", "default.realm"]])
  func `what a later file of the device has, or shows uploaded, is not taken of an earlier one`(
    names: [String]
  ) async throws {
    try await Case.withFiles("export:OUT") { it in
      var bytes = try ProjectFiles.bytes("Tests/Vectors/realm-files/client-10.realm")
      try it.folder.write(bytes, to: "devices/\(names[0])")
      // The server has confirmed version 7, of 9.
      #expect(bytes[0x12BE] == 1)
      bytes[0x12BE] = 7 << 1 | 1
      try it.folder.write(bytes, to: "devices/\(names[1])")
      let run = try await it.survey()
      #expect(run.status == .fine, "\(run.output)\(run.error)")
      #expect(try it.standings() == ["uploaded": 8, "superseded": 11, "uncompared": 11])
      #expect(run.output.contains("  uploaded") && run.output.contains("  superseded"))
      // Whatever is decided.
      try it.decide(["take,,T0", "take,,T1", "take,,T2"])
      _ = try it.apply()
      #expect(try it.outcomes() == ["written": 11, "kept": 19])
    }
  }

  @Test func `a device of which records are missing is one with a problem`() async throws {
    try await TemporaryFolder.during { folder in
      let trace = folder.path("lossy.synctrace")
      try TraceFiles.write(TraceFiles.lossyDemo(), to: trace)
      let run = try await CommandRun(running: [
        "rescue", trace, "--target", "export:\(folder.path("out"))", "-o", folder.path("case"),
        "--format", "json",
      ])
      #expect(run.status == .dataLost, "\(run.error)")
      #expect(run.output.contains("record 5: 1 record is missing here"), "\(run.output)")
    }
  }

  @Test(arguments: [1, 64])
  func `files that are read at a time share the memory`(jobs: Int) async throws {
    try await TemporaryFolder.during { folder in
      let run = try await CommandRun(running: [
        "rescue", ProjectFiles.path("traces/field-inspections.synctrace"), "--target",
        "export:\(folder.path("out"))", "-o", folder.path("case"), "--memory-limit", "1MiB",
        "--jobs", "\(jobs)",
      ])
      #expect(run.status == (jobs == 1 ? .fine : .dataLost), "\(run.output)")
    }
  }

  @Test func `what is unsynced before and after a reset is one change`() async throws {
    func commit(_ version: UInt64, _ count: Int64) -> Event.Content {
      .localCommit(
        LocalCommit(clientVersion: version, changeset: Sample.setCount(count).encoded()))
    }
    let events = Sample.events([
      .sessionStart(SessionStart(source: .live, name: "device")),
      .snapshot(Snapshot(role: .base, changesets: [Sample.schemaAndObject.encoded()])),
      commit(2, 5), .syncError(Sample.error), commit(3, 6),
    ])
    try await TemporaryFolder.during { folder in
      let (trace, rescued) = (folder.path("device.synctrace"), folder.path("case"))
      try TraceFiles.write(events, to: trace)
      let survey = try await CommandRun(running: [
        "rescue", trace, "--target", "export:\(folder.path("out"))", "-o", rescued,
      ])
      #expect(survey.status == .fine || survey.status == .dataLost, "\(survey.error)")
      let changes = try folder.read("case/changes.ndjson")
      #expect(changes.count { $0 == UInt8(ascii: "\n") } == 1)
      _ = try await CommandRun(running: ["rescue", "apply", rescued])
      let name = try #require(
        try FileManager.default.contentsOfDirectory(atPath: folder.path("out")).first)
      // The head, and the two writes.
      let written = try folder.read("out/\(name)")
      #expect(written.count { $0 == UInt8(ascii: "\n") } == 3)
    }
  }

  @Test func `each apply writes what is new, once, also after a kill`() async throws {
    try await Case.withFiles("export:OUT") { it in
      try Self.fill(it)
      _ = try await it.survey()
      _ = try it.apply()
      let first = try Self.files(it, in: "OUT").map(\.text)
      let account = try it.bytes("account.ndjson")
      #expect(try it.apply().output == "2 changes to decide\n")
      #expect(try it.bytes("account.ndjson") == account)
      // A process that was killed has lines missing, from behind a file that it wrote, or from before.
      let lines = account.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      for count in lines.indices {
        let left = lines.prefix(count).joined(separator: [UInt8(ascii: "\n")])
        try it.folder.write(
          Array(left) + [UInt8(ascii: "\n")].prefix(count), to: "case/account.ndjson")
        _ = try it.apply()
        #expect(try it.bytes("account.ndjson") == account, "\(count)")
        #expect(try Self.files(it, in: "OUT").map(\.text) == first)
      }
      try it.decide(["take,0"])
      #expect(try it.apply().output.contains("1 change written to files"))
      let second = try Self.files(it, in: "OUT")
      #expect(second.map(\.name).first == "000000000.ndjson" && second.count == 3)
      #expect(second[0].text.contains(Self.object(1, .ndjson)))
      #expect(try it.undo().output == "Nothing is left to do.\n")
    }
  }

  @Test func `the file of a device that is not as it was is refused, and the others are done`()
    async throws
  {
    try await Case.withFiles("export:OUT") { it in
      try Self.fill(it)
      try it.device("three", seed: 3, [Case.create(8)])
      _ = try await it.survey()
      try it.device("one", seed: 1, [Case.set(4)])
      try FileManager.default.removeItem(atPath: it.folder.path("devices/three.realm"))
      let run = try it.apply()
      #expect(run.status == .foundProblems, "\(run.error)")
      #expect(try it.outcomes() == ["refused": 4, "written": 1, "skipped": 2], "\(run.output)")
      let account = try it.lines("account.ndjson").joined()
      #expect(account.contains("is not as it was") && account.contains("three.realm"))
      #expect(try Self.files(it, in: "OUT").count == 1)
    }
  }

  @Test func `statements for MongoDB are written, and nothing is applied`() async throws {
    try await Case.withFiles("mongodb://example.org/app") { it in
      try Self.fill(it)
      let run = try await it.survey()
      let words = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(words.contains("nothing will be applied"), "\(run.output)")
      let page = String(decoding: try it.bytes("index.html"), as: UTF8.self)
      #expect(page.contains("not known") && page.contains("nothing was compared"))
      _ = try it.apply()
      let files = try Self.files(it, in: "case/mongodb")
      #expect(files.map(\.name) == ["000000001.json", "000000005.json"])
      let list = try JSONText(parsing: Array(files[1].text.utf8)).member("list")
      guard case .array(let updates)? = list else {
        Issue.record("no list of updates")
        return
      }
      #expect(updates.map { $0.member("model")?.text().contains("deleteOne") } == [true])
    }
  }

  @Test func `a value that a form can't express is refused alone`() async throws {
    try await Case.withFiles("export:OUT") { it in
      try it.folder.write(
        ProjectFiles.bytes("Tests/Vectors/realm-files/client-10.realm"), to: "devices/a.realm")
      _ = try await it.survey(["--form", "mongodb"])
      let run = try it.apply()
      #expect([.fine, .foundProblems].contains(run.status), "\(run.error)")
      for entry in try it.lines("account.ndjson") where entry.contains(#""noRoom""#) {
        #expect(entry.contains("message"), "\(entry)")
      }
    }
  }

  @Test func `options that do nothing for a target are refused`() async throws {
    try await Case.withFiles("export:OUT") { it in
      try Self.fill(it)
      for (target, more, words) in [
        ("sqlite:x", ["--form", "crud"], "`--form` is for"),
        ("mongodb:a", ["--form", "crud"], "`--form` is for"),
        ("mongodb://me:secret@host/app", [], "PGPASSWORD"),
        ("oracle:x", [], "sqlite:FILE"), ("sqlite:", [], "sqlite:FILE"),
      ] {
        let run = await CommandRun(
          line: ["rescue", it.folder.path("devices"), "--target", target, "-o", "y"] + more)
        #expect(run.status == .usage && run.error.contains(words), "\(run.error)")
      }
    }
  }

  /// The key of `client-0.encrypted.realm`.
  private static let key = (0..<64).map { UInt8((3 * $0 + 1) % 256) }

  @Test func `encrypted files are read with a key, a folder or a table of keys`() async throws {
    let key = Self.key
    for name in ["right", "keys", "names.csv", "paths.csv"] {
      try await Case.withFiles("export:OUT") { it in
        let encrypted = "Tests/Vectors/realm-files/client-0.encrypted.realm"
        try it.folder.write(ProjectFiles.bytes(encrypted), to: "devices/locked.realm")
        try it.device("open", seed: 1, [Case.set(1)])
        try it.folder.write(key, to: "right")
        try FileManager.default.createDirectory(
          atPath: it.folder.path("keys"), withIntermediateDirectories: true)
        try it.folder.write(key, to: "keys/locked.realm")
        let digits = Hex.encode(key[...])
        try it.folder.write(Array("file;key\r\nlocked.realm;\(digits)\r\n".utf8), to: "names.csv")
        let path = it.folder.path("devices/locked.realm")
        try it.folder.write(Array("\(path),\(digits)\n".utf8), to: "paths.csv")
        let words = ["--key-file", it.folder.path(name)]
        let run = try await it.survey(words)
        #expect(run.output.contains("2 files."), "\(run.output)\(run.error)")
        #expect(run.error.isEmpty, "\(run.error)")
        let apply = try it.apply(words)
        #expect(apply.error.isEmpty && apply.output.contains("written"), "\(apply.output)")
        #expect(try Self.files(it, in: "OUT").count == 2)
      }
    }
  }

  @Test(arguments: ["key", "keys.csv"])
  func `Realm's copies are decrypted too, and one that is named whatever its name`(
    name: String
  ) async throws {
    try await Case.withFiles("export:OUT") { it in
      let bytes = try ProjectFiles.bytes("Tests/Vectors/realm-files/client-0.encrypted.realm")
      try it.folder.write(bytes, to: "devices/recovered_realm-1")
      try it.folder.write(bytes, to: "saved")
      try it.folder.write(Self.key, to: "key")
      let digits = Hex.encode(Self.key[...])
      let rows = "recovered_realm-1,\(digits)\nsaved,\(digits)\n"
      try it.folder.write(Array(rows.utf8), to: "keys.csv")
      let run = try await it.survey([
        it.folder.path("saved"), "--key-file", it.folder.path(name),
      ])
      #expect(run.output.contains("2 files."), "\(run.output)\(run.error)")
      #expect(try !it.lines("changes.ndjson").isEmpty)
    }
  }

  @Test func `a copy whose newest state is damaged is salvaged`() async throws {
    try await Case.withFiles("export:OUT") { it in
      let whole = try ProjectFiles.bytes("Tests/Vectors/realm-files/client-10.realm")
      try it.folder.write(Array(whole.prefix(9000)), to: "devices/recovered_realm-2")
      let run = try await it.survey(["--salvage"])
      #expect(run.status == .dataLost, "\(run.error)")
      #expect(try it.standings() == ["uncompared": 4, "unsayable": 14], "\(run.output)")
    }
  }

  @Test func `a single file that can't be read has no table of changes`() async throws {
    try await Case.withFiles("export:OUT") { it in
      let encrypted = "Tests/Vectors/realm-files/client-0.encrypted.realm"
      try it.folder.write(ProjectFiles.bytes(encrypted), to: "devices/locked.realm")
      let run = try await it.survey()
      #expect(run.output.contains("1 file, with a problem."), "\(run.output)")
      #expect(!run.output.contains("by what the target has"), "\(run.output)")
    }
  }

  @Test func `rows of a table of keys are named where they are wrong`() async throws {
    try await Case.withFiles("export:OUT") { it in
      try Self.fill(it)
      let digits = Hex.encode(Self.key[...])
      for (rows, words) in [
        ("one.realm,\(digits)\ntwo.realm,\(digits.dropLast(2))", "line 2: `two.realm`"),
        ("one.realm\ntwo.realm", "line 1: `one.realm`"),
        ("one.realm,\(digits)\n\none.realm,\(digits)", "line 3: `one.realm`"),
        ("\"one.realm,\(digits)", "line 1: quotation marks"),
      ] {
        try it.folder.write(Array(rows.utf8), to: "keys.csv")
        let run = try await it.survey(["--key-file", it.folder.path("keys.csv")])
        #expect(run.status == .badInput && run.error.contains(words), "\(run.error)")
        #expect(run.error.contains("hint: ") && !run.error.contains(digits.prefix(64)))
        #expect(!FileManager.default.fileExists(atPath: it.folder.path("case")))
      }
      try it.folder.write(
        Array("one.realm,\(digits)\nleft.realm,\(digits)\n".utf8), to: "keys.csv")
      let run = try await it.survey(["--key-file", it.folder.path("keys.csv")])
      #expect(run.status == .foundProblems, "\(run.error)\(run.output)")
      #expect(
        run.error.contains("not there: line 2, `left.realm`\n"),
        "\(run.error)")
      #expect(!run.error.contains("one.realm`"), "\(run.error)")
    }
  }

  @Test(arguments: ["devices", "devices/case"])
  func `a case among the files of devices is passed over`(place: String) async throws {
    try await Case.withFiles("export:OUT") { it in
      try Self.fill(it)
      let target = ["--target", "export:\(it.folder.path("devices/out"))"]
      let devices = it.folder.path("devices")
      let inner = it.folder.path(place)
      let first = try await CommandRun(running: ["rescue", devices, "-o", inner] + target)
      #expect(first.output.contains("2 files."), "\(first.output)\(first.error)")
      _ = try CommandRun(["rescue", "apply", inner])
      #expect(try !it.folder.read("\(place)/account.ndjson").isEmpty)
      #expect(try !FileManager.default.contentsOfDirectory(atPath: devices + "/out").isEmpty)
      func isSurveyedAlike(_ output: String) async throws -> Bool {
        let run = try await CommandRun(
          running: ["rescue", devices, "-o", it.folder.path(output)] + target)
        return run.output.contains("2 files.") && run.status == first.status
      }
      #expect(try await isSurveyedAlike("second"))
      // What a survey leaves behind that was killed.
      try FileManager.default.moveItem(
        atPath: "\(inner)/case.json", toPath: "\(inner)/changes.unfinished")
      #expect(try await isSurveyedAlike("third"))
      // A recording of the same name that no case stands beside is read.
      try FileManager.default.removeItem(atPath: "\(inner)/changes.unfinished")
      #expect(try await !isSurveyedAlike("fourth"))
    }
  }

  @Test(arguments: ["new", "there"])
  func `a rescue that finds no file leaves no folder that it made`(name: String) async throws {
    try await TemporaryFolder.during { folder in
      for name in ["devices", "there"] {
        try FileManager.default.createDirectory(
          atPath: folder.path(name), withIntermediateDirectories: false)
      }
      let run = try await CommandRun(running: [
        "rescue", folder.path("devices"), "--target", "export:\(folder.path("files"))", "-o",
        folder.path("\(name)/a/case"),
      ])
      #expect(run.status == .noInput, "\(run.error)")
      #expect(try folder.names() == ["devices", "there"])
      let there = try FileManager.default.contentsOfDirectory(atPath: folder.path("there"))
      #expect(there == [])
    }
  }

  @Test(arguments: [true, false])
  func `changes that become no case are removed, and others are not`(isThere: Bool) throws {
    struct Failure: Error {}
    try TemporaryFolder.with { folder in
      let rescue = RescueFolder(path: folder.root)
      try folder.write([1], to: "changes.unfinished")
      if isThere { try folder.write([2], to: "changes.ndjson") }
      #expect(throws: Failure.self) {
        try rescue.removingChangesOnFailure {
          try folder.write([3], to: "changes.ndjson")
          throw Failure()
        }
      }
      #expect(try folder.names() == (isThere ? ["changes.ndjson"] : []))
    }
  }

  @Test func `a key that is not one ends the command`() async throws {
    try await Case.withFiles("export:OUT") { it in
      try Self.fill(it)
      try it.folder.write(Array("short".utf8), to: "key")
      for (name, status) in [
        ("key", TracetoolCommands.ExitStatus.badInput), ("none", .noInput),
      ] {
        let run = try await it.survey(["--key-file", it.folder.path(name)])
        #expect(run.status == status && run.error.contains(name), "\(run.error)")
        #expect(!FileManager.default.fileExists(atPath: it.folder.path("case")))
      }
    }
  }

  @Test func `options about files are refused for a database`() async throws {
    try await Case.with(.sqlite) { it in
      try it.device("one", seed: 1, [Case.set(1)])
      try it.makeTable(ids: 0..<2)
      _ = try await it.survey()
      let run = try it.apply(["--salvage"])
      #expect(run.status == .usage && run.error.contains("target is files"), "\(run.error)")
    }
  }
}
