import RealmModel
import TestSupport
import TraceFormat

@testable import Replayer

/// Two clients of one state that change the same few things without knowing of each other.
///
/// Only what a merge is meant to bring together (`docs/merge.md`, "Convergence"): objects, values with
/// additions and defaults, dictionaries of values, sets, flat lists with moves, embedded lists without.
struct RandomHistories {
  static let schema = Changeset.build {
    $0.addTable("C", primaryKey: "_id", type: .int)
    $0.addEmbeddedTable("E")
    for name in ["count", "number"] as [RealmString] { $0.addColumn("C", name, type: .int) }
    $0.addColumn("C", "text", type: .string, isNullable: true)
    $0.addColumn("C", "list", type: .int, collection: .list)
    $0.addColumn("C", "set", type: .int, collection: .set)
    $0.addColumn("C", "map", type: .int, collection: .dictionary)
    $0.addColumn("E", "x", type: .int)
    $0.addLinkColumn("C", "parts", target: "E", collection: .list)
  }

  let base: RealmState
  let changes: ConcurrentChanges

  init(seed: UInt64, transactionCount: Int = 3) throws {
    var random = SeededNumbers(seed: seed)
    var writer = try HistoryWriter(RealmState(applying: [Self.schema]), random)
    for key in 0..<3 { writer.create(Int64(key)) }
    _ = writer.transaction(12)
    (base, random) = (writer.state, writer.random)
    var sides: [[HistoryEntry]] = []
    for ident in [2, 3] as [UInt64] {
      var writer = HistoryWriter(base, random)
      sides.append(writer.history(transactionCount, ident))
      random = writer.random
    }
    changes = ConcurrentChanges(localFileIdent: 2, ours: sides[0], theirs: sides[1])
  }
}

/// Writes transactions that fit the state they are written in.
private struct HistoryWriter {
  var state: RealmState
  var random: SeededNumbers

  init(_ state: RealmState, _ random: SeededNumbers) { (self.state, self.random) = (state, random) }

  mutating func history(_ count: Int, _ ident: UInt64) -> [HistoryEntry] {
    (0..<count).map { index in
      // A small range, so that files decide as well; and clocks that go wrong.
      let time = UInt64(1000 + number(4))
      return HistoryEntry(
        position: HistoryPosition(
          version: UInt64(index + 5), lastIntegratedRemoteVersion: 4, originTimestamp: time,
          originFileIdent: ident), changeset: transaction(number(9)))
    }
  }

  mutating func transaction(_ count: Int) -> Changeset {
    var builder = ChangesetBuilder()
    for _ in 0..<count { change(&builder) }
    return builder.changeset
  }

  mutating func create(_ key: Int64) {
    var builder = ChangesetBuilder()
    attempt(&builder) { $0.createObject("C", .int(key)) }
  }

  private mutating func number(_ below: Int) -> Int { Int(random.next() % UInt64(below)) }

  /// Keeps what applies.
  private mutating func attempt(
    _ builder: inout ChangesetBuilder, _ body: (inout ChangesetBuilder) -> Void
  ) {
    let changeset = Changeset.build(body)
    var trial = state
    guard (try? trial.apply(changeset)) != nil else { return }
    state = trial
    body(&builder)
  }

  private mutating func change(_ builder: inout ChangesetBuilder) {
    let object = PrimaryKeyValue.int(Int64(number(4)))
    let place = { (property: RealmString, path: [PathStep]) in
      LocationValue("C", object, property, path)
    }
    let value = Int64(number(5))
    switch number(12) {
    case 0: attempt(&builder) { $0.createObject("C", object) }
    case 1 where number(3) == 0: attempt(&builder) { $0.eraseObject("C", object) }
    case 2:
      let isDefault = number(2) == 0
      attempt(&builder) { $0.update(place("number", []), to: .int(value), isDefault: isDefault) }
    case 3: attempt(&builder) { $0.addInteger(place("count", []), value + 1) }
    case 4: attempt(&builder) { $0.update(place("count", []), to: .int(100 + value)) }
    case 5:
      let text = value == 0 ? Value.null : .string(RealmString("\(value)"))
      attempt(&builder) { $0.update(place("text", []), to: text) }
    case 6: changeSet(&builder, place("set", []), value)
    case 7:
      let key = PathStep.key(RealmString("key \(number(3))"))
      let update: PayloadValue = value == 0 ? .erased : .value(.int(value))
      attempt(&builder) { $0.update(place("map", [key]), to: update) }
    case 8 where number(6) == 0: attempt(&builder) { $0.clear(place("map", []), .dictionary) }
    case 9: changeParts(&builder, place("parts", []), value)
    default: changeList(&builder, place("list", []), value)
    }
  }

  private mutating func changeSet(
    _ builder: inout ChangesetBuilder, _ place: LocationValue, _ value: Int64
  ) {
    switch number(8) {
    case 0: attempt(&builder) { $0.clear(place, .set) }
    case 1, 2: attempt(&builder) { $0.setErase(place, .int(value)) }
    default: attempt(&builder) { $0.setInsert(place, .int(value)) }
    }
  }

  private func size(_ place: LocationValue) -> Int {
    if case .list(let elements)? = state.value(at: place) { elements.count } else { 0 }
  }

  private func element(_ place: LocationValue, _ index: Int) -> LocationValue {
    LocationValue(place.table, place.object, place.field, [.index(UInt32(index))])
  }

  private mutating func changeList(
    _ builder: inout ChangesetBuilder, _ place: LocationValue, _ value: Int64
  ) {
    let size = size(place)
    let index = number(size + 1)
    let (at, priorSize) = (element(place, index), UInt32(size))
    let destination = UInt32(number(size + 1))
    switch number(20) {
    case ..<9: attempt(&builder) { $0.arrayInsert(at, .int(value), priorSize: priorSize) }
    case ..<12: attempt(&builder) { $0.arrayErase(at, priorSize: priorSize) }
    case ..<15: attempt(&builder) { $0.update(at, to: .int(value), priorSize: priorSize) }
    case ..<19:
      guard Int(destination) != index, index < size, Int(destination) < size else { return }
      attempt(&builder) { $0.arrayMove(at, to: destination, priorSize: priorSize) }
    default: attempt(&builder) { $0.clear(place, .list) }
    }
  }

  private mutating func changeParts(
    _ builder: inout ChangesetBuilder, _ place: LocationValue, _ value: Int64
  ) {
    let size = size(place)
    let index = number(size + 1)
    let (at, priorSize) = (element(place, index), UInt32(size))
    switch number(6) {
    case ..<3: attempt(&builder) { $0.arrayInsert(at, .objectValue, priorSize: priorSize) }
    case 3: attempt(&builder) { $0.arrayErase(at, priorSize: priorSize) }
    default:
      let inside = LocationValue("C", place.object, "parts", [.index(UInt32(index)), "x"])
      attempt(&builder) { $0.update(inside, to: .int(value)) }
    }
  }
}
