import RealmModel
import Recorder
import ReplaySupport
import TestSupport
import Testing
import TraceCompression
import TraceFormat

@testable import Replayer

/// A session that an app records by what it does to objects replays like one that it records by changesets.
@Suite struct CommitReplayTests {
  @Test(arguments: TestSeed.seeds(40))
  func `Transactions recorded by calls replay like those recorded by changesets`(seed: UInt64)
    throws
  {
    let session = try RandomSession(seed: seed, .quiet)
    var callCount = 0
    let byCalls = try Self.replay(session) { live, schema, changeset, version in
      // A transaction without a call is none.
      guard !changeset.instructions.isEmpty, let calls = ChangesetCalls(changeset, schema) else {
        return live.localCommit(clientVersion: version, changeset: changeset.encoded())
      }
      callCount += 1
      #expect(live.commit { calls.write(&$0) } == version)
    }
    let byChangesets = try Self.replay(session) { live, _, changeset, version in
      live.localCommit(clientVersion: version, changeset: changeset.encoded())
    }
    #expect(
      callCount > 0
        || session.unsynced.allSatisfy { ChangesetCalls($0, session.local.schema) == nil })
    for mode in ResetMode.allCases {
      let outcomes = try [byCalls, byChangesets].map { try $0.outcomes(mode: mode) }
      let states = outcomes.map { $0.map { $0.result.after.canonicalJSON.text() } }
      #expect(!states[0].isEmpty)
      #expect(states[0] == states[1], "\(mode), seed \(seed), \(TestSeed.hint)")
      let rulings = outcomes.map { $0.map { "\($0.result.rulings)" } }
      #expect(rulings[0] == rulings[1], "\(mode), seed \(seed), \(TestSeed.hint)")
    }
  }

  /// What a session replays as whose transactions `write` records.
  private static func replay(
    _ session: RandomSession,
    _ write: (LiveSession, RealmSchema, Changeset, UInt64) throws -> Void
  ) throws -> Replay {
    let sink = BytesOfTrace()
    var options = RecordingOptions(clock: RecordingClock { 1_700_000_000_000_000 })
    options.onMisuse = { Issue.record("\($0)") }
    let recorder = try SyncSessionRecorder(options: options) { sink }
    let schema = session.local.schema
    let live = recorder.session(name: "random", mode: .recover, schema: schema)
    live.event(
      .snapshot(StateListing.snapshot(of: session.base, role: .base)), size: 0)
    for (index, changeset) in session.unsynced.enumerated() {
      try write(live, schema, changeset, UInt64(index) + 2)
    }
    live.willReset()
    live.event(
      .snapshot(StateListing.snapshot(of: session.fresh, role: .fresh)), size: 0)
    live.didReset(recovered: true)
    try recorder.finish()
    return try Replay(reading: TraceReader(MemorySource(sink.bytes.withLock { $0 })))
  }
}

private final class BytesOfTrace: ByteSink, Sendable {
  let bytes = Lock<[UInt8]>([])

  func write(_ bytes: [UInt8]) { self.bytes.withLock { $0 += bytes } }
  func synchronize() {}
}

/// The calls by which an app would say what a changeset says.
private struct ChangesetCalls {
  private let changeset: Changeset
  private let schema: RealmSchema

  /// Nil where no call says it: for changes of the schema, and where a collection inside of a Mixed value is
  /// emptied, which an app does by setting a new one.
  init?(_ changeset: Changeset, _ schema: RealmSchema) {
    (self.changeset, self.schema) = (changeset, schema)
    for instruction in changeset.instructions {
      switch instruction {
      case .addTable, .eraseTable, .addColumn, .eraseColumn: return nil
      case .clear(let clear):
        guard place(clear.location).path.isEmpty,
          schema[changeset.string(clear.location.table)]?
            .property(changeset.string(clear.location.field))?.collection == clear.collection
        else { return nil }
      default: break
      }
    }
  }

  private func place(_ location: Location) -> LocationValue { changeset.value(location) }

  private func change(
    _ location: Location, _ change: LiveTransaction.Change, _ calls: inout LiveTransaction
  ) {
    let place = place(location)
    calls.change(place.table, place.object, place.field, at: place.path, change)
  }

  /// Changes the list of an element.
  private func element(
    _ location: Location, _ calls: inout LiveTransaction,
    _ change: (Int) -> LiveTransaction.Change
  ) {
    var place = place(location)
    guard case .index(let index)? = place.path.popLast() else { return }
    calls.change(place.table, place.object, place.field, at: place.path, change(Int(index)))
  }

  /// The value as an app has it: of a collection or an embedded object, an empty one.
  private func value(_ payload: Payload, at place: LocationValue) -> Value {
    switch changeset.value(payload) {
    case .value(let value): value
    case .list: .list([])
    case .set: .set([])
    case .dictionary: .dictionary([])
    case .erased: .null
    case .objectValue:
      .embedded(Value.EmbeddedObject(className: embeddedClass(at: place), properties: []))
    }
  }

  private func embeddedClass(at place: LocationValue) -> RealmString {
    var property = schema[place.table]?.property(place.field)
    for case .key(let name) in place.path where property?.collection != .dictionary {
      property = property?.target.flatMap { schema[$0]?.property(name) }
    }
    return property?.target ?? .empty
  }

  func write(_ calls: inout LiveTransaction) {
    for instruction in changeset.instructions { write(instruction, &calls) }
  }

  private func write(_ instruction: Instruction, _ calls: inout LiveTransaction) {
    switch instruction {
    case .createObject(let create):
      calls.create(
        changeset.string(create.table), changeset.value(create.object))
    case .eraseObject(let erase):
      calls.delete(changeset.string(erase.table), changeset.value(erase.object))
    case .update(let update):
      let value = value(update.value, at: place(update.location))
      switch (update.value, update.tail) {
      case (.erased, _): change(update.location, .removeEntry, &calls)
      case (_, .priorSize(let size)):
        element(update.location, &calls) { .replace(value, at: $0, count: Int(size)) }
      default: change(update.location, .set(value), &calls)
      }
    case .addInteger(let add): change(add.location, .increment(add.value), &calls)
    case .arrayInsert(let insert):
      let value = value(insert.value, at: place(insert.location))
      element(insert.location, &calls) { .insert(value, at: $0, count: Int(insert.priorSize)) }
    case .arrayMove(let move):
      element(move.location, &calls) {
        .move(from: $0, to: Int(move.destination), count: Int(move.priorSize))
      }
    case .arrayErase(let erase):
      element(erase.location, &calls) { .remove(at: $0, count: Int(erase.priorSize)) }
    case .setInsert(let insert):
      let value = value(insert.value, at: place(insert.location))
      change(insert.location, .insertMember(value), &calls)
    case .setErase(let erase):
      let value = value(erase.value, at: place(erase.location))
      change(erase.location, .removeMember(value), &calls)
    case .clear(let clear):
      switch clear.collection {
      case .list: change(clear.location, .set(.list([])), &calls)
      case .set: change(clear.location, .set(.set([])), &calls)
      default: change(clear.location, .set(.dictionary([])), &calls)
      }
    case .addTable, .eraseTable, .addColumn, .eraseColumn: break
    }
  }
}
