import ArgumentParser
import Campaigns
import RealmModel
import Replayer
import Reports
import TraceCompression
import TraceFormat

struct GoldenSelection: ParsableArguments {
  @Argument(help: "Folders of traces, or single traces or goldens.", completion: .directory)
  var paths: [String]

  @OptionGroup var memory: MemoryOptions

  @Option(
    help: ArgumentHelp(
      "Where pending outcomes are; next to the goldens by default.", valueName: "folder"),
    completion: .directory)
  var pending: String?

  @Option(
    help: ArgumentHelp(
      "Only goldens with the fault plan of this name, NAME.PLAN.faults.json next to NAME.synctrace.",
      valueName: "name"))
  var plan: String?

  /// The traces and goldens, of which there must be one.
  ///
  /// - Parameter added: a fault plan that the traces get, under the name that was chosen or its own.
  func folder(modes: [ResetMode], adding added: GoldenPlan? = nil) throws -> GoldenFolder {
    let plans: GoldenPlans =
      if let added { .added(added.plan, name: plan ?? added.name) } else {
        plan.map { .named($0) } ?? .all
      }
    var folder: GoldenFolder
    do {
      folder = try GoldenFolder(
        paths: paths, modes: modes, plans: plans, pendingFolder: pending, words: .plain)
    } catch let failure as GoldenPathFailure {
      let kind = RecognizedInput.kind(of: failure.path)
      guard kind.isSession else {
        throw CommandFailure(.usage, "\(failure)", hint: GoldenPathFailure.hint)
      }
      throw CommandFailure(
        .usage, "`\(failure.path)` is \(kind.noun), and goldens are kept next to traces",
        hint:
          "`tracetool import \(failure.path.pathWord) -o OUT.synctrace` makes a trace of it, "
          + "`tracetool golden record OUT.synctrace` keeps its goldens")
    }
    (folder.memory, folder.codec) = (memory.limit, ZstdCodec())
    guard !folder.traces.isEmpty || !folder.strays.isEmpty else {
      throw CommandFailure(
        .noInput,
        "no traces\(plan.map { " with a fault plan `\($0)`" } ?? "") in "
          + "`\(paths.joined(separator: "`, `"))`",
        hint: plan == nil
          ? "name a folder with .synctrace files; `tracetool import FILE -o OUT.synctrace` makes one"
          : "fault plans are files NAME.PLAN.faults.json next to NAME.synctrace")
    }
    if added != nil, let clash = folder.strays.first {
      throw CommandFailure(
        .usage, "`\(clash.path)`: \(clash.message)", hint: "choose another name with `--plan`")
    }
    return folder
  }

  func validate() throws {
    guard !paths.contains("-") else {
      throw ValidationError("goldens are files next to traces, so - can't be used")
    }
    if let plan, !GoldenPlan.isName(plan) {
      throw ValidationError("`--plan \(plan)`: \(GoldenPlan.nameRule)")
    }
  }
}

struct GoldenReplayOptions: ParsableArguments {
  @Option(
    name: .customLong("mode"), parsing: .singleValue,
    help: "A mode that every trace needs a golden for; may be repeated. All by default.")
  var modeArguments: [ResetModesArgument] = []

  @Option(help: ArgumentHelp("The engine for goldens that don't exist yet.", valueName: "engine"))
  var engine: Engine = .realmCore

  @Option(
    help: ArgumentHelp(
      "Limits such as lost=0,collateral=5; exceeding one is a finding.", valueName: "limits"),
    transform: { try limits($0, Budget.init(parsing:)) })
  var budget = Budget()

  @OptionGroup var width: JobsOption

  var modes: [ResetMode] { modeArguments.chosenModes }
}

/// A command whose input is a selection of goldens.
protocol GoldenVerb: ReadingCommand {
  var selection: GoldenSelection { get }
}

extension GoldenVerb {
  var memory: MemoryOptions { selection.memory }
  var inputPaths: [String] { selection.paths }
}

/// Reads the limits of an option; throws why they are none, in the words of the parser.
func limits<Limits>(
  _ argument: String, _ read: (String) throws(LimitFailure) -> Limits
) throws -> Limits {
  do throws(LimitFailure) {
    return try read(argument)
  } catch {
    throw ValidationError("\(error.text); \(error.hint)")
  }
}
