package import TraceFormat

package struct BuildingFailure: Error, Hashable, Sendable {
  package enum Code: Hashable, Sendable {
    /// The slot of a class is taken, or set aside.
    case duplicateTable
    case duplicateClassName
    case unknownTable(TableKey)
    /// A key that is the number of no column, because its type or its kind of collection is none.
    case columnKeyOutOfRange(Int64)
    case duplicateColumn(leaf: Int)
    case duplicateProperty(RealmString)
    /// A primary key that is not a property of a type that one can have.
    case unsuitablePrimaryKey
    /// A column that a hidden column of incoming links belongs to, or the other way round.
    case unknownColumn(Int64)
    case objectKeyOutOfRange(ObjectKey)
    case duplicateObject(ObjectKey)
    case duplicatePrimaryKey(PrimaryKeyValue)
    case tooManyCells(ObjectKey)
    /// A link to an object that is neither there nor a tombstone.
    case danglingLink(ObjectAddress)
    case incomingLinksDiffer(ObjectAddress)
    /// Numbers for other parts than there are.
    case numbersDiffer(String)
  }

  package var code: Code
  package var table: TableKey

  init(_ code: Code, in table: TableKey) {
    (self.code, self.table) = (code, table)
  }
}

extension BuildingFailure: CustomStringConvertible {
  package var description: String { "class \(table.slot) (tag \(table.reuseTag)): \(reason)" }

  private var reason: String {
    switch code {
    case .duplicateTable: "the slot is taken already"
    case .duplicateClassName: "another class has the name"
    case .unknownTable(let key): "class \(key.slot) (tag \(key.reuseTag)) does not exist"
    case .columnKeyOutOfRange(let key): "no column can have the key \(key)"
    case .duplicateColumn(let leaf): "two columns at leaf \(leaf)"
    case .duplicateProperty(let name): "two properties `\(name.readableText)`"
    case .unsuitablePrimaryKey: "the primary key is not a property that can be one"
    case .unknownColumn(let key):
      "a link column and its incoming links do not find each other: \(key)"
    case .objectKeyOutOfRange(let key):
      "no object can have the key \(key.rawValue), expected at most \(ObjectRows.keyMax.rawValue)"
    case .duplicateObject(let key): "two objects with the key \(key.rawValue)"
    case .duplicatePrimaryKey(let key): "two objects with the primary key \(key.text)"
    case .tooManyCells(let key): "object \(key.rawValue) has more cells than there are columns"
    case .danglingLink(let target):
      "a link to object \(target.key.rawValue) of class \(target.table.slot), which is not there"
    case .incomingLinksDiffer(let target):
      "the incoming links of object \(target.key.rawValue) are not the links to it"
    case .numbersDiffer(let what): "the numbers given are for other \(what)"
    }
  }
}
