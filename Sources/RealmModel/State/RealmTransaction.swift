package import TraceFormat

/// Changes to a state through operations that keep it whole: links and the links back, embedded
/// objects and their lifetime, tombstones.
///
/// These are the operations of Realm's ordinary API. Both the applier and the client reset change
/// states through them and through nothing else.
package struct RealmTransaction {
  package var state: RealmState
  /// The first operation at which Realm Core ends the process, if there was one; the state goes on
  /// without it, since a state that was recorded did exist.
  package private(set) var abort: Abort?
  var recorder: ChangesetBuilder?
  var cutsKeys = false
  /// Embedded objects whose holder let go of them and that are not yet removed.
  var released: [ObjectAddress] = []

  package init(_ state: consuming RealmState) { self.state = state }

  mutating func note(_ abort: Abort) { self.abort = self.abort ?? abort }
}

// Schema
extension RealmTransaction {
  /// Adds a class, with its primary key column if it has one; nil if no slot is left.
  package mutating func addTable(
    _ name: RealmString, _ kind: TableKind,
    primaryKey: (name: RealmString, type: ColumnType, isNullable: Bool)?
  ) -> TableKey? {
    guard let key = state.addTable(name, kind) else { return nil }
    if let primaryKey {
      let column = state.tables[key.slot].addColumn(
        name: primaryKey.name, type: primaryKey.type, collection: .single,
        isNullable: primaryKey.isNullable)
      state.tables[key.slot].layout.primaryKeyLeaf = column.leaf
    }
    recordTable(key)
    return key
  }

  /// Adds a column and, for links, the hidden column of incoming links in the target class.
  package mutating func addColumn(
    _ table: TableKey, name: RealmString, type: ColumnType, collection: CollectionKind,
    isNullable: Bool, target: TableKey? = nil
  ) {
    let linksAreNullable = collection == .single || collection == .dictionary
    let column = state.tables[table.slot].addColumn(
      name: name, type: type, collection: collection,
      isNullable: type == .mixed || (type == .link ? linksAreNullable : isNullable))
    defer { recordColumn(table, leaf: column.leaf) }
    guard let target else { return }
    let back = addBacklinkColumn(to: target, from: table, column)
    let isEmbedded = state.tables[target.slot].isEmbedded
    state.tables[table.slot].layout.updateColumn(at: column.leaf) {
      $0.opposite = target
      $0.oppositeLeaf = back
      $0.isEmbedded = isEmbedded
    }
  }

  private mutating func addBacklinkColumn(
    to target: TableKey, from origin: TableKey, _ column: ColumnShape
  ) -> Int {
    let back = state.tables[target.slot].addColumn(
      name: .empty, type: .backlink, collection: .single, isNullable: false)
    state.tables[target.slot].layout.updateColumn(at: back.leaf) {
      $0.opposite = origin
      $0.oppositeLeaf = column.leaf
      $0.originKey = column.key
    }
    return back.leaf
  }

  /// The column of incoming links that belongs to a link from that column, added where a Mixed
  /// property links to the class for the first time.
  mutating func backlinkLeaf(in target: TableKey, from origin: TableKey, _ column: ColumnShape)
    -> Int
  {
    if column.type == .link { return column.oppositeLeaf }
    return state.tables[target.slot].layout.backlinkLeaf(from: origin, columnKey: column.key)
      ?? addBacklinkColumn(to: target, from: origin, column)
  }

  /// Removes a column with its values; embedded objects that it held are left behind, unreachable.
  package mutating func removeColumn(_ table: TableKey, leaf: Int) {
    recordRemoval(of: table, leaf: leaf)
    dropColumn(table, leaf: leaf)
  }

  private mutating func dropColumn(_ table: TableKey, leaf: Int) {
    guard let column = state.tables[table.slot].columns[leaf] else { return }
    if state.tables[table.slot].primaryKeyLeaf == leaf { state.tables[table.slot].losePrimaryKey() }
    if column.type == .link {
      state.tables[column.opposite.slot].removeColumn(at: column.oppositeLeaf)
    }
    state.tables[table.slot].removeColumn(at: leaf)
    if !state.staleLinks.isEmpty { forgetStaleLinks(from: table, leaf) }
  }

  /// Whether another class has, or had, links to this one.
  func isLinkTarget(_ table: TableKey) -> Bool {
    let table = state.tables[table.slot]
    return table.backlinkLeaves.contains { table.columns[$0]?.opposite != table.key }
  }

  /// Whether a class or a property was removed that could link to this class by Mixed: the hidden column of such links
  /// stays.
  func hasLostOrigin(_ table: TableKey) -> Bool {
    let table = state.tables[table.slot]
    return table.backlinkLeaves.contains { leaf in
      guard let back = table.columns[leaf] else { return false }
      guard state.contains(back.opposite) else { return true }
      return state.tables[back.opposite.slot].layout.columnsRemoved > 0
        && state.originLeaf(of: back) == nil
    }
  }

  /// Removes a class that is not a link target.
  package mutating func removeTable(_ table: TableKey) {
    recordRemoval(of: table)
    for leaf in state.tables[table.slot].visibleLeaves.reversed() { dropColumn(table, leaf: leaf) }
    state.removeTable(table)
  }
}

/// An operation at which an assertion of Realm Core ends the process (`docs/rules.md`, "Aborts").
package enum Abort: Hashable, Sendable {
  /// The first tombstone of a class whose first column after a gap is a collection (Realm Core:
  /// `cluster.cpp`, `insert_column`, which fills gaps for other columns only).
  case tombstoneBesideColumnGap(className: RealmString)
  /// A SetErase of null from a set of another type than Mixed. Realm's recorder writes one for a null
  /// taken out of a set.
  case nullErasedFromTypedSet
  /// The removal of an object, or its return, that a collection inside a Mixed property linked to, which was overwritten,
  /// or a Mixed property that was removed.
  case linkNotFound(className: RealmString)
}
