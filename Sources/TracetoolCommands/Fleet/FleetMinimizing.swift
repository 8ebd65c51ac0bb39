import Analyzer
import ArgumentParser
import Campaigns
import Replayer
import TraceFormat

struct FleetMinimizing: ParsableArguments {
  @OptionGroup var minimizing: MinimizingOptions
  @OptionGroup var width: JobsOption
  @OptionGroup var limits: FleetLimits

  /// How many candidates are replayed for each cluster.
  private static let candidateCountMax = 2_000

  /// Writes the smallest traces of a report's first clusters.
  ///
  /// - Parameter root: the folder that names in rows are paths from.
  func minimized(
    _ report: FleetReport, below root: String?, into folder: NewFolder, on console: Console
  ) async throws -> FleetMinimized {
    let progress = console.progress
    let countMax = minimizing.minimizeCount
    progress.begin("minimizing", of: report.clustersToMinimize(max: countMax).count, "clusters")
    let all = await report.smallestTraces(
      below: root,
      limits.options(modes: ResetMode.inOrder, engine: report.engine ?? .realmCore),
      clusterCountMax: countMax, candidateCountMax: Self.candidateCountMax, width: width.jobs
    ) { progress.advance(to: $0) }
    try folder.write(all.compactMap { $0.found?.trace }, title: "What a fleet loses")
    return FleetMinimized(all, in: folder.path)
  }
}
