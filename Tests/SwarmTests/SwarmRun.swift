import Analyzer
import Campaigns
import FaultPlans
import RealmModel
import Reports
import Scrubbing
import TestSupport
import TraceCompression
import TraceFormat

@testable import Replayer
@testable import Simulation
@testable import SwarmSupport

/// A world, from its first day until all is quiet, and everything that has to hold of it.
struct SwarmRun {
  private let world: SwarmCase
  private let planted: PlantedFault?
  /// Promises that were broken, each with its number (`docs/simulate.md`, "The swarm").
  private(set) var findings: [String] = []
  private(set) var resetCount = 0
  private(set) var eventCount = 0
  private var random: SeededNumbers

  /// The most events of a run.
  private static let eventCountMax = 100_000

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
    if eventCount > (planted == .noBudget ? 0 : Self.eventCountMax) {
      find(7, "\(eventCount) events")
    }
  }

  private mutating func find(_ promise: Int, _ text: String) {
    findings.append("\(promise): \(text)")
  }

  /// Whether a promise is looked at: all, or the one that a planted fault breaks.
  private func checks(_ promise: Int) -> Bool { planted.map { $0.promise == promise } ?? true }

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
    let server = realm.server.state.canonicalJSON.withComparableSets
    for device in realm.devices where !device.isStuck {
      var state = device.state
      if planted == .deviceLosesObject { state = state.withoutObjects().state }
      if planted == .serverDropsChange, device.number == 1 {
        state = RealmState()
      }
      if !device.unsynced.isEmpty {
        find(1, "device \(device.number) has \(device.unsynced.count) transactions that never sync")
      }
      if state.canonicalJSON.withComparableSets != server {
        find(
          1,
          "device \(device.number) and the server differ: \(difference(state, realm.server.state))")
      }
    }
  }

  private func difference(_ state: RealmState, _ other: RealmState) -> String {
    let (ours, theirs) = (state.canonicalJSON.text(.indented), other.canonicalJSON.text(.indented))
    let pairs = zip(ours.split(separator: "\n"), theirs.split(separator: "\n"))
    return pairs.first { $0 != $1 }.map { "\($0) | \($1)" } ?? "one has more"
  }

  // MARK: A device

  private mutating func check(_ witness: Witness) throws {
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
    guard due.count == witness.resets.count else {
      find(2, "\(due.count) resets in the replay, \(witness.resets.count) at the device")
      return
    }
    for (reset, truth) in zip(due, witness.resets) {
      if checks(2) { checkInside(reset, truth, witness.mode) }
      if checks(4) || checks(5) { checkReports(reset) }
    }
    if checks(3) { try checkWire(witness, due) }
    if checks(6) {
      checkScrubbing(events)
      checkPending(replay, witness)
      if world.seed.isMultiple(of: 8) { try checkMinimized(events, witness) }
    }
  }

  private static func replay(_ events: [Event]) -> Replay {
    var replay = Replay()
    for event in events { replay.observe(event) }
    return replay
  }

  // MARK: 2. What the device did is what the replay says

  private mutating func checkInside(_ reset: DueReset, _ truth: Witness.Reset, _ mode: ResetMode) {
    let versions = { (situation: ResetSituation) in situation.unsynced.map(\.clientVersion) }
    if versions(reset.situation) != versions(truth.situation) {
      find(
        2,
        "unsynced: \(versions(truth.situation)), in the replay \(versions(reset.situation))")
    }
    check(reset, mode, truth.attempted, mode)
    for other in ResetMode.allCases where other != mode {
      check(reset, other, ClientReset.performToEnd(truth.situation, mode: other), mode)
    }
  }

  /// Compares a replay with what the device did, or would have done in another mode than its own.
  private mutating func check(
    _ reset: DueReset, _ mode: ResetMode, _ truth: AttemptedReset, _ own: ResetMode
  ) {
    let outcome = reset.outcome(
      mode: planted == .otherMode ? mode == .manual ? .recover : .manual : mode,
      quirks: planted == .idealRecovery ? .ideal : .realmCore)
    // A device in mode Manual downloads nothing, so what another mode would have met is not in its trace.
    if mode != own, !outcome.gaps.isEmpty { return }
    let (result, attempt) = (truth.result, truth.attempt)
    let name =
      "reset for \(reset.situation.error.code ?? 0) in \(mode.rawValue)"
      + (mode == own ? "" : ", not \(own.rawValue)")
    if outcome.ending != attempt.ending
      || outcome.failure?.failureClass != attempt.failure?.failureClass
    {
      find(
        2,
        "\(name): \(attempt.ending) \(attempt.failure?.message ?? ""), replayed \(outcome.ending) "
          + "\(outcome.failure?.message ?? "")")
      return
    }
    // What depends on Realm's numbers of objects is not claimed.
    guard outcome.gaps.isEmpty else { return }
    if outcome.result.after.canonicalJSON != result.after.canonicalJSON {
      find(2, "\(name): another state: \(difference(outcome.result.after, result.after))")
    }
    let again = (outcome.result.reupload, result.reupload)
    if again.0.count != again.1.count
      || !zip(again.0, again.1).allSatisfy({ $0.hasSameInstructions(as: $1) })
    {
      find(2, "\(name): another re-upload")
    }
  }

  // MARK: 4 and 5. The account, and the forms of a report

  private mutating func checkReports(_ reset: DueReset) {
    let outcomes = ResetMode.allCases.map { reset.outcome(mode: $0) }
    let reports = outcomes.map { Analysis.report(of: $0) }
    for (outcome, report) in zip(outcomes, reports) {
      let count = outcome.situation.unsynced.reduce(0) { $0 + $1.changeset.instructions.count }
      if report.writes.count != (planted == .writeLeftOut ? count + 1 : count) {
        find(4, "\(count) writes, \(report.writes.count) in the report on \(report.mode.rawValue)")
      }
      let ended = Change.Outcome.allCases.reduce(0) { $0 + report.changeCount($1) }
      if ended != report.changes.count {
        find(4, "\(report.changes.count) changes, \(ended) with an outcome")
      }
      for write in report.writes where write.transactionIndex >= outcome.situation.unsynced.count {
        find(4, "a write that nobody made: \(write.address)")
      }
    }
    for report in reports {
      checkForms(ReplayReport(trace: "world", resets: [ModeComparison([report])]))
    }
    let report = ReplayReport(trace: "world", resets: [ModeComparison(reports)])
    var json = report.json.text()
    if planted == .otherNumber {
      json = json.replacing("\"clientVersion\":\"", with: "\"clientVersion\":\"1")
    }
    do {
      let read = try JSONText(parsing: Array(json.utf8))
      let problems = Self.schema?.findings(in: read) ?? ["no schema"]
      if let problem = problems.first { find(5, "not by its schema: \(problem)") }
      let again = try ReplayReport(json: read)
      if again.json != report.json { find(5, "read back, a report is another one") }
      let texts = [report.text(), again.text()]
      if texts[0] != texts[1] {
        let lines = texts.map { $0.split(separator: "\n") }
        let line = zip(lines[0], lines[1]).first { $0 != $1 }
        find(5, "read back, the text is another one: \(line.map { "\($0) | \($1)" } ?? "longer")")
      }
    } catch {
      find(5, "a report that can't be read back: \(error)")
    }
  }

  /// What a report says in numbers of the changes is the same in all its forms.
  private mutating func checkForms(_ report: ReplayReport) {
    let text = report.text()
    let numbers = text.split(separator: "\n").first { $0.hasPrefix("What became of each change: ") }
    guard let numbers else { return }
    if !report.markdown.contains(numbers) { find(5, "not in Markdown: \(numbers)") }
    let html = report.html().replacing("&#39;", with: "'")
    if !html.contains(numbers) { find(5, "not in HTML: \(numbers)") }
  }

  // Nothing changes it, and runs come one after the other or read only.
  nonisolated(unsafe) private static let schema: JSONSchema? = {
    func text(_ name: String) throws -> JSONText {
      try JSONText(parsing: ProjectFiles.bytes("docs/\(name)"))
    }
    guard let root = try? text("report.schema.json"),
      let plans = try? text("fault-plan.schema.json"),
      let facts = try? text("report-facts.schema.json")
    else { return nil }
    return JSONSchema(
      root,
      others: [
        "fault-plan.schema.json": JSONSchema(plans),
        "report-facts.schema.json": JSONSchema(
          facts, others: ["report.schema.json": JSONSchema(root)]),
      ])
  }()

  // MARK: 3. From the wire the same, or not known

  private mutating func checkWire(_ witness: Witness, _ inside: [DueReset]) throws {
    let events = try witness.wireEvents()
    eventCount += events.count
    guard let resets = try? Self.replay(events).resets() else { return }
    for reset in resets {
      // A file that is reset shows on the wire by its download, some time after the error inside.
      guard
        let same = inside.first(where: {
          $0.situation.session.resetTimeMicroseconds
            == reset.situation.session.resetTimeMicroseconds
            && $0.situation.error == reset.situation.error
            // A device in mode Manual downloads into its next file, which only the wire shows.
            && !$0.gaps.contains { $0.fact == .download }
        })
      else { continue }
      for mode in [ResetMode.recover, .discardLocal] {
        let claims = Self.fates(Analysis.report(of: reset.outcome(mode: mode)))
        let truth = Self.fates(Analysis.report(of: same.outcome(mode: mode)))
        // What never crossed the wire may change what becomes of what did, and the report says so.
        guard
          reset.situation.unsynced.count == same.situation.unsynced.count
            || planted == .unknownIsLost
        else { continue }
        for (write, fate) in claims {
          let claimed = planted == .unknownIsLost && fate == .recovered ? Fate.lost : fate
          guard claimed != .unknown, let told = truth[write], told != claimed else { continue }
          find(
            3,
            "\(mode.rawValue), version \(write.version), instruction \(write.instruction): \(claimed) on the wire, \(told) inside"
          )
        }
      }
    }
  }

  private struct Write: Hashable {
    var version: UInt64
    var instruction: Int
  }

  private static func fates(_ report: Report) -> [Write: Fate] {
    Dictionary(
      report.writes.map {
        let version = report.transactions[$0.transactionIndex].clientVersion
        return (Write(version: version, instruction: $0.instructionIndex), $0.fate)
      }, uniquingKeysWith: { first, _ in first })
  }

  // MARK: 6. Cut recordings, and scrubbed ones

  private mutating func checkCuts(_ trace: [UInt8], _ events: [Event]) throws {
    for _ in 0..<3 {
      let cut = Int.random(in: 0..<trace.count, using: &random)
      var left: [Event] = []
      do {
        let reader = try TraceReader(MemorySource(Array(trace[..<cut])))
        while var event = try reader.next() {
          // What is left of the last chunk is doubtful, and what is missing is told.
          if case .loss = event.content { continue }
          event.isSuspect = false
          left.append(event)
        }
        if reader.findings.isEmpty {
          find(6, "cut at \(cut) of \(trace.count) bytes: nothing is said")
        }
      } catch is DecodingFailure {
        continue
      }
      if planted == .recordTwice, let last = left.last { left.append(last) }
      if left != Array(events.prefix(left.count)) {
        find(6, "cut at \(cut) of \(trace.count) bytes: not a beginning")
      }
    }
  }

  private mutating func checkScrubbing(_ events: [Event]) {
    do {
      var survey = ScrubSurvey()
      for event in events { try survey.observe(event) }
      var scrubber = Scrubber(
        try ScrubKey((0..<32).map { UInt8($0) &* 7 &+ 1 }), ScrubOptions(), after: survey)
      let replay = Self.replay(events)
      scrubber.learnDigests(from: replay)
      let scrubbed = events.map { scrubber.scrubbed($0) }
      let shown = planted == .stringNotScrubbed ? events : scrubbed
      let other = Self.replay(scrubbed)
      let agreement = VerdictCheck.compare(replay, with: other, by: scrubber)
      if !agreement.isSame, ![replay, other].contains(where: Self.leavesOutRemovals) {
        let first = agreement.differences.first.map { "\($0.aspect): \($0.before) | \($0.after)" }
        find(6, "scrubbed, \(first ?? "another verdict")")
      }
      let words = ["valve", "checked", "second", "panel"].map { Array($0.utf8) }
      let bytes = shown.flatMap(Self.commitBytes)
      for word in words where bytes.firstRange(of: word) != nil {
        find(6, "scrubbed, the trace still has `\(String(decoding: word, as: UTF8.self))`")
        break
      }
    } catch {
      find(6, "can't be scrubbed: \(error)")
    }
  }

  // MARK: 6. What was unsynced, and a failure made small

  private mutating func checkPending(_ replay: Replay, _ witness: Witness) {
    let truths = witness.resets.map(\.situation).filter { !$0.unsynced.isEmpty }
    let moments = ((try? replay.unsyncedData().all) ?? []).filter {
      $0.kind == .reset && !$0.transactions.isEmpty
    }
    guard moments.count == truths.count else {
      find(6, "something was unsynced at \(truths.count) resets, pending at \(moments.count)")
      return
    }
    for (moment, truth) in zip(moments, truths) {
      let count = truth.unsynced.reduce(0) { $0 + $1.changeset.instructions.count }
      let pending = PendingChanges(moment).writes.count - (planted == .pendingForgets ? 1 : 0)
      if pending != count { find(6, "\(count) writes were unsynced, \(pending) pending") }
      if let device = moment.device, device.canonicalJSON != truth.local.canonicalJSON {
        find(6, "pending, another state: \(difference(device, truth.local))")
      }
    }
  }

  private mutating func checkMinimized(_ events: [Event], _ witness: Witness) throws {
    let fails = { (events: [Event]) in
      let resets = (try? Self.replay(events).resets()) ?? []
      return resets.contains { $0.outcome(mode: witness.mode).ending == .failed }
    }
    guard fails(events) else { return }
    let found = TraceMinimizer.minimize(.init(events: events), candidateCountMax: 40) {
      fails($0.events)
    }
    let sink = MemorySink()
    let writer = try TraceWriter(to: sink, header: TraceHeader(), codec: StoredFrames())
    for event in found?.smallest.events ?? [] { try writer.append(event) }
    try writer.finish()
    if try !fails(Witness.events(sink.bytes)) { find(6, "minimized, no reset fails") }
  }

  /// Whether a merge has left out the removal of a set's element: a defect of Realm Core's takes texts of one size at one
  /// place for the same, and scrubbing keeps no sizes (`docs/sharing.md`).
  private static func leavesOutRemovals(_ replay: Replay) -> Bool {
    let merges = (try? replay.merges())?.all.flatMap(\.merges) ?? []
    return merges.contains { $0.mergedAway.contains { $0.rule == .setErases } }
  }

  private static func commitBytes(_ event: Event) -> [UInt8] {
    switch event.content {
    case .localCommit(let commit): commit.changeset
    case .serverCommit(let commit): commit.changeset
    case .snapshot(let snapshot): snapshot.changesets.flatMap { $0 }
    default: []
    }
  }
}

extension JSONText {
  /// A set of links is in the order of Realm's numbers of objects, which differ between files. And of two removals of
  /// texts or bytes from one set a merge of Realm Core's may drop the wrong one, on the server or on a device
  /// (`docs/merge.md`), so these are not compared.
  fileprivate var withComparableSets: JSONText {
    switch self {
    case .array(let elements): .array(elements.map(\.withComparableSets))
    case .object(let members):
      .object(
        members.map { member in
          guard member.isNamed("$set"), case .array(let elements) = member.value else {
            return Member(member.name, member.value.withComparableSets)
          }
          let comparable = elements.filter { !$0.isBytes }
          return Member(member.name, .array(comparable.sorted { $0.text() < $1.text() }))
        })
    default: self
    }
  }

  private var isBytes: Bool {
    switch self {
    case .string: true
    case .object(let members): members.contains { $0.isNamed("$binary") }
    default: false
    }
  }
}
