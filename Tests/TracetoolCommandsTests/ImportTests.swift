import Foundation
import TestSupport
import Testing

@testable import TracetoolCommands

@Suite struct ImportTests {
  let capture = ProjectFiles.path("Tests/Vectors/wire/ClientReset_ThreeClients.ndjson")
  let vectors = ProjectFiles.path("Tests/Vectors/demo/field-inspections.ndjson.zst")
  let scenario = ProjectFiles.path("traces/scenarios/every-kind-of-property.json")

  @Test func `a capture becomes a trace with all its messages`() throws {
    try TemporaryFolder.with { folder in
      let trace = folder.path("out.synctrace")
      let run = try CommandRun(["import", "capture", capture, "-o", trace])
      #expect(run.status == .fine)
      #expect(run.lines == ["\(trace): 130 messages, 13 sessions, 3 connections"])
      let messages = try CommandRun(["cat", "--kind", "message", trace])
      #expect(messages.lines.count { !$0.hasPrefix(" ") } == 130)
    }
  }

  @Test func `a refused upload that cannot be read is not called nothing to do`() throws {
    try TemporaryFolder.with { folder in
      let trace = folder.path("out.synctrace")
      let capture = ProjectFiles.path("Tests/Vectors/wire/Sync_BadChangeset.ndjson")
      #expect(try CommandRun(["import", "capture", capture, "-o", trace]).status == .fine)
      let answer = words(try CommandRun(["replay", "--mode", "recover", trace]).output)
      #expect(
        answer.contains(
          "Sync has stopped, and no reset takes place. 1 changeset cannot be read. What is unsynced is not known"
        ), "\(answer)")
      #expect(answer.contains("until then nothing of it is uploaded"), "\(answer)")
    }
  }

  /// The words of a text, however its lines are broken.
  private func words(_ text: some StringProtocol) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test(arguments: [
    ("docs/recording.md", "capture"), ("docs/log.md", "log"),
  ])
  func `the documents show what becomes of a capture and of a log`(
    path: String, source: String
  ) throws {
    let commands = try DocumentedCommand.all(in: path)
    let start = try #require(
      commands.firstIndex { $0.arguments.starts(with: ["import", source]) })
    try TemporaryFolder.with { folder in
      for command in commands[start...].prefix(2) {
        let run = try CommandRun(
          command.arguments.map { argument in
            argument.hasPrefix("Tests/")
              ? ProjectFiles.path(argument)
              : argument.hasSuffix(".synctrace") ? folder.path(argument) : argument
          })
        // A log shows a reset and not what was lost by it.
        let isOpen = source == "log" && command.arguments.first == "replay"
        #expect(run.status == (isOpen ? .foundProblems : .fine))
        // What a document leaves out, it marks.
        var rest = words(run.output.replacing(folder.root + "/", with: ""))[...]
        for part in command.output.components(separatedBy: "…") {
          let shown = words(part)
          let found = try #require(rest.firstRange(of: shown), "\(shown)\nis not in\n\(rest)")
          rest = rest[found.upperBound...]
        }
      }
    }
  }

  @Test func `the document's line of a capture is the first of a real one`() throws {
    let document = String(decoding: try ProjectFiles.bytes("docs/recording.md"), as: UTF8.self)
    let line = try #require(
      document.components(separatedBy: "```json\n").dropFirst().first?.split(separator: "…").first)
    let bytes = try ProjectFiles.bytes("Tests/Vectors/wire/ClientReset_ThreeClients.ndjson")
    #expect(String(decoding: bytes.prefix(line.utf8.count), as: UTF8.self) == line)
  }

  @Test func `one vector of several is chosen by name`() throws {
    try TemporaryFolder.with { folder in
      let trace = folder.path("out.synctrace")
      let unnamed = try CommandRun(["import", "vector", vectors, "-o", trace])
      #expect(unnamed.status == .usage)
      #expect(unnamed.error.contains("`field-inspections-discard`"))
      let named = try CommandRun([
        "import", "vector", vectors, "--name", "field-inspections-discard", "-o", trace,
      ])
      #expect(named.status == .fine)
    }
  }

  @Test func `a trace on standard output is all that is there`() throws {
    try TemporaryFolder.with { folder in
      let run = try CommandRun(["import", "scenario", scenario, "-o", "-"])
      #expect(run.status == .fine)
      #expect(run.error.hasPrefix("-: 11 events"))
      try folder.write(run.outputBytes, to: "copy.synctrace")
      #expect(try CommandRun(["cat", folder.path("copy.synctrace")]).lines.count == 11)
    }
  }

  @Test func `the report is JSON where asked for`() throws {
    try TemporaryFolder.with { folder in
      let run = try CommandRun(
        ["import", "capture", capture, "-o", folder.path("out"), "--format", "json"])
      let report = try #require(
        JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
      #expect(report["messageCount"] as? Int == 130)
      #expect(report["malformedLineCount"] as? Int == 0)
    }
  }

  @Test func `an output that exists is replaced only when forced`() throws {
    try TemporaryFolder.with { folder in
      let trace = folder.path("out.synctrace")
      let command = ["import", "scenario", scenario, "-o", trace]
      #expect(try CommandRun(command).status == .fine)
      let again = try CommandRun(command)
      #expect(again.status == .cannotCreate)
      #expect(again.error.contains("--force"))
      #expect(try CommandRun(command + ["--force"]).status == .fine)
    }
  }

  @Test func `an input is never written to, even when forced`() throws {
    try TemporaryFolder.with { folder in
      let bytes = try ProjectFiles.bytes("Tests/Vectors/wire/ClientReset_NoLocalChanges.ndjson")
      try folder.write(bytes, to: "capture.ndjson")
      let path = folder.path("capture.ndjson")
      let run = try CommandRun(["import", "capture", path, "-o", path, "--force"])
      #expect(run.status == .cannotCreate)
      #expect(run.error.contains("is the input"))
      #expect(try CommandRun(["conform", path, "--emit", path]).status == .cannotCreate)
      #expect(try folder.read("capture.ndjson") == bytes)
    }
  }

  @Test func `what is no capture leaves no trace behind`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(Array("{}\nnonsense\n".utf8), to: "wrong.ndjson")
      let trace = folder.path("out.synctrace")
      let run = try CommandRun(["import", "capture", folder.path("wrong.ndjson"), "-o", trace])
      #expect(run.status == .badInput)
      #expect(!FileManager.default.fileExists(atPath: trace))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.root) == ["wrong.ndjson"])
    }
  }

  @Test func `a line that is no message is lost, counted and named`() throws {
    try TemporaryFolder.with { folder in
      var bytes = try ProjectFiles.bytes("Tests/Vectors/wire/ClientReset_NoLocalChanges.ndjson")
      bytes += Array("{\"us\":1,\"connection\":\"c1\",\"direction\":\"out\",\"hex\":\"zz\"}\n".utf8)
      try folder.write(bytes, to: "capture.ndjson")
      let trace = folder.path("out.synctrace")
      let run = try CommandRun([
        "import", "capture", folder.path("capture.ndjson"), "-o", trace, "--quiet",
      ])
      #expect(run.status == .dataLost && run.output.isEmpty)
      #expect(run.error.contains("warning: not messages, and left out: 1 line\n"))
      #expect(run.error.contains("warning: line 54: "))
    }
  }

  @Test func `a scenario that makes no sense is refused with its place`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(Array("{\"name\": 7}".utf8), to: "wrong.json")
      let run = try CommandRun(
        ["import", "scenario", folder.path("wrong.json"), "-o", folder.path("out")])
      #expect(run.status == .badInput)
      #expect(run.error.contains("docs/scenario.md"))
    }
  }

  @Test func `a trace is not written to a terminal`() throws {
    var terminal = Console.Surroundings()
    terminal.outputIsTerminal = true
    let run = try CommandRun(
      ["import", "scenario", scenario, "-o", "-"], surroundings: terminal)
    #expect(run.status == .usage)
  }
}
