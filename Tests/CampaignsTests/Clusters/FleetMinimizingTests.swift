import CampaignSupport
import Foundation
import RealmModel
import Replayer
import TestSupport
import Testing
import TraceCompression
import TraceFormat

@testable import Campaigns

/// The smallest traces that show what a fleet loses.
@Suite(.slow) struct FleetMinimizingTests {
  private static let options = FleetTaskTests.options

  /// What a fleet in a folder comes to.
  private static func report(_ paths: [String]) throws -> FleetReport {
    var tally = FleetTally()
    for path in paths {
      for row in FleetTask(options).rows(of: .file(path: path)) { try tally.add(row) }
    }
    return tally.report()
  }

  private static func smallest(
    _ report: FleetReport, count: Int = 12, width: Int = 2
  ) async -> [FleetSmallest] {
    await report.smallestTraces(
      below: nil, options, clusterCountMax: count, candidateCountMax: 300, width: width)
  }

  /// The bytes of a trace of events.
  private static func bytes(_ events: [Event]) throws -> [UInt8] {
    let sink = MemorySink()
    let writer = try TraceWriter(to: sink)
    for event in events { try writer.append(event) }
    try writer.finish()
    return sink.bytes
  }

  /// The clusters that a trace shows in a mode.
  private static func clusters(of bytes: [UInt8], in mode: ResetMode) -> Set<String> {
    let rows = FleetTask(options).rows(of: .bytes(name: RealmString("t"), bytes))
    return Set(
      rows.filter { $0.mode == mode }.flatMap { row in
        guard case .replayed(let replay) = row.content else { return [String]() }
        return replay.resets.flatMap(\.causes).map(\.cluster)
      })
  }

  @Test func `each smallest trace shows its cluster and has no more than the representative`()
    async throws
  {
    try await TemporaryFolder.during { folder in
      let sample = try FleetSample(seed: 5)
      let paths = try (0..<40).map { number in
        try folder.write(sample.trace(number), to: "\(number).synctrace")
        return folder.path("\(number).synctrace")
      }
      let report = try Self.report(paths)
      let all = await Self.smallest(report)
      #expect(all.map(\.key) == report.clusters.prefix(12).map(\.key))
      let sizes = try zip(all, report.clusters).map { smallest, cluster in
        let found = try #require(smallest.found, "\(cluster.identifier): \(smallest.ending)")
        #expect(found.trace.name == cluster.identifier)
        let events = found.trace.result.smallest.events
        let shown = Self.clusters(of: try Self.bytes(events), in: cluster.key.mode)
        #expect(shown.contains(cluster.identifier), "\(cluster.identifier)")
        let whole = try TraceFiles.read(
          folder.read(String(cluster.representative.name.readableText.dropFirst(folder.root.count)))
        ).events
        #expect(found.recordCountBefore == whole.count)
        let (before, after) = (Self.recordBytes(whole), Self.recordBytes(events))
        #expect(after <= before, "\(cluster.identifier)")
        return (before, after)
      }
      #expect(sizes.count { $0.1 < $0.0 } > 6)
      let again = await Self.smallest(report, width: 1)
      #expect(
        again.map { $0.found?.trace.result.smallest.events }
          == all.map { $0.found?.trace.result.smallest.events })
    }
  }

  private static func recordBytes(_ events: [Event]) -> Int {
    events.reduce(0) { $0 + $1.recordSize }
  }

  @Test func `a representative that is gone, damaged or another one is told`() async throws {
    try await TemporaryFolder.during { folder in
      let path = folder.path("a.synctrace")
      let bytes = try ProjectFiles.bytes("traces/field-inspections.synctrace")
      try folder.write(bytes, to: "a.synctrace")
      var report = try Self.report([path])
      func reasons() async -> Set<String> {
        Set(
          await Self.smallest(report, count: 2).map {
            if case .failure(let miss) = $0.ending { miss.reason } else { "none" }
          })
      }
      try folder.write(
        ProjectFiles.bytes("traces/three-clients.synctrace"), to: "a.synctrace")
      #expect(await reasons() == ["changed"])
      // Where no row says which bytes it is of, the file is taken as it is.
      let clusters = report.clusters
      for index in report.clusters.indices { report.clusters[index].representative.sha256 = nil }
      #expect(await reasons() == ["notShown"])
      try folder.write(Array("nonsense".utf8), to: "a.synctrace")
      #expect(await reasons() == ["invalid"])
      try FileManager.default.removeItem(atPath: path)
      #expect(await reasons() == ["missing"])
      // The identifier of another cluster is no name for this one's trace.
      try folder.write(bytes, to: "a.synctrace")
      report.clusters = clusters
      report.clusters[0].identifier = clusters[1].identifier
      report.clusters[1].identifier = "../../outside"
      #expect(await reasons() == ["notShown"])
    }
  }
}
