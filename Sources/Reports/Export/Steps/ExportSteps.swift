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
