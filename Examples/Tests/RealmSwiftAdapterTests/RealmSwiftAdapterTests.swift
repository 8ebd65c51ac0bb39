import RealmSwiftAdapter
import Recorder
import Testing
import TraceFormat

/// Stands for a class of RealmSwift.
private struct Inspection: RecordedObject {
  var id: Int
  var status = "open"
  var notes: [String] = []
  var tags: [String] = []
  var names: [String: String] = [:]

  var recordedKey: Value { id.recorded }
  var recordedProperties: [String: Value] {
    [
      "status": status.recorded, "notes": notes.recorded, "names": names.recorded,
      "tags": .set(tags.map(\.recorded)),
    ]
  }
}

private final class BytesOfTrace: ByteSink, @unchecked Sendable {
  // One thread writes, and the test reads when that has ended.
  var bytes: [UInt8] = []
  func write(_ bytes: [UInt8]) { self.bytes += bytes }
  func synchronize() {}
}

/// From what the SDK notifies the app of to what is recorded.
@Suite struct RealmSwiftAdapterTests {
  /// What is recorded of changes to a collection of these objects, as instructions.
  private func record(
    _ objects: [Inspection],
    _ body: (inout RealmSwiftAdapter<Inspection>, LiveSession) -> Void
  ) throws -> [[String]] {
    let sink = BytesOfTrace()
    var options = RecordingOptions(clock: RecordingClock { 1 })
    options.onMisuse = { Issue.record("\($0)") }
    let recorder = try SyncSessionRecorder(options: options) { sink }
    let schema = try RealmSchema(
      parsing: Array(
        """
        {"schema": 1, "classes": {"Inspection": {"primaryKey": "_id", "properties": {
          "_id": "int", "status": "string", "notes": "string[]", "tags": "string<>",
          "names": "string{}"}}}}
        """.utf8))
    let session = recorder.session(name: "inspections", mode: .recover, schema: schema)
    var adapter = RealmSwiftAdapter<Inspection>(session, className: "Inspection")
    adapter.begin(objects)
    body(&adapter, session)
    try recorder.finish()
    let reader = try TraceReader(MemorySource(sink.bytes), codec: StoredFrames())
    var changesets: [[String]] = []
    while let event = try reader.next() {
      guard case .localCommit(let commit) = event.content else { continue }
      let changeset = try Changeset(decoding: commit.changeset)
      changesets.append(changeset.instructions.map { changeset.text(of: $0) })
    }
    return changesets
  }

  @Test func `Insertions, deletions and modifications become one transaction`() throws {
    let old = [Inspection(id: 1), Inspection(id: 2), Inspection(id: 3)]
    let new = [
      Inspection(id: 4, notes: ["new"]), Inspection(id: 1), Inspection(id: 3, status: "done"),
    ]
    let changesets = try record(old) { adapter, _ in
      adapter.update(new, deletions: [1], insertions: [0], modifications: [2], isOwn: true)
    }
    #expect(changesets.count == 1)
    let text = try #require(changesets.first)
    #expect(text.first?.hasPrefix("EraseObject") == true)
    #expect(text.contains { $0.hasPrefix("CreateObject") })
    #expect(text.contains { $0.hasPrefix("ArrayInsert") && $0.contains("new") })
    #expect(text.last?.contains("done") == true)
  }

  @Test func `An object that moved is not deleted`() throws {
    let old = [Inspection(id: 1), Inspection(id: 2)]
    let changesets = try record(old) { adapter, _ in
      adapter.update(
        [old[1], old[0]], deletions: [0], insertions: [1], modifications: [], isOwn: true)
    }
    #expect(changesets.isEmpty)
  }

  @Test func `What sync has downloaded is not the app's, and is known afterwards`() throws {
    let changesets = try record([Inspection(id: 1)]) { adapter, _ in
      adapter.update(
        [Inspection(id: 1, status: "theirs")], deletions: [], insertions: [], modifications: [0],
        isOwn: false)
      adapter.update(
        [Inspection(id: 1, status: "theirs", tags: ["mine"])], deletions: [], insertions: [],
        modifications: [0], isOwn: true)
    }
    #expect(changesets.count == 1 && changesets[0].count == 1)
    #expect(changesets[0][0].hasPrefix("SetInsert"))
  }

  @Test func `Of collections only what changed is recorded`() throws {
    let old = Inspection(
      id: 1, notes: ["a", "b", "c", "d"], tags: ["x", "y"], names: ["k": "1", "l": "2"])
    let new = Inspection(
      id: 1, notes: ["a", "B", "d"], tags: ["y", "z"], names: ["k": "1", "m": "3"])
    let changesets = try record([old]) { adapter, _ in
      adapter.update([new], deletions: [], insertions: [], modifications: [0], isOwn: true)
    }
    let kinds = changesets.flatMap { $0 }.map { $0.prefix { $0.isLetter } }
    #expect(
      kinds.sorted() == [
        "ArrayErase", "ArrayErase", "ArrayInsert", "SetErase", "SetInsert", "Update", "Update",
      ])
  }

  @Test func `The objects that are known make a state`() throws {
    let sink = BytesOfTrace()
    let recorder = try SyncSessionRecorder { sink }
    var adapter = RealmSwiftAdapter<Inspection>(
      recorder.session(name: "a"), className: "Inspection")
    adapter.begin([Inspection(id: 1), Inspection(id: 2)])
    var calls = 0
    recorder.session(name: "b").state(.base) { transaction in
      adapter.createAll(&transaction)
      calls += 1
    }
    #expect(calls == 1)
    try recorder.finish()
  }
}
