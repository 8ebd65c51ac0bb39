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

  fileprivate init(
    _ group: WriteGroups.ObjectGroup, of className: RealmString, _ names: ObjectNames,
    in report: Report
  ) {
    let objectName = group.key.map(names.name(of:))
    self.className = className.shortName
    name = objectName ?? "(schema)"
    key = group.key.map(\.longText) ?? "(schema)"
    entries = group.properties.flatMap(\.indexes).sorted().map {
      WriteEntry($0, of: objectName, in: report, valueColumns: WriteListing.valueColumns)
    }
  }
}

/// Which objects have a page of their own, and what they are called there: those that were written
/// to, and the classes whose schema was.
struct ObjectPages {
  private struct Identity: Hashable {
    var className: RealmString
    var key: PrimaryKeyValue?
  }

  private(set) var all: [ObjectPage] = []
  private var numbers: [Identity: Int] = [:]
  private var names: [Identity: String] = [:]

  init(_ report: Report) {
    for group in WriteGroups(report.writes).classes {
      let short = ObjectNames(group.objects.compactMap(\.key))
      for object in group.objects {
        let identity = Identity(className: group.name, key: object.key)
        let page = ObjectPage(object, of: group.name, short, in: report)
        names[identity] = page.name
        numbers[identity] = all.count
        all.append(page)
      }
    }
  }

  /// Lets go of the writes; what the objects are called stays known.
  mutating func forgetWrites() { all = [] }

  /// The place of an object's page among all; nil for an object that nobody wrote to.
  func number(of address: Address) -> Int? {
    numbers[Identity(className: address.className, key: address.object)]
  }

  /// Such as `Inspection 0000…b453`, or the class alone.
  func name(of address: Address) -> String {
    let className = address.className.shortName
    guard let key = address.object else { return className }
    let name = names[Identity(className: address.className, key: key)]
    return "\(className) \(name ?? key.shortText)"
  }
}

extension PrimaryKeyValue {
  fileprivate var longText: String {
    if case .string(let text) = self { return text.quotedText(scalars: WriteListing.valueColumns) }
    return text
  }
}
