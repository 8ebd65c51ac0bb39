import RealmModel

extension StateTransfer {
  /// Makes some objects what a transfer of everything makes of them.
  ///
  /// That takes only what they link to beside them, in either Realm: it must be there for links to be
  /// carried over, and gone for links to be cut. Internal keys of objects that are new come out
  /// otherwise, which nothing but another transfer depends on.
  ///
  /// - Complexity: Linear in the objects and their values.
  mutating func transferObjects(_ scope: Set<ObjectName>) throws(ResetFailure) {
    for key in topLevelTables { try requirePrimaryKey(key) }
    var all = scope
    for name in scope { all.formUnion(source.links(of: name).union(destination.links(of: name))) }
    let surplus = all.filter { source.address(of: $0) == nil }
      .compactMap { destination.address(of: $0) }.sorted()
    for object in surplus { try remove(object) }
    // In the order of the source, as all would be.
    let present = all.compactMap { source.address(of: $0) }.sorted()
    for object in present { try createCounterpart(of: object) }
    let copied = Set(scope.compactMap { source.address(of: $0) })
    for object in present where copied.contains(object) { try copy(object) }
  }

  private mutating func createCounterpart(of object: ObjectAddress) throws(ResetFailure) {
    let table = source.tables[object.table.slot]
    _ = try create(counterpart(object.table), table.identity(of: object.key))
  }

  private mutating func copy(_ object: ObjectAddress) throws(ResetFailure) {
    let other = counterpart(object.table)
    let identity = source.tables[object.table.slot].identity(of: object.key)
    guard let key = destination.tables[other.slot].find(identity) else { return }
    let pairs = try copier.columnPairs(object.table, other)
    try copier.copyObject(object, to: ObjectAddress(table: other, key: key), pairs)
    try copier.copyPending()
  }
}
