import ArgumentParser
import RealmModel
import Replayer
import TraceFormat

/// The faults of a replay on the command line: one by one, or as a plan in a file.
struct FaultOptions: ParsableArguments {
  @Option(
    name: .customLong("fault"),
    help: ArgumentHelp(
      "A fault to inject, such as 'at reset: restore-backup version=3'; may be repeated. "
        + "`tracetool faults` lists them all.", valueName: "fault"))
  var texts: [String] = []

  @Option(
    help: "A file of faults, as docs/fault-plan.schema.json describes it; - for standard input.",
    completion: .file(extensions: ["json"]))
  var faultPlan: String?

  @Option(help: "Decides what faults leave open, in place of the plan's own seed.")
  var faultSeed: UInt64?

  /// Whether there is no fault.
  var isEmpty: Bool { texts.isEmpty && faultPlan == nil }

  /// The faults of the file, then those of the command line.
  func plan() throws -> FaultPlan {
    var plan = try faultPlan.map(Self.read) ?? .none
    for text in texts { plan.faults.append(try Self.fault(text)) }
    if let faultSeed { plan.seed = faultSeed }
    return plan
  }

  private static func read(_ path: String) throws -> FaultPlan {
    let bytes = try InputFile.readAll(
      InputFile.source(path), sizeMaxBytes: FaultPlan.sizeMaxBytes)
    do throws(JSONShapeFailure) {
      return try FaultPlan(parsing: bytes)
    } catch {
      throw CommandFailure(
        .badInput, "`\(path)`: \(error)",
        hint:
          "docs/fault-plan.schema.json describes the form, and `tracetool faults` lists the faults"
      )
    }
  }

  private static func fault(_ text: String) throws -> Fault {
    do throws(JSONShapeFailure) {
      return try Fault(text: text)
    } catch {
      throw CommandFailure(
        .usage, "`--fault '\(text)'`: \(error)",
        hint: "`tracetool faults` lists the faults, with an example of each")
    }
  }
}
