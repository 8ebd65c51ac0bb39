package import TraceFormat

/// A Realm in memory: its classes, their objects and all values, as a persistent value.
///
/// Copies share structure: copying costs nothing, and changing a copy copies only what is touched.
/// A state owns all its data. Beside what apps see, it keeps Realm's internal keys, dangling links
/// and the order of incoming links, because some outcomes of a client reset depend on them.
public struct RealmState: Sendable {
  /// By slot; not present where a class was removed, or where Realm keeps a table of its own.
  package var tables: ContiguousArray<Table> = []
  /// Slots that Realm uses for tables that apps do not see.
  var privateSlots: Set<Int> = []
  /// No slot below it is free, so that many classes are not searched for each that is added.
  private var freeSlotMin = 0
  package var slots: [RealmString: Int] = [:]
  /// Links that their targets still have on record although what held them is overwritten, by the properties that they
  /// were in. Realm takes them off that record only where a property or a collection as a whole is overwritten,
  /// not for a collection inside of one (Realm Core: `Lst<Mixed>::do_set`, `Dictionary::insert`).
  var staleLinks: [ObjectAddress: [CellAddress]] = [:]
  /// Whether an element that is itself a list or dictionary was moved in its list: Realm frees what such an element holds, so
  /// what it has there does not follow from changesets any more (`docs/rules.md`, "Aborts").
  package internal(set) var hasMovedCollection = false

  /// A Realm without classes.
  public init() {}
}

// Finding classes
extension RealmState {
  package func table(named name: RealmString) -> Table? { slots[name].map { tables[$0] } }

  package func tableKey(named name: RealmString) -> TableKey? { slots[name].map { tables[$0].key } }

  /// Whether a class of that key exists, also compared by how often its slot was reused.
  package func contains(_ key: TableKey) -> Bool {
    key.slot < tables.count && tables[key.slot].isPresent && tables[key.slot].key == key
  }

  @inline(__always)
  func primaryKeyColumn(of table: TableKey) -> ColumnShape? {
    guard let leaf = tables[table.slot].primaryKeyLeaf else { return nil }
    return tables[table.slot].columns[leaf]
  }

  /// The leaf of the column that a backlink column belongs to; nil if the column was removed.
  func originLeaf(of back: ColumnShape) -> Int? {
    guard contains(back.opposite) else { return nil }
    let columns = tables[back.opposite.slot].columns
    guard columns.indices.contains(back.oppositeLeaf),
      columns[back.oppositeLeaf]?.key == back.originKey
    else { return nil }
    return back.oppositeLeaf
  }

  /// Forgets the links that only their targets have on record, as a Realm that was just downloaded has none.
  package mutating func forgetLostLinks() {
    staleLinks = [:]
    for key in tableKeys {
      let table = tables[key.slot]
      for leaf in table.backlinkLeaves {
        guard let back = table.columns[leaf], contains(back.opposite), originLeaf(of: back) == nil
        else { continue }
        for object in table.objectKeys + table.tombstones.keys {
          guard case .backlinks = table.cell(object, leaf) else { continue }
          tables[key.slot].modifyCell(object, leaf) { $0 = .null }
        }
      }
    }
  }

  package func contains(_ address: ObjectAddress) -> Bool {
    contains(address.table) && tables[address.table.slot].contains(address.key)
  }

  package var tableKeys: [TableKey] { tables.filter(\.isPresent).map(\.key) }

  package var privateTableKeys: [TableKey] { privateSlots.sorted().map { tables[$0].key } }

  /// The slot for the next class: the lowest free one.
  private mutating func takeSlot() -> TableKey? {
    let free = (freeSlotMin..<tables.count).first {
      !tables[$0].isPresent && !privateSlots.contains($0)
    }
    freeSlotMin = free ?? tables.count
    if let free { return tables[free].key }
    guard tables.count < TableKey.slotCountMax else { return nil }
    let key = TableKey(slot: tables.count, reuseTag: 0)
    tables.append(Table(absent: key))
    return key
  }

  /// Adds a class without columns; nil if there is no slot left.
  package mutating func addTable(_ name: RealmString, _ kind: TableKind) -> TableKey? {
    guard let key = takeSlot() else { return nil }
    tables[key.slot] = Table(key: key, name: name, kind: kind)
    slots[name] = key.slot
    return key
  }

  /// Sets a slot aside for a table of Realm's own, such as the record of a pending reset.
  package mutating func addPrivateTable() {
    guard let key = takeSlot() else { return }
    privateSlots.insert(key.slot)
  }

  /// Removes a class and leaves its slot to the next one.
  mutating func removeTable(_ key: TableKey) {
    slots[tables[key.slot].name] = nil
    freeSlotMin = min(freeSlotMin, key.slot)
    tables[key.slot] = Table(
      absent: TableKey(slot: key.slot, reuseTag: (key.reuseTag + 1) & 0x7FFF))
  }
}
