internal import Analyzer
internal import RealmModel
internal import TraceFormat

/// An object and all writes to it, or a class and those to its schema.
struct ObjectPage {
  var className: String
  /// Short, and still another one for each object of the class.
  var name: String
  /// The key whole, or what stands for a class.
  var key: String
  var entries: [WriteEntry]

  private init(
    _ key: PrimaryKeyValue?, of className: RealmString, _ writes: [Int], _ names: ObjectNames,
    in report: Report
  ) {
    let objectName = key.map(names.name(of:))
    self.className = className.shortName
    name = objectName ?? "(schema)"
    self.key = key.map(\.longText) ?? "(schema)"
    entries = writes.map {
      WriteEntry($0, of: objectName, in: report, valueColumns: WriteListing.valueColumns)
    }
  }

  /// Those of a report by class, and within one in the order of their first write.
  static func all(in report: Report) -> [ObjectPage] {
    let writes = report.writes
    let byClass = Dictionary(grouping: writes.indices) { writes[$0].address.className }
    return byClass.sorted { $0.key < $1.key }.flatMap { className, indexes in
      let objects = indexes.groupedInOrder { writes[$0].address.object }
      let names = ObjectNames(Set(objects.compactMap(\.key)))
      return objects.map { ObjectPage($0.key, of: className, $0.elements, names, in: report) }
    }
  }
}

extension PrimaryKeyValue {
  fileprivate var longText: String {
    if case .string(let text) = self { return text.quotedText(scalars: WriteListing.valueColumns) }
    return text
  }
}
