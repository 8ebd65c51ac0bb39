extension RealmTransaction {
  /// Gives properties of an object values, all at once and without a record of it.
  ///
  /// - Precondition: The properties are neither Mixed nor the primary key, no value holds a link, and the
  ///   object has the leaves.
  package mutating func fill(_ object: ObjectAddress, _ values: [(leaf: Int, value: Cell)]) {
    state.tables[object.table.slot].fill(object.key, values)
  }
}

extension Table {
  fileprivate mutating func fill(_ key: ObjectKey, _ values: [(leaf: Int, value: Cell)]) {
    var cells = cells(key)
    for (leaf, value) in values { cells[leaf] = value }
    rows[key]?.cells = cells
  }
}
