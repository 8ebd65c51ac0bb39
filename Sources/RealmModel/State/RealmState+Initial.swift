package import TraceFormat

extension RealmState {
  /// The value that a place has in a new object: null, zero or empty, as its type decides; nil where
  /// a new object has nothing, as for an entry of a dictionary.
  ///
  /// The object itself does not have to exist; properties of embedded objects are those of a new one.
  package func initialValue(at place: LocationValue) -> Value? {
    guard var table = table(named: place.table), var column = table.column(named: place.field)
    else { return nil }
    var isEntry = false
    for step in place.path {
      guard case .key(let name) = step else { return nil }
      if column.collection == .dictionary, !isEntry {
        isEntry = true
        continue
      }
      guard column.isEmbedded, column.collection != .list, contains(column.opposite) else {
        return nil
      }
      table = tables[column.opposite.slot]
      guard let next = table.column(named: name) else { return nil }
      (column, isEntry) = (next, false)
    }
    if isEntry { return nil }
    return value(column.defaultCell)
  }
}
