// What the example needs of the Realm Swift SDK, which cannot be had on every machine: each protocol
// stands for what its comment names, and its members have the SDK's names where they are the SDK's.

/// `Realm`, frozen or live.
public protocol InspectionRealm {
  /// `realm.objects(Inspection.self)`.
  var inspections: [Inspection] { get }
  /// `realm.writeCopy(configuration:)` as a local Realm, with everything that is unsynced; as a synced one it is
  /// refused while uploads are pending.
  func writeCopy(to path: String) throws
}

/// A model: `class Inspection: Object`.
public struct Inspection: Hashable, Sendable {
  public var id: Int64
  public var status: String

  public init(id: Int64, status: String) {
    self.id = id
    self.status = status
  }
}

/// `user.flexibleSyncConfiguration(clientResetMode: .discardUnsyncedChanges(beforeReset:afterReset:))`.
public struct SyncConfiguration {
  public var beforeReset: (_ before: any InspectionRealm) -> Void
  public var afterReset: (_ before: any InspectionRealm, _ after: any InspectionRealm) -> Void
}

/// `SyncSession.Progress`.
public struct TransferProgress {
  public var isTransferComplete: Bool

  public init(isTransferComplete: Bool) { self.isTransferComplete = isTransferComplete }
}

/// `SyncError`, as `app.syncManager.errorHandler` is given it.
public struct HandledError {
  /// `error.code`.
  public var code: Int32
  public var message: String
  /// `error.clientResetInfo()`: for `.clientResetError`, where the file is to be set aside.
  public var backupPath: String?

  public init(code: Int32, message: String, backupPath: String? = nil) {
    self.code = code
    self.message = message
    self.backupPath = backupPath
  }
}

/// What sends a file somewhere, such as an upload task of `URLSession`.
public protocol Uploader {
  func upload(fileAt path: String) throws
}
