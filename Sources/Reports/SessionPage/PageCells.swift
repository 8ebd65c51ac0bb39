internal import RealmModel
internal import TraceFormat

/// The objects and properties that anything on the page is about, each with a number.
struct PageCells {
  private struct Cell: Hashable {
    var object: Int
    var property: RealmString?
  }

  private var objectNumbers: [ObjectName: Int] = [:]
  private var cellNumbers: [Cell: Int] = [:]
  private(set) var objects = NumberTable("class", "key")
  private(set) var cells = NumberTable("object", "property")

  mutating func number(
    of property: RealmString?, in name: ObjectName, _ data: inout HTMLData
  ) -> Int {
    let object = number(of: name, &data)
    let cell = Cell(object: object, property: property)
    if let number = cellNumbers[cell] { return number }
    let number = cells.add([object, data.number(of: property?.nameText)])
    cellNumbers[cell] = number
    return number
  }

  /// The number of the property or object that an address is in; nil for a place in the schema.
  mutating func number(of address: Address, _ data: inout HTMLData) -> Int? {
    address.object.map {
      number(
        of: address.property, in: ObjectName(className: address.className, key: $0), &data)
    }
  }

  private mutating func number(of name: ObjectName, _ data: inout HTMLData) -> Int {
    if let number = objectNumbers[name] { return number }
    let number = objects.add([
      data.number(of: name.className.nameText), data.number(of: name.key.wholeText),
    ])
    objectNumbers[name] = number
    return number
  }
}

extension PrimaryKeyValue {
  /// The key whole, without the name of its type where that is plain to see.
  fileprivate var wholeText: String {
    if case .string(let text) = self { return text.quotedText }
    return shortText
  }
}
