import ArgumentParser
import FaultPlans
import TraceFormat

/// The faults of a replay, or on the wire, on the command line: one by one, or as a plan in a file.
struct FaultOptions: ParsableArguments {
  @Option(
    name: .customLong("fault"),
    help: ArgumentHelp(
      "A fault to inject, such as 'after upload 5: client-reset'; may be repeated. "
        + "`tracetool faults` lists them all.", valueName: "fault"),
    completion: Completions.faultTexts)
  var texts: [String] = []

  @Option(
    help: "A file of faults in the form of docs/fault-plan.schema.json; - for standard input.",
    completion: .file(extensions: ["json"]))
  var faultPlan: String?

  @Option(help: "The seed for what faults leave open, instead of the plan's own.")
  var faultSeed: UInt64?

  var isEmpty: Bool { texts.isEmpty && faultPlan == nil }

  /// The faults of the file, then those of the command line.
  ///
  /// - Throws: where one of them is none, or cannot be done in that place.
  func plan(for target: InjectionTarget) throws -> FaultPlan {
    var plan = try faultPlan.map { try Self.read($0, for: target) } ?? .none
    for text in texts { plan.faults.append(try Self.fault(text, for: target)) }
    if let faultSeed { plan.seed = faultSeed }
    return plan
  }

  private static func read(_ path: String, for target: InjectionTarget) throws -> FaultPlan {
    try InputFile.parsed(
      path, sizeMaxBytes: FaultPlan.sizeMaxBytes,
      hint: "docs/fault-plan.schema.json describes the form; `tracetool faults` lists the faults"
    ) { (bytes) throws(JSONShapeFailure) in try FaultPlan(parsing: bytes, for: target) }
  }

  private static func fault(_ text: String, for target: InjectionTarget) throws -> Fault {
    do throws(JSONShapeFailure) {
      return try Fault(text: text, for: target)
    } catch {
      throw CommandFailure(
        .usage, "`--fault '\(text)'`: \(error)",
        hint: "`tracetool faults` lists the faults, with an example of each")
    }
  }
}
