import Analyzer
import Campaigns
import TestSupport
import Testing
import TraceFormat

@testable import TracetoolCommands

/// `docs/rescue.schema.json` and what cases really have.
@Suite(.slow) struct RescueSchemaTests {
  private typealias Case = RescueCaseFolder
  private let root: JSONText

  init() throws {
    root = try JSONText(parsing: ProjectFiles.bytes("docs/rescue.schema.json"))
  }

  private func check(_ it: RescueCaseFolder) throws -> [JSONText] {
    let rescue = try JSONText(parsing: try it.bytes("case.json"))
    let lines = try ["changes.ndjson", "account.ndjson"].map { name in
      try it.lines(name).map { try JSONText(parsing: Array($0.utf8)) }
    }
    for (definition, values) in zip(["case", "change", "entry"], [[rescue]] + lines) {
      let rule = JSONText.object(
        [JSONText.Member("$ref", .string("#/$defs/\(definition)"))]
          + [JSONText.Member("$defs", try #require(root.member("$defs")))])
      for value in values { #expect(JSONSchema(rule).findings(in: value) == []) }
    }
    return [rescue] + lines.joined()
  }

  @Test func `cases of every kind of target fit the schema, and have all its members`()
    async throws
  {
    var values: [JSONText] = []
    let changes = [Case.set(1), Case.add(3, 2), Case.create(7), Case.delete(5), Case.set(99)]
    try await Case.withFiles("export:OUT") { it in
      try it.device("one", seed: 1, changes)
      try it.folder.write(Array("nonsense".utf8), to: "devices/two.realm")
      _ = try await it.survey()
      _ = try it.apply()
      values += try check(it)
    }
    for kind in TrialDatabase.available {
      try await Case.with(kind) { it in
        try it.device("one", seed: 1, changes)
        try it.device("two", seed: 2, [Case.set(1), Case.add(3, 4)])
        try it.makeTable(ids: 0..<6, without: "notes")
        _ = try await it.survey()
        try it.decide(["take,,Inspection"])
        try it.database.run("UPDATE \"Inspection\" SET \"site\" = 'newer' WHERE \"_id\" = 1;")
        _ = try it.apply()
        _ = try it.undo()
        values += try check(it)
      }
    }
    guard TrialDatabase.available.contains(.postgresql) else { return }
    let names = values.reduce(into: Set<String>()) { $0.formUnion($1.memberNames) }
    let unseen = root.schemaPropertyNames.subtracting(names)
    #expect(unseen.isSubset(of: ["limit", "old", "oldLiteral"]), "\(unseen)")
  }

  @Test(arguments: [
    ("standing", RescueStanding.allCases.map(\.rawValue)),
    ("kind", ["create", "delete", "set", "add", "schema"]),
    ("outcome", RescueEntry.Outcome.allCases.map(\.rawValue)),
    ("reason", RescueEntry.Reason.allCases.map(\.rawValue)),
    ("limit", ExportLimit.allCases.map(\.rawValue)),
    ("form", ExportFileForm.allCases.map(\.rawValue)),
  ])
  func `the schema has all words of a vocabulary`(name: String, words: [String]) throws {
    guard case .array(let listed)? = root.member("$defs")?.member(name)?.member("enum") else {
      Issue.record("\(name) lists no words")
      return
    }
    #expect(Set(listed) == Set(words.map(JSONText.string)))
  }
}
