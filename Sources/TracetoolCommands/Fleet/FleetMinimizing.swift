import ArgumentParser
import Campaigns
import Phrasebook
import Replayer
import TraceFormat

/// The smallest traces that show what a fleet loses.
struct FleetMinimizing: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write the smallest trace and scenario that show each of the first clusters into this folder, "
        + "which is to be new or empty.", valueName: "folder"),
    completion: .directory)
  var minimize: String?

  @Option(help: ArgumentHelp("How many clusters to minimize at most.", valueName: "count"))
  var minimizeCount = 10

  @OptionGroup var width: JobsOption
  @OptionGroup var limits: FleetLimits

  /// How many candidates are replayed for each cluster.
  private static let candidateCountMax = 2_000

  func validate() throws {
    guard minimizeCount > 0 else {
      throw ValidationError("`--minimize-count` is a number from 1")
    }
  }

  /// The folder, before any work is done; nil where nothing is to be minimized.
  func folder() throws -> MinimizedFolder? { try minimize.map(MinimizedFolder.init) }

  /// Writes the smallest traces of a report's first clusters.
  ///
  /// - Parameter root: the folder that names in rows are paths from.
  func minimized(
    _ report: FleetReport, below root: String?, into folder: MinimizedFolder, on console: Console
  ) async throws -> FleetMinimized {
    let progress = console.progress
    progress.begin(
      "minimizing", of: report.clustersToMinimize(max: minimizeCount).count, "clusters")
    let all = await report.smallestTraces(
      below: root, limits.options(modes: ResetMode.inOrder, engine: report.engine ?? .realmCore),
      clusterCountMax: minimizeCount, candidateCountMax: Self.candidateCountMax, width: width.jobs
    ) { progress.advance(to: $0) }
    try folder.write(all.compactMap { $0.found?.trace }, title: "What a fleet loses")
    return FleetMinimized(all, in: folder.path)
  }
}
