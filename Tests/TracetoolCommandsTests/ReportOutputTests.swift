import Foundation
import TestSupport
import Testing

@testable import TracetoolCommands

/// Where a report goes.
@Suite struct ReportOutputTests {
  let demo = ProjectFiles.path("traces/field-inspections.synctrace")

  @Test(arguments: ReportFormat.allCases)
  func `A report in a file is what goes to standard output`(format: ReportFormat) throws {
    try TemporaryFolder.with { folder in
      let arguments = ["replay", "--mode", "discard", "--format", format.rawValue, demo]
      let printed = try CommandRun(arguments)
      let written = try CommandRun(arguments + ["-o", folder.path("report")])
      #expect(written.status == .fine)
      #expect(written.output.isEmpty)
      #expect(try folder.read("report") == printed.outputBytes)
    }
  }

  @Test func `A report replaces an older one, and leaves nothing else behind`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(Array("older".utf8), to: "report")
      let arguments = ["replay", "--mode", "discard", demo, "--output", folder.path("report")]
      #expect(try CommandRun(arguments).status == .fine)
      #expect(try folder.read("report").count > 1_000)
      #expect(try folder.names() == ["report"])
    }
  }

  @Test func `A terminal's colors stay out of a file, unless they are asked for`() throws {
    var terminal = Console.Surroundings()
    terminal.outputIsTerminal = true
    try TemporaryFolder.with { folder in
      let arguments = ["replay", "--mode", "discard", demo, "-o", folder.path("report")]
      _ = try CommandRun(arguments, surroundings: terminal)
      #expect(try !folder.read("report").contains(0x1B))
      _ = try CommandRun(arguments + ["--color", "always"], surroundings: terminal)
      #expect(try folder.read("report").contains(0x1B))
    }
  }

  @Test func `The trace itself is never written to`() throws {
    try TemporaryFolder.with { folder in
      let trace = try ProjectFiles.bytes("traces/field-inspections.synctrace")
      try folder.write(trace, to: "demo.synctrace")
      let path = folder.path("demo.synctrace")
      let run = try CommandRun(["replay", "--mode", "discard", path, "-o", path])
      #expect(run.status == .cannotCreate)
      #expect(run.error.contains("is the input, which tracetool never changes"))
      #expect(try folder.read("demo.synctrace") == trace)
    }
  }

  @Test func `A folder that is not there is named`() throws {
    let run = try CommandRun(["replay", "--mode", "discard", demo, "-o", "/no/such/folder/report"])
    #expect(run.status != .fine)
    #expect(run.error.contains("/no/such/folder/report"))
  }

  @Test func `Other forms are written beside the one that is printed`() throws {
    try TemporaryFolder.with { folder in
      let arguments = ["replay", "--mode", "discard", demo]
      let printed = try CommandRun(arguments)
      let requests = ReportFormat.allCases.flatMap {
        ["--report", "\($0.rawValue)=\(folder.path($0.rawValue))"]
      }
      let run = try CommandRun(arguments + requests)
      #expect(run.status == .fine)
      #expect(run.output == printed.output)
      #expect(try folder.names() == ReportFormat.allCases.map(\.rawValue).sorted())
      for format in ReportFormat.allCases {
        let alone = try CommandRun(arguments + ["--format", format.rawValue])
        #expect(try folder.read(format.rawValue) == alone.outputBytes)
      }
    }
  }

  @Test func `Standard output can be for another form than the file`() throws {
    try TemporaryFolder.with { folder in
      let arguments = ["replay", "--mode", "discard", demo]
      let run = try CommandRun(arguments + ["-o", folder.path("a.txt"), "--report", "json=-"])
      #expect(try run.output == CommandRun(arguments + ["--format", "json"]).output)
      #expect(try folder.read("a.txt") == CommandRun(arguments).outputBytes)
    }
  }

  @Test func `Two reports at one place are refused`() {
    for places in [["--report", "json=-"], ["-o", "x", "--report", "json=x"]] {
      #expect(throws: (any Error).self) {
        try CommandRun(["replay", "--mode", "discard", demo] + places)
      }
    }
  }

  @Test(arguments: ["junk=a", "json", "json=", "=a", ""])
  func `A report is asked for by a known form and a file`(argument: String) {
    #expect(ReportRequest<ReportFormat>(argument: argument) == nil)
  }

  @Test func `A file's name may hold an equals sign`() {
    #expect(
      ReportRequest<ReportFormat>(argument: "json=a=b.json")
        == ReportRequest(format: .json, path: "a=b.json"))
  }

  @Test func `Where one file can't be written, none appears and nothing is printed`() throws {
    try TemporaryFolder.with { folder in
      let run = try CommandRun([
        "replay", "--mode", "discard", demo, "--report", "json=\(folder.path("a"))",
        "--report", "text=/no/such/folder/report",
      ])
      #expect(run.status == .cannotCreate)
      #expect(run.output.isEmpty)
      #expect(try folder.names().isEmpty)
    }
  }
}
