import ArgumentParser
import Campaigns
import Replayer
import Reports
import TraceCompression
import TraceFormat

struct FleetSelection: ParsableArguments {
  @Option(
    name: .customLong("mode"), parsing: .singleValue,
    help: "Report on this mode only; may be repeated. All by default.")
  var modeArguments: [ResetModesArgument] = []

  @Option(
    help: ArgumentHelp(
      "Count only the rows of this engine, if there are rows of two.", valueName: "engine"))
  var engine: Engine?

  @Flag(help: "End with 65 at the first malformed line, instead of skipping it.")
  var strict = false

  func report(of paths: [String], on console: Console) throws -> FleetReport {
    let modes = Set(modeArguments.flatMap(\.modes))
    var tally = FleetTally(modes: modes, engine: engine)
    for path in paths {
      let source = try InputFile.source(path, on: console)
      do {
        try tally.add(ZstdSource(rows: source), path: path, isStrict: strict)
      } catch let failure as FleetReport.BadLine {
        throw CommandFailure(.badInput, "\(failure)")
      } catch FleetClash.engines(let engines) {
        throw Self.clash(engines)
      } catch FleetClash.whatIf {
        throw CommandFailure(
          .badInput, "the rows come from runs with different faults or schemas",
          hint: "report on each run by itself; `--against` compares two")
      }
    }
    let report = tally.report()
    // What has no row at all is not output of `tracetool fleet`.
    guard report.input.rowCount == 0, let line = report.input.badLines.first else { return report }
    throw CommandFailure(
      .badInput, "`\(line.path)` has no rows of a fleet: \(line.text)",
      hint: "`tracetool fleet` writes rows")
  }

  /// Rows of two engines are not one fleet.
  static func clash(_ engines: [Engine]) -> CommandFailure {
    CommandFailure(
      .badInput,
      "the rows come from two engines, \(Phrase.list(engines.map { "`\($0.rawValue)`" }))",
      hint: "choose one with `--engine`")
  }
}
