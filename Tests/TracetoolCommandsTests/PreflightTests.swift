import ArgumentParser
import Foundation
import TestSupport
import Testing
import TraceFormat

@testable import TracetoolCommands

@Suite struct PreflightCommandTests {
  private static let trace = ProjectFiles.path("traces/field-inspections.synctrace")

  /// The schema of a trace of the project, changed by a replacement.
  private static func schema(_ old: String = "", _ new: String = "") throws -> [UInt8] {
    let run = try CommandRun(["state", "--of", "server", "--schema", trace])
    #expect(run.status == .fine)
    #expect(old.isEmpty || run.output.contains(old))
    return Array((old.isEmpty ? run.output : run.output.replacing(old, with: new)).utf8)
  }

  /// Runs a pre-flight in a folder with a changed schema in it.
  private static func run(
    _ schema: [UInt8], _ arguments: [String], _ prepare: (TemporaryFolder) throws -> Void = { _ in }
  ) async throws -> CommandRun {
    try await TemporaryFolder.during { folder in
      try folder.write(schema, to: "new.json")
      try prepare(folder)
      let arguments = arguments.map { $0.replacing("FOLDER", with: folder.root) }
      return try await CommandRun(
        running: ["preflight", "--schema", folder.path("new.json")] + arguments)
    }
  }

  @Test func `the schema that a trace prints is one that its own reset survives`() async throws {
    let run = try await Self.run(Self.schema(), [Self.trace])
    #expect(run.status == .fine && run.error.isEmpty)
    #expect(run.output.hasSuffix("1 trace: 1 fine\n"))
  }

  @Test func `traces of other apps are told apart at every point as at their ends`() async throws {
    let traces = ProjectFiles.path("traces")
    let ends = try await Self.run(Self.schema(), [traces])
    let points = try await Self.run(Self.schema(), ["--every-point", traces])
    #expect(ends.lines.last == "4 traces: 3 of other apps, 1 fine")
    #expect(points.status == .fine && points.lines.last == ends.lines.last, "\(points.output)")
  }

  @Test func `writes are not called safe whose fate the trace does not show`() async throws {
    let arguments = ["--mode", "recover", "FOLDER/lossy.synctrace"]
    let run = try await Self.run(Self.schema(), arguments) { folder in
      try TraceFiles.write(TraceFiles.lossyDemo(), to: folder.path("lossy.synctrace"))
    }
    #expect(run.status == .dataLost, "\(run.error)")
    #expect(run.output.hasPrefix("Not known: "), "\(run.output)")
    #expect(run.output.contains("writes is not known"), "\(run.output)")
    #expect(run.output.hasSuffix("1 trace: 1 not known\n"), "\(run.output)")
  }

  @Test func `why a session is not tried leaves out its number, which is said before`() async throws
  {
    let realm = ProjectFiles.path("Tests/Vectors/realm-files/client-10.realm")
    let run = try await Self.run(Self.schema(), ["--format", "json", realm])
    let trace = try JSONText(parsing: run.outputBytes).member("traces")?.list.first
    #expect(
      trace?.member("sessions")?.list.first?.member("problem")
        == .string("the trace does not show the state that the reset downloads"))
  }

  @Test func `both forms of the schema are the same`() throws {
    let arguments = ["state", "--of", "server", "--schema", Self.trace]
    let text = try JSONText(parsing: Array(CommandRun(arguments).output.utf8))
    let json = try CommandRun(arguments + ["--format", "json"])
    #expect(json.lines.count == 1)
    #expect(try JSONText(parsing: Array(json.output.utf8)) == text)
  }

  @Test func `a session that would fail ends the command with 2, in every form`() async throws {
    let schema = try Self.schema(#""visits": "int","#)
    let text = try await Self.run(schema, [Self.trace])
    #expect(text.status == .foundProblems)
    #expect(text.output.contains("because Inspection.visits is gone"))
    let json = try await Self.run(schema, ["--format", "json", Self.trace])
    #expect(json.status == .foundProblems)
    #expect(try JSONText(parsing: json.outputBytes).member("version") == .integer(1))
    let unit = try await Self.run(schema, ["--format", "junit", "--mode", "recover", Self.trace])
    #expect(unit.status == .foundProblems)
    #expect(unit.output.contains(#"tests="1" failures="1""#))
    let manual = try await Self.run(schema, ["--mode", "manual", Self.trace])
    #expect(manual.status == .fine)
  }

  @Test func `a folder with junk is walked whole, and what cannot be read is named`() async throws {
    let bytes = try ProjectFiles.bytes("traces/field-inspections.synctrace")
    let run = try await Self.run(Self.schema(), ["FOLDER", "--format", "json"]) { folder in
      try FileManager.default.createDirectory(
        atPath: folder.path("b/deep"), withIntermediateDirectories: true)
      try folder.write(bytes, to: "b/deep/good.synctrace")
      try folder.write(Array("no trace".utf8), to: "a.synctrace")
      try folder.write([], to: "empty.synctrace")
      try folder.write(Array(bytes.prefix(bytes.count / 2)), to: "half.synctrace")
      try folder.write([1, 2, 3], to: "notes.txt")
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("b/loop"), withDestinationPath: folder.root)
    }
    #expect(run.status == .dataLost)
    let json = try JSONText(parsing: run.outputBytes)
    guard case .array(let traces)? = json.member("traces") else {
      Issue.record("no traces")
      return
    }
    let names = traces.map { trace -> String in
      guard case .string(let path)? = trace.member("path") else { return "" }
      return String(path.split(separator: "/").last ?? "")
    }
    #expect(names == ["a.synctrace", "good.synctrace", "empty.synctrace", "half.synctrace"])
    #expect(traces[0].member("verdict") == .string("unreadable"))
    #expect(traces[1].member("verdict") == .string("fine"))
    #expect(traces[2].member("verdict") == .string("unreadable"))
    #expect(json.member("counts")?.member("fine") != .integer(0))
  }

  @Test func `what is no trace is told of in the words of a replay`() async throws {
    let run = try await Self.run(Self.schema(), ["FOLDER/notes.txt", "--format", "json"]) {
      try $0.write(Array("no trace\n".utf8), to: "notes.txt")
    }
    #expect(run.status == .foundProblems, "\(run.error)")
    #expect(run.output.contains(": expected a trace, .realm file, capture"), "\(run.output)")
    #expect(!run.output.contains("CommandFailure"), "\(run.output)")
  }

  @Test(.enabled(if: geteuid() != 0, "root reads every folder"))
  func `a folder that cannot be read hides none of its neighbours`() async throws {
    try await TemporaryFolder.during { folder in
      let bytes = try ProjectFiles.bytes("traces/field-inspections.synctrace")
      try FileManager.default.createDirectory(
        atPath: folder.path("nb/locked"), withIntermediateDirectories: true)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o300], ofItemAtPath: folder.path("nb/locked"))
      try folder.write(bytes, to: "nb/good.synctrace")
      try folder.write(Self.schema(), to: "new.json")
      let run = try await CommandRun(running: [
        "preflight", "--schema", folder.path("new.json"), folder.path("nb"), "--format", "json",
      ])
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o700], ofItemAtPath: folder.path("nb/locked"))
      let traces = try JSONText(parsing: run.outputBytes).member("traces")?.list ?? []
      #expect(traces.map { $0.member("verdict") } == [.string("fine"), .string("unreadable")])
      #expect(run.output.contains("nb/locked`: Permission denied"), "\(run.output)")
    }
  }

  @Test func `traces come in the order of the bytes of their paths`() async throws {
    let bytes = try ProjectFiles.bytes("traces/field-inspections.synctrace")
    // As text the sign for ångström is the letter å, which comes first.
    let names = ["\u{E9}.synctrace", "\u{212B}.synctrace"]
    let run = try await Self.run(Self.schema(), ["FOLDER", "--format", "json"]) { folder in
      for name in names { try folder.write(bytes, to: name) }
    }
    let traces = try JSONText(parsing: run.outputBytes).member("traces")?.list ?? []
    let found = traces.map { trace -> [UInt8] in
      guard case .string(let path)? = trace.member("path") else { return [] }
      return Array(path.utf8.suffix(names[1].utf8.count))
    }
    #expect(found.count == 2)
    for (name, path) in zip(names, found) {
      #expect(path.suffix(name.utf8.count) == Array(name.utf8)[...])
    }
  }

  @Test(arguments: [1, 2, 5])
  func `the result does not depend on the number of workers`(jobs: Int) async throws {
    let schema = try Self.schema(#""reading": "double""#, #""reading": "int""#)
    let folder = ProjectFiles.path("traces")
    let one = try await Self.run(schema, [folder, "--jobs", "1", "--mode", "recover"])
    let many = try await Self.run(schema, [folder, "--jobs", "\(jobs)", "--mode", "recover"])
    #expect(one.output == many.output && one.status == .foundProblems)
    #expect(one.output.contains("\n4 traces: "))
  }

  @Test func `mistakes get the codes of the table`() async throws {
    let schema = try Self.schema()
    #expect(try await Self.run(schema, ["FOLDER/nothing"]).status == .noInput)
    let empty = try await Self.run(schema, ["FOLDER"])
    #expect(empty.status == .noInput && empty.error.contains("no traces in"))
    let bad = try await Self.run(Array(#"{"schema": 1, "classes": {"T": 5}}"#.utf8), [Self.trace])
    #expect(bad.status == .badInput)
    #expect(bad.error.contains("line 1, column 32: classes.T: expected an object, found 5"))
    #expect(bad.error.contains("\nhint: `tracetool state --of server --schema TRACE`"))
    let missing = try await CommandRun(
      running: ["preflight", "--schema", "/nothing/new.json", Self.trace])
    #expect(missing.status == .noInput)
    let both = try await CommandRun(running: ["preflight", "--schema", "-", "-"])
    #expect(both.status == .usage)
  }

  @Test func `the document shows what the command prints`() async throws {
    let document = String(decoding: try ProjectFiles.bytes("docs/preflight.md"), as: UTF8.self)
    let block = try #require(
      document.components(separatedBy: "```console\n").dropFirst().first?
        .components(separatedBy: "\n```").first)
    let lines = block.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0] == "$ tracetool preflight --schema new.json --mode recover traces")
    let schema = try Self.schema(#""reading": "double""#, #""reading": "decimal128""#)
    let run = try await Self.run(
      schema, ["--mode", "recover", Self.trace])
    let shown = lines.dropFirst().joined(separator: "\n")
    let printed = run.output.replacing(Self.trace, with: "traces/field-inspections.synctrace")
    for part in shown.components(separatedBy: "\n…\n") {
      #expect(printed.contains(part), "\(printed)")
    }
  }
}
