import TraceFormat

@testable import RealmModel

/// A state as a Realm file, with its classes, columns and objects under the keys that they have.
public struct StateFile {
  /// What a file of this writer cannot hold.
  public struct Unwritable: Error, CustomStringConvertible {
    public var description: String
  }

  let state: RealmState
  private let changes: [Change]
  private let synced: Synced

  /// A change that was never uploaded.
  public struct Change {
    /// The version of the file that it was made on.
    public var clientVersion: UInt64
    public var changeset: [UInt8]
    /// What merging has made of it; nil where it is as it was, empty where nothing is left.
    public var merged: [UInt8]?
    /// The server version that the file had integrated then; nil for the last that it has integrated.
    public var serverVersion: UInt64?
    /// Milliseconds since 2015-01-01 (UTC).
    public var originTimestamp: Int64

    public init(clientVersion: UInt64, changeset: [UInt8], originTimestamp: Int64 = 0) {
      (self.clientVersion, self.changeset) = (clientVersion, changeset)
      self.originTimestamp = originTimestamp
    }
  }

  /// How far a file has synced.
  public struct Synced {
    public var file: FileIdent
    /// The file's version; nil for that of its last change.
    public var version: UInt64?
    public var downloadServerVersion: UInt64
    public var downloadClientVersion: UInt64 = 0
    public var latestServerVersion: UInt64
    public var latestServerVersionSalt: Int64 = 0
    /// The last of its versions of which the file knows that the server has it.
    public var uploadClientVersion: UInt64 = 0
    /// The reset that it tracks.
    public var pendingReset: PendingReset?

    /// A file that has downloaded up to a server version, and uploaded nothing.
    public init(_ file: FileIdent, serverVersion: UInt64) {
      (self.file, downloadServerVersion) = (file, serverVersion)
      latestServerVersion = serverVersion
    }

    fileprivate var progress: [UInt64] {
      [
        UInt64(file.salt & .max), latestServerVersion,
        UInt64(bitPattern: latestServerVersionSalt & .max), downloadServerVersion,
        downloadClientVersion, uploadClientVersion, 0, 0, 0, 0, 0,
      ]
    }
  }

  /// The bytes of a file with a state, which has the unsynced changes in it.
  ///
  /// - Parameters:
  ///   - clientFileIdent: the file's identifier, with the salt 1.
  ///   - serverVersion: the last server version that it has integrated.
  /// - Throws: ``Unwritable`` for objects without primary key: their keys in a file say who made them.
  public static func bytes(
    of state: RealmState, unsynced changes: [Change] = [], clientFileIdent: UInt64 = 1,
    serverVersion: UInt64 = 1
  ) throws -> [UInt8] {
    let file = FileIdent(ident: clientFileIdent, salt: 1)
    return try bytes(of: state, unsynced: changes, Synced(file, serverVersion: serverVersion))
  }

  /// The bytes of a file that has synced so far.
  ///
  /// - Throws: ``Unwritable``, as above.
  public static func bytes(
    of state: RealmState, unsynced changes: [Change], _ synced: Synced
  ) throws -> [UInt8] {
    try RealmFileWriter.bytes {
      try StateFile(state: state, changes: changes, synced: synced).write(&$0)
    }
  }

  private func write(_ writer: inout RealmFileWriter) throws {
    var tables: [WrittenTable] = []
    for key in state.privateTableKeys {
      let leaf = try writer.objectLeaf(keys: [], isFirst: true, columns: [])
      tables.append(
        WrittenTable(
          name: Array("own\(key.slot)".utf8), key: key.rawValue, columns: [], objects: leaf.ref))
    }
    for key in state.tableKeys { tables.append(try table(state.tables[key.slot], &writer)) }
    if let reset = synced.pendingReset {
      let key = UInt32(state.tables.count)
      tables.append(try writer.resetRecord(reset, key: key))
    }
    var group = WrittenGroup()
    group.clientFileIdent = synced.file.ident
    group.version = version
    group.history = try history(&writer)
    for (slot, table) in state.tables.enumerated()
    where !table.isPresent && !state.privateSlots.contains(slot) {
      group.freeSlotTags[slot] = UInt64(table.key.reuseTag)
    }
    try writer.finish(tables, group)
  }

  private var version: UInt64 {
    synced.version ?? max((changes.last?.clientVersion ?? 1) + 1, synced.uploadClientVersion)
  }

  /// The changes with empty ones between and after them, so that each has its version.
  private func history(_ writer: inout RealmFileWriter) throws -> Int64 {
    let first = changes.first?.clientVersion ?? version
    var entries = (first..<version).map { _ in WrittenEntry() }
    for change in changes {
      entries[Int(change.clientVersion - first)] = WrittenEntry(
        originTimestamp: change.originTimestamp,
        remoteVersion: Int64(change.serverVersion ?? synced.downloadServerVersion),
        changeset: change.changeset, reciprocal: change.merged)
    }
    return try writer.history(entries, progress: synced.progress)
  }
}

// Classes
extension StateFile {
  private func table(_ table: Table, _ writer: inout RealmFileWriter) throws -> WrittenTable {
    guard table.isEmbedded || table.primaryKeyLeaf != nil || table.objectCount == 0 else {
      throw Unwritable(description: "\(table.name.readableText) has objects without primary key")
    }
    let next = UInt64(table.rows.key(at: table.rows.count).rawValue)
    return WrittenTable(
      name: Array("class_".utf8) + table.name.bytes, key: table.key.rawValue, kind: table.kind.code,
      columns: (table.visibleLeaves + table.backlinkLeaves).compactMap { column($0, of: table) },
      primaryKey: table.primaryKeyLeaf.flatMap { table.columns[$0]?.key },
      objects: try objects(table.objectKeys, of: table, &writer),
      tombstones: table.everHadTombstone
        ? try objects(table.tombstones.keys.sorted(), of: table, &writer) : 0,
      columnsRemoved: UInt64(table.layout.columnsRemoved), nextObjectNumber: next)
  }

  private func column(_ leaf: Int, of table: Table) -> WrittenColumn? {
    guard let column = table.columns[leaf] else { return nil }
    let isHidden = column.type == .backlink
    var written = WrittenColumn(
      key: column.key, name: isHidden ? nil : Array(table.columnNames[leaf].bytes))
    guard isHidden || column.type == .link else { return written }
    let target = state.tables[column.opposite.slot].layout
    written.oppositeTable = Int64(column.opposite.rawValue)
    written.oppositeColumn =
      isHidden
      ? column.originKey
      : target.backlinkLeaf(from: table.key, columnKey: column.key)
        .flatMap { target.columns[$0]?.key } ?? .max
    return written
  }

  private func objects(
    _ keys: [ObjectKey], of table: Table, _ writer: inout RealmFileWriter
  ) throws -> Int64 {
    var leaves: [WrittenLeaf] = []
    for first in stride(from: 0, to: max(keys.count, 1), by: RealmFileWriter.objectsPerLeafMax) {
      let part = Array(keys[first..<min(first + RealmFileWriter.objectsPerLeafMax, keys.count)])
      var columns: [Int64] = []
      for (leaf, column) in table.columns.enumerated() {
        let cells = part.map { table.cell($0, leaf) }
        columns.append(try column.map { try values(cells, of: $0, &writer) } ?? 0)
      }
      let stored = part.map { UInt64(bitPattern: key(of: $0, in: table)) }
      leaves.append(
        try writer.objectLeaf(keys: stored, isFirst: leaves.isEmpty, columns: columns))
    }
    return try writer.objectTree(leaves)
  }

  /// The key of an object in a file: those of embedded objects leave room for who made them
  /// (Realm Core: `global_key.hpp`).
  func key(of key: ObjectKey, in table: Table) -> Int64 {
    guard table.isEmbedded, !key.isUnresolved else { return key.rawValue }
    return key.rawValue & 0xFF | (key.rawValue & ~0xFF) << 8
  }
}

extension TableKind {
  /// Realm's number for it.
  fileprivate var code: UInt64 {
    switch self {
    case .topLevel: 0
    case .embedded: 1
    case .asymmetric: 2
    }
  }
}
