internal import RealmModel
internal import TraceFormat

/// The classes of a file with their objects, before they are put together.
struct StateParts {
  struct ClassTable {
    var table: FileTable
    var name: RealmString
    var objects: [ObjectBatch] = []
    var tombstones: [ObjectBatch] = []
  }

  var tables: [ClassTable] = []
  /// The tables that are not classes.
  private(set) var privateKeys: [TableKey] = []
  private var clientFileIdent: UInt64

  init(of file: OpenRealmFile) throws(RealmFileFailure) {
    clientFileIdent = file.group.clientFileIdent
    let classes = ClassNames(file.group)
    for table in file.group.tables {
      guard let name = classes.name(of: table) else {
        privateKeys.append(table.key)
        continue
      }
      var part = ClassTable(table: table, name: name)
      guard table.kind != .asymmetric else {
        try Self.noteAsymmetricObjects(of: table, in: file)
        tables.append(part)
        continue
      }
      try Self.checkColumns(of: table)
      try file.forEachBatch(of: table) { part.objects.append($0) }
      if table.tombstonesRef != nil {
        try file.forEachBatch(of: table, tombstones: true) { batch in
          part.tombstones.append(batch)
        }
      }
      tables.append(part)
    }
  }

  /// Objects that are only there to be sent on are in no state; Realm removes those that a file of an
  /// older format has kept.
  private static func noteAsymmetricObjects(
    of table: FileTable, in file: OpenRealmFile
  ) throws(RealmFileFailure) {
    let count = try file.objectCount(of: table)
    guard count > 0 else { return }
    let what = "\(count.counted("object")) of an asymmetric class, which Realm removes"
    file.damage.note(RealmFileFailure(.unsupported(what)).inside(table.title))
  }

  private static func checkColumns(of table: FileTable) throws(RealmFileFailure) {
    guard let column = table.columns.first(where: { $0.type == .typedLink }) else { return }
    throw RealmFileFailure(.unsupported("a property of links to any class"))
      .inside(column.title).inside(table.title)
  }

  func state() throws(BuildingFailure) -> RealmState {
    var builder = RealmState.Builder()
    for key in privateKeys { try builder.addPrivateTable(key) }
    for part in tables { try addClass(part, to: &builder) }
    for part in tables { try addColumns(part, to: &builder) }
    for part in tables { try addObjects(part, to: &builder) }
    return try builder.build()
  }

  private func addClass(
    _ part: ClassTable, to builder: inout RealmState.Builder
  ) throws(BuildingFailure) {
    try builder.addTable(
      part.table.key, name: part.name, kind: part.table.kind,
      columnsRemoved: part.table.columnsRemoved, nextObject: part.table.nextObjectKey,
      everHadTombstone: part.table.tombstonesRef != nil)
  }

  private func addColumns(
    _ part: ClassTable, to builder: inout RealmState.Builder
  ) throws(BuildingFailure) {
    let table = part.table
    for column in table.columns {
      if column.type == .backlink {
        guard let origin = column.oppositeTable, let originKey = column.oppositeColumn else {
          continue
        }
        try builder.addBacklinkColumn(
          column.key, to: table.key, origin: origin, originKey: originKey)
      } else {
        try builder.addColumn(
          column.key, named: column.name, to: table.key, target: column.oppositeTable)
      }
    }
    if let name = table.primaryKeyColumn?.name { try builder.setPrimaryKey(name, of: table.key) }
  }

  private func addObjects(
    _ part: ClassTable, to builder: inout RealmState.Builder
  ) throws(BuildingFailure) {
    let isNumbered = part.table.primaryKey == nil && part.table.kind != .embedded
    for batch in part.objects {
      try builder.addObjects(
        batch.keys, to: part.table.key, columns: batch.columns,
        globalKey: isNumbered ? { globalKey($0.rawValue) } : nil)
    }
    for batch in part.tombstones {
      for (index, key) in batch.keys.enumerated() {
        try builder.addObject(
          key, to: part.table.key, cells: batch.row(index),
          globalKey: isNumbered ? globalKey(-2 &- key.rawValue) : nil)
      }
    }
  }

  /// What tells the object apart in changesets: the file that made it, and its number there
  /// (Realm Core: `global_key.hpp`).
  private func globalKey(_ key: Int64) -> GlobalKey {
    let bits = UInt64(bitPattern: key)
    let high = (bits & 0xFF00) >> 8 | (bits & 0xFFFF_FF00_0000_0000) >> 32
    let low = bits & 0xFF | (bits & 0xFF_FFFF_0000) >> 8
    return GlobalKey(high: high == 0 ? clientFileIdent : high, low: low)
  }
}
