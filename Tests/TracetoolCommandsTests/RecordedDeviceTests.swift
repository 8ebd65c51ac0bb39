import Analyzer
import FaultPlans
import Importers
import RealmFile
import RealmFileSupport
import RealmModel
import TestSupport
import Testing
import TraceFormat

@testable import Replayer
@testable import TracetoolCommands

/// Resets of Realm Core's, as the file of a device and a recording of its sessions.
///
/// No recording has its files. So the states of recorded resets are written as a file and as messages.
@Suite(.slow) struct RecordedDeviceTests {
  private static let files = [
    "reset-fuzz.ndjson.zst", "reset-lists.ndjson.zst", "reset-links.ndjson.zst",
    "demo/field-inspections.ndjson.zst",
  ]
  private static let perFile = 30

  @Test(arguments: files)
  func `fates know their base, and the device ends as Realm Core's did`(file: String) throws {
    var (count, otherAlone) = (0, 0)
    for line in try Vectors.lines(of: file).prefix(Self.perFile) {
      let vector = try ResetVector(parsing: Array(line))
      guard vector.action == .clientReset, vector.pendingReset == nil, !vector.unsynced.isEmpty,
        let device = RecordedDevice(vector), let before = try? device.before()
      else { continue }
      count += 1
      let known = try Self.outcome(of: Self.events(of: vector), vector.mode)
      let joined = try Self.outcome(of: Self.joined(device, before), vector.mode)
      #expect(joined.ending == known.ending, "\(vector.name)")
      if let text = vector.expectation.stateText, joined.attempts.count == 1 {
        let difference = CanonicalDifference.first(
          of: joined.result.after.canonicalJSON, against: try JSONText(parsing: text))
        #expect(difference == nil, "\(vector.name)")
      }
      let (own, right) = (Analysis.report(of: joined), Analysis.report(of: known))
      #expect(own.writes.map(\.fate) == right.writes.map(\.fate), "\(vector.name)")
      #expect(own.changes.map(\.outcome) == right.changes.map(\.outcome), "\(vector.name)")
      #expect(own.comparison?.differences.isEmpty != false, "\(vector.name)")
      let alone = try Self.outcome(of: Self.alone(device, before), vector.mode)
      otherAlone += zip(Analysis.report(of: alone).writes, right.writes).count {
        $0.fate != $1.fate || $0.observed.before != $1.observed.before
      }
    }
    #expect(count > 0 && otherAlone > 0, "\(count) pairs, \(otherAlone) writes")
  }

  /// A reset as it is replayed; the server's own changes since the last sync are not on the wire before it.
  private static func outcome(of events: [Event], _ mode: ResetMode) throws -> Outcome {
    var replay = Replay()
    for event in events { replay.observe(event) }
    var reset = try #require(try replay.resets().first)
    if reset.timeline.start?.source == .vector {
      reset.forgetRecording()
      reset.situation.replaceError(.badClientFile)
      reset.situation.replaceServerChanges(nil)
      reset.situation.showsChangesSinceRestore = false
    }
    return reset.outcome(mode: mode)
  }

  private static func events(of vector: ResetVector) -> [Event] {
    VectorImporter.events(of: vector)
  }

  private static func joined(_ device: RecordedDevice, _ before: [UInt8]) throws -> [Event] {
    var importer = CaptureImporter()
    var recording = Replay()
    for line in try device.capture().split(separator: UInt8(ascii: "\n")) {
      importer.importLine(Array(line)) { recording.observe($0) }
    }
    let file = try RealmFileImporter.trace(of: OpenRealmFile(MemorySource(before)), name: "before")
    let session = try recording.session(of: DeviceFile(file))
    #expect(session.hasBase && session.gaps.isEmpty, "\(session.gaps)")
    return session.events
  }

  /// The two files without a recording.
  private static func alone(_ device: RecordedDevice, _ before: [UInt8]) throws -> [Event] {
    let fresh = try OpenRealmFile(MemorySource(device.fresh())).state()
    var events = try RealmFileImporter.events(of: MemorySource(before), name: "before")
    for content in [
      Event.Content.syncError(.badClientFile),
      .snapshot(StateListing.snapshot(of: fresh, role: .fresh)),
    ] {
      events.append(
        Event(sequence: UInt64(events.count), timeMicroseconds: 0, session: 1, content: content))
    }
    return events
  }
}
