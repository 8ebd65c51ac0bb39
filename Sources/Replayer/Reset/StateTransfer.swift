import TraceFormat

/// Makes one Realm equal to another: the last step of a client reset, in both modes (Realm Core:
/// `transfer_group` in `sync/noinst/client_reset.cpp`).
///
/// The schema is checked first, and nothing has been changed when a check fails. Objects are found
/// by primary key and changed in place, so the local Realm keeps its internal keys.
struct StateTransfer {
  var copier: ValueCopier
  /// By slot of the fresh Realm: which local object each object is.
  private var counterparts: [Int: ValueCopier.Counterparts] = [:]
  /// The slots of classes of which what the two Realms share in memory is the same object for
  /// object.
  private var sharedSlots: Set<Int> = []
  /// The objects that matter; nil for all.
  private let scope: Set<ObjectName>?

  init(
    from source: RealmState, to destination: consuming RealmState, quirks: Quirks = .realmCore,
    scope: Set<ObjectName>? = nil
  ) {
    self.scope = scope
    copier = ValueCopier(from: source, to: RealmTransaction(destination), quirks: quirks)
  }

  /// The local state, made equal to the fresh one and committed.
  ///
  /// - Parameter scope: the objects that are to be looked at afterwards, if not all are. Others may
  ///   stay as they were.
  /// - Throws: what Realm Core rejects, or that it would abort.
  static func transfer(
    from fresh: RealmState, to local: RealmState, quirks: Quirks = .realmCore,
    scope: Set<ObjectName>? = nil
  ) throws(ResetFailure) -> (state: RealmState, deviations: [CopyDeviation]) {
    var transfer = StateTransfer(from: fresh, to: local, quirks: quirks, scope: scope)
    try transfer.run()
    transfer.copier.destination.removeAsymmetricObjects()
    return (transfer.copier.destination.state, transfer.copier.deviations)
  }

  /// All steps, in order.
  mutating func run() throws(ResetFailure) {
    try checkClasses()
    try createClasses()
    try checkRemovedProperties()
    try createProperties()
    if let scope { return try transferObjects(scope) }
    removeObjects()
    try createObjects()
    try copyValues()
  }

  var source: RealmState { copier.source }
  var destination: RealmState { copier.destination.state }

  /// The class of the same name in the local Realm.
  func counterpart(_ key: TableKey) -> TableKey {
    guard let other = destination.tableKey(named: source.tables[key.slot].name) else {
      preconditionFailure("missing classes have been created")
    }
    return other
  }

  func requirePrimaryKey(_ key: TableKey) throws(ResetFailure) {
    let table = source.tables[key.slot]
    guard table.primaryKeyLeaf != nil else {
      throw .crash("class '\(table.name)' has no primary key")
    }
  }

  /// The classes of the fresh Realm whose objects have an identity of their own.
  var topLevelTables: [TableKey] {
    source.tableKeys.filter { !source.tables[$0.slot].isEmbedded }
  }
}

// Schema
extension StateTransfer {
  /// Primary keys must agree class by class, and no local class may be missing.
  private func checkClasses() throws(ResetFailure) {
    var missing: [RealmString] = []
    for key in destination.tableKeys {
      let table = destination.tables[key.slot]
      guard let other = source.table(named: table.name) else {
        missing.append(table.name)
        continue
      }
      try Self.checkPrimaryKeys(other, table)
    }
    guard !missing.isEmpty else { return }
    let names = missing.sorted().map(\.readableText).joined(separator: ", ")
    throw ResetFailure(
      .classesRemoved,
      message: "Client reset cannot recover when classes have been removed: {\(names)}")
  }

  private static func checkPrimaryKeys(_ source: Table, _ destination: Table)
    throws(ResetFailure)
  {
    let name = destination.storedName
    let column = source.primaryKeyLeaf.flatMap { source.columns[$0] }
    let other = destination.primaryKeyLeaf.flatMap { destination.columns[$0] }
    guard (column == nil) == (other == nil) else {
      throw ResetFailure(
        .incompatiblePrimaryKey,
        message: "Client reset requires a primary key column in "
          + "\(column != nil ? "dest" : "source") table '\(name)'")
    }
    guard let column, let other else { return }
    guard column.type == other.type else {
      throw ResetFailure(
        .incompatiblePrimaryKey,
        message: "Client reset found incompatible primary key types "
          + "(\(column.type.columnTypeName) vs \(other.type.columnTypeName)) on '\(name)'")
    }
    guard column.hasSameAttributes(as: other) else {
      throw ResetFailure(
        .incompatiblePrimaryKey,
        message: "Client reset found incompatible primary key attributes (\(column.key) vs "
          + "\(other.key)) on '\(name)'")
    }
    let (field, otherField) = (
      source.columnNames[column.leaf], destination.columnNames[other.leaf]
    )
    guard field == otherField else {
      throw ResetFailure(
        .incompatiblePrimaryKey,
        message: "Client reset requires equal pk column names but '\(field)' != '\(otherField)' "
          + "on '\(name)'")
    }
  }

  private mutating func createClasses() throws(ResetFailure) {
    for key in source.tableKeys {
      let table = source.tables[key.slot]
      guard destination.table(named: table.name) == nil else { continue }
      var primaryKey: (name: RealmString, type: ColumnType, isNullable: Bool)?
      if let leaf = table.primaryKeyLeaf, let column = table.columns[leaf] {
        primaryKey = (table.columnNames[leaf], column.type, column.isNullable)
      } else if !table.isEmbedded {
        throw .crash("class '\(table.name)' has no primary key")
      }
      guard copier.destination.addTable(table.name, table.kind, primaryKey: primaryKey) != nil
      else { throw ResetFailure(.rejectedByStorage, message: "no slot is left for a class") }
    }
  }

  /// No local property may be missing in the fresh Realm.
  private func checkRemovedProperties() throws(ResetFailure) {
    for key in source.tableKeys {
      let (table, other) = (source.tables[key.slot], destination.tables[counterpart(key).slot])
      let missing = other.visibleLeaves.map { other.columnNames[$0] }.filter {
        table.leaves[$0] == nil
      }
      guard !missing.isEmpty else { continue }
      let names = missing.map { "\($0), " }.joined()
      throw ResetFailure(
        .propertiesRemoved,
        message: "Client reset cannot recover when columns have been removed from "
          + "'\(other.storedName)': {\(names)}")
    }
  }

  private mutating func createProperties() throws(ResetFailure) {
    for key in source.tableKeys {
      let other = counterpart(key)
      let table = source.tables[key.slot]
      for leaf in table.visibleLeaves {
        guard let column = table.columns[leaf] else { continue }
        let name = table.columnNames[leaf]
        if let present = destination.tables[other.slot].column(named: name) {
          try Self.check(column, against: present, "\(table.storedName).\(name)")
          noteLinkClass(column, present, of: table, name)
        } else {
          copier.destination.addColumn(
            other, name: name, type: column.type, collection: column.collection,
            isNullable: column.isNullable,
            target: column.type == .link ? counterpart(column.opposite) : nil)
        }
      }
    }
  }

  /// Realm Core does not compare what links refer to.
  private mutating func noteLinkClass(
    _ column: ColumnShape, _ present: ColumnShape, of table: Table, _ name: RealmString
  ) {
    guard column.type == .link,
      source.tables[column.opposite.slot].name != destination.tables[present.opposite.slot].name
    else { return }
    copier.deviations.append(
      CopyDeviation(
        kind: .linkClassDiffers, place: nil, className: table.name, property: name))
  }

  private static func check(
    _ column: ColumnShape, against present: ColumnShape, _ name: String
  ) throws(ResetFailure) {
    guard column.type == present.type else {
      throw ResetFailure(
        .incompatibleType,
        message: "Incompatible column type change detected during client reset for '\(name)' "
          + "(\(column.type.columnTypeName) vs \(present.type.columnTypeName))")
    }
    guard column.hasSameAttributes(as: present) else {
      // The misspelling is Realm Core's.
      throw ResetFailure(
        .incompatibleAttributes,
        message: "Incompatable column attribute change detected during client reset for "
          + "'\(name)' (\(column.key) vs \(present.key))")
    }
  }
}

// Objects
extension StateTransfer {
  /// Removes the objects that the fresh Realm lacks, and notes which object is which.
  private mutating func removeObjects() {
    sharedSlots = slotsToShare()
    for key in topLevelTables {
      let (table, other) = (source.tables[key.slot], counterpart(key))
      let local = destination.tables[other.slot]
      var known = ValueCopier.Counterparts(
        table: other,
        keys: ContiguousArray(repeating: Self.missing, count: table.rows.count))
      var surplus: [ObjectKey] = []
      forEachStretch(of: local, sharedWith: table) { indexes, isShared in
        for index in indexes {
          let object = ObjectKey(Int64(index))
          if isShared {
            known.keys[index] = object
          } else if local.contains(object) {
            if let same = table.find(local.identity(of: object)) {
              known.keys[Int(same.rawValue)] = object
            } else {
              surplus.append(object)
            }
          }
        }
      }
      counterparts[key.slot] = known
      for object in surplus {
        copier.destination.removeObject(ObjectAddress(table: other, key: object))
      }
    }
  }

  private static var missing: ObjectKey { ObjectKey(-1) }

  /// All objects are created before any value is copied, because creating one brings dangling
  /// links back to life.
  private mutating func createObjects() throws(ResetFailure) {
    for key in topLevelTables {
      let table = source.tables[key.slot]
      try requirePrimaryKey(key)
      guard var known = counterparts[key.slot] else { continue }
      for index in known.keys.indices where known.keys[index] == Self.missing {
        let object = ObjectKey(Int64(index))
        guard table.contains(object) else { continue }
        known.keys[index] =
          copier.destination.createObject(known.table, table.identity(of: object)).key
      }
      copier.note(known, of: key)
    }
  }

  private mutating func copyValues() throws(ResetFailure) {
    for key in topLevelTables {
      let other = counterpart(key)
      let pairs = try copier.columnPairs(key, other)
      for indexes in stretchesToCopy(key, other) {
        for index in indexes {
          let object = ObjectAddress(table: key, key: ObjectKey(Int64(index)))
          guard source.tables[key.slot].contains(object.key) else { continue }
          let local = copier.counterpart(of: object, in: other) ?? Self.missing
          try copier.copyObject(object, to: ObjectAddress(table: other, key: local), pairs)
        }
      }
      try copier.copyPending()
    }
  }
}

// What the two Realms share. Where they come from one state, most objects of both are one in memory,
// and nothing is left to do for them. An object that was left alone has the same internal key in
// both, and its links mean the same objects, because to remove one changes what links to it.
extension StateTransfer {
  /// The slots of classes whose objects need not be looked at where both Realms have them in one
  /// place: those with one layout that do not embed anything that may differ. Dangling links are
  /// not carried over, so none may be about.
  private func slotsToShare() -> Set<Int> {
    guard !copier.hasDanglingLinks else { return [] }
    var slots = Set(
      source.tableKeys.filter { key in
        let table = source.tables[key.slot]
        return destination.tableKey(named: table.name) == key
          && destination.tables[key.slot].sharesLayout(with: table)
      }.map(\.slot))
    // What an embedded object has is part of the one that holds it.
    let embedded = source.tableKeys.filter { source.tables[$0.slot].isEmbedded }
    for key in embedded where !isWhollyShared(key) { slots.remove(key.slot) }
    while let slot = slots.first(where: { !embedsOnly(slots, $0) }) { slots.remove(slot) }
    return slots
  }

  private func isWhollyShared(_ key: TableKey) -> Bool {
    guard key.slot < destination.tables.count else { return false }
    var isShared = true
    source.tables[key.slot].rows.forEachStretch(
      sharedWith: destination.tables[key.slot].rows
    ) { isShared = isShared && $1 }
    return isShared
  }

  private func embedsOnly(_ slots: Set<Int>, _ slot: Int) -> Bool {
    source.tables[slot].columns.allSatisfy { column in
      guard let column, column.isEmbedded else { return true }
      return slots.contains(column.opposite.slot)
    }
  }

  private func forEachStretch(
    of local: Table, sharedWith table: Table, _ body: (Range<Int>, Bool) -> Void
  ) {
    local.rows.forEachStretch(sharedWith: table.rows) { indexes, isShared in
      if sharedSlots.contains(table.key.slot) {
        body(indexes, isShared)
      } else {
        body(indexes, false)
      }
    }
  }

  /// The objects of a class that are not shared, by index. Removing and creating objects may have
  /// touched some that were.
  private func stretchesToCopy(_ key: TableKey, _ other: TableKey) -> [Range<Int>] {
    let table = source.tables[key.slot]
    guard sharedSlots.contains(key.slot) else { return [0..<table.rows.count] }
    var stretches: [Range<Int>] = []
    table.rows.forEachStretch(sharedWith: destination.tables[other.slot].rows) {
      if !$1 { stretches.append($0) }
    }
    return stretches
  }
}

extension ColumnShape {
  /// Whether optionality and collection kind agree.
  fileprivate func hasSameAttributes(as other: ColumnShape) -> Bool {
    isNullable == other.isNullable && collection == other.collection
  }
}
