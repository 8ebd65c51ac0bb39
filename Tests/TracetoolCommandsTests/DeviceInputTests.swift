import Foundation
import TestSupport
import Testing

@testable import TracetoolCommands

/// The ways in which a device's file comes to a command: named, in a folder, on a pipe, damaged.
@Suite struct DeviceInputTests {
  private static let realmPath = "Tests/Vectors/realm-files/client-10.realm"

  @Test(arguments: [["pending"], ["export", "unsynced", "--format", "ndjson"], ["inspect"]])
  func `a Realm file on a pipe is read like one that is named`(_ verb: [String]) throws {
    let tool = try #require(BuiltProducts.path("tracetool"))
    let piped = try RunningProcess.run(
      tool, verb + ["-"], input: ProjectFiles.bytes(Self.realmPath))
    #expect(piped.status == 0, "\(piped.errorText)")
    let named = try CommandRun(
      verb + [ProjectFiles.path(Self.realmPath)],
      surroundings: Console.Surroundings(columns: 100))
    // All but the line with its name.
    let lines = piped.text.split(separator: "\n").map(String.init)
    #expect(
      Set(lines).subtracting(named.lines).count <= 1 && lines.count > 1,
      "\(Set(lines).subtracting(named.lines))")
    #expect(piped.text.contains("0bddc39749dbc54f"))
  }

  @Test func `a folder is inspected file by file, without what Realm keeps beside them`() throws {
    try TemporaryFolder.with { folder in
      for name in ["recovered_realm-b", "recovered_realm-a"] {
        try folder.write(ProjectFiles.bytes(Self.realmPath), to: name)
      }
      try folder.write([], to: "a.realm.lock")
      try folder.write(ProjectFiles.bytes(Self.realmPath), to: "copy")
      try folder.write(Array("a note".utf8), to: "README.txt")
      try FileManager.default.createDirectory(
        atPath: folder.path("a.realm.management"), withIntermediateDirectories: true)
      let run = try CommandRun(["inspect", folder.root])
      #expect(run.status == .fine, "\(run.output)")
      let files = run.lines.filter { $0.hasPrefix("file ") }
      #expect(files.map { $0.suffix(1) } == ["y", "a", "b"])
      #expect(run.error.contains("1 other file in folders left out"))
      #expect(!run.error.contains("subfolder"))
    }
  }

  @Test func `folders in a folder that are not looked into are counted`() throws {
    try TemporaryFolder.with { folder in
      try FileManager.default.createDirectory(
        atPath: folder.path("in/ner"), withIntermediateDirectories: true)
      let nothing = try CommandRun(["info", folder.path("in")])
      #expect(nothing.error.contains("hint: name the folders in it, which are not looked into"))
      try folder.write(ProjectFiles.bytes(Self.realmPath), to: "in/a.realm")
      let run = try CommandRun(["info", folder.path("in")])
      #expect(run.error.contains("note: 1 subfolder not looked into\n"), "\(run.error)")
    }
  }

  @Test func `a link in a folder stands for its file`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(ProjectFiles.bytes("traces/field-inspections.synctrace"), to: "trace")
      try FileManager.default.createDirectory(
        atPath: folder.path("l"), withIntermediateDirectories: true)
      for name in ["a", "b"] {
        try FileManager.default.createSymbolicLink(
          atPath: folder.path("l/\(name)"), withDestinationPath: "../trace")
      }
      let run = try CommandRun(["info", folder.path("l")])
      #expect(run.status == .fine, "\(run.error)")
      let files = run.lines.filter { $0.hasPrefix("== ") }
      #expect(files == ["== \(folder.path("l/a"))", "== \(folder.path("l/b"))"])
    }
  }

  @Test func `a folder without files is said to have none`() throws {
    try TemporaryFolder.with { folder in
      let run = try CommandRun(["inspect", folder.root])
      #expect(run.status == .noInput)
      #expect(run.error.contains("no trace, .realm file"))
    }
  }

  /// A file with one damaged byte, salvaged: of what is pending in it the text, and as JSON.
  private static func salvaged(byte: Int) throws -> (text: String, json: String) {
    try TemporaryFolder.with { folder in
      var bytes = try ProjectFiles.bytes(realmPath)
      bytes[byte] ^= 7
      try folder.write(bytes, to: "damaged.realm")
      let runs = try [[], ["--format", "json"]].map { more in
        try CommandRun(["pending", "--salvage", folder.path("damaged.realm")] + more)
      }
      #expect(runs.map(\.status) == [.dataLost, .dataLost], "\(runs[0].error)")
      return (runs[0].output, runs[1].output)
    }
  }

  @Test func `what a damaged state has in the place of values is not what the device has`() throws {
    let (text, json) = try Self.salvaged(byte: 0x36C)
    #expect(json.contains("\"deviceKnown\": false"), "\(json.prefix(2_000))")
    #expect(!text.contains("not known → nothing") && text.contains("not known → not known"))
    #expect(text.contains("a part of a recorded state is missing"), "\(text)")
  }

  @Test func `a part of a file's state that is missing is no loss of the records from there on`()
    throws
  {
    try TemporaryFolder.with { folder in
      var bytes = try ProjectFiles.bytes(Self.realmPath)
      bytes[0x36C] ^= 7
      try folder.write(bytes, to: "damaged.realm")
      let run = try CommandRun(["cat", "--salvage", folder.path("damaged.realm")])
      #expect(run.output.contains("  loss  a part of the state at 1 missing: "), "\(run.output)")
    }
  }

  @Test func `of a file whose history is damaged the state is known, and what is pending is not`()
    throws
  {
    let (text, json) = try Self.salvaged(byte: 0x12AC)
    #expect(json.contains("\"deviceKnown\": true"), "\(json.prefix(2_000))")
    #expect(text.contains("Not known: ") && !text.contains("acknowledged"), "\(text)")
  }

  @Test func `with an unreadable change it is not known how much a recovery uploads`() throws {
    try TemporaryFolder.with { folder in
      var bytes = try ProjectFiles.bytes(Self.realmPath)
      // The container says how its body is compressed: 2 is LZFSE.
      bytes[0x1720] = 0x21
      try folder.write(bytes, to: "lzfse.realm")
      let arguments = [
        "replay", "--mode", "recover", "--fresh", try RealmFileCommandTests.uploaded(in: folder),
        folder.path("lzfse.realm"),
      ]
      let text = try CommandRun(arguments).output
      #expect(text.contains("uploads: not known"), "\(text)")
      let json = try CommandRun(arguments + ["--format", "json"]).output
      #expect(json.contains("\"uploadsRecovered\"") && !json.contains("\"uploads\""), "\(json)")
    }
  }

  @Test func `nothing of a file without an identifier was acknowledged`() throws {
    let path = "Tests/Vectors/realm-files/foreign/test_upgrade_database_4_23.realm"
    let run = try CommandRun(["pending", ProjectFiles.path(path)])
    #expect(run.status == .fine && !run.output.contains("acknowledged"), "\(run.output)")
  }

  @Test func `whoever salvages is not told to salvage`() throws {
    try TemporaryFolder.with { folder in
      let cut = try ProjectFiles.bytes(Self.realmPath).prefix(2_000)
      try folder.write(Array(cut), to: "cut.realm")
      let path = folder.path("cut.realm")
      #expect(try CommandRun(["pending", path]).error.contains("--salvage"))
      let salvaged = try CommandRun(["pending", "--salvage", path])
      #expect(salvaged.status == .badInput && !salvaged.error.contains("--salvage"))
    }
  }
}
