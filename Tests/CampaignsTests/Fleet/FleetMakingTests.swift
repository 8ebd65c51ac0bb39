import CampaignSupport
import Foundation
import TestSupport
import Testing

/// Fleets on disk, for measuring: `TRACETOOL_FLEET_FOLDER` says where, `TRACETOOL_FLEET_COUNT` how many traces.
@Suite(.slow) struct FleetMakingTests {
  private static let environment = ProcessInfo.processInfo.environment

  @Test(.enabled(if: environment["TRACETOOL_FLEET_FOLDER"] != nil))
  func `A fleet is written to a folder`() throws {
    let folder = try #require(Self.environment["TRACETOOL_FLEET_FOLDER"])
    let count = try #require(Self.environment["TRACETOOL_FLEET_COUNT"].flatMap(Int.init))
    let sample = try FleetSample(seed: 1)
    for number in 0..<count {
      let path = "\(folder)/\(FleetSample.path(number))"
      if number.isMultiple(of: FleetSample.tracesPerFolder) {
        try FileManager.default.createDirectory(
          atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      }
      try Data(try sample.trace(number)).write(to: URL(filePath: path))
    }
  }

  @Test func `The same seed gives the same traces, and no two of them are alike`() throws {
    let (first, second) = (try FleetSample(seed: 7), try FleetSample(seed: 7))
    let traces = try (0..<50).map { try first.trace($0) }
    #expect(try traces == (0..<50).map { try second.trace($0) })
    #expect(Set(traces).count == traces.count)
  }
}
