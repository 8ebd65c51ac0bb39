import TraceFormat

extension RealmState.Builder {
  /// Where a link is noted with its target: which object's hidden column, and where it comes from.
  private struct IncomingLink: Hashable {
    var target: ObjectAddress
    var leaf: Int
    var origin: ObjectKey
  }

  /// Throws unless every link has a target that knows of it, and no object knows of another one.
  func checkLinks() throws(BuildingFailure) {
    var counts: [IncomingLink: Int] = [:]
    for key in state.tableKeys {
      let table = state.tables[key.slot]
      for object in table.keysWithTombstones {
        let address = ObjectAddress(table: key, key: object)
        for (leaf, cell) in table.row(object).enumerated() {
          guard let column = table.columns[leaf] else { continue }
          if case .backlinks(let origins) = cell {
            guard hasOrigin(column) else { continue }
            for origin in origins {
              counts[IncomingLink(target: address, leaf: leaf, origin: origin), default: 0] -= 1
            }
          } else {
            for target in cell.links {
              let leaf = try backlinkLeaf(for: target, from: key, column)
              counts[IncomingLink(target: target, leaf: leaf, origin: object), default: 0] += 1
            }
          }
        }
      }
    }
    let wrong = counts.filter { $0.value != 0 }.keys.map(\.target).min()
    if let wrong { throw BuildingFailure(.incomingLinksDiffer(wrong), in: wrong.table) }
  }

  /// Whether the column is there that a column of incoming links belongs to. What a removed one
  /// leaves behind is of no meaning.
  private func hasOrigin(_ column: ColumnShape) -> Bool {
    guard state.contains(column.opposite) else { return false }
    let columns = state.tables[column.opposite.slot].columns
    return columns.indices.contains(column.oppositeLeaf)
      && columns[column.oppositeLeaf]?.key == column.originKey
  }

  private func backlinkLeaf(
    for target: ObjectAddress, from origin: TableKey, _ column: ColumnShape
  ) throws(BuildingFailure) -> Int {
    guard state.contains(target.table) else {
      throw BuildingFailure(.unknownTable(target.table), in: origin)
    }
    let table = state.tables[target.table.slot]
    guard table.contains(target.key) || table.tombstones[target.key] != nil,
      column.type != .link || column.opposite == target.table
    else { throw BuildingFailure(.danglingLink(target), in: origin) }
    guard let leaf = table.layout.backlinkLeaf(from: origin, columnKey: column.key) else {
      throw BuildingFailure(.unknownColumn(column.key), in: target.table)
    }
    return leaf
  }
}

extension Table {
  fileprivate var keysWithTombstones: [ObjectKey] { tombstones.keys.sorted() + objectKeys }

  /// The cells that an object or tombstone was given.
  fileprivate func row(_ key: ObjectKey) -> RowCells {
    (key.isUnresolved ? tombstones[key] : rows[key])?.cells ?? []
  }
}
