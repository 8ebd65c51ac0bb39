import RealmFileSupport
import RealmModel
import TestSupport
import Testing
import TraceCompression
import TraceFormat

@testable import RealmFile

/// Files that the tests write themselves.
@Suite struct WrittenFileTests {
  @Test
  func `a generated file is sound, and the same each time`() throws {
    let changesets = try RealmFileVector.all()[0].open().history()
      .map { history in
        var inflater = ZlibInflater()
        return history.unsyncedChanges(inflatedBy: &inflater).changes.map(\.commit.changeset)
      }
    let (bytes, count) = try generated(changesets ?? [])
    #expect(try generated(changesets ?? []).bytes == bytes)
    let file = try OpenRealmFile(MemorySource(bytes))
    var inflater = ZlibInflater()
    let inspection = file.inspection(inflatedBy: &inflater)
    #expect(inspection.problems.isEmpty)
    #expect(inspection.tables.map(\.objectCount) == [UInt64(count), 1000])
    #expect(inspection.unsynced.changes.map(\.commit.changeset) == changesets)
    let state = try file.state()
    #expect(file.damage.failures.isEmpty)
    #expect(state.table(named: "Inspection")?.objectCount == count)
  }

  private func generated(_ changesets: [[UInt8]]) throws -> (bytes: [UInt8], count: Int) {
    let sink = MemorySink()
    let count = try GeneratedRealmFile(sizeBytes: 1 << 20, changesets: changesets)
      .write { sink.write($0) }
    return (sink.bytes, count)
  }

  @Test
  func `a state that is written as a file is read back with its keys`() throws {
    var count = 0
    for vector in try RealmFileVector.all() {
      let state = try vector.open().state()
      guard let bytes = try? StateFile.bytes(of: state) else { continue }
      let read = try OpenRealmFile(MemorySource(bytes)).state()
      #expect(read.canonicalJSON == state.canonicalJSON, "\(vector)")
      count += 1
    }
    #expect(count > 5)
    print("WRITTEN", count)
  }
}
