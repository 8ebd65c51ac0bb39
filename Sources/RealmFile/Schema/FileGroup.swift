package import RealmModel
package import TraceFormat

/// What a file holds: its tables, its version, where its history is (Realm Core: `group.cpp`).
package struct FileGroup: Sendable {
  /// What the history of a file is for.
  package enum HistoryType: UInt64, Sendable {
    case none = 0
    case outsideFile = 1
    /// A local Realm.
    case local = 2
    /// A Realm that is synced.
    case syncClient = 3
    case syncServer = 4
  }

  /// By position in the list of tables.
  package internal(set) var tables: [FileTable] = []
  /// Tables that could not be read, by position.
  package internal(set) var unreadableSlots: [Int] = []
  /// The version of the file that its state is of.
  package internal(set) var version: UInt64 = 1
  /// Nil where it is none that is known.
  package internal(set) var historyType: HistoryType? = .some(.none)
  package internal(set) var historyTypeNumber: UInt64 = 0
  package internal(set) var historySchemaVersion: UInt64 = 0
  /// The number by which the server knows the file; 0 for none.
  package internal(set) var clientFileIdent: UInt64 = 0
  var historyRef: Int?
  /// The length of the file in bytes, without what is behind its last node.
  package internal(set) var logicalSize = 0

  package func table(named name: RealmString) -> FileTable? { tables.first { $0.name == name } }

  package func table(_ key: TableKey) -> FileTable? { tables.first { $0.key == key } }
}
