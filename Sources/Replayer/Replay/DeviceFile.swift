package import RealmModel
package import TraceFormat

/// The file of a device, next to a recording of its sessions: what was made of the file, and how far that had synced.
package struct DeviceFile: Sendable {
  /// The identifier that the server gave the file. A file does not keep the highest bit of the salt.
  package let file: FileIdent
  /// The version of its last transaction.
  package let version: UInt64
  /// The last server version that it has integrated, and the last version of its own of which it knows that the server
  /// has it; 0 for none.
  package let downloadServerVersion, uploadClientVersion: UInt64
  /// What is in it, its unsynced transactions included.
  package let state: RealmState
  /// Its session, as `RealmFileImporter` makes it.
  package let events: [Event]

  package init(
    file: FileIdent, version: UInt64, downloadServerVersion: UInt64, uploadClientVersion: UInt64,
    state: RealmState, events: [Event]
  ) {
    (self.file, self.version, self.state, self.events) = (file, version, state, events)
    self.downloadServerVersion = downloadServerVersion
    self.uploadClientVersion = uploadClientVersion
  }
}

extension UInt64 {
  /// The number that a ``DeviceFile`` has for a client version on the wire: that of the version before (Realm Core:
  /// `sync/noinst/client_history_impl.cpp`). It is the only step between the two.
  var asInFile: UInt64 { self == 0 ? 0 : self - 1 }
}

/// Why a recording is not one of a file's sessions, or not of what is in the file.
package enum DeviceFileMismatch: Error, Hashable, Sendable {
  /// The recording has sessions of other files: their identifiers, ascending. The file's own, 0 if it has none yet, is
  /// among them where the server chose another salt with it.
  case otherFile(ident: UInt64, recorded: [UInt64])
  /// The recording does not have the file's last sync; the server versions that it has, ascending.
  case otherPoint(serverVersion: UInt64, acknowledgedVersion: UInt64, recorded: [UInt64])
  /// The recording shows that the device wrote, or downloaded, more after the file had been copied.
  case copiedEarly(version: UInt64, recordedVersion: UInt64, isServers: Bool)
}

/// One session out of a recording and the device's file.
package struct DeviceSession: Sendable {
  /// As of a session that was recorded from the inside, with the numbers of transactions that files have.
  package var events: [Event]
  package var recordedSession: UInt32
  /// Whether the recording has the file's earlier sessions, and they lead to what is in the file.
  package var hasBase: Bool
  /// What the recording does not show of what came after the file's last sync.
  package var gaps: [Gap]
}
