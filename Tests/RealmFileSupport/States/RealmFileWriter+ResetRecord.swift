import TraceFormat

// The reset that a file tracks (Realm Core: `pending_reset_store.cpp`).
extension RealmFileWriter {
  mutating func resetRecord(_ reset: PendingReset, key: UInt32) throws -> WrittenTable {
    let microseconds = reset.timeMicroseconds ?? 0
    let time = (microseconds / 1_000_000, microseconds % 1_000_000 * 1000)
    let columns: [(name: String, type: Int64, values: Int64)] = [
      ("core_version", 2, try strings([Array((reset.engineVersion ?? "14.14.0").utf8)])),
      ("time", 8, try timestamps([(seconds: time.0, nanoseconds: time.1)])),
      ("mode", 0, try integers([reset.mode == .discardLocal ? 0 : 1])),
      ("action", 0, try integers([reset.action.numberInFile])),
      ("error_code", 0, try integers([1032])),
      ("error_msg", 2, try strings([Array("Bad file ident".utf8)])),
    ]
    let objects = try objectLeaf(keys: [0], isFirst: true, columns: columns.map(\.values))
    return WrittenTable(
      name: Array("client_reset_metadata".utf8), key: key,
      columns: columns.enumerated().map { leaf, column in
        WrittenColumn(
          key: Int64(leaf) | column.type << 16 | Int64(leaf) << 30, name: Array(column.name.utf8))
      }, objects: objects.ref, nextObjectNumber: 1)
  }
}

extension ServerAction {
  fileprivate var numberInFile: Int64 {
    switch self {
    case .clientResetNoRecovery: 2
    case .migrateToFLX: 3
    case .revertToPBS: 4
    default: 1
    }
  }
}
