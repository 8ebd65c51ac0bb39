import Analyzer
import Foundation
import RealmFile
import RealmModel
import ReplaySupport
import TestSupport
import Testing
import TraceFormat

@testable import Campaigns
@testable import Reports
@testable import TracetoolCommands

/// Files of devices into databases, from the survey to the undo.
@Suite(.slow) struct RescueTests {
  private typealias Case = RescueCaseFolder

  /// Two devices that agree on nothing, objects that are new, gone and counted.
  private static func fill(_ it: RescueCaseFolder) throws {
    try it.device(
      "one", seed: 1, [Case.set(1), Case.set(2), Case.add(3, 2), Case.create(7), Case.delete(5)])
    try it.device("two", seed: 2, [Case.set(1), Case.add(3, 5), Case.set(99), Case.create(8)])
    try it.device("two-again", seed: 2, [Case.create(8)])
    try it.makeTable(ids: 1..<6)
  }

  @Test(arguments: TrialDatabase.available)
  func `a survey compares devices with each other and the target, and writes nothing`(
    kind: TrialDatabase.Kind
  ) async throws {
    try await Case.with(kind) { it in
      try Self.fill(it)
      let before = try it.database.rows("Inspection")
      let run = try await it.survey()
      #expect(run.status == .foundProblems, "\(run.error)\(run.output)")
      #expect(
        try it.standings() == [
          "contested": 2, "unknownBase": 2, "addsUp": 2, "fits": 2, "repeated": 1,
          "missingObject": 1,
        ])
      #expect(try it.database.rows("Inspection") == before)
      #expect(run.output.contains("Changed by several devices"))
      let page = String(decoding: try it.folder.read("case/index.html"), as: UTF8.self)
      #expect(page.contains("one.realm") && page.contains("two-again.realm"))
      let again = try await it.survey()
      #expect(again.status == .cannotCreate)
    }
  }

  @Test func `a second copy of a file adds nothing, and contests nothing`() async throws {
    try await Case.with(.sqlite) { it in
      for name in ["one", "one-again"] {
        try it.device(name, seed: 1, [Case.set(1), Case.set(2), Case.add(3, 2)])
      }
      try it.device("two", seed: 2, [Case.set(1)])
      try it.makeTable(ids: 1..<4)
      _ = try await it.survey()
      #expect(
        try it.standings() == ["contested": 2, "unknownBase": 1, "addsUp": 1, "repeated": 3])
      _ = try it.apply()
      #expect(try it.outcomes() == ["applied": 1, "skipped": 3, "kept": 3])
      #expect(try it.database.rows("Inspection").contains { $0.contains("|12|") })
    }
  }

  @Test func `what one device added is added once, whatever files have it`() async throws {
    try await Case.with(.sqlite) { it in
      try it.device("one", seed: 1, [Case.add(1, 2)])
      let file = it.folder.path("devices/one.realm")
      let made = try CommandRun(["import", "realm", file, "-o", file + ".synctrace"])
      #expect(made.status == .fine, "\(made.error)")
      // Nothing says which is later.
      try it.device("monday", seed: 2, [Case.add(2, 2)])
      try it.device("tuesday", seed: 2, [Case.add(2, 2), Case.add(2, 3)])
      try it.makeTable(ids: 1..<3)
      let run = try await it.survey()
      #expect(
        try it.standings() == ["addsUp": 1, "repeated": 1, "contested": 2],
        "\(run.output)\(run.error)")
    }
  }

  @Test(arguments: [
    (SessionStart.Source.live, ["fits": 2], "1|7"),
    (SessionStart.Source.scenario, ["contested": 2], "1|0"),
  ])
  func `in one trace, a device goes on from its change before, and two clients contest a place`(
    source: SessionStart.Source, standings: [String: Int], row: String
  ) async throws {
    func events(_ session: UInt32, _ bases: [Changeset], _ count: Int64) -> [Event] {
      let start = SessionStart(source: source, name: "one", clientFileIdent: UInt64(session))
      let base = Snapshot(role: .base, changesets: bases.map { $0.encoded() })
      let commit = LocalCommit(
        clientVersion: UInt64(session) + 1, changeset: Sample.setCount(count).encoded())
      return Sample.events([.sessionStart(start), .snapshot(base), .localCommit(commit)]).map {
        Event(
          sequence: $0.sequence + UInt64(3 * (session - 1)), timeMicroseconds: Int64(session),
          session: session, content: $0.content)
      }
    }
    try await Case.with(.sqlite) { it in
      let all =
        events(1, [Sample.schemaAndObject], 6)
        + events(2, [Sample.schemaAndObject, Sample.setCount(6)], 7)
      try TraceFiles.write(all, to: it.folder.path("devices/one.synctrace"))
      try it.database.run(
        "CREATE TABLE Item (_id INTEGER PRIMARY KEY, count); INSERT INTO Item VALUES (1, 0);")
      let run = try await it.survey()
      #expect(try it.standings() == standings, "\(run.output)\(run.error)")
      _ = try it.apply()
      #expect(try it.database.rows("Item") == [row])
      #expect(try it.undo().status == .fine)
      #expect(try it.database.rows("Item") == ["1|0"])
    }
  }

  @Test func `the copies that Realm makes of a file are files of devices too`() async throws {
    try await Case.with(.sqlite) { it in
      try it.makeTable(ids: 1..<4)
      for name in ["default.realm", "default.realm.backup", "recovered_realm-20261121"] {
        try it.folder.write(Case.file(seed: 1, [Case.set(1)]), to: "devices/\(name)")
      }
      try it.folder.write([0xFF, 0], to: "devices/default.realm.lock")
      try it.folder.write(Array("about this realm".utf8), to: "devices/realm.txt")
      _ = try await it.survey()
      #expect(try it.standings() == ["unknownBase": 1, "repeated": 2])
    }
  }

  @Test(arguments: TrialDatabase.available)
  func `apply takes what fits once, accounts for all, and undo gives back`(
    kind: TrialDatabase.Kind
  ) async throws {
    try await Case.with(kind) { it in
      try Self.fill(it)
      let before = try it.database.rows("Inspection")
      _ = try await it.survey()
      let run = try it.apply()
      #expect(run.status == .foundProblems, "\(run.error)")
      #expect(
        try it.outcomes() == ["applied": 4, "kept": 1, "skipped": 4, "refused": 1], "\(run.output)")
      let after = try it.database.rows("Inspection")
      #expect(after.count == before.count + 2)
      #expect(after.contains { $0.hasPrefix("3|target's|") && $0.contains("|17|") }, "\(after)")
      let account = try it.folder.read("case/account.ndjson")
      let seal = String(decoding: try it.folder.read("case/account.sha256"), as: UTF8.self)
      #expect(
        seal == "\(Hex.encode(try RawFile(MemorySource(account)).sha256()[...]))  account.ndjson\n")
      let again = try it.apply()
      #expect(again.status == .foundProblems)
      #expect(again.lines.prefix(2) == ["1 change refused", "4 changes to decide"])
      #expect(again.lines.count == 3 && again.lines[2].hasPrefix("  1: the target lacks"))
      #expect(try it.folder.read("case/account.ndjson") == account)
      #expect(try it.database.rows("Inspection") == after)
      let undo = try it.undo()
      #expect(undo.status == .fine, "\(undo.error)\(undo.output)")
      #expect(try it.database.rows("Inspection") == before)
      #expect(try it.undo().output == "Nothing is left to do.\n")
    }
  }

  @Test(arguments: TrialDatabase.available)
  func `what changed in the target since it was read is refused, and undo leaves it too`(
    kind: TrialDatabase.Kind
  ) async throws {
    try await Case.with(kind) { it in
      try Self.fill(it)
      _ = try await it.survey()
      try it.decide(["take,,Inspection"])
      try it.database.run("UPDATE \"Inspection\" SET \"site\" = 'newer' WHERE \"_id\" = 2;")
      _ = try it.apply()
      #expect(try it.database.rows("Inspection").contains { $0.hasPrefix("2|newer|") })
      let refused = try it.entries("account.ndjson").filter {
        $0.member("reason") == .string("changedSince")
      }
      #expect(refused.count == 1)
      #expect(refused[0].member("found")?.text().contains("newer") == true)
      try it.database.run("UPDATE \"Inspection\" SET \"site\" = 'newest' WHERE \"_id\" = 1;")
      let undo = try it.undo()
      #expect(undo.status == .foundProblems && undo.output.contains("since `apply` wrote it"))
      let rows = try it.database.rows("Inspection")
      #expect(rows.contains { $0.hasPrefix("1|newest|") } && rows.contains { $0.hasPrefix("5|") })
    }
  }

  @Test(arguments: TrialDatabase.available)
  func `an object that two devices deleted is gone once, also after a kill, and undo gives it back`(
    kind: TrialDatabase.Kind
  ) async throws {
    try await Case.with(kind) { it in
      for seed in 1...2 { try it.device("\(seed)", seed: UInt64(seed), [Case.delete(5)]) }
      try it.makeTable(ids: 4..<6)
      let before = try it.database.rows("Inspection")
      _ = try await it.survey()
      try it.decide(["take,,Inspection"])
      let run = try it.apply()
      #expect(try it.outcomes() == ["applied": 1, "alreadyThere": 1], "\(run.output)\(run.error)")
      #expect(try it.database.rows("Inspection") == before.filter { $0.hasPrefix("4|") })
      // The process ended before the last line.
      let account = try it.lines("account.ndjson")
      let kept = account.dropLast().map { $0 + "\n" }.joined()
      try it.folder.write(Array(kept.utf8), to: "case/account.ndjson")
      _ = try it.apply()
      #expect(try it.lines("account.ndjson") == account)
      #expect(try it.undo().status == .fine)
      #expect(try it.database.rows("Inspection") == before)
    }
  }

  @Test(arguments: TrialDatabase.available)
  func `of an edit and a deletion of one object, the second is refused because of the first`(
    kind: TrialDatabase.Kind
  ) async throws {
    try await Case.with(kind) { it in
      try it.device("one", seed: 1, [Case.set(1), Case.set(2), Case.delete(3)])
      try it.device("two", seed: 2, [Case.delete(1), Case.set(2), Case.set(3)])
      try it.makeTable(ids: 1..<4)
      _ = try await it.survey()
      try it.decide(["take,,Inspection"])
      try it.database.run("UPDATE \"Inspection\" SET \"site\" = 'newer' WHERE \"_id\" = 2;")
      let run = try it.apply()
      #expect(run.output.contains("  2: another change of this case"), "\(run.output)\(run.error)")
      // Two edits of one property are refused for what others did.
      #expect(run.output.contains("  2: the target has changed since"), "\(run.output)")
      #expect(try it.outcomes() == ["applied": 2, "refused": 4])
    }
  }

  @Test(arguments: TrialDatabase.available)
  func `the most specific decision counts`(kind: TrialDatabase.Kind) async throws {
    try await Case.with(kind) { it in
      try it.device("one", seed: 1, (1..<6).map { Case.set($0) })
      try it.device("two", seed: 2, (6..<8).map { Case.set($0) })
      try it.makeTable(ids: 1..<8)
      _ = try await it.survey()
      let two = it.folder.path("devices/two.realm")
      try it.decide([
        "take,,Inspection", "skip,,,,\(two)", "take,,Inspection,7", "keep,0",
        "skip,,Inspection,2",
        "Take,1",
      ])
      let run = try it.apply()
      #expect(run.status == .foundProblems, "\(run.error)")
      let outcomes = try it.entries("account.ndjson").compactMap { line -> String? in
        guard case .string(let word)? = line.member("outcome") else { return nil }
        return (line.member("change")?.text() ?? "") + word
      }
      #expect(
        outcomes.sorted() == [
          "0kept", "1applied", "2applied", "3applied", "4applied", "5skipped", "6applied",
        ])
    }
  }

  @Test func `a decision about something else is an error with its line`() async throws {
    try await Case.with(.sqlite) { it in
      try Self.fill(it)
      _ = try await it.survey()
      let bytes = try it.folder.read("case/decisions.csv")
      for (row, words) in [
        ("take,999", "no change `999`"), ("tkae,1", "`tkae`"),
        ("take,1,,,,,,,,,case-0123456789abcdef", "another case"),
        ("take,,,,nowhere.realm", "without `change`"), ("take", "without `change`"),
        ("take,,Inspection,,x", "without `change`"), ("take,\"1,,", "quotation marks"),
        ("keep,1\r\ntake,1", "decides otherwise"), ("keep,,Inspecton", "no change"),
        ("keep,,Inspection,6", "no change"),
      ] {
        try it.folder.write(bytes, to: "case/decisions.csv")
        try it.decide([row])
        let run = try it.apply()
        #expect(run.status == .badInput && run.error.contains(words), "\(run.error)")
        #expect(run.error.contains("line "), "\(run.error)")
      }
      // As spreadsheets save it elsewhere.
      let text = String(decoding: bytes.dropFirst(3), as: UTF8.self)
        .replacing(",", with: ";").replacing("\r\n", with: "\n")
      try it.folder.write(Array((text + "keep;;Inspection\n").utf8), to: "case/decisions.csv")
      #expect(try it.apply().status == .fine)
    }
  }

  @Test(arguments: TrialDatabase.available)
  func `what was killed is continued to the same account and rows`(
    kind: TrialDatabase.Kind
  ) async throws {
    let changes = (0..<250).flatMap { [Case.set($0), Case.add($0, 3)] }
    var whole: (account: [UInt8], rows: [String])?
    for delay in [nil, 3, 0, 1, 2] as [Int?] {
      try await Case.with(kind) { it in
        try it.device("one", seed: 1, changes)
        try it.makeTable(ids: 0..<1)
        try it.database.run(
          (1..<250).map {
            "INSERT INTO \"Inspection\" (\"_id\", \"site\", \"photoCount\") VALUES (\($0), 'target''s', 10);"
          }.joined(separator: "\n"))
        // The path of the file is in no line of the account.
        _ = try await it.survey()
        try it.decide(["take,,Inspection"])
        if let delay {
          let lines = [1, 2, 202, 403][delay]
          _ = try RunningProcess.run(
            ProcessTests.binary.path(percentEncoded: false),
            ["rescue", "apply", it.folder.path("case")],
            meanwhile: { process, _ in
              let account = (try? it.folder.read("case/account.ndjson")) ?? []
              guard account.count(where: { $0 == UInt8(ascii: "\n") }) >= lines else {
                return false
              }
              kill(process.processIdentifier, SIGKILL)
              return true
            })
        }
        let run = try it.apply()
        #expect(run.error.isEmpty && run.status != .failed, "\(run.error)")
        let account = try it.folder.read("case/account.ndjson")
        let rows = try it.database.rows("Inspection")
        if let whole {
          #expect(account == whole.account)
          #expect(rows == whole.rows)
        } else {
          #expect(try it.outcomes() == ["applied": 500])
          whole = (account, rows)
        }
      }
    }
  }

  @Test(arguments: TrialDatabase.available)
  func `a file that can't be read is named, and the others are done`(
    kind: TrialDatabase.Kind
  ) async throws {
    try await Case.with(kind) { it in
      try it.device("good", seed: 1, [Case.create(4)])
      try it.makeTable(ids: 0..<1, without: "notes")
      let encrypted = try ProjectFiles.bytes("Tests/Vectors/realm-files/client-0.encrypted.realm")
      try it.folder.write(encrypted, to: "devices/locked.realm")
      var damaged = try Case.file(seed: 3, [Case.create(5)])
      damaged.removeLast(damaged.count / 2)
      try it.folder.write(damaged, to: "devices/damaged.realm")
      try it.folder.write(Array(repeating: 7, count: 64), to: "wrong.key")
      let run = try await it.survey(["--key-file", it.folder.path("wrong.key")])
      #expect(run.status == .dataLost, "\(run.error)")
      #expect(run.output.contains("3 files; 2 of them have a problem."), "\(run.output)")
      #expect(try it.standings() == ["noPlace": 1])
      #expect(run.output.contains("can't be taken"), "\(run.output)")
      _ = try it.apply()
      #expect(try it.outcomes() == ["refused": 1])
    }
  }

  @Test func `a target with a password, and one of another kind, are refused`() async throws {
    for (target, words) in [
      ("postgresql://me:secret@host/app", "PGPASSWORD"), ("oracle:app", "sqlite:FILE"),
      ("postgres://me:secret@host/app", "PGPASSWORD"), ("oracle://me:secret@host", "PGPASSWORD"),
      ("postgresql:host=h password=secret", "PGPASSWORD"),
    ] {
      let run = await CommandRun(line: ["rescue", "x", "--target", target, "-o", "y"])
      #expect(run.status == .usage && run.error.contains(words), "\(run.error)")
      #expect(run.error.contains("\nhint: ") && !run.error.contains("secret"), "\(run.error)")
    }
  }

  @Test(arguments: TrialDatabase.available)
  func `hostile names and values are data in statements, pages and tables`(
    kind: TrialDatabase.Kind
  ) async throws {
    try await Case.with(kind) { it in
      let name = "=a'b\"; DROP TABLE x; --<script>.realm"
      try it.folder.write(try Case.file(seed: 1, [Case.set(1)]), to: "devices/\(name)")
      try it.makeTable(ids: 1..<2, site: "it''s <b>\\ =1+1")
      let run = try await it.survey()
      #expect(run.status == .foundProblems, "\(run.error)")
      let page = String(decoding: try it.folder.read("case/index.html"), as: UTF8.self)
      #expect(!page.contains("<script>") && !page.contains("<b>") && page.contains("&lt;b&gt;"))
      let rows = try CSVRows.rows(it.folder.read("case/decisions.csv"))
      #expect(rows.allSatisfy { $0.count == 11 } && rows[1][8] == "it's <b>\\ =1+1", "\(rows)")
      try it.decide(["take,0"])
      let before = try it.database.rows("Inspection")
      #expect(try it.apply().status == .fine)
      #expect(try it.database.rows("Inspection") != before)
      #expect(try it.undo().status == .fine)
      #expect(try it.database.rows("Inspection") == before)
    }
  }

  @Test(arguments: TrialDatabase.available)
  func `a key that several rows have, and a value that the table refuses, are refused alone`(
    kind: TrialDatabase.Kind
  ) async throws {
    try await Case.with(kind) { it in
      try it.device("one", seed: 1, [Case.set(1), Case.set(2), Case.set(3)])
      let bigint = kind == .sqlite ? "INTEGER" : "bigint"
      try it.database.run(
        """
        CREATE TABLE "Inspection" ("_id" \(bigint), "site" text CHECK ("site" LIKE '3%' OR "_id" <> 3));
        INSERT INTO "Inspection" VALUES (1, 'a'), (1, 'b'), (2, 'c'), (3, '3');
        """)
      _ = try await it.survey()
      let standings = try it.standings()
      #expect(standings == ["noPlace": 1, "unknownBase": 2], "\(standings)")
      try it.decide(["take,,Inspection"])
      let run = try it.apply()
      #expect(try it.outcomes() == ["applied": 1, "refused": 2], "\(run.output)")
      let messages = try it.lines("account.ndjson").joined().lowercased()
      #expect(messages.contains("check"), "\(messages)")
      let rows = try it.database.rows("Inspection")
      #expect(rows.filter { $0.hasPrefix("1|") } == ["1|a", "1|b"] && rows.contains("3|3"))
      // A row that came since the survey names no row either.
      #expect(try it.undo().status == .fine)
      #expect(try it.database.rows("Inspection").contains("2|c"))
    }
  }

  @Test(arguments: TrialDatabase.available)
  func `where the table is missing, that is said and not its columns`(
    kind: TrialDatabase.Kind
  ) async throws {
    try await Case.with(kind) { it in
      try it.device("one", seed: 1, [Case.create(4), Case.set(1)])
      try it.database.run("CREATE TABLE \"Other\" (\"_id\" text);")
      let run = try await it.survey()
      #expect(try it.standings() == ["noPlace": 2], "\(run.error)")
      let messages = try it.entries("changes.ndjson").map { $0.member("message") }
      #expect(messages.allSatisfy { $0 == .string("no table Inspection") }, "\(messages)")
    }
  }

  @Test func `a table that numbers its rows has no place for an object whose key is null`()
    async throws
  {
    try await Case.with(.sqlite) { it in
      try it.trace(
        "one", properties: #""title": "string?""#,
        #"{"create": ["Task", null], "set": {"title": "a"}}"#)
      for (type, standing) in [("INTEGER", "noPlace"), ("int", "fits")] {
        try it.database.run(
          "DROP TABLE IF EXISTS task; CREATE TABLE task (_id \(type) PRIMARY KEY, title text);")
        let run = try await it.survey()
        #expect(try it.standings() == [standing: 1], "\(run.output)\(run.error)")
        try FileManager.default.removeItem(atPath: it.folder.path("case"))
      }
    }
  }

  @Test func `texts with a NUL and infinite numbers of SQLite come back`() async throws {
    try await Case.with(.sqlite) { it in
      try it.device("one", seed: 1, [Case.set(1, "notes"), Case.set(1, "score"), Case.delete(2)])
      try it.makeTable(ids: 0..<4)
      try it.database.run(
        "UPDATE \"Inspection\" SET \"notes\" = CAST(X'610062' AS TEXT), \"score\" = -9e999;")
      func state() throws -> String {
        try it.database.run("SELECT hex(notes), score, typeof(notes) FROM \"Inspection\";")
      }
      let before = try state()
      _ = try await it.survey()
      try it.decide(["take,,Inspection"])
      let run = try it.apply()
      #expect(try it.outcomes() == ["applied": 3], "\(run.output)\(run.error)")
      #expect(try state() != before)
      let undo = try it.undo()
      #expect(undo.status == .fine, "\(undo.output)\(undo.error)")
      #expect(try state() == before)
    }
  }

  @Test func `an export's statements for SQLite keep the numbers of a list as they are`()
    async throws
  {
    try await Case.with(.sqlite) { it in
      try it.trace(
        "one", properties: #""list": "double[]""#, synced: #"{"_id": 1}"#,
        ["8000000000000000", "7fefffffffffffff", "3ff8000000000000"].map {
          #"{"append": ["Task", 1, "list"], "value": "\#($0)"}"#
        }.joined(separator: ","))
      let trace = it.folder.path("devices/one.synctrace")
      let export = try CommandRun(["export", "--format", "sql", "--dialect", "sqlite", trace])
      try it.database.run(
        "CREATE TABLE Task (_id PRIMARY KEY, list); INSERT INTO Task VALUES (1, '[]');")
      try it.database.run(export.output)
      #expect(try it.database.rows("Task") == ["1|[-0.0,1.7976931348623157e+308,1.5]"])
    }
  }

  @Test func `an export's statements reach a place that SQLite has no path to, or are left out`()
    async throws
  {
    try await Case.with(.sqlite) { it in
      try it.trace(
        "one", properties: #""any": "mixed""#,
        synced: (1...2).map { #"{"_id": \#($0), "any": {"a\"b": {"c\\d": {"e\"f": 1}}}}"# }
          .joined(separator: ","),
        #"{"update": ["Task", 1, "any", "a\"b", "c\\d"], "value": 2}, "#
          + #"{"update": ["Task", 2, "any", "a\"b", "c\\d", "e\"f"], "value": 2}"#)
      let trace = it.folder.path("devices/one.synctrace")
      let export = try CommandRun(["export", "--format", "sql", "--dialect", "sqlite", trace])
      #expect(export.status == .foundProblems && export.output.contains("NOT EXPORTED"))
      let deep = #"{"a\"b":{"c\\d":{"e\"f":1}}}"#
      try it.database.run(
        "CREATE TABLE Task (_id PRIMARY KEY, \"any\"); "
          + "INSERT INTO Task VALUES (1, '\(deep)'), (2, '\(deep)');")
      try it.database.run(export.output)
      #expect(try it.database.rows("Task") == [#"1|{"a\"b":{"c\\d":2}}"#, "2|\(deep)"])
    }
  }

  @Test func `JSON in SQLite is compared by what is in it`() async throws {
    try await Case.with(.sqlite) { it in
      let scenario = #"""
        {"scenario":1,"name":"s","schema":{"Task":{"primaryKey":"_id","properties":{
          "_id":"int","tags":"string[]","counts":"int{}"}}},
        "synced":{"Task":[{"_id":1,"tags":["é"]},{"_id":2,"tags":["a\nb"]},
          {"_id":3,"counts":{"a":1,"b":2}},{"_id":4,"tags":["a","b"]}]},
        "local":[{"operations":[{"append":["Task",1,"tags"],"value":"x"},
          {"append":["Task",2,"tags"],"value":"x"},{"update":["Task",3,"counts","a"],"value":5},
          {"append":["Task",4,"tags"],"value":"x"}]}]}
        """#
      try it.folder.write(Array(scenario.utf8), to: "s.json")
      let trace = it.folder.path("devices/s.synctrace")
      let run = try CommandRun(["import", "scenario", it.folder.path("s.json"), "-o", trace])
      #expect(run.status == .fine, "\(run.error)")
      try it.database.run(
        #"""
        CREATE TABLE "Task" ("_id" INTEGER PRIMARY KEY, "tags" text, "counts" text);
        INSERT INTO "Task" VALUES (1, '["\u00e9"]', '{}'), (2, '["a\nb"]', '{}'),
          (3, '[]', '{"b":2,"a":1}'), (4, '["b","a"]', '{}');
        """#)
      _ = try await it.survey()
      #expect(try it.standings() == ["fits": 3, "conflict": 1])
      #expect(try it.apply().status == .foundProblems)
      #expect(try it.outcomes() == ["applied": 3, "skipped": 1])
    }
  }

  @Test(arguments: TrialDatabase.available)
  func `a set fits in whatever order the target has its members`(
    kind: TrialDatabase.Kind
  ) async throws {
    try await Case.with(kind) { it in
      try it.trace(
        "one", properties: #""tags": "string<>", "any": "mixed<>""#,
        synced: (1...2).map { #"{"_id": \#($0), "tags": ["a", "b"], "any": ["x", 1]}"# }
          .joined(separator: ","),
        (1...2).flatMap { key in
          ["tags", "any"].map { #"{"add": ["Task", \#(key), "\#($0)"], "value": "c"}"# }
        }.joined(separator: ","))
      try it.database.run(
        #"""
        CREATE TABLE "Task" ("_id" bigint PRIMARY KEY, "tags" jsonb, "any" jsonb);
        INSERT INTO "Task" VALUES (1, '["b","a"]', '["x",1]'), (2, '["b"]', '["x",2]');
        """#)
      let run = try await it.survey()
      #expect(try it.standings() == ["fits": 2, "conflict": 2], "\(run.output)\(run.error)")
      _ = try it.apply()
      #expect(try it.outcomes() == ["applied": 2, "skipped": 2])
    }
  }

  @Test func `a database that another process has locked refuses no change`() throws {
    let object = ObjectName(className: "Inspection", key: .int(1))
    let act = RescueAct(row: RescueRow(object: object, table: "t", name: "t", keyColumn: "k"))
    let line = Array("Runtime error near line 4: database is locked (5)".utf8)
    for word in ["BEGIN", "INSERT"] {
      var asked: [String] = []
      let target = SQLRescueTarget(.sqlite) { statements in
        asked += statements
        return statements.contains { $0.hasPrefix(word) } ? [line] : []
      }
      #expect(throws: RescueRefusal.self) { try target.run([act]) }
      #expect(asked.first == "BEGIN IMMEDIATE;" && (word == "INSERT" || asked.count == 1))
    }
    #expect(CommandFailure(describing: RescueRefusal(line: line)).status == .inputOutput)
  }

  @Test func `nothing stays of a statement that gives another answer than it should`() throws {
    let object = ObjectName(className: "Inspection", key: .int(1))
    let act = RescueAct(row: RescueRow(object: object, table: "t", name: "t", keyColumn: "k"))
    var asked: [String] = []
    let target = SQLRescueTarget(.postgresql) { statements in
      asked += statements
      return statements.contains { $0.hasPrefix("INSERT") } ? [Array("an odd line".utf8)] : []
    }
    _ = try target.run([act])
    #expect(asked.suffix(3).map { $0.prefix(5) } == ["BEGIN", "INSER", "ROLLB"])
  }

  @Test func `what a trigger tells the client refuses nothing, and undo gives back`() async throws {
    guard TrialDatabase.available.contains(.postgresql) else { return }
    try await Case.with(.postgresql) { it in
      try it.device("one", seed: 1, [Case.set(1), Case.delete(2)])
      try it.makeTable(ids: 1..<3)
      try it.database.run(
        """
        CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS
          'BEGIN RAISE INFO ''changed''; RETURN NULL; END';
        CREATE TRIGGER tell AFTER UPDATE OR DELETE ON "Inspection"
          FOR EACH ROW EXECUTE FUNCTION tell();
        """)
      let before = try it.database.rows("Inspection")
      _ = try await it.survey()
      try it.decide(["take,,Inspection"])
      let run = try it.apply()
      #expect(try it.outcomes() == ["applied": 2], "\(run.output)\(run.error)")
      #expect(try it.undo().status == .fine)
      #expect(try it.database.rows("Inspection") == before)
    }
  }

  @Test func `what the target makes something else of is not undone`() async throws {
    guard TrialDatabase.available.contains(.postgresql) else { return }
    try await Case.with(.postgresql) { it in
      try it.device("one", seed: 1, [Case.set(1)])
      try it.makeTable(ids: 1..<3)
      try it.database.run(
        """
        CREATE FUNCTION shout() RETURNS trigger LANGUAGE plpgsql AS
          'BEGIN NEW.site := upper(NEW.site); RETURN NEW; END';
        CREATE TRIGGER shout BEFORE UPDATE ON "Inspection" FOR EACH ROW EXECUTE FUNCTION shout();
        """)
      _ = try await it.survey()
      try it.decide(["take,,Inspection"])
      _ = try it.apply()
      let undo = try it.undo()
      #expect(undo.status == .foundProblems, "\(undo.output)")
      #expect(try it.outcomes() == ["applied": 1, "notUndone": 1])
    }
  }

  @Test func `a deleted row comes back to a table that makes some values itself`() async throws {
    guard TrialDatabase.available.contains(.postgresql) else { return }
    try await Case.with(.postgresql) { it in
      try it.device("one", seed: 1, [Case.delete(2)])
      try it.makeTable(ids: 1..<4)
      try it.database.run(
        """
        ALTER TABLE "Inspection" ADD loud text GENERATED ALWAYS AS (upper("site")) STORED,
          ADD seq int GENERATED ALWAYS AS IDENTITY;
        """)
      let before = try it.database.rows("Inspection")
      _ = try await it.survey()
      try it.decide(["take,,Inspection"])
      _ = try it.apply()
      #expect(try it.outcomes() == ["applied": 1])
      let undo = try it.undo()
      #expect(undo.status == .fine, "\(undo.output)")
      #expect(try it.database.rows("Inspection") == before)
    }
  }

  @Test(arguments: ["real", "double precision"])
  func `a float is compared as its column has it`(type: String) async throws {
    guard TrialDatabase.available.contains(.postgresql) else { return }
    try await Case.with(.postgresql) { it in
      try it.trace(
        "one", properties: #""score": "float?""#, synced: #"{"_id": 1, "score": "3dcccccd"}"#,
        #"{"update": ["Task", 1], "set": {"score": "3e4ccccd"}}"#)
      try it.database.run(
        """
        CREATE TABLE "Task" (_id bigint PRIMARY KEY, score \(type));
        INSERT INTO "Task" VALUES (1, 0.1);
        """)
      _ = try await it.survey()
      #expect(try it.standings() == ["fits": 1])
      _ = try it.apply()
      #expect(try it.database.rows("Task") == ["1|0.2"])
    }
  }

  @Test(arguments: TrialDatabase.available)
  func `an object that was deleted or made anew fits where the target has what it was`(
    kind: TrialDatabase.Kind
  ) async throws {
    try await Case.with(kind) { it in
      // A second class, whose objects have their key alone.
      try it.trace(
        "one",
        properties: #""a": "string?"}}, "Key": {"primaryKey": "_id", "properties": {"_id": "int""#,
        synced: #"{"_id": 1, "a": "old"}, {"_id": 2, "a": "old"}], "Key": [{"_id": 1}"#,
        (1...2).map {
          #"{"delete": ["Task", \#($0)]}, {"create": ["Task", \#($0)], "set": {"a": "new"}}, "#
        }.joined() + #"{"delete": ["Key", 1]}"#)
      try it.database.run(
        #"""
        CREATE TABLE "Key" ("_id" bigint PRIMARY KEY);
        CREATE TABLE "Task" ("_id" bigint PRIMARY KEY, "a" text);
        INSERT INTO "Key" VALUES (1);
        INSERT INTO "Task" VALUES (1, 'old'), (2, 'other');
        """#)
      let run = try await it.survey()
      #expect(try it.standings() == ["fits": 2, "conflict": 1], "\(run.error)")
      _ = try it.apply()
      #expect(try it.database.rows("Task") == ["1|new", "2|other"])
      #expect(try it.database.rows("Key") == [])
      #expect(try it.undo().status == .fine)
      #expect(try it.database.rows("Task") == ["1|old", "2|other"])
    }
  }

  @Test func `a database whose name begins with a dash is a file like any other`() async throws {
    try await Case.with(.sqlite) { it in
      try it.device("one", seed: 1, [Case.set(1)])
      try it.folder.write([], to: "-x.db")
      let run = try CommandRun(
        built: ["rescue", "devices", "--target", "sqlite:-x.db", "-o", "case"], in: it.folder)
      #expect(try it.standings() == ["noPlace": 1], "\(run.error)")
    }
  }

  @Test func `what is not a database, and one that is not there, end the command`() async throws {
    try await Case.with(.sqlite) { it in
      try it.device("one", seed: 1, [Case.set(1)])
      try it.folder.write(Array("not a database, but a text".utf8), to: "target.db")
      let run = try await it.survey()
      #expect(run.status == .badInput, "\(run.error)")
      #expect(run.error.contains("target.db` is not a database that can be read"), "\(run.error)")
      try FileManager.default.removeItem(atPath: it.folder.path("target.db"))
      #expect(try await it.survey().status == .noInput)
      #expect(!FileManager.default.fileExists(atPath: it.folder.path("case")))
    }
  }
}

/// The rows of a table with commas, as another reader than the command's sees them.
private enum CSVRows {
  static func rows(_ bytes: [UInt8]) throws -> [[String]] {
    let script =
      "import csv,json,sys; print(json.dumps(list(csv.reader(open(sys.argv[1], newline='', encoding='utf-8-sig')))))"
    return try TemporaryFolder.with { folder in
      try folder.write(bytes, to: "rows.csv")
      let ended = try RunningProcess.run(
        "/usr/bin/env", ["python3", "-c", script, folder.path("rows.csv")])
      return try JSONDecoder().decode([[String]].self, from: Data(ended.output))
    }
  }
}
