import RealmModel
import TestSupport
import TraceFormat

@testable import Replayer

/// Writes transactions that fit the state they are written in.
struct HistoryWriter {
  var state: RealmState
  var random: SeededNumbers

  init(_ state: RealmState, _ random: SeededNumbers) { (self.state, self.random) = (state, random) }

  mutating func history(_ count: Int, _ ident: UInt64) -> [HistoryEntry] {
    (0..<count).map { index in
      // A small range, so that files decide as well; and clocks that go wrong.
      let time = UInt64(1000 + number(4))
      return HistoryEntry(
        transaction(number(9)), version: UInt64(index + 5), lastIntegratedRemoteVersion: 4,
        originTimestamp: time,
        originFileIdent: ident)
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
