internal import Analyzer
internal import RealmModel
internal import TraceFormat

/// Makes of the writes of a transaction what a target gets, in order.
///
/// A value that is set after an object was created goes into the creation: what happens to other properties
/// in between does not matter to it, and a target may want all of an object's values at once.
struct ExportSteps {
  private let changes: PendingChanges
  private(set) var steps: [ExportStep] = []
  /// The creations of this transaction that may still take values, by object, as indexes in ``steps``.
  private var open: [ObjectName: Int] = [:]
  /// The properties of those objects that something else has been done to.
  private var touched: [ObjectName: Set<RealmString>] = [:]

  /// The steps of the writes with these indexes, which are those of one transaction.
  init(_ writes: Range<Int>, of changes: PendingChanges) {
    self.changes = changes
    for index in writes { add(changes.writes[index], index) }
  }

  private mutating func add(_ write: PendingWrite, _ index: Int) {
    guard let object = write.object else {
      steps.append(
        write.definition.map { .schema($0, write: index) } ?? .limited(.unknownPlace, write: index))
      return
    }
    switch write.operation {
    case .create: create(object, index)
    case .delete:
      open[object] = nil
      steps.append(.delete(object, write: index))
    default:
      if !absorb(write, of: object, index) { change(write, of: object, index) }
    }
  }

  private mutating func create(_ object: ObjectName, _ index: Int) {
    guard let schema = changes.schema[object.className] else {
      steps.append(.limited(.unknownPlace, write: index))
      return
    }
    let initials = schema.properties.filter { $0.name != schema.primaryKey }.map {
      CreatedObject.Initial(
        property: $0, value: changes.schema.initialValue(of: $0), isSet: false)
    }
    open[object] = steps.count
    touched[object] = []
    steps.append(
      .create(CreatedObject(object: object, initials: initials, writes: [index])))
  }

  /// Whether the creation of the object takes the value.
  private mutating func absorb(
    _ write: PendingWrite, of object: ObjectName, _ index: Int
  ) -> Bool {
    guard let number = open[object], case .create(var created) = steps[number],
      case .set(.value(let value), let isDefault) = write.operation, write.address.path.isEmpty,
      let name = write.address.property, touched[object]?.contains(name) == false,
      let initial = created.initials.firstIndex(where: { $0.property.name == name }),
      created.initials[initial].property.collection == .single
    else { return false }
    created.initials[initial].value = value
    created.initials[initial].isSet = created.initials[initial].isSet || !isDefault
    created.writes.append(index)
    steps[number] = .create(created)
    return true
  }

  private mutating func change(_ write: PendingWrite, of object: ObjectName, _ index: Int) {
    if let name = write.address.property { touched[object]?.insert(name) }
    guard let place = changes.schema.place(at: write.address) else {
      steps.append(.limited(.unknownPlace, write: index))
      return
    }
    steps.append(.change(write, place, write: index))
  }
}

extension PendingChanges {
  /// The indexes of the writes of each transaction, in order.
  var writeRanges: [Range<Int>] {
    var start = 0
    return transactions.map { transaction in
      defer { start += transaction.writeCount }
      return start..<start + transaction.writeCount
    }
  }
}

/// What a target gets at once: one write, or the creation of an object with the values that it was given.
enum ExportStep {
  case create(CreatedObject)
  case delete(ObjectName, write: Int)
  case change(PendingWrite, PendingPlace, write: Int)
  case schema(PendingDefinition, write: Int)
  case limited(ExportLimit, write: Int)

  /// The indexes of the writes that it stands for.
  var writes: [Int] {
    switch self {
    case .create(let object): object.writes
    case .delete(_, let write), .change(_, _, let write), .schema(_, let write),
      .limited(_, let write):
      [write]
    }
  }
}

/// An object that the device made, with the values that it gave it in the same transaction.
///
/// Its creation does nothing where the target has the object by then; what was set by somebody is set then
/// all the same, and what is only a default is not, as in Realm.
struct CreatedObject {
  struct Initial {
    var property: PropertySchema
    var value: Value
    /// Whether it was set: a default of the schema, or of the app, overwrites nothing.
    var isSet: Bool
  }

  var object: ObjectName
  /// All properties but the primary key, in the order of their columns.
  var initials: [Initial]
  /// Ascending; the creation first.
  var writes: [Int]
}

extension PayloadValue {
  /// What a place gets of it; nil for what the trace does not have.
  func value(at place: PendingPlace, in schema: RealmSchema) throws(ExportLimit) -> Value? {
    switch self {
    case .value(let value): return value
    case .objectValue:
      guard let target = place.target else { throw .value }
      return schema.newObject(of: target)
    case .list: return .list([])
    case .set: return .set([])
    case .dictionary: return .dictionary([])
    case .erased: return nil
    }
  }
}

extension PendingWrite {
  /// For a write that clears: which kind of collection is left there, empty.
  func emptyCollection(at place: PendingPlace) -> CollectionKind {
    place.collection == .single ? clearedCollection ?? .list : place.collection
  }
}
