import Benchmark
import Foundation
import Inputs
import RealmFile
import TraceFormat

private let megabytesPerSecond = BenchmarkMetric.custom(
  "MB/s", polarity: .prefersLarger, useScalingFactor: false)

let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock, .peakMemoryResident], warmupIterations: 1, maxDuration: .seconds(10),
    maxIterations: 100)

  for size in [10_000_000, 100_000_000, 1_000_000_000] {
    Benchmark("inspect/Realm file/\(size / 1_000_000) MB") { benchmark in
      let path = try GeneratedFiles.path(sizeBytes: size)
      benchmark.startMeasurement()
      let file = try OpenRealmFile(FileSource(path: path))
      var inflater = NoInflater()
      let inspection = file.inspection(inflatedBy: &inflater)
      benchmark.stopMeasurement()
      precondition(inspection.problems.isEmpty, "the file is sound")
    }
  }

  for size in [1_000_000, 10_000_000, 100_000_000] {
    Benchmark(
      "state/Realm file/\(size / 1_000_000) MB",
      configuration: .init(metrics: [.wallClock, .peakMemoryResident, megabytesPerSecond])
    ) { benchmark in
      let path = try GeneratedFiles.path(sizeBytes: size)
      let clock = ContinuousClock()
      benchmark.startMeasurement()
      let start = clock.now
      blackHole(try OpenRealmFile(FileSource(path: path)).state())
      let seconds = (clock.now - start) / .seconds(1)
      benchmark.stopMeasurement()
      benchmark.measurement(megabytesPerSecond, Int(Double(size) / seconds / 1_000_000))
    }
  }
}

/// Realm files of some size, each made once and kept in the system's folder for what is temporary.
private enum GeneratedFiles {
  static func path(sizeBytes: Int) throws -> String {
    let path = "\(NSTemporaryDirectory())/tracetool-benchmark-\(sizeBytes).realm"
    guard !FileManager.default.fileExists(atPath: path) else { return path }
    let partial = path + ".partial"
    _ = FileManager.default.createFile(atPath: partial, contents: nil)
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: partial))
    _ = try GeneratedRealmFile(sizeBytes: sizeBytes).write { try handle.write(contentsOf: $0) }
    try handle.close()
    try FileManager.default.moveItem(atPath: partial, toPath: path)
    return path
  }
}

/// The changes of generated files are not compressed.
private struct NoInflater: BodyInflater {
  mutating func inflate(
    _ compressed: [UInt8], announcedSize: UInt64
  ) throws(DecodingFailure) -> [UInt8] { preconditionFailure("nothing is compressed") }
}
