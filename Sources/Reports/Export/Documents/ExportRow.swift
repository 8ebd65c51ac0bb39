internal import Analyzer
internal import RealmModel
internal import TraceFormat

enum ExportEntry {
  case row(ExportRow)
  case unsaid(ExportLimit, write: Int)
}

/// What happens to one object in one transaction, for targets that take objects: values of its properties,
/// and beside them what values cannot say.
struct ExportRow {
  enum Action: String {
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
  }

  var action: Action
  var object: ObjectName
  /// By property, in the order in which they were set.
  var values: [(property: PropertySchema, value: Value)] = []
  /// The properties of a new object that nobody has set: what an object that is there has is not replaced by
  /// their values.
  var defaults: [RealmString] = []
  /// The indexes of the writes that are not among the values.
  var operations: [Int] = []
  var writes: [Int] = []
}

extension ExportEntry {
  /// Writes to one object that follow each other are one row, unless a value that was set is written to again.
  static func all(of writes: Range<Int>, in changes: PendingChanges) -> [ExportEntry] {
    var entries: [ExportEntry] = []
    var open: ExportRow?
    func close() {
      if let open { entries.append(.row(open)) }
      open = nil
    }
    for step in ExportSteps(writes, of: changes).steps {
      if case .change(let write, let place, let index) = step {
        guard let object = write.object else { continue }
        if open?.takes(write, of: object) != true {
          close()
          open = ExportRow(action: .patch, object: object)
        }
        open?.add(write, place, index)
        continue
      }
      close()
      switch step {
      case .create(let created): open = ExportRow(created)
      case .delete(let object, let write):
        entries.append(.row(ExportRow(action: .delete, object: object, writes: [write])))
      case .schema(let definition, let write):
        entries.append(.unsaid(definition.isRemoval ? .schemaRemoval : .schema, write: write))
      case .limited(let limit, let write): entries.append(.unsaid(limit, write: write))
      case .change: break
      }
    }
    close()
    return entries
  }
}

extension ExportRow {
  fileprivate init(_ created: CreatedObject) {
    self.init(
      action: .put, object: created.object,
      values: created.initials.map { ($0.property, $0.value) },
      defaults: created.initials.filter { !$0.isSet }.map(\.property.name), writes: created.writes)
  }

  /// Whether a write can be said together with what is there: the values of a row are set before its
  /// operations are done.
  fileprivate func takes(_ write: PendingWrite, of object: ObjectName) -> Bool {
    guard action != .delete, object == self.object else { return false }
    return operations.isEmpty || write.plainValue == nil
  }

  fileprivate mutating func add(_ write: PendingWrite, _ place: PendingPlace, _ index: Int) {
    writes.append(index)
    guard let value = write.plainValue, place.collection == .single else {
      operations.append(index)
      return
    }
    values.removeAll { $0.property.name == place.property.name }
    defaults.removeAll { $0 == place.property.name }
    values.append((place.property, value))
  }
}

extension PendingWrite {
  /// The value that the write gives to a property as a whole; nil for any other write.
  var plainValue: Value? {
    guard address.path.isEmpty, case .set(.value(let value), _) = operation else { return nil }
    return value
  }
}
