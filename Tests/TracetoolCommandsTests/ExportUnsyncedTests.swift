import Foundation
import RealmFileSupport
import TestSupport
import Testing
import TraceFormat

@testable import TracetoolCommands

/// `tracetool export unsynced` on the traces of the repository.
@Suite struct ExportUnsyncedTests {
  static let demo = ProjectFiles.path("traces/field-inspections.synctrace")
  private static let log = ProjectFiles.path("Tests/Vectors/logs/field-notes.log")
  static let forms = [
    ["json"], ["ndjson"], ["mongodb"], ["crud"], ["sql", "--dialect", "sqlite"],
    ["sql", "--dialect", "postgresql", "--tables"],
  ]

  @Test(arguments: forms)
  func `Each form names its source and is the same twice`(_ form: [String]) throws {
    let arguments = ["export", "unsynced", "--format"] + form + [Self.demo]
    let (first, second) = (try CommandRun(arguments), try CommandRun(arguments))
    #expect(first.status == .fine, "\(first.error)")
    #expect(first.outputBytes == second.outputBytes)
    let digest = try RunningProcess.run("/usr/bin/env", ["sha256sum", Self.demo]).text.prefix(64)
    #expect(digest.count == 64 && first.output.contains(digest))
    #expect(first.output.contains("33"))
  }

  @Test func `Every operation has a key of its own`() throws {
    let run = try CommandRun(["export", "unsynced", "--format", "ndjson", Self.demo])
    let lines = run.lines.dropFirst()
    let keys = try lines.map { line -> JSONText in
      guard case .object(let members) = try JSONText(parsing: Array(line.utf8)) else {
        return .null
      }
      return members.first?.value ?? .null
    }
    #expect(lines.count == 33 && Set(keys).count == 33)
  }

  @Test func `Standard input has the same digest as the file`() throws {
    let tool = try #require(BuiltProducts.path("tracetool"))
    let arguments = ["export", "unsynced", "--format", "ndjson"]
    let piped = try RunningProcess.run(
      tool, arguments + ["-"], input: ProjectFiles.bytes("traces/field-inspections.synctrace"))
    let run = try CommandRun(arguments + [Self.demo])
    #expect(piped.status == 0, "\(piped.errorText)")
    #expect(
      piped.text.split(separator: "\n").dropFirst()
        == run.output.split(separator: "\n").dropFirst())
  }

  @Test func `Tables have a file for each class`() throws {
    try TemporaryFolder.with { folder in
      let run = try CommandRun(
        ["export", "unsynced", "--format", "csv", Self.demo, "-o", folder.path("tables")])
      #expect(run.status == .fine, "\(run.error)")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("tables"))
      #expect(names == ["Inspection.csv"])
      let text = String(decoding: try folder.read("tables/Inspection.csv"), as: UTF8.self)
      #expect(text.hasPrefix("_key,_source,_session,_clientVersion,_time,_action,_object,"))
    }
  }

  @Test func `A folder whose name a file has is said to be in the way`() throws {
    try TemporaryFolder.with { folder in
      try folder.write([1], to: "tables")
      let runs = try [["csv", Self.demo], ["json", Self.demo, Self.realmFile]].map {
        try CommandRun(["export", "--format"] + $0 + ["-o", folder.path("tables")])
      }
      for run in runs {
        #expect(run.status == .cannotCreate)
        #expect(run.error.contains("tables`: a file has that name"), "\(run.error)")
        // There is no such option.
        #expect(!run.error.contains("--force"), "\(run.error)")
      }
      #expect(try folder.read("tables") == [1])
    }
  }

  @Test func `Inputs of one name in several folders have a file each`() throws {
    try TemporaryFolder.with { folder in
      let paths = try ["a", "b", "c"].map { name in
        try FileManager.default.createDirectory(
          atPath: folder.path(name), withIntermediateDirectories: false)
        let file = name == "c" ? "other.synctrace" : "default.synctrace"
        try folder.write(
          ProjectFiles.bytes("traces/field-inspections.synctrace"), to: "\(name)/\(file)")
        return folder.path("\(name)/\(file)")
      }
      let run = try CommandRun(
        ["export", "--format", "json"] + paths + ["-o", folder.path("out")])
      #expect(run.status == .fine, "\(run.error)")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("out")).sorted()
      #expect(names.count == 3 && names.contains("other.synctrace.json"), "\(names)")
      #expect(names.contains { $0.hasSuffix("a-default.synctrace.json") })
    }
  }

  @Test func `The export of one input is not written over another`() throws {
    try TemporaryFolder.with { folder in
      let scenario = try ProjectFiles.bytes("traces/scenarios/rs-13-list-remove-existing.json")
      try folder.write(ProjectFiles.bytes("traces/field-inspections.synctrace"), to: "a.synctrace")
      try folder.write(scenario, to: "a.synctrace.json")
      let run = try CommandRun(["export", "--format", "json", folder.root, "-o", folder.root])
      #expect(run.status == .cannotCreate, "\(run.error)")
      #expect(run.error.contains("which tracetool never changes"), "\(run.error)")
      #expect(try folder.read("a.synctrace.json") == scenario)
      #expect(try folder.names() == ["a.synctrace", "a.synctrace.json"])
    }
  }

  @Test(arguments: ["json", "csv"])
  func `An export of which nothing is written leaves no folder that it made`(form: String) throws {
    try TemporaryFolder.with { folder in
      let inputs = ["a.synctrace", "b.synctrace"].map(folder.path)
      for name in ["a.synctrace", "b.synctrace"] { try folder.write([1, 2, 3], to: name) }
      let words = ["export", "--format", form] + inputs + ["-o", folder.path("new/out")]
      let run = try CommandRun(words)
      #expect(run.status == .badInput, "\(run.error)")
      #expect(try folder.names() == ["a.synctrace", "b.synctrace"])
      try folder.write(ProjectFiles.bytes("traces/field-inspections.synctrace"), to: "b.synctrace")
      #expect(try CommandRun(words).status == .badInput)
      let written = try FileManager.default.contentsOfDirectory(atPath: folder.path("new/out"))
      #expect(written.count == 1)
    }
  }

  @Test(arguments: forms + [["csv"]])
  func `An export names what its trace does not show`(_ form: [String]) throws {
    try TemporaryFolder.with { folder in
      let trace = folder.path("lossy.synctrace")
      try TraceFiles.write(TraceFiles.lossyDemo(), to: trace)
      let gap = "session 1 (field-inspections-discard): record 5: 1 record is missing here"
      let run = try CommandRun(["export", "--format"] + form + [trace])
      #expect(run.error.contains("warning: \(gap)"), "\(run.error)")
      // A table has rows only.
      if form != ["csv"] { #expect(run.output.contains("1 record is missing here")) }
      let whole = try CommandRun(["export", "--format"] + form + [Self.demo])
      #expect(!whole.error.contains("missing"), "\(whole.error)")
    }
  }

  @Test func `An export in JSON has the gaps of its writes, and the sessions that are left out`()
    throws
  {
    func head(_ path: String) throws -> JSONText {
      let run = try CommandRun(["export", "--format", "json", path])
      return try JSONText(parsing: run.outputBytes)
    }
    try TemporaryFolder.with { folder in
      let trace = folder.path("lossy.synctrace")
      try TraceFiles.write(TraceFiles.lossyDemo(), to: trace)
      let gaps = try head(trace)["gaps"]?.list ?? []
      #expect(gaps.first?["kind"] == .string("lostRecords"), "\(gaps)")
      #expect(gaps.first?["moment"] == .string("reset"))
    }
    let whole = try head(Self.demo)
    #expect(whole["gaps"] == nil && whole["unanswered"] == nil)
    let log = try head(Self.log)
    #expect(log["operations"] == .number("0") && log["unanswered"]?.list.isEmpty == false)
  }

  @Test(arguments: forms + [["csv"]])
  func `An export that leaves out a session ends with 3`(_ form: [String]) throws {
    let run = try CommandRun(["export", "--format"] + form + [Self.log])
    #expect(run.status == .dataLost, "\(run.error)")
    #expect(run.error.contains("is left out"), "\(run.error)")
  }

  @Test func `A comparison with a target without one of the sessions ends with 3`() throws {
    try TemporaryFolder.with { folder in
      let state = try CommandRun(["state", "--format", "json", Self.demo])
      try folder.write(state.outputBytes, to: "target.json")
      let run = try CommandRun(
        ["export", "--format", "text", "--against", folder.path("target.json"), Self.log])
      #expect(run.status == .dataLost, "\(run.error)")
    }
  }

  @Test func `A target is compared with the last sync and the device`() throws {
    try TemporaryFolder.with { folder in
      func state(_ side: String, at sequence: String? = nil) throws -> String {
        let run = try CommandRun(
          ["state", "--format", "json", "--of", side] + (sequence.map { ["--at", $0] } ?? [])
            + [Self.demo])
        #expect(run.status == .fine, "\(run.error)")
        try folder.write(run.outputBytes, to: "\(side)-\(sequence ?? "end").json")
        return folder.path("\(side)-\(sequence ?? "end").json")
      }
      let base = try check(against: state("client", at: "1"))
      #expect(base.status == .fine && base.output.contains("No conflict"))
      let fresh = try check(against: state("server"))
      #expect(fresh.status == .foundProblems)
      #expect(fresh.output.contains("the target has changed it since"))
      // That two counters are equal does not say that one holds the other's increments.
      #expect(fresh.output.contains("what the device adds"))
      #expect(!fresh.output.contains("nothing is left to do"))
      #expect(!fresh.output.contains("already there"))
    }
  }

  private func check(against state: String) throws -> CommandRun {
    try CommandRun(
      ["export", "unsynced", "--against", state, Self.demo])
  }

  @Test func `What is no state is refused as a target`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(Array("{\"a\":1}".utf8), to: "target.json")
      let run = try check(against: folder.path("target.json"))
      #expect(run.status == .badInput)
      #expect(run.error.contains("not a state in canonical JSON"))
    }
  }

  private static let realmFile = ProjectFiles.path("Tests/Vectors/realm-files/client-10.realm")

  @Test func `An export of a Realm file names the file by its own digest`() throws {
    let run = try CommandRun(["export", "unsynced", "--format", "ndjson", Self.realmFile])
    #expect(run.status == .fine, "\(run.error)")
    #expect(
      run.lines.first?.contains("0bddc39749dbc54feee9952dfbddc8703af9091741a62bc9ed87c938ba477a9f")
        == true)
    #expect(run.lines.count == 44)
  }

  @Test func `The key of an encrypted target is asked for by its own option`() throws {
    let target = ProjectFiles.path("Tests/Vectors/realm-files/client-0.encrypted.realm")
    let run = try CommandRun([
      "export", "unsynced", "--format", "json", "--against", target, Self.realmFile,
    ])
    #expect(run.status == .badInput)
    #expect(run.error.contains("--against-key-file"))
  }

  @Test func `A Realm file can be the target, and is the same target as its state in JSON`() throws
  {
    try TemporaryFolder.with { folder in
      let trace = folder.path("out.synctrace")
      #expect(try CommandRun(["import", "realm", Self.realmFile, "-o", trace]).status == .fine)
      let state = try CommandRun(["state", "--format", "json", trace])
      try folder.write(state.outputBytes, to: "state.json")
      let runs = try [Self.realmFile, folder.path("state.json")].map {
        try CommandRun([
          "export", "unsynced", "--format", "json", "--against", $0, Self.realmFile,
        ])
      }
      #expect(runs[0].status == runs[1].status, "\(runs[0].error)")
      #expect(!runs[0].outputBytes.isEmpty && runs[0].outputBytes == runs[1].outputBytes)
    }
  }

  @Test func `Whether the target changed a number is not claimed without the last sync`() throws {
    let file = ProjectFiles.path("Tests/Vectors/realm-files/client-25.compact.realm")
    let run = try CommandRun(["export", "unsynced", "--against", file, file])
    let words = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("what the target had at the last sync is not known; what the device"))
    #expect(!words.contains("has changed the number"), "\(words)")
  }

  @Test func `A target whose links had to be mended is warned of`() throws {
    try TemporaryFolder.with { folder in
      var editor = RealmFileEditor(
        try ProjectFiles.bytes("Tests/Vectors/realm-files/fixtures/D.realm"))
      editor.set([1, 2, 2, 1], 0, to: 600)
      try folder.write(editor.bytes, to: "target.realm")
      let target = folder.path("target.realm")
      let trace = folder.path("device.synctrace")
      #expect(try CommandRun(["import", "realm", Self.realmFile, "-o", trace]).status == .fine)
      for arguments in [
        ["export", "unsynced", "--format", "json", "--against", target, Self.realmFile],
        ["replay", "--mode", "recover", "--fresh", target, trace],
      ] {
        let run = try CommandRun(arguments)
        let damage = "table origin > object 0 > property link1: damaged (rule R42)"
        #expect(
          run.error.contains("warning: `\(target)`: \(damage)"), "\(arguments): \(run.error)")
      }
    }
  }
}
