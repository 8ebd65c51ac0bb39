import FaultPlans
import RealmModel
package import Replayer
public import TraceFormat

/// Devices of an app, the servers of their Realms, a wire and time, in memory (`docs/simulate.md`).
///
/// Each Realm is shared by some devices and lives by itself, so that one after the other is simulated and memory
/// is what one of them takes.
public struct Simulation: Sendable {
  private let options: SimulationOptions
  /// What happened so far.
  public private(set) var counts = SimulationCounts()
  /// The faults of the plan, by their places in it, that changed nothing at any server, with the reason of the
  /// first one.
  package private(set) var unfired: [(index: Int, reason: FaultRefusal?)] = []

  /// A world before its first day.
  public init(_ options: SimulationOptions) { self.options = options }

  /// Lets the world live from its first day to its last.
  ///
  /// - Parameters:
  ///   - makeSink: where the trace of a device goes, by the device's number from 1; asked in order.
  ///   - progress: hears how many devices are done, whose traces are whole.
  /// - Throws: what sinks and `progress` throw.
  public mutating func run(
    to makeSink: (Int) throws -> any ByteSink, progress: (Int) throws -> Void = { _ in }
  ) throws {
    var fired: Set<Int> = []
    var reasons: [Int: FaultRefusal] = [:]
    var first = 1
    while first <= options.deviceCount {
      let last = min(first + options.workload.devicesPerRealm - 1, options.deviceCount)
      var realm = try RealmWorld(options, devices: first...last) { number, clock in
        let name = "device \(number) of \(options.deviceCount), seed \(options.seed)"
        let sink = try makeSink(number)
        return switch options.recorder {
        case .app: try AppRecording(to: sink, of: name, clock: clock)
        case .wire: try WireRecording(to: sink, of: name, clock: clock)
        }
      }
      try realm.run()
      try realm.finish()
      counts.add(realm.counts)
      fired.formUnion(realm.fired)
      reasons.merge(realm.refusals) { first, _ in first }
      try progress(last)
      first = last + 1
    }
    unfired = options.plan.faults.indices.filter { !fired.contains($0) }.map { ($0, reasons[$0]) }
  }
}

/// One Realm: its server, and the devices that share it.
struct RealmWorld {
  private let options: SimulationOptions
  private(set) var server: SimulatedServer
  private(set) var devices: [SimulatedDevice] = []
  private let clock = VirtualClock()
  /// Those that are to come, in order of their times, by their places in the plan.
  private var faults: ArraySlice<(time: Int64, index: Int)>
  /// The faults that happened, and why others did not.
  private(set) var fired: Set<Int> = []
  private(set) var refusals: [Int: FaultRefusal] = [:]

  private static let dayMilliseconds: Int64 = 86_400_000

  init(
    _ options: SimulationOptions, devices numbers: ClosedRange<Int>,
    recording: (Int, VirtualClock) throws -> any DeviceRecording
  ) throws {
    self.options = options
    var random = SeededNumbers(
      seed: options.seed &+ UInt64(numbers.lowerBound) &* 0xD1B5_4A32_D192_ED03)
    var classes = ChangesetBuilder()
    classes.addClasses(options.schema.classes)
    var realm = RealmTransaction(try RealmState(applying: [classes.changeset]))
    var users = AppWriter(options.workload, options.schema, SeededNumbers(seed: random.next()))
    users.populate(&realm)
    server = try SimulatedServer(realm.state)
    faults =
      options.plan.faults.enumerated().map {
        let day = min($1.trigger.number, SimulationOptions.dayCountMax + 1)
        return (Self.dayMilliseconds * Int64(day) - Self.dayMilliseconds / 2, $0)
      }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }[...]
    for number in numbers {
      var device = SimulatedDevice(
        number: number, mode: options.modes[(number - 1) % options.modes.count], options.workload,
        AppWriter(options.workload, options.schema, SeededNumbers(seed: random.next())),
        recording: try recording(number, clock))
      try device.turn(&server, at: 0)
      devices.append(device)
    }
  }

  mutating func run() throws {
    let end = Int64(options.dayCount) * Self.dayMilliseconds
    while true {
      let next = devices.indices.map { (min(devices[$0].nextWrite, devices[$0].nextTurn), $0) }
        .min { $0 < $1 }
      guard let (time, device) = next, time < end else { break }
      try happen(until: time)
      try live(device, at: time)
    }
    try happen(until: end - 1)
  }

  private mutating func live(_ index: Int, at time: Int64) throws {
    clock.nowMicroseconds = SimulationOptions.microseconds(time)
    let version = server.version
    if devices[index].nextTurn <= time {
      try turn(index, at: time)
    } else {
      devices[index].write(at: time)
      if devices[index].isOnline { try devices[index].sync(&server, at: time) }
    }
    if server.version != version { try sync(besides: index, at: time) }
  }

  mutating func turn(_ index: Int, at time: Int64) throws {
    try devices[index].turn(&server, at: time)
  }

  private mutating func happen(until time: Int64) throws {
    while let fault = faults.first, fault.time <= time {
      faults.removeFirst()
      clock.nowMicroseconds = SimulationOptions.microseconds(fault.time)
      do {
        try server.happen(
          options.plan.faults[fault.index].kind, options.plan.numbers(of: fault.index),
          at: fault.time)
        fired.insert(fault.index)
        try sync(at: fault.time)
      } catch let refusal as FaultRefusal {
        refusals[fault.index] = refusal
      }
    }
  }

  /// Who is online hears of what is new at once.
  mutating func sync(besides index: Int? = nil, at time: Int64) throws {
    for other in devices.indices where other != index && devices[other].isOnline {
      try devices[other].sync(&server, at: time)
    }
  }

  func finish() throws { for device in devices { try device.recording.finish() } }

  var counts: SimulationCounts {
    var counts = SimulationCounts()
    for device in devices {
      counts.add(device.counts)
      counts[.unsynced] += device.unsynced.count
    }
    (counts[.realms], counts[.devices]) = (1, devices.count)
    return counts
  }
}

/// What happened in a simulated world, counted over its devices.
public struct SimulationCounts: Hashable, Sendable {
  package enum Count: String, CaseIterable {
    case devices, realms, writes, lostAnswers, brokenMessages, interruptedResets
    /// Transactions that were unsynced in files which were set aside, and at the end.
    case setAside, unsynced
  }

  private var counts: [Count: Int] = [:]
  /// How many client resets ended in each way.
  package internal(set) var endings: [ResetEnding: Int] = [:]

  package internal(set) subscript(count: Count) -> Int {
    get { counts[count, default: 0] }
    set { counts[count] = newValue }
  }

  package var resetCount: Int { endings.values.reduce(0, +) }

  mutating func add(_ other: SimulationCounts) {
    counts.merge(other.counts, uniquingKeysWith: +)
    endings.merge(other.endings, uniquingKeysWith: +)
  }

  /// The counts, and how client resets ended.
  public var json: JSONText {
    .object(
      Count.allCases.map { .init($0.rawValue, .integer(self[$0])) } + [
        .init(
          "resets",
          .object(
            ResetEnding.allCases.compactMap { ending in
              endings[ending].map { .init(ending.rawValue, .integer($0)) }
            }))
      ])
  }
}
