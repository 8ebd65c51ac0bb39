import RealmModel
import TestSupport
import TraceFormat

@testable import Replayer
@testable import Simulation
@testable import SwarmSupport

/// A world, from its first day until all is quiet, and everything that has to hold of it.
struct SwarmRun {
  let world: SwarmCase
  let planted: PlantedFault?
  /// Promises that were broken, each with its number (`docs/simulate.md`, "The swarm").
  private(set) var findings: [String] = []
  private(set) var resetCount = 0
  var eventCount = 0
  var random: SeededNumbers

  /// The most events of a run, objects in it, and bytes of its recordings.
  private static let (eventCountMax, objectCountMax, byteCountMax) = (100_000, 20_000, 50_000_000)

  init(_ world: SwarmCase, planted: PlantedFault? = nil) throws {
    self.world = world
    self.planted = planted
    random = SeededNumbers(seed: world.seed ^ 0x5EED)
    let begun = try world.begun()
    var realm = begun.realm
    try realm.run()
    try settle(&realm)
    try realm.finish()
    for witness in begun.witnesses { try check(witness) }
    let objects = realm.devices.reduce(realm.server.state.objectCount) { $0 + $1.state.objectCount }
    let bytes = begun.witnesses.reduce(0) {
      $0 + $1.insideSink.bytes.count + $1.wireSink.bytes.count
    }
    for (count, limit, name) in [
      (eventCount, Self.eventCountMax, "events"), (objects, Self.objectCountMax, "objects"),
      (bytes, Self.byteCountMax, "bytes"),
    ] where count > (planted == .noBudget ? 0 : limit) { find(7, "\(count) \(name)") }
  }

  mutating func find(_ promise: Int, _ text: String) {
    findings.append("\(promise): \(text)")
  }

  /// Whether a promise is looked at: all, or the one that a planted fault breaks.
  func checks(_ promise: Int) -> Bool { planted.map { $0.promise == promise } ?? true }

  // MARK: 1. Devices and server are equal once all is quiet

  private mutating func settle(_ realm: inout RealmWorld) throws {
    let time = Int64(world.dayCount + 1) * 86_400_000
    // Answers may be lost again and again, but not forever.
    for _ in 0..<200 {
      let version = realm.server.version
      for index in realm.devices.indices where !realm.devices[index].isOnline {
        try realm.turn(index, at: time)
      }
      try realm.sync(at: time)
      let isQuiet = realm.devices.allSatisfy { $0.isOnline && $0.unsynced.isEmpty }
      if isQuiet, version == realm.server.version { break }
    }
    guard world.promisesEqualStates else { return }
    let moved = Self.movedLists(of: realm.server)
    let server = realm.server.state.canonicalJSON.comparable(but: moved)
    for device in realm.devices where !device.isStuck {
      var state = device.state
      if planted == .deviceLosesObject { state = state.withoutObjects().state }
      if planted == .serverDropsChange, device.number == 1 {
        state = RealmState()
      }
      if !device.unsynced.isEmpty {
        find(1, "device \(device.number) has \(device.unsynced.count) transactions that never sync")
      }
      if state.canonicalJSON.comparable(but: moved) != server {
        find(
          1,
          "device \(device.number) and the server differ: \(difference(state, realm.server.state))")
      }
    }
  }

  /// The properties in whose lists elements were moved; nil where the server does not keep the changes that would say.
  private static func movedLists(of server: SimulatedServer) -> Set<String>? {
    guard server.firstVersion == 0 else { return nil }
    var names: Set<String> = []
    for changeset in server.changes.map(\.changeset) {
      for case .arrayMove(let move) in changeset.instructions {
        names.insert(changeset.string(move.location.field).readableText)
      }
    }
    return names
  }

  func difference(_ state: RealmState, _ other: RealmState) -> String {
    let (ours, theirs) = (state.canonicalJSON.text(.indented), other.canonicalJSON.text(.indented))
    let pairs = zip(ours.split(separator: "\n"), theirs.split(separator: "\n"))
    return pairs.first { $0 != $1 }.map { "\($0) | \($1)" } ?? "one has more"
  }

  // MARK: A device

  mutating func check(_ witness: Witness) throws {
    var events = try witness.insideEvents()
    eventCount += events.count
    resetCount += witness.resets.count
    if planted == .transactionNotRecorded,
      let last = events.lastIndex(where: { $0.kind == .localCommit })
    {
      events.remove(at: last)
    }
    let replay = Self.replay(events)
    if checks(6) { try checkCuts(witness.insideSink.bytes, events) }
    guard !witness.resets.isEmpty else { return }
    let due: [DueReset]
    do throws(ReplayFailure) { due = try replay.resets() } catch {
      find(2, "the recording from inside can't be replayed: \(error)")
      return
    }
    let unanswered = Set((try? replay.resetsAndEnds())?.unanswered.map(\.session) ?? [])
    let shown = witness.resets.filter { !unanswered.contains($0.session) }
    guard due.map(\.situation.session.session) == shown.map(\.session) else {
      find(2, "\(due.count) resets in the replay, \(shown.count) at the device")
      return
    }
    for (reset, truth) in zip(due, shown) {
      if checks(2) { checkInside(reset, truth, witness.mode) }
      if checks(4) || checks(5) { checkReports(reset, truth) }
    }
    if checks(2) { checkTroubles(replay, shown, witness.mode) }
    if checks(3) {
      try checkWire(witness, due)
      try checkFiles(witness)
    }
    if checks(6) {
      checkScrubbing(events)
      checkPending(replay, witness)
      if world.seed.isMultiple(of: 8) { try checkMinimized(events, witness) }
    }
  }

  static func replay(_ events: [Event]) -> Replay {
    var replay = Replay()
    for event in events { replay.observe(event) }
    return replay
  }
}

extension JSONText {
  /// A set of links is in the order of Realm's numbers of objects, which differ between files. And of two removals of
  /// texts, bytes or links by text from one set a merge of Realm Core's may drop the wrong one, on the server or on a
  /// device (`docs/merge.md`), so these are not compared. Nor are objects in a list that somebody has moved elements of: a merge
  /// may take an edit inside of one for one of another's (`docs/merge.md`, `movesFollowWhatIsInside`).
  fileprivate func comparable(but moved: Set<String>?) -> JSONText {
    switch self {
    case .array(let elements): .array(elements.map { $0.comparable(but: moved) })
    case .object(let members):
      .object(
        members.map { member in
          guard case .array(let elements) = member.value else {
            return Member(member.name, member.value.comparable(but: moved))
          }
          if elements.contains(where: \.isEmbedded), moved?.contains(where: member.isNamed) ?? true
          {
            return Member(member.name, .integer(elements.count))
          }
          guard member.isNamed("$set") else {
            return Member(member.name, member.value.comparable(but: moved))
          }
          let comparable = elements.filter { !$0.isBytes }
          return Member(member.name, .array(comparable.sorted { $0.text() < $1.text() }))
        })
    default: self
    }
  }

  private var isEmbedded: Bool { member("$embedded") != nil }

  /// Whether it is text or bytes, or a link to an object whose key is text.
  private var isBytes: Bool {
    if case .string = self { return true }
    guard case .array(let link)? = member("$link") else { return member("$binary") != nil }
    if case .string? = link.last { return true }
    return false
  }
}
