import TestSupport
import Testing
import TraceFormat

@testable import Reports

@Suite struct SARIFReportTests {
  private func report(_ results: [SARIFReport.Result], notes: [SARIFReport.Note] = [])
    -> SARIFReport
  {
    SARIFReport(
      toolVersion: "1.2.3", documentation: "https://example.org/docs/",
      rules: [
        .init(
          identifier: "cause/object-gone", summary: "the server has deleted the object",
          documentation: "rules.md#object-gone", level: .error),
        .init(
          identifier: "trap/double-count", summary: "a number is counted twice",
          documentation: "traps.md#double-count", level: .warning),
      ], results: results, notes: notes)
  }

  private func result(
    message: String = "lost", artifact: String? = "a b.synctrace", identity: String = ""
  ) -> SARIFReport.Result {
    SARIFReport.Result(
      rule: "trap/double-count", level: .error, message: message, artifact: artifact,
      place: [
        .init(kind: .type, name: "T"), .init(kind: .object, name: "1"),
        .init(kind: .property, name: "v"),
      ], identity: identity,
      properties: [.init("mode", .string("Recover"))])
  }

  private func run(_ report: SARIFReport) throws -> JSONText {
    let runs = try #require(report.json.member("runs"))
    guard case .array(let elements) = runs else { throw NoRun() }
    #expect(elements.count == 1)
    return try #require(elements.first)
  }

  private struct NoRun: Error {}

  private func elements(_ json: JSONText?) -> [JSONText] {
    if case .array(let elements)? = json { elements } else { [] }
  }

  @Test func `A result names its rule, its file and its place`() throws {
    let run = try run(report([result(identity: "x")]))
    let first = try #require(elements(run.member("results")).first)
    #expect(first.member("ruleId") == .string("trap/double-count"))
    #expect(first.member("ruleIndex") == .integer(1))
    #expect(
      elements(first.member("locations")).first?.text() == """
        {"physicalLocation":{"artifactLocation":{"uri":"a%20b.synctrace"}},\
        "logicalLocations":[{"name":"v","fullyQualifiedName":"T/1/v","kind":"property"}]}
        """)
  }

  @Test func `Rules link to the documentation where it is known to be published`() throws {
    var report = report([])
    let rule = { (report: SARIFReport) in
      try elements(run(report).member("tool")?.member("driver")?.member("rules"))[0]
    }
    #expect(
      try rule(report).member("helpUri") == .string("https://example.org/docs/rules.md#object-gone")
    )
    report.documentation = nil
    #expect(try rule(report).member("helpUri") == nil)
    #expect(
      try rule(report).member("help")?.member("text")
        == .string("The server has deleted the object. See docs/rules.md#object-gone."))
  }

  @Test func `Braces and links in messages mean nothing`() throws {
    let run = try run(
      report([result(message: "{0} [click](https://example.org) \u{202E}\u{1B}[2J")]))
    #expect(
      elements(run.member("results"))[0].member("message")?.member("text")
        == .string(#"{{0}} [click] (https://example.org) \u{{202e}}\u{{1b}}[2J"#))
  }

  private func fingerprints(_ results: [SARIFReport.Result]) throws -> [String?] {
    elements(try run(report(results)).member("results")).map {
      $0.member("partialFingerprints")?.text()
    }
  }

  @Test func `The same finding has the same fingerprint, and another has another`() throws {
    let prints = try fingerprints([result(identity: "1"), result(identity: "2")])
    #expect(try fingerprints([result(message: "other words", identity: "1")]) == [prints[0]])
    #expect(prints[0] != prints[1])
  }

  @Test func `Two findings of a run that are named alike have each a fingerprint`() throws {
    let prints = try fingerprints([result(identity: "1"), result(identity: "1")])
    #expect(try fingerprints([result(identity: "1")]) == [prints[0]])
    #expect(prints[0] != prints[1])
  }

  @Test(arguments: [
    ("a/b.synctrace", "a/b.synctrace"), ("/tmp/x", "file:///tmp/x"),
    ("c:d?e#f%", "c%3Ad%3Fe%23f%25"),
    ("é\n", "%C3%A9%0A"),
  ])
  func `Paths are URI references`(path: String, uri: String) throws {
    let run = try run(report([result(artifact: path)]))
    let location = elements(elements(run.member("results"))[0].member("locations"))[0]
    #expect(
      location.member("physicalLocation")?.member("artifactLocation")?.member("uri")
        == .string(uri))
  }

  @Test func `What is found on standard input has no file`() throws {
    let run = try run(report([result(artifact: nil)]))
    #expect(
      elements(elements(run.member("results"))[0].member("locations"))[0].text()
        == #"{"logicalLocations":[{"name":"v","fullyQualifiedName":"T/1/v","kind":"property"}]}"#)
  }

  @Test func `More results than a code host takes are left out, and it is said`() throws {
    let results = (0..<25_003).map { result(identity: "\($0)") }
    let run = try run(report(results, notes: [.init(message: "a gap", level: .warning)]))
    #expect(elements(run.member("results")).count == 25_000)
    let notes = elements(
      elements(run.member("invocations"))[0].member("toolExecutionNotifications"))
    #expect(
      notes.map { $0.member("message")?.member("text") } == [
        .string("a gap"), .string("… and 3 more results, left out for lack of room."),
      ])
    #expect(notes.map { $0.member("level") } == [.string("warning"), .string("note")])
  }

  @Test func `The log has the shape that the standard's schema asks for`() throws {
    let log = report(
      [result(), result(artifact: nil), result(message: "{", artifact: "/x")],
      notes: [.init(message: "n")]
    ).json
    #expect(try SARIFShape.findings(in: log) == [])
  }
}
