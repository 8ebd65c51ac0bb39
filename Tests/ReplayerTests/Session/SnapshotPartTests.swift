import RealmModel
import ReplaySupport
import TestSupport
import Testing

@testable import Replayer
@testable import TraceFormat

/// States that one record of a trace cannot hold.
@Suite struct SnapshotPartTests {
  /// Objects that link to each other, with the numbers that they have.
  private static let snapshot: Snapshot = {
    var listings: [Changeset] = [
      .build {
        $0.addTable("Item", kind: .topLevel, primaryKey: "_id", type: .int, isNullable: false)
        $0.addColumn("Item", "name", type: .string, isNullable: false)
      }
    ]
    for index in 0..<40 {
      listings.append(
        .build {
          $0.createObject("Item", .int(Int64(index)))
          $0.update(
            LocationValue("Item", .int(Int64(index)), "name"),
            to: .string(RealmString("item \(index)")))
        })
    }
    let state = try? RealmState(applying: listings)
    let keys = state.flatMap { StateListing.snapshot(of: $0, role: .local).keys }
    return Snapshot(role: .local, changesets: listings.map { $0.encoded() }, keys: keys)
  }()

  private static let parts = snapshot.parts(sizeMax: 1024)

  private static func events(_ contents: [Event.Content]) -> [Event] {
    Sample.events([.sessionStart(SessionStart(source: .realmFile, name: "n"))] + contents)
  }

  private static func replay(_ snapshots: [Snapshot]) -> Replay {
    var replay = Replay()
    for event in events(snapshots.map { .snapshot($0) }) { replay.observe(event) }
    return replay
  }

  @Test func `a state is one record as long as that can hold it`() {
    #expect(Self.snapshot.parts() == [Self.snapshot])
    #expect(Self.parts.count > 4)
    #expect(Self.parts.map(\.part?.isLast) == Self.parts.indices.map { $0 == Self.parts.count - 1 })
    #expect(Self.parts.flatMap(\.changesets) == Self.snapshot.changesets)
    let sizes = Self.parts.map { part in
      var body: [UInt8] = []
      part.encode(into: &body)
      return body.count
    }
    #expect(sizes.allSatisfy { $0 <= 1024 }, "\(sizes)")
  }

  @Test func `parts are the state, with its numbers`() throws {
    let (whole, parts) = (Self.replay([Self.snapshot]), Self.replay(Self.parts))
    let states = try [whole, parts].map { try $0.state(of: .client, at: nil, session: nil) }
    #expect(states[0].state.canonicalJSON == states[1].state.canonicalJSON)
    #expect(states[1].gaps.isEmpty)
    let keys = states.map { StateListing.snapshot(of: $0.state, role: .local).keys }
    #expect(keys[0] == keys[1] && keys[0] == Self.snapshot.keys)
  }

  @Test(arguments: parts.indices)
  func `without one of its parts a state is not known`(index: Int) throws {
    var parts = Self.parts
    parts.remove(at: index)
    let replay = Self.replay(parts)
    #expect(throws: ReplayFailure.self) { try replay.state(of: .client, at: nil, session: nil) }
  }

  @Test func `a state that begins anew replaces one that was never completed`() throws {
    let replay = Self.replay(Array(Self.parts.dropLast()) + [Self.snapshot])
    let state = try replay.state(of: .client, at: nil, session: nil)
    #expect(state.state.objectCount == 40)
    #expect(state.gaps.contains { $0.fact == .snapshotPart })
  }

  @Test func `parts are records of a type of their own, which older readers keep and skip`() throws
  {
    let event = Self.events([.snapshot(Self.parts[1])])[1]
    let record = Record(event)
    #expect(record.head.type == 10)
    var failure: DecodingFailure?
    #expect(Event(record, failure: &failure) == event && failure == nil)
    for count in record.body.indices {
      var cut = record
      cut.body = Array(record.body.prefix(count))
      failure = nil
      let read = Event(cut, failure: &failure)
      guard case .unknown(let unknown) = read.content else {
        Issue.record("\(count) bytes of the body are read as \(read)")
        continue
      }
      #expect(failure != nil && unknown.bytes == cut.body)
    }
    for position in 0..<record.body.count * 8 {
      var flipped = record
      flipped.body[position / 8] ^= 1 << (position % 8)
      failure = nil
      let read = Event(flipped, failure: &failure)
      if failure == nil { #expect(Record(read).body.count <= flipped.body.count) }
    }
  }
}
