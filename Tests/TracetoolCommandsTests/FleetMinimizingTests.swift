import Foundation
import TestSupport
import Testing
import TraceFormat

@testable import TracetoolCommands

/// `fleet report --minimize` on copies of the project's own traces.
@Suite(.slow) struct FleetMinimizingTests {
  private static let names = ["field-inspections", "three-clients", "every-kind-of-property"]

  /// A fleet in a folder, and its rows.
  private static func during(
    _ body: (TemporaryFolder, _ rows: String) async throws -> Void
  ) async throws {
    try await TemporaryFolder.during { folder in
      try FileManager.default.createDirectory(
        atPath: folder.path("f"), withIntermediateDirectories: true)
      for name in names {
        try folder.write(
          ProjectFiles.bytes("traces/\(name).synctrace"), to: "f/\(name).synctrace")
      }
      let rows = folder.path("rows.ndjson")
      let run = try await CommandRun(running: ["fleet", "run", folder.path("f"), "-o", rows])
      #expect(run.status == .fine, "\(run.error)")
      try await body(folder, rows)
    }
  }

  private static func report(
    _ rows: String, _ folder: String, _ more: [String] = []
  ) async throws -> (CommandRun, JSONText) {
    let run = try await CommandRun(
      running: ["fleet", "report", rows, "--format", "json", "--minimize", folder] + more)
    return (run, try JSONText(parsing: Array(run.output.utf8)))
  }

  private static func text(_ value: JSONText?) -> String {
    if case .string(let text)? = value { text } else { "" }
  }

  private static func number(_ value: JSONText?) -> Int {
    if case .number(let digits)? = value { Int(digits) ?? -1 } else { -1 }
  }

  @Test(arguments: ["discard", "recover", "manual"])
  func `a replay of each trace shows its cluster`(mode: String) async throws {
    try await Self.during { folder, rows in
      let small = folder.path("small")
      let (run, report) = try await Self.report(
        rows, small, ["--mode", mode, "--minimize-count", "3"])
      #expect(run.status == .fine, "\(run.error)")
      let clusters = report["clusters"]?.list ?? []
      let shown = clusters.filter { $0["smallest"] != nil }
      #expect(shown.count == min(3, clusters.count) && !shown.isEmpty)
      #expect(Self.number(report["minimized"]?["traces"]) == shown.count)
      #expect(Self.number(report["minimized"]?["left"]) == clusters.count - shown.count)
      for cluster in shown {
        let (identifier, smallest) = (Self.text(cluster["cluster"]), cluster["smallest"])
        let path = Self.text(smallest?["trace"])
        #expect(path == "\(small)/\(identifier).synctrace")
        #expect(
          Self.number(smallest?["records"]) <= Self.number(smallest?["recordsBefore"]), "\(path)")
        #expect(
          Self.number(smallest?["instructions"]) < Self.number(smallest?["instructionsBefore"]))
        let row = try await CommandRun(running: ["fleet", "run", path, "--mode", mode])
        #expect(row.output.contains("\"cluster\":\"\(identifier)\""), "\(path)")
        let words = DocumentedCommand.words(
          Self.text(smallest?["command"]).dropFirst("tracetool ".count))
        let replay = try CommandRun(words)
        #expect([.fine, .foundProblems].contains(replay.status), "\(replay.error)")
      }
      let names = try FileManager.default.contentsOfDirectory(atPath: small)
      #expect(names.count { $0.hasSuffix(".synctrace") } == shown.count)
      let page = String(decoding: try folder.read("small/README.md"), as: UTF8.self)
      #expect(page.split(separator: "\n").count { $0.hasPrefix("## ") } == shown.count)
      // Names of a trace stand in code, where they are no Markdown.
      #expect(page.split(separator: "\n").count { $0.hasPrefix("    cluster ") } == shown.count)
    }
  }

  @Test func `the same traces give the same bytes, whatever the width`() async throws {
    try await Self.during { folder, rows in
      func files(_ width: String) async throws -> [String: [UInt8]] {
        let small = folder.path("small")
        try? FileManager.default.removeItem(atPath: small)
        let (run, _) = try await Self.report(
          rows, small, ["--minimize-count", "2", "--jobs", width])
        var files = ["": run.outputBytes]
        for name in try FileManager.default.contentsOfDirectory(atPath: small) {
          files[name] = try folder.read("small/\(name)")
        }
        return files
      }
      let files1 = try await files("1")
      #expect(files1.count >= 6)
      #expect(try await files("3") == files1)
    }
  }

  @Test func `a trace that is gone and one that has changed are told in every form`() async throws {
    try await Self.during { folder, rows in
      let gone = folder.path("f/three-clients.synctrace")
      try FileManager.default.removeItem(atPath: gone)
      try folder.write(
        ProjectFiles.bytes("traces/three-clients.synctrace"), to: "f/field-inspections.synctrace")
      try folder.write([], to: "f/every-kind-of-property.synctrace")
      let page = folder.path("page.html")
      let (run, report) = try await Self.report(
        rows, folder.path("small"),
        ["--minimize-count", "500", "--report", "html=\(page)", "--report", "text=\(page).txt"])
      #expect(run.status == .dataLost)
      #expect(Self.number(report["minimized"]?["traces"]) == 0)
      let missed = (report["clusters"]?.list ?? []).map { cluster in
        (
          Self.text(cluster["representative"]?["trace"]),
          Self.text(cluster["notMinimized"]?["reason"])
        )
      }
      #expect(missed.count > 20)
      for (trace, reason) in missed {
        #expect(reason == (trace == gone ? "missing" : "changed"), "\(trace)")
      }
      #expect(Set(missed.map(\.1)) == ["missing", "changed"])
      for name in ["page.html", "page.html.txt"] {
        let text = String(decoding: try folder.read(name), as: UTF8.self)
          .split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(text.contains("0 smallest traces in "), "\(name)")
        #expect(text.contains("the trace has changed since its row was made"), "\(name)")
      }
    }
  }

  @Test func `what is lost without an error is named without one`() async throws {
    try await TemporaryFolder.during { folder in
      let trace = ProjectFiles.path("traces/scenarios/fate-file-deleted.json")
      let rows = folder.path("rows.ndjson")
      let run = try await CommandRun(running: ["fleet", "run", trace, "-o", rows])
      #expect(run.status == .fine, "\(run.error)")
      let small = ["--minimize", folder.path("small"), "--minimize-count", "1"]
      let report = try await CommandRun(running: ["fleet", "report", rows] + small)
      #expect(report.lines.contains("    by the rule server-silent, without a reset"))
      let page = String(decoding: try folder.read("small/README.md"), as: UTF8.self)
      #expect(page.contains("T.v, server-silent, NoAction\n"), "\(page)")
    }
  }

  @Test func `the report is not written over a trace that is minimized`() async throws {
    try await Self.during { folder, rows in
      let before = try folder.read("f/three-clients.synctrace")
      let words = ["--minimize", folder.path("small"), "--minimize-count", "500"]
      let run = try await CommandRun(
        running: ["fleet", "report", rows, "-o", folder.path("f/three-clients.synctrace")] + words)
      #expect(run.status == .cannotCreate, "\(run.error)")
      #expect(run.error.contains("which tracetool never changes"), "\(run.error)")
      #expect(try folder.read("f/three-clients.synctrace") == before)
      #expect(try folder.names() == ["f", "rows.ndjson"])
    }
  }

  @Test func `names in rows are paths from a folder, and its folder is to be new`() async throws {
    try await TemporaryFolder.during { folder in
      let rows = ProjectFiles.path("Tests/Vectors/fleet/rows.ndjson")
      let from = ["--traces", ProjectFiles.path("."), "--minimize-count", "1"]
      let (run, _) = try await Self.report(rows, folder.path("a/small"), from)
      #expect(run.status == .fine, "\(run.error)")
      let again = try await CommandRun(
        running: ["fleet", "report", rows, "--minimize", folder.path("a/small")] + from)
      #expect(again.status == .cannotCreate && again.output.isEmpty)
      let none = await CommandRun(
        line: ["fleet", "report", rows, "--minimize", "x", "--minimize-count", "0"])
      #expect(none.status == .usage)
    }
  }
}
