import Analyzer
import Importers
import RealmModel
import ReplaySupport
import Replayer
import Reports
import TestSupport
import Testing
import TraceFormat

@Suite struct ReportTextTests {
  private func text(_ outcome: Outcome, isVerbose: Bool = false) -> String {
    Analysis.report(of: outcome).text(ReportTextOptions(isVerbose: isVerbose))
  }

  @Test func `A discarded session reads as one page`() throws {
    #expect(
      text(try ScenarioOutcome.example("rs-02-same-field-conflict")) == """
        Client reset of "rs-02-same-field-conflict"
          At 2025-01-01T00:00:04Z the server sent error 208, "Bad client file identifier
          (IDENT)", with the action ClientReset.
          Replayed in mode DiscardLocal: the device drops what it had not synced and
          takes the server's data.

        The answer
          Decide: 1 write lost. `--mode all` shows what the other modes destroy.
          Lost: 1 write
            - T 1 v: 111 → 1111

        What happens next
          - The device now holds the server's data and syncs again.
          - Nothing is uploaded.
          - No copy of the old file is kept.
          - If the server asks for ClientReset again before this one is acknowledged,
            DiscardLocal is refused as a cycle.

        What to do
          - For the next time: let the before block save a copy (in Swift `writeCopy`,
            as a local Realm: for sync it is refused while uploads are pending). It
            would have the lost write.

        What the app sees
          - Before block: sees the device's data, frozen, with 1 unsynced write in it.
          - After block: sees that state, frozen, and the new one, live; `didRecover` is
            false.
          - Error handler: not called; a reset that goes through is no error.
          Without blocks the reset goes the same way, and nothing tells the app of it.

        Not synced before the reset
          1 write in 1 transaction (client version 4), at 2025-01-01T00:00:02Z.

        What the reset did
          The reset went through. What was not synced was discarded.
          Of 1 unsynced write:
               1  lost        gone: neither the device nor the server has its effect

        T: 1 write to 1 object
          T 1
            v         lost        device: 111  now: 1111  last sync: 10

        Compared with the device
          The device itself did the same (discarded).

        """)
  }

  @Test func `A failed reset says why, what follows and where the writes are`() throws {
    let page = text(try ScenarioOutcome.example("rs-29-class-removed"))
    for line in [
      "  The reset failed.\n",
      "classesRemoved: \"Client reset cannot recover when classes have been removed:\n    {Gone}\"",
      "- The device's data is as before the reset, and it no longer syncs: nothing is\n    uploaded.\n",
      "AutoClientResetFailed",
      "       1  stranded    only in a file on the device\n",
      "    v         stranded    device: 99  server: 10  last sync: 10\n",
    ] { #expect(page.contains(line), "\(line) is not in\n\(page)") }
  }

  @Test func `The demo's page names each object, and what the device and the server have`() throws {
    let line = try Vectors.lines(of: "demo/field-inspections.ndjson.zst")[0]
    let outcome = try ScenarioOutcome.of(
      VectorImporter.events(of: ResetVector(parsing: line)))
    let page = text(outcome)
    for line in [
      "  33 writes in 8 transactions (client versions 4 to 11).\n",
      "      31  lost        gone: neither the device nor the server has its effect\n",
      "       2  superseded  replaced by a later unsynced write\n",
      "Inspection: 33 writes to 11 objects\n",
      "  Inspection 0000…b453\n    (object)   lost        created  the server never had the object\n",
      "    reading   lost        device: 11395.857142857143  now: 2.0\n",
      "    status    lost        device: \"checked\"  now: \"meter\"  last sync: \"ok553\"\n",
      "                          (2 writes: 1 lost, 1 superseded)\n",
      "    visits    lost        increased by 1  device: 1  now: 1  last sync: 0\n",
      "  The device itself did the same (discarded), and ended with the same data.\n",
    ] { #expect(page.contains(line), "\(line) is not in\n\(page)") }
    #expect(!page.contains("1970"), "a vector has no clock")
  }

  @Test func `Every write is on the verbose page, with version, rule and reason`() throws {
    let page = text(
      try ScenarioOutcome.example("rs-42b-acknowledgement-lost-then-deleted"), isVerbose: true)
    for line in [
      "    l         redundant   [3] inserted 10\n",
      "        client version 4, 2025-01-01T00:00:02Z, rule discarded-by-mode\n",
      "        the server has the same list\n",
      "        changed by the device alone\n",
      "        last sync: [1, 2, 3], device: [1, 2, 3, 10], server: [1, 2, 3, 10], now:\n",
      // The server's own 10 is another element.
      "        this element: last sync: nothing, device: 10, server: nothing, now:\n",
      "        the server took this transaction, though it never said so\n",
    ] { #expect(page.contains(line), "\(line) is not in\n\(page)") }
  }

  @Test func `A session without unsynced writes says so`() throws {
    let page = text(try ScenarioOutcome.session(#""local": []"#))
    #expect(
      page.contains(
        "Nothing: the server had acknowledged every transaction. So this reset cannot\n"))
    #expect(!page.contains("unsynced write"))
  }

  @Test func `A trace of the wire alone does not claim that nothing was unsynced`() throws {
    let page = text(
      try ScenarioOutcome.session(#""local": []"#, gaps: [Gap(.wireOnly)]))
    #expect(
      page.contains(
        "  Nothing that the trace shows; what was never uploaded did not cross the wire.\n"))
    #expect(!page.contains("acknowledged every transaction"))
    #expect(
      page.contains(
        "  What is lost is not known: the trace does not show what was never uploaded.\n"))
    #expect(!page.contains("Nothing to do"))
  }

  @Test func `A reset without an error is said to be so`() throws {
    var outcome = try ScenarioOutcome.session(#""local": []"#)
    outcome.situation.error.code = nil
    outcome.situation.error.action = .noAction
    #expect(
      text(outcome).split(separator: "\n", maxSplits: 1).last?.hasPrefix(
        "  The trace shows a reset at 2025-01-01T00:00:02Z, but no error that asked for") == true)
  }

  @Test func `Gaps are said, one item each`() throws {
    let gaps = [
      Gap(.action), Gap(.lost("a damaged chunk"), sequence: 7),
    ]
    let page = text(try ScenarioOutcome.session(#""local": []"#, gaps: gaps))
    #expect(
      page.hasSuffix(
        """

        What the trace does not show
          - the error names no action that asks for a reset, so ClientReset is assumed
          - record 7: records are missing here: a damaged chunk

        """))
  }

  @Test func `What differs from the device is said`() throws {
    let page = text(
      try ScenarioOutcome.session(
        #"""
        "observed": {
          "mode": "DiscardLocal", "result": "failed", "failure": "classesRemoved",
          "stateDigest": "00000000000000ff"
        }
        """#))
    #expect(page.contains("The device itself did something else:\n"))
    #expect(page.contains("- result: failed on the device, discarded in this replay\n"))
    #expect(page.contains("- failure: classesRemoved on the device, none in this replay\n"))
    #expect(page.contains("- state: 00000000000000ff on the device, "))
  }

  @Test func `Another reset than the device's is not compared`() throws {
    let report = Analysis.report(
      of: try ScenarioOutcome.session(
        #""observed": {"mode": "Recover", "result": "recovered"}"#))
    #expect(report.comparison?.isSameReset == false)
    #expect(report.comparison?.differences == [])
    #expect(
      report.text().contains(
        "The device itself ran another reset (Recover, ClientReset), which ended as\n  recovered."))
  }

  // MARK: Form

  @Test(arguments: [false, true])
  func `No line of any example is wider than eighty columns`(isVerbose: Bool) throws {
    for (path, outcome) in try ScenarioOutcome.examples() {
      for line in text(outcome, isVerbose: isVerbose).split(separator: "\n") {
        #expect(line.count <= 80, "\(path): \(line)")
      }
    }
  }

  @Test func `Colour adds nothing but escape sequences`() throws {
    let report = Analysis.report(of: try ScenarioOutcome.example("every-kind-of-property"))
    let coloured = report.text(ReportTextOptions(style: .terminal))
    #expect(coloured.contains("\u{1B}[31m"))
    #expect(coloured.replacing(/\u{1B}\[[0-9]+m/, with: "") == report.text())
  }

  @Test func `The same outcome gives the same page and the same JSON`() throws {
    let pages = try (0..<3).map { _ in
      let report = Analysis.report(of: try ScenarioOutcome.example("every-kind-of-property"))
      return report.text(ReportTextOptions(isVerbose: true)) + report.json.text(.indented)
    }
    #expect(Set(pages).count == 1)
  }

  @Test func `A class with many objects is cut short unless all is asked for`() throws {
    let creations = (100..<140).map { "{\"create\": [\"T\", \($0)]}" }.joined(separator: ",")
    let outcome = try ScenarioOutcome.session("\"local\": [{\"operations\": [\(creations)]}]")
    #expect(text(outcome).contains("40 writes to 40 objects"))
    #expect(!text(outcome).contains("T 139\n"))
    #expect(text(outcome, isVerbose: true).contains("T 139\n"))
  }

  // MARK: Hostile text

  private static let hostile = #"\u001b[2J\r\n\u202edlrow\u200f\u0007\u009b31m\u2028"#

  @Test(arguments: [false, true])
  func `Foreign text can neither move the cursor nor break a line`(isVerbose: Bool) throws {
    let long = String(repeating: "x", count: 5_000)
    let accents = "e" + String(repeating: #"\u0301"#, count: 2_000)
    let file = """
      {
        "scenario": 1, "name": "\(Self.hostile)\(long)",
        "schema": {
          "C\(Self.hostile)": {
            "primaryKey": "_id",
            "properties": {"_id": "string", "p\(Self.hostile)": "string", "d": "mixed{}", "l": "string[]"}
          }
        },
        "local": [{"operations": [
          {"create": ["C\(Self.hostile)", "k\(Self.hostile)\(long)"], "set": {
            "p\(Self.hostile)": "\(Self.hostile)\(accents)",
            "d": {"\(Self.hostile)\(long)": ["漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字"]},
            "l": ["\(long)", "\(accents)\(accents)"]}}]}],
        "error": {"message": "\(Self.hostile)\(long)"}
      }
      """
    let outcome = try ScenarioOutcome.of(
      Array(file.utf8), gaps: [Gap(.lost("\u{1B}[2J\n" + long))])
    for line in text(outcome, isVerbose: isVerbose).split(separator: "\n") {
      #expect(line.count <= 80)
      #expect(line.unicodeScalars.count <= 400)
      for scalar in line.unicodeScalars {
        let category = scalar.properties.generalCategory
        #expect(
          category != .control && category != .format && category != .lineSeparator,
          "U+\(String(scalar.value, radix: 16))")
      }
    }
  }
}
