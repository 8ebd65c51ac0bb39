/// An entry of a client's history that is written.
public struct WrittenEntry {
  /// 0 for a change of this file.
  var originFileIdent: Int64 = 0
  /// Milliseconds since 2015-01-01 (UTC).
  var originTimestamp: Int64 = 0
  var remoteVersion: Int64 = 0
  /// Nil where nothing synced was changed.
  var changeset: [UInt8]?
  /// What merging has made of it; nil where it is as it was, empty where nothing is left.
  var reciprocal: [UInt8]?
}

// The history of a client (Realm Core: `client_history_impl.cpp`).
extension RealmFileWriter {
  /// - Parameters:
  ///   - entries: oldest first; the last one made the file's version.
  ///   - progress: elements 2 to 12 of the history's root.
  mutating func history(_ entries: [WrittenEntry], progress: [UInt64]) throws -> Int64 {
    let changesets = try elementTree(entries.map(\.changeset.stored)) { try $0.binaries($1) }
    let reciprocals = try elementTree(entries.map(\.reciprocal.stored)) { try $0.binaries($1) }
    let versions = try elementTree(entries.map(\.remoteVersion)) { try $0.integers($1) }
    let idents = try elementTree(entries.map(\.originFileIdent)) { try $0.integers($1) }
    let times = try elementTree(entries.map(\.originTimestamp)) { try $0.integers($1) }
    return try references(
      [0, 0] + progress.map(Self.tagged) + [changesets, reciprocals, versions, idents, times]
        + [0, 0, 0])
  }
}

extension [UInt8]? {
  /// The container that a changeset is stored in, not compressed.
  fileprivate var stored: [UInt8]? {
    guard let self, !self.isEmpty else { return self }
    return [4] + UInt32(self.count).littleEndianBytes + self
  }
}
