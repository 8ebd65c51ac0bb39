import ArgumentParser

/// The smallest traces that show what a report says, where they are asked for.
struct MinimizingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write the smallest trace and scenario that show each of the first problems, with the plan where "
        + "faults were injected, to this folder, which must be new or empty.",
      valueName: "folder"),
    completion: .directory)
  var minimize: String?

  @Option(help: ArgumentHelp("How many problems to minimize at most.", valueName: "count"))
  var minimizeCount = 10

  func validate() throws {
    guard minimizeCount > 0 else {
      throw ValidationError("`--minimize-count` takes a number from 1")
    }
  }

  /// The folder, before any work is done; nil where nothing is to be minimized.
  func folder() throws -> MinimizedFolder? { try minimize.map(MinimizedFolder.init) }
}
