import Foundation
import Importers
import Replayer
import TestSupport
import Testing
import TraceFormat

@testable import Simulation
@testable import SwarmSupport

/// Worlds in which everything is random, and what has to hold of each (`docs/simulate.md`, "The swarm").
@Suite(.slow, .serialized) struct SwarmTests {
  @Test(.timeLimit(.minutes(20)), arguments: TestSeed.seeds(12))
  func `Every promise holds in a world of a fixed seed`(seed: UInt64) throws {
    try Self.expectPromises(in: SwarmCase(seed: seed))
  }

  /// What was found and mended: a reset before the one before was acknowledged, which the file still tracks; one after
  /// it was, which it does not; and one of which the wire does not show that. A file whose only class the server has
  /// removed, which is not one that was never written to; a reset that leaves something else than it downloaded,
  /// before the next; and one after which the app hears of no acknowledgement. A primary key that is only renamed; a
  /// reset that downloads nothing after one that did; a link without target in a nested object of a report; two
  /// faults of the simulation; an element of a list that is moved while another device edits inside of it, and removals
  /// of links by text from one set, of which Realm Core makes something else on each side; and a link that came back
  /// with an object of the device's own, and went with it.
  @Test(
    arguments: [
      121, 122, 123, 7_700_066, 15_179_920_974_271_055_622, 15_179_920_974_271_055_824,
      15_179_920_974_271_055_928, 1_795_684_780_139_195_142, 1_795_684_780_139_195_223,
      1_795_684_780_139_195_740, 1_795_684_780_139_195_774, 20_261_126_000_096, 20_261_126_000_262,
      20_261_126_001_000, 20_261_126_001_294, 20_261_126_002_122, 20_261_126_143_208,
      20_261_126_144_737, 20_261_126_145_548, 20_261_127_000_286,
    ] as [UInt64])
  func `Every promise holds in worlds that once broke one`(seed: UInt64) throws {
    try Self.expectPromises(in: SwarmCase(seed: seed, hasTroubles: false))
  }

  /// A handler that throws after a recovery has failed and the reset has discarded, which is not where it failed; and
  /// objects that went with a restored server, with a property that the device had just added; two lists that a
  /// recovery copies whole, one before the other by Realm's internal keys, which no app records; and transactions that
  /// the server had taken unheard, which the wire shows by a key that nobody else makes, or by the name of the file. And a
  /// copy that a reset opens again in its next attempt, so that the old file's last session comes after the download. And
  /// an object that went with a restored server and had a link to an object that was deleted. And an embedded element that
  /// is there twice, in which the device had set values.
  @Test(
    arguments: [
      31_346, 20_261_126_180_119, 20_261_126_181_016, 14_473_004_021_620_194_158,
      10_241_562_311_438_722_285, 10_241_562_311_438_722_651, 6_152_261_851_595_721_121,
      10_914_773_557_274_605_409, 10_914_773_557_274_605_766,
    ] as [UInt64])
  func `Every promise holds in worlds whose troubles once broke one`(seed: UInt64) throws {
    try Self.expectPromises(in: SwarmCase(seed: seed))
  }

  /// As long as `TRACETOOL_SWARM_SECONDS` says; `make swarm` says ten minutes.
  @Test(.enabled(if: SwarmTime.seconds > 0, "`make swarm` runs it"))
  func `Every promise holds in as many worlds as the time allows`() throws {
    let end = ContinuousClock.now + .seconds(SwarmTime.seconds)
    var seed = TestSeed.value
    var (worlds, resets, events) = (0, 0, 0)
    while ContinuousClock.now < end {
      let world = SwarmCase(seed: seed)
      // Said before it is tried, and again after: a world that ends the process is known by its seed.
      if worlds.isMultiple(of: 50) { print("TRACETOOL_TEST_SEED=\(seed)") }
      let run = try SwarmRun(world)
      (worlds, resets, events) = (worlds + 1, resets + run.resetCount, events + run.eventCount)
      if !run.findings.isEmpty { Issue.record("\(Self.told(world, run.findings))") }
      seed &+= 1
    }
    print("swarm: \(worlds) worlds, \(resets) client resets, \(events) events")
    #expect(resets > 0)
  }

  /// So many worlds take ten seconds.
  @Test(arguments: PlantedFault.allCases)
  func `A planted fault is found in one of sixty worlds`(fault: PlantedFault) throws {
    for seed in 1...60 as ClosedRange<UInt64> {
      var world = SwarmCase(seed: seed, hasTroubles: fault == .troubleLeftOut)
      if fault == .lossLeftOut { world.faults = ["day 2: restore-backup hours=30"] }
      if try !SwarmRun(world, planted: fault).findings.isEmpty { return }
    }
    Issue.record("not found")
  }

  @Test func `A workload is learned from the wire`() throws {
    var world = SwarmCase(seed: 1, hasTroubles: false)
    (world.faults, world.dayCount, world.deviceCount) = (["day 9: add-class"], 5, 1)
    var replay = Replay()
    for event in try world.witnesses()[0].wireEvents() { replay.observe(event) }
    var learner = WorkloadLearner()
    learner.take(replay)
    #expect(try learner.schema == world.options().schema)
    #expect(learner.workload.map { $0.writesPerDay >= 1 && $0[.create] > 0 } == true)
  }

  @Test func `A world that fails is shrunk as long as it fails`() throws {
    let world = SwarmCase(seed: 5)
    let shrunk = world.shrunk { (try? !SwarmRun($0, planted: .noBudget).findings.isEmpty) ?? false }
    #expect(shrunk.deviceCount == 1 && shrunk.dayCount == 1 && shrunk.faults.count == 1)
    #expect(shrunk.classes.count == 1)
  }

  private static func expectPromises(in world: SwarmCase) throws {
    let findings = try SwarmRun(world).findings
    #expect(findings.isEmpty, "\(told(world, findings))")
  }

  /// What is said of a world that breaks a promise: how to see it again, what is left of it when it is shrunk, and
  /// where a scenario of its first reset is.
  private static func told(_ world: SwarmCase, _ findings: [String]) -> String {
    let promise = findings.first?.first
    let shrunk = world.shrunk { candidate in
      let found = (try? SwarmRun(candidate).findings) ?? []
      return found.contains { $0.first == promise }
    }
    let left = (try? SwarmRun(shrunk).findings) ?? findings
    return """
      run again with TRACETOOL_TEST_SEED=\(world.seed)
      \(findings.prefix(5).joined(separator: "\n"))
      shrunk: \(shrunk)
      \(left.prefix(3).joined(separator: "\n"))
      \(scenarios(of: shrunk).joined(separator: "\n"))
      """
  }

  /// Writes the resets of a world as scenarios, which people can read; gives their paths.
  private static func scenarios(of world: SwarmCase) -> [String] {
    var paths: [String] = []
    guard let witnesses = try? world.witnesses() else { return [] }
    let folder = ProjectFiles.path(".build/swarm")
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (index, witness) in witnesses.enumerated() {
      var replay = Replay()
      guard let events = try? witness.insideEvents() else { continue }
      for event in events { replay.observe(event) }
      for (number, reset) in ((try? replay.resets()) ?? []).enumerated() {
        let name = "seed-\(world.seed)-device-\(index + 1)-reset-\(number + 1)"
        guard let events = try? reset.events(),
          let scenario = try? ScenarioWriter.scenario(of: events, name: name)
        else { continue }
        let path = "\(folder)/\(name).scenario.json"
        let text = scenario.text(.readable) + "\n"
        if (try? text.write(toFile: path, atomically: true, encoding: .utf8)) != nil {
          paths.append(path)
        }
      }
    }
    return paths
  }
}

/// How long random worlds are tried for.
private enum SwarmTime {
  static let seconds =
    ProcessInfo.processInfo.environment["TRACETOOL_SWARM_SECONDS"].flatMap { Int($0) } ?? 0
}
