import TestSupport
import TraceFormat

@testable import RealmModel
@testable import Replayer

/// Writes random transactions, each of which fits the state that the ones before it led to.
///
/// Instructions are those that Realm's recorder writes for a transaction: deleting an object, for
/// one, also records that the links to it go.
struct SessionWriter {
  /// What a side may do to its schema.
  enum SchemaChanges {
    case none
    case additions
    case additionsAndRemovals
  }

  private var applier: ChangesetApplier
  var random: SeededNumbers
  /// Begins the names of what this side adds to the schema.
  private let prefix: String
  private let schemaChanges: SchemaChanges
  /// Whether an erased object may leave links to it behind, as one does whose erasure was downloaded.
  private let leavesLinksBehind: Bool
  private var addedCount = 0

  init(
    _ state: RealmState, prefix: String, _ schemaChanges: SchemaChanges,
    leavesLinksBehind: Bool, random: SeededNumbers
  ) {
    applier = ChangesetApplier(state)
    applier.transaction.startRecording()
    self.random = random
    self.prefix = prefix
    self.schemaChanges = schemaChanges
    self.leavesLinksBehind = leavesLinksBehind
  }

  var state: RealmState { applier.state }

  /// A transaction of so many attempted changes. None may come of it: then it is empty.
  mutating func transaction(_ count: ClosedRange<Int>) -> Changeset {
    if schemaChanges == .additionsAndRemovals, chance(8), let removal = removeFromSchema() {
      return removal
    }
    for _ in 0..<number(in: count) { change() }
    return applier.transaction.takeRecorded()
  }

  mutating func number(in range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }

  /// True so many times of a hundred.
  mutating func chance(_ percentage: Int) -> Bool { number(in: 0...99) < percentage }

  mutating func pick<Element>(_ choice: some Collection<Element>) -> Element? {
    choice.randomElement(using: &random)
  }

  /// Does something if it is possible in the state as it is.
  mutating func attempt(_ build: (inout ChangesetBuilder) -> Void) {
    var trial = applier
    if (try? trial.apply(Sample.build(build))) != nil { applier = trial }
  }

  private mutating func change() {
    switch number(in: 0...99) {
    case ..<4: addToSchema()
    case ..<16: createObject()
    case ..<22: eraseObject()
    default: changeObject()
    }
  }
}

// Objects
extension SessionWriter {
  private static let classNames = SessionSchema.keys.keys.sorted()

  private mutating func createObject() {
    if chance(10) { return createEvent() }
    guard let name = pick(Self.classNames), let key = SessionSchema.keys[name] else { return }
    let object = key(number(in: 0...5))
    attempt { $0.createObject(name, object) }
  }

  /// An object of an asymmetric class is gone once the transaction ends, and its key is used once.
  private mutating func createEvent() {
    let key = PrimaryKeyValue.objectID(ObjectID(high: random.next(), low: 0))
    attempt {
      $0.createObject("Event", key)
      $0.update(LocationValue("Event", key, "int"), to: .int(1))
    }
  }

  private mutating func object() -> (table: ClassSchema, key: PrimaryKeyValue)? {
    guard let name = pick(Self.classNames), let table = state.schema(of: name),
      let key = pick(state.keys(of: name))
    else { return nil }
    return (table, key)
  }

  private mutating func eraseObject() {
    guard let (table, key) = object() else { return }
    guard !leavesLinksBehind || chance(50), let found = state.table(named: table.name),
      let row = found.find(key)
    else {
      return attempt { $0.eraseObject(table.name, key) }
    }
    applier.transaction.removeObject(ObjectAddress(table: found.key, key: row))
    applier.names.forgetObject()
  }

  private mutating func changeObject() {
    guard let (table, key) = object(),
      let property = pick(table.properties.filter { $0.name != table.primaryKey })
    else { return }
    let place = LocationValue(table.name, key, property.name)
    // Several changes of one property: what sessions consist of, and what list tracking is about.
    for _ in 0..<number(in: 1...4) {
      guard let value = state.value(at: place) else { return }
      change(place, property, value)
    }
  }
}

// Schema
extension SessionWriter {
  private mutating func addToSchema() {
    guard schemaChanges != .none else { return }
    addedCount += 1
    // Some names are the same on both sides, and then types may differ.
    let name = RealmString(chance(15) ? "shared" : "\(prefix) \(addedCount)")
    guard !chance(20), let table = pick(state.classes), table.kind != .asymmetric else {
      return attempt {
        $0.addTable(name, primaryKey: "_id", type: .int)
        $0.addColumn(name, "int", type: .int)
        $0.createObject(name, .int(1))
      }
    }
    let (type, kind) = (pick(SessionSchema.scalars)!.type, pick(CollectionKind.allCases)!)
    let (isOptional, isLink) = (chance(50), chance(20))
    attempt {
      if isLink {
        $0.addLinkColumn(table.name, name, target: "Third", collection: kind)
      } else {
        $0.addColumn(table.name, name, type: type, isNullable: isOptional, collection: kind)
      }
    }
  }

  /// A transaction that removes a class or a property, and does nothing else.
  private mutating func removeFromSchema() -> Changeset? {
    guard let table = pick(state.classes) else { return nil }
    let property = pick(table.properties.filter { $0.name != table.primaryKey })
    let removesClass = chance(30)
    attempt {
      if let property, !removesClass {
        $0.eraseColumn(table.name, property.name)
      } else {
        $0.eraseTable(table.name)
      }
    }
    let removal = applier.transaction.takeRecorded()
    return removal.instructions.isEmpty ? nil : removal
  }
}
