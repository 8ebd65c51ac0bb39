import Benchmark
import Inputs
import Replayer
import TraceFormat

let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock, .peakMemoryResident], warmupIterations: 2, maxDuration: .seconds(5),
    maxIterations: 200)

  do {
    for input in try MergeInput.all() { try benchmark(input) }
  } catch { fatalError("no input: \(error)") }
}

/// The merge alone: changesets are decoded before, as they were where Realm Core was measured.
private func benchmark(_ input: MergeInput) throws {
  let changes = ConcurrentChanges(
    localFileIdent: 1, ours: history(input.ours, fileIdent: 1),
    theirs: history(input.theirs, fileIdent: 2))
  let merged = try changes.merged()
  precondition(merged.ours.count == input.ours.count && merged.ours.contains(where: \.isModified))

  Benchmark("merge/changesets/\(input.name)") { _ in
    blackHole(try changes.merged())
  }
}

/// As in the recordings: all of one side at one time.
private func history(_ changesets: [Changeset], fileIdent: UInt64) -> [HistoryEntry] {
  changesets.enumerated().map { index, changeset in
    HistoryEntry(
      changeset, version: UInt64(10 + index), lastIntegratedRemoteVersion: 5, originTimestamp: 1000,
      originFileIdent: fileIdent)
  }
}
