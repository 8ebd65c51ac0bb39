import Foundation
import TestSupport
import Testing
import TraceFormat

@testable import TracetoolCommands

@Suite struct DiffTests {
  static let demo = ProjectFiles.path("traces/field-inspections.synctrace")
  static let other = ProjectFiles.path("traces/every-kind-of-property.synctrace")

  @Test func `a trace is the same as itself`() throws {
    let run = try CommandRun(["diff", Self.demo, Self.demo])
    #expect(run.status == .fine)
    #expect(run.output == "traces: 14 the same\n")
  }

  @Test func `a Realm file is the same as its copy by another name`() throws {
    try TemporaryFolder.with { folder in
      let file = "Tests/Vectors/realm-files/client-10.realm"
      try folder.write(ProjectFiles.bytes(file), to: "copy.realm")
      let run = try CommandRun(["diff", ProjectFiles.path(file), folder.path("copy.realm")])
      #expect(run.status == .fine, "\(run.output)")
    }
  }

  @Test func `traces that differ end with 2, in text and in JSON`() throws {
    let run = try CommandRun(["diff", Self.demo, Self.other])
    #expect(run.status == .foundProblems)
    #expect(run.lines.allSatisfy { $0.count <= 80 }, "\(run.output)")
    let json = try JSONText(
      parsing: CommandRun(["diff", "--format", "json", Self.demo, Self.other]).outputBytes)
    #expect(json.member("subject") == .string("traces"))
    #expect(json.member("same") == .bool(false))
  }

  @Test func `points of a trace are compared as states, and with states in files`() throws {
    try TemporaryFolder.with { folder in
      let run = try CommandRun(["diff", Self.demo + "@2", Self.demo + "@5"])
      #expect(run.status == .foundProblems)
      #expect(run.lines.contains("~  Inspection 00000000000000076a99b453"))
      #expect(run.lines.contains("      visits: 0, now 1"))
      #expect(run.lines.last == "states: 2 only in the second, 7 changed, 9 the same")
      let state = try CommandRun(["state", "--at", "5", "--format", "json", Self.demo])
      try folder.write(state.outputBytes, to: "state.json")
      let same = try CommandRun(["diff", Self.demo + "@5", folder.path("state.json")])
      #expect(same.status == .fine)
      let sides = try CommandRun(["diff", Self.demo + "@end", Self.demo + "@2", "--of", "server"])
      #expect(sides.status == .foundProblems)
    }
  }

  @Test func `reports and goldens are compared by fates`() throws {
    try TemporaryFolder.with { folder in
      for mode in ["recover", "discard"] {
        let run = try CommandRun(["replay", "--mode", mode, "--format", "json", Self.demo])
        try folder.write(run.outputBytes, to: "\(mode).json")
      }
      let recover = folder.path("recover.json")
      #expect(try CommandRun(["diff", recover, recover]).status == .fine)
      let modes = try CommandRun(["diff", recover, folder.path("discard.json")])
      #expect(modes.status == .foundProblems)
      #expect(modes.lines.first == "mode recover, then discard")
    }
  }

  @Test func `what can't be compared is a wrong command line`() throws {
    let mixed = try CommandRun(["diff", Self.demo, Self.demo + "@3"])
    #expect(mixed.status == .usage)
    #expect(mixed.error.contains("is a trace and"))
    #expect(mixed.error.contains("hint: `TRACE@SEQUENCE` is the state of a trace after a record"))
    #expect(try CommandRun(["diff", "-", "-"]).status == .usage)
  }

  @Test(arguments: [
    ("nothing at all", "neither a trace nor a state, a report or a golden"),
    ("{\"a\": 1}", "the file: expected a state, with a member `classes`, or a report"),
    ("{\"classes\": ", "line 1, column 13: classes: expected a JSON value, found the end"),
    ("tracetool golden 1\n", "line 2, column 1: expected `mode`"),
    ("{\"reports\": 1}", "reports: expected an array, found 1"), ("", "neither a trace nor"),
  ])
  func `a file that is nothing of all that is refused`(contents: String, message: String) throws {
    try TemporaryFolder.with { folder in
      try folder.write(Array(contents.utf8), to: "file")
      let run = try CommandRun(["diff", folder.path("file"), Self.demo])
      #expect(run.status == .badInput)
      #expect(run.error.contains(message), "\(run.error)")
    }
  }

  @Test func `a state that is none is refused when it is compared`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(Array("{\"classes\": []}".utf8), to: "file")
      let run = try CommandRun(["diff", folder.path("file"), Self.demo + "@3"])
      #expect(run.status == .badInput)
      #expect(run.error.contains("classes: expected an object, found []"), "\(run.error)")
    }
  }

  @Test func `a damaged trace ends with 3, and what is left is compared`() throws {
    try TemporaryFolder.with { folder in
      var bytes = try ProjectFiles.bytes("traces/three-clients.synctrace")
      bytes[bytes.count / 2] ^= 0x40
      try folder.write(bytes, to: "damaged.synctrace")
      let run = try CommandRun(
        [
          "diff", "--verbose", ProjectFiles.path("traces/three-clients.synctrace"),
          folder.path("damaged.synctrace"),
        ])
      #expect(run.status == .dataLost)
      #expect(run.error.contains("warning: offset 0x"))
      #expect(run.output.contains("+ ") && run.output.contains("loss"))
    }
  }

  @Test func `no such file, and no such session`() throws {
    #expect(try CommandRun(["diff", "no-such-file", Self.demo]).status == .noInput)
    #expect(try CommandRun(["diff", "no-such-file@3", Self.demo]).status == .noInput)
    let run = try CommandRun(["diff", Self.demo + "@3", Self.demo + "@4", "--session", "9"])
    #expect(run.status == .badInput)
  }

  @Test func `one of the two can come from a pipe`() throws {
    let ended = try ProcessTests().shell(
      "cat traces/field-inspections.synctrace | $T diff - traces/field-inspections.synctrace")
    #expect(ended.status == 0)
    #expect(ended.text == "traces: 14 the same\n")
  }
}
