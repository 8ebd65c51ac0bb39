import Importers
import RealmModel
import TestSupport
import Testing
import TraceFormat

@testable import Replayer

@Suite(.slow) struct BuildingChangesetTests {
  @Test(arguments: Vectors.resetFiles)
  func `a recorded state is built again by the changeset made of it`(file: String) throws {
    var count = 0
    for line in try Vectors.lines(of: file).prefix(150) {
      let reset = try RecordedReset(line)
      let state = try reset.fresh()
      guard let changeset = try? state.buildingChangeset() else {
        // Realm's own state transfer does not know what to do with objects without a primary key.
        #expect(state.classes.contains { $0.kind != .embedded && $0.primaryKey == nil })
        continue
      }
      let decoded = try Changeset(decoding: changeset.encoded())
      let difference = CanonicalDifference.first(
        of: try RealmState(applying: [decoded]).canonicalJSON, against: state.canonicalJSON)
      #expect(difference == nil, "\(reset.vector.name): \(String(describing: difference))")
      count += 1
    }
    #expect(count > 0)
  }
}
