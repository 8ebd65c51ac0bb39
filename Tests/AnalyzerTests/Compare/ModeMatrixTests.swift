import Importers
import RealmModel
import ReplaySupport
import Replayer
import TestSupport
import Testing
import TraceFormat

@testable import Analyzer

/// `docs/report.md`, "Modes side by side".
@Suite struct ModeMatrixTests {
  private static let modes: [ResetMode] = [.discardLocal, .recover, .recoverOrDiscard, .manual]

  private func comparison(_ name: String) throws -> ModeComparison {
    let scenario = try Scenario(parsing: ProjectFiles.bytes("traces/scenarios/\(name).json"))
    return try comparison(scenario.events)
  }

  private func comparison(_ events: [Event]) throws -> ModeComparison {
    var replay = Replay()
    for event in events { replay.observe(event) }
    let outcomes = try #require(try replay.outcomes(modes: Self.modes).first)
    return ModeComparison(outcomes.map { Analysis.report(of: $0) })
  }

  @Test func `a value that the device won is kept, and costs nothing`() throws {
    // RS-02: both sides set the same property.
    let total = try comparison("rs-02-same-field-conflict").matrix.total
    #expect(total.map(\.kept) == [0, 1, 1, 0])
    #expect(total.map(\.harm.lost) == [1, 0, 0, 0])
    #expect(total.map(\.harm.stranded) == [0, 0, 0, 1])
    #expect(total.map(\.harm.overwritten) == [0, 0, 0, 0])
    #expect(total.map(\.harm.deviceWon) == [0, 1, 1, 0])
  }

  @Test func `what the server has is kept in every mode that ends`() throws {
    // RS-42: the acknowledgement was lost, so discarding loses nothing.
    let comparison = try comparison("rs-42a-acknowledgement-lost")
    #expect(comparison.matrix.total[0].kept == 5)
    #expect(comparison.matrix.total[0].harm.lost == 0)
  }

  @Test func `what a later write replaced counts in no mode, not even where it is stranded`() throws
  {
    let line = try #require(try Vectors.lines(of: "demo/field-inspections.ndjson.zst").last)
    let comparison = try comparison(VectorImporter.events(of: ResetVector(parsing: line)))
    let superseded = comparison.reports[0].count(of: .superseded)
    #expect(superseded > 0)
    let writes = comparison.reports[0].writes.count
    for column in comparison.matrix.total { #expect(column.counted == writes - superseded) }
    #expect(comparison.matrix.total[3].harm.stranded == writes - superseded)
    // Nor where no mode is compared that would call it superseded.
    let manual = ModeComparison([comparison.reports[3]]).matrix.total[0]
    #expect(manual.counted == writes - superseded)
  }

  @Test func `the classes add up to the total`() throws {
    for path in try ScenarioFiles.paths() {
      let scenario = try Scenario(parsing: ProjectFiles.bytes(path))
      guard scenario.events.askForReset else { continue }
      let matrix = try comparison(scenario.events).matrix
      for (index, column) in matrix.total.enumerated() {
        let rows = matrix.classes.map { $0.columns[index] }
        #expect(rows.map(\.counted).reduce(0, +) == column.counted)
        #expect(rows.map(\.kept).reduce(0, +) == column.kept)
        #expect(rows.map(\.harm.lost).reduce(0, +) == column.harm.lost)
        #expect(rows.map(\.harm.stranded).reduce(0, +) == column.harm.stranded)
        #expect(rows.map(\.unknown).reduce(0, +) == column.unknown)
        #expect(rows.map(\.harm.overwritten).reduce(0, +) == column.harm.overwritten)
        let ended = column.kept + column.unknown + column.harm.lost + column.harm.stranded
        #expect(ended <= column.counted, "\(scenario.name) \(column.mode)")
      }
      #expect(matrix.classes.map(\.name) == matrix.classes.map(\.name).sorted())
    }
  }

  @Test func `the modes that keep most are named, unless all keep the same or others may`() throws {
    var matrix = try comparison("rs-02-same-field-conflict").matrix
    #expect(matrix.keepsMost == [.recover, .recoverOrDiscard])
    matrix.total[0].unknown = 1
    #expect(matrix.keepsMost == [.recover, .recoverOrDiscard])
    matrix.total[0].unknown = 2
    #expect(matrix.keepsMost == [])
    for index in 0...2 { matrix.total[index].unknown = 1 }
    #expect(matrix.keepsMost == [.recover, .recoverOrDiscard])
    for index in 0...2 { (matrix.total[index].kept, matrix.total[index].unknown) = (0, 1) }
    #expect(matrix.keepsMost == [])
    #expect(try comparison("rs-29-class-removed").matrix.keepsMost == [])
  }
}
