package import TraceFormat

/// A cell by internal keys: a property of an object, or below it an element of a collection.
///
/// Embedded objects are objects of their own here, so the path only ever leads through collections.
package struct CellAddress: Hashable, Sendable {
  package var object: ObjectAddress
  package var leaf: Int
  /// The way from the property's cell: indexes into lists, keys into dictionaries.
  package var path: [PathStep] = []

  package init(object: ObjectAddress, leaf: Int, path: [PathStep] = []) {
    (self.object, self.leaf, self.path) = (object, leaf, path)
  }

  package func appending(_ step: PathStep) -> CellAddress {
    CellAddress(object: object, leaf: leaf, path: path + [step])
  }
}

extension RealmState {
  /// Class and property of a cell for messages of the storage layer.
  package func readableName(_ address: CellAddress) -> String {
    let table = tables[address.object.table.slot]
    return "\(table.name).\(table.columnNames[address.leaf])"
  }

  package func column(_ address: CellAddress) -> ColumnShape {
    guard let column = tables[address.object.table.slot].columns[address.leaf] else {
      preconditionFailure("an address names a column that exists")
    }
    return column
  }

  func primaryKeyLeaf(of address: CellAddress) -> Int? {
    tables[address.object.table.slot].primaryKeyLeaf
  }

  package func cells(of object: ObjectAddress) -> RowCells {
    tables[object.table.slot].cells(object.key)
  }

  package func object(of table: TableKey, at position: Int) -> (key: ObjectKey, cells: RowCells)? {
    guard tables[table.slot].rows.isOccupied(position) else { return nil }
    let key = tables[table.slot].rows.key(at: position)
    return (key, tables[table.slot].cells(key))
  }

  /// The cell at an address; null where the path leads nowhere.
  package func cell(_ address: CellAddress) -> Cell {
    var cell = tables[address.object.table.slot].cell(address.object.key, address.leaf)
    for step in address.path { cell = cell.child(step) ?? .null }
    return cell
  }

  mutating func modify<Result>(_ address: CellAddress, _ body: (inout Cell) -> Result) -> Result {
    tables[address.object.table.slot].modifyCell(address.object.key, address.leaf) { cell in
      address.path.isEmpty ? body(&cell) : cell.modify(address.path[...], body)
    }
  }
}

extension Cell {
  package func child(_ step: PathStep) -> Cell? {
    switch (self, step) {
    case (.list(let elements), .index(let index)):
      elements.indices.contains(Int(index)) ? elements[Int(index)] : nil
    case (.dictionary(let entries), .key(let key)): entries[key]
    default: nil
    }
  }

  mutating func modify<Result>(_ path: ArraySlice<PathStep>, _ body: (inout Cell) -> Result)
    -> Result
  {
    guard let step = path.first else { return body(&self) }
    let rest = path.dropFirst()
    let result: Result? =
      switch step {
      case .index(let index):
        withElements {
          $0.indices.contains(Int(index)) ? $0[Int(index)].modify(rest, body) : nil
        } ?? nil
      case .key(let key):
        withEntries { entries in
          let (index, isFound) = entries.find(key)
          return isFound ? entries.values[index].modify(rest, body) : nil
        } ?? nil
      }
    guard let result else { preconditionFailure("a path was checked before it is followed") }
    return result
  }
}
