import Importers
import RealmModel
import TestSupport
import Testing
import TraceFormat

@testable import Replayer

/// What transactions record is what recovery uploads, so it must do again what was done.
@Suite(.slow) struct RecordingTests {
  static let files = ["reset-core.ndjson.zst", "reset-links.ndjson.zst", "reset-lists.ndjson.zst"]

  /// Files whose vectors know what client and server last shared.
  static let sessions = ["reset-links.ndjson.zst", "reset-lists.ndjson.zst"]

  @Test(arguments: sessions)
  func `what applying unsynced changes records has the same effect`(file: String) throws {
    var known: Set<[[UInt8]]> = []
    for line in try Vectors.lines(of: file) {
      let vector = try ResetVector(parsing: Array(line))
      guard let base = vector.base, known.insert(base).inserted else { continue }
      let before = try RealmState(applying: RecordedReset.decode(base))
      var applier = ChangesetApplier(before)
      applier.transaction.startRecording()
      var again = before
      for changeset in try RecordedReset.decode(vector.unsynced.map(\.changeset)) {
        try applier.apply(changeset)
        try again.apply(applier.transaction.takeRecorded())
      }
      let difference = CanonicalDifference.first(
        of: again.canonicalJSON, against: applier.state.canonicalJSON)
      #expect(difference == nil, "\(vector.name): \(String(describing: difference))")
    }
    #expect(known.count > 5)
  }

  @Test(arguments: files)
  func `what a transfer records turns the local state into the fresh one`(file: String) throws {
    var known: Set<[[UInt8]]> = []
    var count = 0
    for line in try Vectors.lines(of: file) {
      let recorded = try RecordedReset(line)
      guard known.insert(recorded.vector.base ?? recorded.vector.local).inserted else { continue }
      var local = try recorded.local()
      var transfer = StateTransfer(from: try recorded.fresh(), to: local)
      transfer.copier.destination.startRecording()
      guard (try? transfer.run()) != nil else { continue }
      let done = transfer.copier.destination.takeRecorded()
      try local.apply(Changeset(decoding: done.encoded()))
      let difference = CanonicalDifference.first(
        of: local.canonicalJSON, against: transfer.copier.destination.state.canonicalJSON)
      #expect(difference == nil, "\(recorded.vector.name): \(String(describing: difference))")
      count += 1
    }
    #expect(count > 5)
  }
}
