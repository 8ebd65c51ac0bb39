internal import TraceFormat

extension RealmState {
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
}
