import RealmModel
import TraceFormat

/// Writes what the users of an app write, by the weights of a workload and through the operations of Realm's
/// ordinary API, which record the instructions that Realm's own recorder would.
struct AppWriter {
  private let workload: Workload
  let schema: RealmSchema
  private let classes: [ClassSchema]
  private let places:
    [(className: RealmString, property: PropertySchema, changes: [Workload.Change])]
  var numbers: SeededNumbers

  init(_ workload: Workload, _ schema: RealmSchema, _ numbers: SeededNumbers) {
    (self.workload, self.schema, self.numbers) = (workload, schema, numbers)
    classes = schema.classes.filter { $0.kind == .topLevel }
    places = classes.flatMap { owner in
      owner.properties.filter { $0.name != owner.primaryKey }.map {
        (owner.name, $0, schema.changes(of: $0))
      }
    }
  }

  /// Makes the changes of one transaction. What is not possible in the state as it is, such as a deletion
  /// where there is nothing, is left out.
  mutating func write(to realm: inout RealmTransaction) {
    for _ in 0..<number(in: 1...workload.changesPerWrite) { change(&realm) }
  }

  mutating func populate(_ realm: inout RealmTransaction) {
    for owner in classes {
      for _ in 0..<workload.objectsPerClass { create(owner, in: &realm) }
    }
  }

  private mutating func change(_ realm: inout RealmTransaction) {
    let possible = Workload.Change.allCases.filter { change in
      workload[change] > 0
        && (change == .create || change == .delete || change == .addProperty
          || places.contains { $0.changes.contains(change) })
    }
    var drawn = number(in: 0...max(1, possible.reduce(0) { $0 + workload[$1] }) - 1)
    for change in possible {
      drawn -= workload[change]
      if drawn < 0 { return make(change, in: &realm) }
    }
  }

  private mutating func make(_ change: Workload.Change, in realm: inout RealmTransaction) {
    switch change {
    case .create:
      if let owner = pick(classes) { create(owner, in: &realm) }
    case .delete:
      if let owner = pick(classes), let object = object(of: owner.name, in: realm.state) {
        realm.removeObject(object)
      }
    case .addProperty:
      if let owner = pick(classes) { addProperty(to: owner, in: &realm) }
    default:
      guard let place = pick(places.filter { $0.changes.contains(change) }),
        let object = object(of: place.className, in: realm.state),
        let leaf = realm.state.tables[object.table.slot].leaves[place.property.name]
      else { return }
      let address = CellAddress(object: object, leaf: leaf)
      if change == .increment, case .int = realm.state.cell(address) {
        realm.add(Int64(number(in: 1...5)), at: address)
      } else {
        self.change(address, place.property, in: &realm)
      }
    }
  }

  /// All versions of the app agree on what a property is.
  private mutating func addProperty(to owner: ClassSchema, in realm: inout RealmTransaction) {
    let number = number(in: 1...6)
    let name = RealmString("added\(number)")
    guard let table = realm.state.table(named: owner.name),
      realm.state.tables[table.key.slot].leaves[name] == nil
    else { return }
    realm.addColumn(
      table.key, name: name, type: number.isMultiple(of: 2) ? .int : .string,
      collection: number > 4 ? .list : .single, isNullable: number == 3)
  }

  mutating func number(in range: ClosedRange<Int>) -> Int { .random(in: range, using: &numbers) }

  /// True so many times of a hundred.
  mutating func chance(_ percent: Int) -> Bool { number(in: 0...99) < percent }

  mutating func pick<Element>(_ choice: some Collection<Element>) -> Element? {
    choice.randomElement(using: &numbers)
  }

  /// A text of the workload's size on average.
  mutating func text() -> RealmString {
    let (start, count) = (number(in: 0...99), number(in: 1...workload.textBytes * 2 - 1))
    return RealmString((start..<start + count).map { Self.words[$0 % Self.words.count] })
  }

  private static let words = Array(
    "north valve checked again roof meter left door dry team second panel noise clean report ".utf8)

  mutating func key(_ property: PropertySchema) -> PrimaryKeyValue {
    let keyCount = workload.keyCount
    let drawn = keyCount > 0 ? UInt64(number(in: 0...keyCount - 1)) : numbers.next() >> 16
    return switch property.type {
    case .string: .string(RealmString("key-\(drawn)"))
    case .objectId:
      .objectID(ObjectID(high: drawn >> 16, low: UInt32(truncatingIfNeeded: drawn)))
    case .uuid: .uuid(RealmUUID(high: 0x4000, low: 0x8000_0000_0000_0000 | drawn))
    default: .int(Int64(drawn))
    }
  }

  /// An object of a class: one of the first few, which all devices work on, or any; nil where there is none.
  mutating func object(of className: RealmString, in state: RealmState) -> ObjectAddress? {
    guard let table = state.table(named: className), table.objectCount > 0 else { return nil }
    let count = table.rows.count
    let start = number(in: 0...(chance(workload.sharedPercent) ? min(count, 4) : count) - 1)
    return (start..<start + count).lazy.compactMap {
      state.object(of: table.key, at: $0 % count)
    }.first.map { ObjectAddress(table: table.key, key: $0.key) }
  }
}

extension RealmSchema {
  func isEmbedded(_ property: PropertySchema) -> Bool {
    property.target.flatMap { self[$0] }?.kind == .embedded
  }

  fileprivate func changes(of property: PropertySchema) -> [Workload.Change] {
    switch property.collection {
    case .list: [.list]
    case .set: [.set]
    case .dictionary: [.dictionary]
    case .single where isEmbedded(property): [.embedded]
    case .single where property.type == .link: [.link]
    case .single where property.type == .int && !property.isOptional: [.update, .increment]
    case .single: [.update]
    }
  }
}
