import AnalysisSupport
import Analyzer
import RealmModel
import Replayer
import Testing
import TraceFormat

/// The defects of the scenarios that were written to show them.
@Suite struct ScenarioDefectTests {
  func report(_ name: String, _ mode: ResetMode = .recover) throws -> Report {
    Analysis.report(of: try ComparedOutcomes.scenario(name, mode: mode))
  }

  @Test(arguments: [
    ("rs-42a-acknowledgement-lost", ["R20", "RS-42"]),
    ("rs-42b-acknowledgement-lost-then-deleted", ["R20", "RS-42"]),
    ("rs-57a-crossed-lists", ["R8", "RS-57"]),
    ("rs-57d-crossed-lists-one-class", ["R8", "RS-57"]),
    ("rs-58a-clipped-index", ["R6", "RS-58"]),
    ("rs-58b-clipped-index-list-cleared", ["R6", "RS-58"]),
    ("rs-58d-clipped-index-removed", ["R6", "RS-58"]),
    // Without either of the two, link 4 would be there.
    ("rs-59a-copied-then-cleared", ["R5", "RS-71", "R10", "RS-59"]),
    ("rs-70a-link-to-later-created-object", ["R4", "RS-70"]),
    ("rs-71-drift-after-discarded-insertion", ["R5", "RS-71"]),
    ("rs-72-drift-after-object-delete", ["R7", "RS-72"]),
    ("rs-73-nested-dead-link-fails-reset", ["R11", "RS-73"]),
    ("rs-74-delete-overwrites-lists", ["R2", "RS-74"]),
    ("rs-75-delete-nulls-repointed-link", ["R3", "RS-75"]),
  ])
  func `the defect is named that the scenario is about`(
    name: String, identifiers: [String]
  ) throws {
    let report = try report(name)
    #expect(!report.defects.isEmpty)
    #expect(Set(report.defects.flatMap(\.identifiers)) == Set(identifiers))
    let named = report.writes.compactMap(\.defect)
    #expect(!named.isEmpty)
    #expect(named.allSatisfy { Set(identifiers).isSuperset(of: $0.identifiers) })
  }

  @Test(arguments: [
    "rs-57b-crossed-lists-other-first", "rs-57c-crossed-lists-left-out",
    "rs-58c-clipped-index-server-unchanged", "rs-59b-cleared-without-copy-before",
    "rs-70b-link-to-object-of-one-transaction",
    // Rules, not defects: what an app owner would not want, but all that a recovery can do.
    "rs-02-same-field-conflict", "rs-04-edit-on-deleted", "rs-13-list-remove-existing",
    "rs-14-list-set-existing", "rs-23-single-link-dead-target", "rs-31a-property-removed",
    "rs-41-backup-restore",
  ])
  func `no defect is named where a correct recovery comes to the same`(name: String) throws {
    let report = try report(name)
    #expect(report.defects.isEmpty)
    #expect(report.writes.allSatisfy { $0.defect == nil })
  }

  @Test func `a write that only a defect lost says so, and the others do not`() throws {
    let report = try report("rs-70a-link-to-later-created-object")
    #expect(report.writes.map { $0.defect == nil } == [true, true, false])
    let defect = try #require(report.writes[2].defect)
    #expect(defect.idealFate == .recovered)
    #expect(defect.identifiers == ["R4", "RS-70"])
    #expect(defect.effect == .notKept(.lost))
    let occurrence = try #require(report.defects.first)
    #expect(report.defects.count == 1)
    #expect(occurrence.identifiers == ["R4", "RS-70"])
    #expect(occurrence.address?.place == "T 1 ll")
    #expect(occurrence.after == .value(.list([Self.link(to: 2)])))
    #expect(occurrence.idealAfter == .value(.list([Self.link(to: 2), Self.link(to: 9)])))
  }

  private static func link(to key: Int64) -> Value {
    .link(Value.Link(className: "Tgt", key: .int(key)))
  }

  @Test func `of a copied and cleared list each write names its own defect`() throws {
    let report = try report("rs-59a-copied-then-cleared")
    #expect(report.writes.last?.defect?.identifiers == ["R10", "RS-59"])
  }

  @Test func `a reset that fails at a defect says so with every write`() throws {
    let report = try report("rs-73-nested-dead-link-fails-reset")
    #expect(report.defects.map(\.address) == [nil])
    #expect(report.defects.map(\.result) == [.failed])
    #expect(report.defects.map(\.idealResult) == [.recovered])
    #expect(report.writes.allSatisfy { $0.defect?.identifiers == ["R11", "RS-73"] })
    // The link whose target is gone is lost with and without defects.
    #expect(report.writes.map { $0.defect?.idealFate } == [.recovered, .lost, .recovered])
  }

  @Test func `what a mode discards after a recovery failed at a defect is the defect's`() throws {
    let report = try report("rs-73-nested-dead-link-fails-reset", .recoverOrDiscard)
    #expect(report.result == .discarded)
    #expect(report.writes.allSatisfy { $0.defect?.identifiers == ["R11", "RS-73"] })
  }

  @Test func `discarding has no defects`() throws {
    for name in ["rs-70a-link-to-later-created-object", "rs-74-delete-overwrites-lists"] {
      #expect(try report(name, .discardLocal).defects.isEmpty)
    }
  }

  @Test func `without defects there are none to name`() throws {
    let compared = try ComparedOutcomes.scenario(
      "rs-70a-link-to-later-created-object", quirks: .ideal)
    #expect(Analysis.report(of: compared).defects.isEmpty)
  }

  @Test func `harm to the server's data is a defect's only where a correct recovery does none`()
    throws
  {
    let overwritten = try report("rs-74-delete-overwrites-lists").collateral
    #expect(overwritten.map(\.defect?.identifiers) == [["R2", "RS-74"]])
    // Deleting the object takes it out of the list; that another element went is the defect.
    let drifted = try report("rs-72-drift-after-object-delete").collateral
    #expect(drifted.map(\.kind) == [.linkNulled, .misapplied])
    #expect(drifted.map(\.defect?.identifiers) == [nil, ["R7", "RS-72"]])
    let copied = try report("rs-13-list-remove-existing").collateral
    #expect(!copied.isEmpty && copied.allSatisfy { $0.defect == nil })
  }
}
