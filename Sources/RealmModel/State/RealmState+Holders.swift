package import TraceFormat

/// What can hold values of its own.
package enum HolderKind: Hashable, Sendable {
  case list
  case set
  case dictionary
  case embeddedObject
}

extension RealmState {
  /// What stands at a place and holds values; nil where nothing does.
  ///
  /// - Complexity: That of the path, however much is held: unlike ``value(at:)`` it copies nothing.
  package func holder(at place: LocationValue) -> HolderKind? {
    switch cell(at: place) {
    case .list: .list
    case .set: .set
    case .dictionary: .dictionary
    case .link(let target):
      contains(target.table) && tables[target.table.slot].isEmbedded ? .embeddedObject : nil
    default: nil
    }
  }

  package func contains(_ place: LocationValue) -> Bool { cell(at: place) != nil }

  /// How many elements the list or set at a place has; nil where there is neither.
  package func elementCount(at place: LocationValue) -> Int? {
    switch cell(at: place) {
    case .list(let elements), .set(let elements): elements.count
    default: nil
    }
  }

  package func kind(of className: RealmString) -> TableKind? { table(named: className)?.kind }

  /// A cell as an instruction carries it: a scalar or a link as it is, of a collection or an embedded object
  /// only that there is an empty one.
  func payload(_ cell: Cell) -> PayloadValue {
    switch cell {
    case .list: return .list
    case .set: return .set
    case .dictionary: return .dictionary
    case .link(let target):
      let table = tables[target.table.slot]
      return table.isEmbedded
        ? .objectValue : .value(.link(table.name, table.identity(of: target.key)))
    default: return .value(cell.scalar ?? .null)
    }
  }

  /// The objects that an object links to, through objects that it embeds too.
  package func links(of name: ObjectName) -> Set<ObjectName> {
    var links: Set<ObjectName> = []
    var pending = address(of: name).map { [$0] } ?? []
    while let object = pending.popLast() {
      for target in tables[object.table.slot].cells(object.key).lazy.flatMap(\.links) {
        guard contains(target.table) else { continue }
        let table = tables[target.table.slot]
        if table.isEmbedded {
          pending.append(target)
        } else {
          links.insert(ObjectName(className: table.name, key: table.identity(of: target.key)))
        }
      }
    }
    return links
  }
}
