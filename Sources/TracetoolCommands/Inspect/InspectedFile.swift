import RealmFile
import TraceFormat

/// A file that was inspected, with what was found.
struct InspectedFile {
  /// What a file is.
  enum Kind: String {
    /// A Realm file of a client that syncs.
    case synced
    /// A Realm file without synchronization.
    case local
    /// A Realm file of a sync server.
    case server
    /// An encrypted Realm file, without its key.
    case encrypted
    /// A Realm file of a format that is not read.
    case otherFormat
    /// A Realm file that could not be opened.
    case damaged
    case notARealmFile
    case trace
    /// The system refused to read it.
    case unreadable
  }

  var path: String
  var kind = Kind.unreadable
  var sizeBytes: Int?
  var sha256: [UInt8]?
  var inspection: RealmFileInspection?
  /// Why there is no more.
  var failure: String?

  mutating func take(_ inspection: RealmFileInspection) {
    self.inspection = inspection
    switch inspection.group.historyType {
    case .syncClient: kind = .synced
    case .syncServer: kind = .server
    default: kind = .local
    }
  }

  mutating func take(_ failure: RealmFileFailure) {
    self.failure = failure.description
    switch failure.code {
    case .notARealmFile: kind = .notARealmFile
    case .needsKey, .wrongKey, .invalidKey: kind = .encrypted
    case .unsupported, .unsupportedFormat: kind = .otherFormat
    case .damaged, .limitExceeded, .memoryExceeded: kind = .damaged
    case .inputOutput, .changedWhileReading: kind = .unreadable
    }
  }

  mutating func take(_ error: any Error) {
    failure = CommandFailure(describing: error).message
    kind = .unreadable
  }

  /// Whether there is nothing wrong with the file.
  var isSound: Bool {
    failure == nil && inspection?.problems.isEmpty != false
  }
}
