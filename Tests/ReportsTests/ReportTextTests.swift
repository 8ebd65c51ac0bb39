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
    let page = text(try ScenarioOutcome.example("rs-02-same-field-conflict"))
    #expect(
      page.hasPrefix(
        """
        Client reset of session 1 (rs-02-same-field-conflict): the server no longer
        knows this file (error 208)
          This device has already carried it out (discard).
          The reset loses the edit T 1 v = 111. `--mode all` shows the other modes.

                   this device's 1 change  what others wrote  then
          discard  1 lost                  untouched          uploads nothing; no backup

        """))
    for line in [
      "\nWhat became of each change: 1 lost\n  T 1\n",
      "    lost                    v 10 → 111; now 1111, as on the server\n",
      "  The device itself did the same (discarded).\n",
    ] { #expect(page.contains(line), "\(line) is not in\n\(page)") }
  }

  @Test func `A failed reset says why, what follows and where the changes are`() throws {
    let page = text(try ScenarioOutcome.example("rs-29-class-removed"))
    for line in [
      "  The reset fails: the server has removed the class `Gone`.\n",
      "  1 change (T 1 v = 99) stays in the device's file, which is moved away at the\n",
      "the server lacks classes that the device has: \"Client reset cannot",
      "    in the backup file only  v 10 → 99",
    ] { #expect(page.contains(line), "\(line) is not in\n\(page)") }
  }

  @Test func `Of two properties of one name, the one that the reset fails on is named`() throws {
    let page = text(
      try ScenarioOutcome.session(
        #"""
        "local": [{"operations": [{"addProperty": ["Tgt", "s"], "type": "string?"}]}],
        "serverChanges": [{"operations": [{"removeProperty": ["T", "s"]}]}]
        """#, mode: .recover))
    #expect(page.contains("the server has removed the property `s` of T.\n"), "\(page)")
    #expect(page.contains("Put the property `s` of T back on the server"), "\(page)")
  }

  @Test func `Classes that the server removed or never had are told apart, by any name`() throws {
    let outcome = try ScenarioOutcome.session(
      #"""
      "local": [{
        "operations": [{"addClass": "A,}", "primaryKey": "_id", "properties": {"_id": "int"}}]
      }],
      "serverChanges": [{"operations": [{"removeClass": "T"}]}]
      """#)
    let page = Analysis.report(of: outcome).text(ReportTextOptions(columns: 400))
    let name = RealmString("A,}").shortName
    for words in [
      "the server never had the class `\(name)` and has removed the class `T`.\n",
      "Let the server take the class `\(name)` before this device connects (development mode). "
        + "Put the class `T` back on the server, or ship a client without it; until then",
      "If the server removed them:", "If your app added them:",
    ] { #expect(page.contains(words), "\(page)") }
  }

  @Test func `Of many classes that the server lacks, the first three are named`() throws {
    let classes = ["A", "B", "C", "D"].map {
      #"{"addClass": "\#($0)", "primaryKey": "_id", "properties": {"_id": "int"}}"#
    }
    let outcome = try ScenarioOutcome.session(
      #""local": [{"operations": [\#(classes.joined(separator: ","))]}]"#)
    let page = Analysis.report(of: outcome).text(ReportTextOptions(columns: 400))
    #expect(page.contains("the server never had the classes `A`, `B`, `C` and 1 more."), "\(page)")
  }

  @Test func `What a trace does not show is not called nothing`() throws {
    let page = text(try ScenarioOutcome.session(#""local": []"#, gaps: [Gap(.wireOnly)]))
    #expect(
      page.contains("  What this device had not uploaded is not known: the trace does not show"))
    #expect(!page.contains("nothing is lost"))
    let manual = text(
      try ScenarioOutcome.session(#""local": []"#, mode: .manual, gaps: [Gap(.wireOnly)]))
    #expect(manual.contains("\n  Sync stops until your app acts.\n"), "\(manual)")
    let whole = text(try ScenarioOutcome.session(#""local": []"#))
    #expect(whole.contains("  Nothing was unsynced, and nothing is lost.\n"))
  }

  private static func session(
    _ members: String = "", local: String = "", error: String
  ) -> [UInt8] {
    Array(
      ScenarioOutcome.sessionFile(#"\#(members)"local": [\#(local)]"#)
        .replacing(#""error": {}"#, with: #""error": {"action": "\#(error)"}"#).utf8)
  }

  @Test func `A mode that fails is said although nothing was unsynced`() throws {
    let file = Self.session(error: "ClientResetNoRecovery")
    let report = try ReplaySamples.report(on: ScenarioOutcome.events(file), "t")
    let text = report.text(ReportTextOptions(columns: 400))
    #expect(
      text.contains(
        """
          Nothing was unsynced, so nothing is lost.
          recover fails: the server does not permit recovery.
          Turn on recovery on the server before this device connects.

        """), "\(text)")
  }

  @Test func `Where the server has all that the device had, nobody is told to carry it`() throws {
    let transactions = [
      #"{"addClass": "U", "primaryKey": "_id", "properties": {"_id": "int"}}"#,
      #"{"removeClass": "U"}"#,
    ].map { #"{"operations": [\#($0)]}"# }
    let file = Self.session(local: transactions.joined(separator: ", "), error: "ClientReset")
    let both = try ProjectFiles.bytes("traces/scenarios/fate-both-delete.json")
    let outcome = try ScenarioOutcome.of(file)
    #expect(text(outcome).contains("  The unsynced writes cancel out, and nothing is lost.\n"))
    for file in [file, both] {
      let report = try ReplaySamples.report(on: ScenarioOutcome.events(file), "t")
      let text = report.text(ReportTextOptions(columns: 400))
      #expect(text.contains("  Nothing needs to be carried over: "), "\(text)")
      #expect(!text.contains("by hand") && !text.contains("To put it back"), "\(text)")
    }
  }

  @Test func `The server is not said to have all where something is lost or not known`() throws {
    let movedBack = ScenarioOutcome.sessionFile(
      """
      "local": [{"operations": [
        {"move": ["T", 1, "l", 0], "to": 2}, {"move": ["T", 1, "l", 2], "to": 0}
      ]}],
      "serverChanges": [{"operations": [{"append": ["T", 1, "l"], "value": 9}]}]
      """)
    let neverThere = try ProjectFiles.bytes("traces/scenarios/fate-object-never-there.json")
    for file in [Array(movedBack.utf8), neverThere] {
      let report = try ReplaySamples.report(on: ScenarioOutcome.events(file), "t")
      let text = report.text(ReportTextOptions(columns: 400))
      #expect(!text.contains("the server has all"), "\(text)")
      #expect(text.contains(" back: `tracetool export`.\n"), "\(text)")
    }
    let manual = text(try ScenarioOutcome.of(neverThere, mode: .manual))
    #expect(manual.contains("  Nothing that the trace shows needs to be carried over.\n"))
  }

  @Test func `A mode that loses part of a change is told from one that loses all of it`() throws {
    let file = ScenarioOutcome.sessionFile(
      """
      "local": [{"operations": [
        {"update": ["T", 1, "v"], "value": 5}, {"create": ["T", 7], "set": {"s": "new", "link": 1}}
      ]}],
      "serverChanges": [{"operations": [
        {"update": ["T", 1, "v"], "value": 5}, {"delete": ["Tgt", 1]}
      ]}]
      """)
    let report = try ReplaySamples.report(on: ScenarioOutcome.events(Array(file.utf8)), "t")
    let text = report.text(ReportTextOptions(columns: 400))
    let kept = "both keep 1 of 2 changes and lose 1 only in part; discard keeps 1 of 2 changes."
    #expect(text.contains(kept), "\(text)")
  }

  @Test func `Where all changes are lost in part, that is said without a count`() throws {
    let file = ScenarioOutcome.sessionFile(
      """
      "local": [{"operations": [
        {"create": ["T", 7], "set": {"s": "new", "link": 1}},
        {"create": ["T", 8], "set": {"s": "new", "link": 1}}
      ]}],
      "serverChanges": [{"operations": [{"delete": ["Tgt", 1]}]}]
      """)
    let page = text(try ScenarioOutcome.of(Array(file.utf8), mode: .recover))
    #expect(page.contains("  The reset loses both changes in part."), "\(page)")
  }

  @Test func `What a restored server lacks is named, also where a recovery puts some of it back`()
    throws
  {
    let path = "traces/scenarios/rs-41-backup-restore.json"
    let file = String(decoding: try ProjectFiles.bytes(path), as: UTF8.self).replacing(
      #"{"update": ["T", 4], "set": {"v": 41}}"#, with: #"{"update": ["T", 1], "set": {"v": 12}}"#)
    let report = try ReplaySamples.report(on: ScenarioOutcome.events(Array(file.utf8)), path)
    let text = report.text(ReportTextOptions(columns: 400))
    let gone = #"are gone from it: T 1 v 11, T 4 s "acked", T 4 v 40."#
    #expect(text.contains(gone), "\(text)")
    #expect(text.contains("discard keeps none; recover and recover-or-discard keep"), "\(text)")
  }

  @Test func `Of an object that is back in the device's new one only the rest is to be deleted`()
    throws
  {
    let file = ScenarioOutcome.sessionFile(
      """
      "acknowledged": [{"operations": [{"delete": ["T", 1]}]}], "serverRestored": true,
      "local": [{"operations": [{"create": ["T", 1], "set": {"v": 9}}]}], "serverChanges": []
      """
    ).replacing(#""error": {}"#, with: #""error": {"code": 209}"#)
    let report = try ReplaySamples.report(on: ScenarioOutcome.events(Array(file.utf8)), "t")
    let text = report.text(ReportTextOptions(columns: 400))
    let advice = "once more (of T 1, which this device has created again, only the values that it"
    #expect(text.contains(advice), "\(text)")
  }

  @Test func `Where nothing was unsynced no step leads to a list of it`() throws {
    let outcome = try ScenarioOutcome.session(
      #""serverChanges": [{"operations": [{"removeClass": "T"}]}]"#, mode: .recover)
    let page = text(outcome)
    #expect(page.contains("nothing to keep"), "\(page)")
    #expect(!page.contains("lists what was not synced"), "\(page)")
  }

  @Test func `Where nothing was unsynced no changes stay in the file`() throws {
    let file = Self.session(#""syncKind": "flexible", "#, error: "MigrateToFLX")
    let page = text(try ScenarioOutcome.of(file))
    #expect(page.contains("  Realm Core ends the process here.\n"), "\(page)")
  }

  @Test func `One change that stays in the file is to be exported as one`() throws {
    let file = Self.session(
      #""syncKind": "flexible", "#,
      local: #"{"operations": [{"update": ["T", 1], "set": {"v": 11}}]}"#, error: "MigrateToFLX")
    let report = try ReplaySamples.report(on: ScenarioOutcome.events(file), "t")
    let text = report.text(ReportTextOptions(columns: 400))
    #expect(text.contains("stays in the device's file. Export it, or delete the file,"), "\(text)")
  }

  @Test func `An object at which the reset failed is said once to stay in the file`() throws {
    let outcome = try ScenarioOutcome.session(
      #"""
      "local": [{"operations": [{"create": ["T", 2], "set": {"v": 1}}]}],
      "serverState": {
        "schema": {"Tgt": {"primaryKey": "_id", "properties": {"_id": "int"}}}, "objects": {}
      }
      """#, mode: .recover)
    let report = Analysis.report(of: outcome).text(ReportTextOptions(columns: 400))
    #expect(report.contains("created v 1; the reset failed at this write, so it stays in"))
    #expect(!report.contains("the reset failed, so the write stays"), "\(report)")
  }

  @Test func `What the server had changed too of a created object is named`() throws {
    let file = try ProjectFiles.bytes("traces/scenarios/fate-default-values-overwrite.json")
    let report = Analysis.report(of: try ScenarioOutcome.of(file, mode: .recover))
      .text(ReportTextOptions(columns: 400))
    for (property, value) in [("v", "7"), ("s", "\"theirs\"")] {
      let words = "; \(property): the server had changed it too (\(value)); the device's value won"
      #expect(report.contains(words), "\(report)")
    }
  }

  @Test func `What a created object lost is named`() throws {
    let outcome = try ScenarioOutcome.session(
      #"""
      "local": [{"operations": [{"create": ["T", 2], "set": {"v": 1, "link": 1}}]}],
      "serverChanges": [{"operations": [{"delete": ["Tgt", 1]}]}]
      """#, mode: .recover)
    let report = Analysis.report(of: outcome).text(ReportTextOptions(columns: 400))
    #expect(report.contains("; link: the target of the link is gone from the server"), "\(report)")
    #expect(report.contains("  The reset loses part of the new T 2 (link)."), "\(report)")
  }

  @Test func `Of a new object that the server took, a discard loses later edits`() throws {
    let outcome = try ScenarioOutcome.session(
      #"""
      "local": [
        {"operations": [{"create": ["T", 7], "set": {"s": "mine", "v": 5}}]},
        {"operations": [{"increment": ["T", 7, "v"], "by": 3}]}
      ],
      "serverChanges": [{"uploaded": 0}]
      """#)
    let report = Analysis.report(of: outcome).text(ReportTextOptions(columns: 400))
    #expect(report.contains("  The reset loses part of the new T 7 (v)."), "\(report)")
  }

  @Test func `A number that was set and then added to is shown as what it came to`() throws {
    let edited = text(try ScenarioOutcome.example("fate-number-set-and-added-to"))
    #expect(edited.contains("The reset loses the edit T 1 v 5 → 4."), "\(edited)")
    let created = text(
      try ScenarioOutcome.session(
        #"""
        "local": [{"operations": [
          {"create": ["T", 2], "set": {"v": 2}}, {"increment": ["T", 2, "v"], "by": -2}
        ]}]
        """#))
    #expect(created.contains(" created v 0"), "\(created)")
  }

  @Test func `An object of many is cut short unless all is asked for`() throws {
    let creations = (100..<140).map { "{\"create\": [\"T\", \($0)]}" }.joined(separator: ",")
    let outcome = try ScenarioOutcome.session("\"local\": [{\"operations\": [\(creations)]}]")
    #expect(text(outcome).contains("What became of each change: 40 lost"))
    #expect(!text(outcome).contains("T 139\n"))
    #expect(text(outcome, isVerbose: true).contains("T 139\n"))
  }

  @Test func `Gaps are said, one item each`() throws {
    let gaps = [
      Gap(.action), Gap(.lost("a damaged chunk"), sequence: 7),
    ]
    let page = text(try ScenarioOutcome.session(#""local": []"#, gaps: gaps))
    #expect(
      page.contains(
        """

        What the trace does not show
          - the trace shows no action for this reset, so ClientReset is assumed
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
        "The device itself ran another reset (recover, ClientReset), which ended as\n  recovered."))
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
