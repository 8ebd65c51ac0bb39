import FaultPlans
import RealmModel
import Replayer
import TestSupport
import Testing
import TraceFormat

@testable import Simulation

@Suite struct SimulationTests {
  private static let modes: [ResetMode] = [.recover, .discardLocal, .recoverOrDiscard, .manual]

  private static func options(
    _ faults: [String] = [], seed: UInt64 = 1, devices: Int = 4, days: Int = 5
  ) throws -> SimulationOptions {
    var workload = Workload()
    workload.lostAnswerPercent = 5
    return try SimulationOptions(
      schema: SimulatedWorld.schema(), workload: workload, deviceCount: devices, dayCount: days,
      seed: seed, modes: modes,
      plan: FaultPlan(try faults.map { try Fault(text: $0, for: .simulation) }, seed: 3))
  }

  /// The faults that a server can have on a day, in worlds that they fit.
  static let faults = [
    "day 4: client-reset", "day 4: recovery-disabled", "day 4: terminate-sync",
    "day 4: terminate-sync data=gone", "day 4: restore-backup hours=6",
    "day 4: offline-too-long", "day 4: offline-too-long recovery=forbidden",
    "day 4: role-change class=Inspection property=visits comparison=> value=5000",
    "day 4: remove-class class=Site", "day 4: remove-property Inspection.due",
    "day 4: change-type Inspection.visits", "day 4: change-optionality Inspection.status",
    "day 4: change-collection Inspection.tags", "day 4: rename-primary-key class=Site",
    "day 4: change-primary-key-type class=Site", "day 4: unembed-class class=Note",
    "day 4: embed-class class=Site", "day 4: change-link-target Inspection.site",
    "day 4: add-class", "day 4: add-property class=Site",
  ]

  @Test func `The same seed gives the same bytes, and another one others`() throws {
    let first = try SimulatedWorld(Self.options(["day 3: terminate-sync"]))
    let again = try SimulatedWorld(Self.options(["day 3: terminate-sync"]))
    let other = try SimulatedWorld(Self.options(["day 3: terminate-sync"], seed: 2))
    #expect(first.traces == again.traces)
    #expect(first.simulation.counts == again.simulation.counts)
    #expect(first.traces.count == 4 && first.traces != other.traces)
  }

  @Test(.slow, arguments: faults)
  func `Each fault of a day happens, and what devices did is what a replay says`(
    fault: String
  ) throws {
    let world = try SimulatedWorld(Self.options([fault]))
    #expect(world.simulation.unfired.isEmpty)
    let isAdditive = fault.contains(": add-")
    #expect((world.simulation.counts.resetCount == 0) == isAdditive)
    var compared = 0
    for trace in world.traces {
      let events = try SimulatedWorld.events(trace)
      compared += try Self.compare(events)
    }
    #expect(isAdditive || compared > 0)
  }

  /// Compares the resets that were recorded with their replay in the mode of the device; gives how many.
  private static func compare(_ events: [Event]) throws -> Int {
    var replay = Replay()
    for event in events { replay.observe(event) }
    let observed = events.compactMap { event -> ResetObserved? in
      if case .resetObserved(let observed) = event.content { observed } else { nil }
    }
    guard !observed.isEmpty else { return 0 }
    let modes = Set(
      events.compactMap { event -> ResetMode? in
        if case .sessionStart(let start) = event.content { start.configuredResetMode } else { nil }
      })
    let mode = try #require(modes.first)
    let outcomes = try replay.resets().map { $0.outcome(mode: mode) }
    // A process that ended reported nothing.
    #expect(outcomes.count - observed.count == (outcomes.last?.ending == .crash ? 1 : 0))
    for (outcome, observed) in zip(outcomes, observed) {
      #expect(outcome.ending == observed.result, "\(outcome.failure?.message ?? "")")
      // The state of a file has links to objects that are gone, and no listing has; then the replay says so.
      if let digest = observed.stateDigest, outcome.gaps.isEmpty {
        #expect(outcome.result.after.canonicalJSON.digest == digest)
      }
    }
    return observed.count
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `Devices and server are equal once all is quiet`(seed: UInt64) throws {
    let options = try Self.options(
      ["day 2: client-reset", "day 4: restore-backup hours=12"], seed: seed, devices: 4)
    var world = try RealmWorld(options, devices: 1...4) { _, clock in
      try AppRecording(to: MemorySink(), of: "a device", clock: clock)
    }
    try world.run()
    try Self.settle(&world, at: 7 * 86_400_000)
    for device in world.devices {
      #expect(device.unsynced.isEmpty)
      #expect(device.state.canonicalJSON == world.server.state.canonicalJSON)
    }
    #expect(world.counts[.writes] > 100)
  }

  /// All devices go online and sync until nobody has anything new.
  private static func settle(_ world: inout RealmWorld, at time: Int64) throws {
    var version: UInt64?
    while version != world.server.version {
      version = world.server.version
      for index in world.devices.indices where !world.devices[index].isOnline {
        try world.turn(index, at: time)
      }
      try world.sync(at: time)
    }
  }

  @Test func `A backup is as old as it is said to be`() throws {
    func lost(_ hours: Int) throws -> Int {
      let world = try SimulatedWorld(Self.options(["day 4: restore-backup hours=\(hours)"]))
      return world.simulation.counts.resetCount
    }
    // The older the backup, the more devices know of what is gone.
    #expect(try lost(1) <= lost(24))
    #expect(try lost(24) > 0)
  }

  @Test func `A fault that finds nothing is reported with its reason`() throws {
    let world = try SimulatedWorld(Self.options(["day 3: remove-property Inspection.nothing"]))
    #expect(world.simulation.unfired.map(\.index) == [0])
    #expect(world.simulation.unfired.first?.reason != nil)
    let late = ["day 30: terminate-sync", "day \(Int.max): terminate-sync"]
    let other = try SimulatedWorld(
      Self.options(late + ["day 2: restore-backup hours=\(Int.max)"]))
    #expect(other.simulation.unfired.map(\.index) == [0, 1])
  }

  // MARK: Options

  @Test func `Workloads are read as they are written, and what is wrong has its place`() throws {
    var workload = Workload()
    (workload.keyCount, workload.textBytes) = (7, 3)
    workload[.delete] = 0
    #expect(try Workload(parsing: Array(workload.json.text().utf8)) == workload)
    let wrong = [
      ("{}", "workload"), (#"{"workload": 2}"#, "workload"),
      (#"{"workload": 1, "days": 3}"#, "days"),
      (#"{"workload": 1, "textBytes": 0}"#, "textBytes"),
      (#"{"workload": 1, "changes": {"create": -1}}"#, "changes.create"),
      (#"{"workload": 1, "changes": {"create": 0}}"#, "a weight above 0"),
      (#"{"workload": 1, "changes": {"rename": 1}}"#, "rename"),
    ]
    for (text, place) in wrong {
      let failure = #expect(throws: JSONShapeFailure.self) {
        try Workload(parsing: Array(text.utf8))
      }
      #expect(failure?.description.contains(place) == true, "\(text): \(failure!)")
    }
  }

  @Test func `A workload is learned from what it made`() throws {
    let world = try SimulatedWorld(Self.options(days: 10))
    var learner = WorkloadLearner()
    for trace in world.traces {
      var replay = Replay()
      for event in try SimulatedWorld.events(trace) { replay.observe(event) }
      learner.take(replay)
    }
    let learned = try #require(learner.workload)
    #expect((20...40).contains(learned.writesPerDay))
    #expect((2...4).contains(learned.changesPerWrite))
    #expect(learned.weights.allSatisfy { ($0.value > 0) == ($0.key != .addProperty) })
    #expect(learned[.update] > learned[.delete])
    #expect((60...960).contains(learned.offlineMinutes))
    #expect(try learner.schema == SimulatedWorld.schema())
    #expect(WorkloadLearner().workload == nil)
  }

  @Test func `A schema that no device could sync is refused with the place`() throws {
    let texts = [
      (#"{"schema": 1, "classes": {"A": {"properties": {"a": "int"}}}}"#, "classes.A"),
      (
        #"{"schema": 1, "classes": {"A": {"embedded": true, "properties": {"a": "int"}}}}"#,
        "classes"
      ),
    ]
    for (text, place) in texts {
      let schema = try RealmSchema(parsing: Array(text.utf8))
      let failure = #expect(throws: JSONShapeFailure.self) {
        try SimulationOptions(schema: schema, deviceCount: 1, dayCount: 1, seed: 1)
      }
      #expect(failure?.path == place)
    }
    #expect(throws: JSONShapeFailure.self) {
      try SimulationOptions(schema: SimulatedWorld.schema(), deviceCount: 0, dayCount: 1, seed: 1)
    }
  }
}
