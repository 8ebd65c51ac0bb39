import Foundation
import TestSupport
import Testing

@testable import TracetoolCommands

@Suite struct ViewTests {
  private let demo = ProjectFiles.path("traces/field-inspections.synctrace")

  @Test func `a page is written, and replaces an earlier one`() throws {
    try TemporaryFolder.with { folder in
      let page = folder.path("session.html")
      for _ in 0..<2 {
        let run = try CommandRun(["view", demo, "-o", page])
        #expect(run.status == .fine && run.output.isEmpty && run.error.isEmpty, "\(run.error)")
      }
      let printed = try CommandRun(["view", demo, "-o", "-"])
      #expect(try folder.read("session.html") == printed.outputBytes)
      #expect(printed.output.hasPrefix("<!doctype html>"))
      #expect(printed.output.contains("Inspection"))
    }
  }

  @Test func `a part of a session is chosen by record, time and class`() throws {
    let part = try CommandRun(["view", demo, "-o", "-", "--from", "3", "--to", "5"])
    #expect(part.status == .fine && part.output.contains("3 events of 1 client file"))
    let later = try CommandRun(["view", demo, "-o", "-", "--from", "2100-01-01T00:00:00Z"])
    #expect(later.status == .badInput && later.error.contains("no record of"))
    let other = try CommandRun(["view", demo, "-o", "-", "--class", "Nobody"])
    #expect(other.status == .badInput)
    #expect(other.error.contains("has no class `Nobody`") && other.error.contains("`Inspection`"))
    for (wrong, words) in [
      (["--from", "5", "--to", "3"], "later than"),
      (["--from", "yesterday"], "write a record's number, or a time"),
    ] {
      let run = try CommandRun(["view", demo, "-o", "-"] + wrong)
      #expect(run.status == .usage && run.error.contains(words), "\(run.error)")
    }
  }

  @Test func `pseudonyms are shown instead of data, the same as scrub gives`() throws {
    try TemporaryFolder.with { folder in
      try folder.write(Array(0..<32), to: "key")
      try folder.write(
        ProjectFiles.bytes("traces/field-inspections.synctrace"), to: "secret.synctrace")
      let (key, trace) = (folder.path("key"), folder.path("secret.synctrace"))
      let open = try CommandRun(["view", trace, "-o", "-"])
      let redacted = try CommandRun(["view", trace, "-o", "-", "--redact", key])
      #expect(redacted.status == .fine, "\(redacted.error)")
      for word in ["panel285", "9e3779b8", "secret.synctrace"] {
        #expect(open.output.contains(word) && !redacted.output.contains(word), "\(word)")
      }
      #expect(redacted.output.contains("Inspection"))
      let scrubbed = folder.path("scrubbed.synctrace")
      #expect(try CommandRun(["scrub", trace, "--key-file", key, "-o", scrubbed]).status == .fine)
      let again = try CommandRun(["view", scrubbed, "-o", "-"])
      let data = { (page: String) in page.components(separatedBy: "id=\"data\"").last }
      #expect(data(redacted.output) == data(again.output))
      #expect(throws: (any Error).self) {
        try CommandRun(["view", "-", "-o", "-", "--redact", key])
      }
    }
  }

  @Test func `a report links to the page of its session in the same folder`() throws {
    try TemporaryFolder.with { folder in
      let (report, page) = (folder.path("report.html"), folder.path("a #session.html"))
      let arguments = ["replay", demo, "--format", "html", "--view", page]
      let run = try CommandRun(arguments + ["-o", report])
      #expect(run.status == .fine && run.error.isEmpty, "\(run.error)")
      let html = String(decoding: try folder.read("report.html"), as: UTF8.self)
      #expect(html.contains("href=\"./a%20%23session.html\""))
      #expect(
        try folder.read("a #session.html") == CommandRun(["view", demo, "-o", "-"]).outputBytes)
      #expect(throws: (any Error).self) {
        try CommandRun(arguments + ["-o", folder.path("other/report.html")])
      }
      let one = try CommandRun(
        ["replay", demo, "--format", "html", "--view", report, "-o", report])
      #expect(one.status == .usage, "\(one.error)")
    }
  }

  @Test func `what the device never uploaded is shown of a Realm file`() throws {
    let file = ProjectFiles.path("Tests/Vectors/realm-files/client-10.realm")
    let run = try CommandRun(["view", file, "-o", "-"])
    #expect(run.status == .fine, "\(run.error)")
    #expect(run.output.contains("transaction"))
  }
}
