internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import TraceFormat

/// An object and all writes to it, or a class and those to its schema.
struct ObjectPage {
  var className: String
  /// Short, and still another one for each object of the class.
  var name: String
  /// The key whole, or what stands for a class.
  var key: String
  var entries: [ReportSection.WriteEntry]

  init(className: String, object: ReportSection.ObjectWrites) {
    self.className = className
    name = object.name
    key = object.key.map(\.longText) ?? object.name
    entries = object.entries
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

  init(_ sections: [ReportSection]) {
    for case .objects(let classes) in sections {
      for group in classes {
        for object in group.objects.entries {
          let identity = Identity(className: group.name, key: object.key)
          names[identity] = object.name
          numbers[identity] = all.count
          all.append(ObjectPage(className: group.name.shortName, object: object))
        }
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
    if case .string(let text) = self { return text.quotedText(scalars: HTMLPen.valueColumns) }
    return text
  }
}
