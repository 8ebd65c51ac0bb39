internal import Analyzer
internal import RealmModel
internal import Replayer
internal import TraceFormat

/// What happens to one object in one transaction, for targets that take objects: values of its properties,
/// and beside them what values cannot say.
struct ExportRow {
  /// What is done with the object.
  enum Action: String {
    /// It is made, with these values.
    case put = "PUT"
    /// These of its properties are set.
    case patch = "PATCH"
    case delete = "DELETE"
  }

  var action: Action
  var object: ObjectName
  /// By property, in the order in which they were set.
  var values: [(property: PropertySchema, value: Value)]
  /// The indexes of the writes that are not among the values.
  var operations: [Int]
  /// The indexes of all its writes.
  var writes: [Int]
}

extension ExportRow {
  /// The rows of a transaction, in order, and the writes that are in none.
  ///
  /// Writes to one object that follow each other are one row, unless a value that was set is written to again.
  static func rows(
    of writes: Range<Int>, in changes: PendingChanges
  ) -> (rows: [ExportRow], limited: [(ExportLimit, Int)]) {
    var rows: [ExportRow] = []
    var limited: [(ExportLimit, Int)] = []
    for step in ExportSteps(writes, of: changes).steps {
      switch step {
      case .limited(let limit, let write): limited.append((limit, write))
      case .delete(let object, let write):
        rows.append(
          ExportRow(action: .delete, object: object, values: [], operations: [], writes: [write]))
      case .create(let created): rows.append(ExportRow(created))
      case .change(let write, let place, let index):
        guard let object = write.object else { continue }
        let isNew = rows.last.map { !$0.takes(write, of: object) } ?? true
        if isNew {
          rows.append(
            ExportRow(action: .patch, object: object, values: [], operations: [], writes: []))
        }
        rows[rows.count - 1].add(write, place, index)
      }
    }
    return (rows, limited)
  }

  private init(_ created: CreatedObject) {
    self.init(
      action: .put, object: created.object,
      values: created.initials.map { ($0.property, $0.value) }, operations: [],
      writes: created.writes)
  }

  /// Whether a write can be said together with what is there: the values of a row are set before its
  /// operations are done.
  private func takes(_ write: PendingWrite, of object: ObjectName) -> Bool {
    guard action != .delete, object == self.object else { return false }
    return operations.isEmpty || !write.isPlainValue
  }

  private mutating func add(_ write: PendingWrite, _ place: PendingPlace, _ index: Int) {
    writes.append(index)
    guard let value = write.plainValue, place.collection == .single else {
      operations.append(index)
      return
    }
    values.removeAll { $0.property.name == place.property.name }
    values.append((place.property, value))
  }
}

extension PendingWrite {
  /// The value that the write gives to a property as a whole; nil for any other write.
  fileprivate var plainValue: Value? {
    guard address.path.isEmpty, case .set(.value(let value), _) = operation else { return nil }
    return value
  }

  fileprivate var isPlainValue: Bool { plainValue != nil }
}
