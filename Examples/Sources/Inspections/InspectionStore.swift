import Recorder
import TraceFormat

/// The part of the app that writes inspections and syncs them; every call of the recorder stands where it
/// goes in an app.
public final class InspectionStore {
  private let session: LiveSession
  private let folder: String

  /// - Parameter realm: just opened, with nothing unsynced.
  public init(_ realm: any InspectionRealm, recorder: SyncSessionRecorder, folder: String) {
    self.folder = folder
    session = recorder.session(
      name: "inspections", clientFile: "inspections.realm", mode: .discardLocal,
      sdk: "Swift 10.54.6", schema: InspectionSchema.schema)
    session.state(.base) { $0.create(realm.inspections) }
  }

  // MARK: Where the app configures sync

  /// `user.flexibleSyncConfiguration(clientResetMode:)`.
  public func configuration() -> SyncConfiguration {
    let (session, folder) = (session, folder)
    return SyncConfiguration(
      beforeReset: { before in
        // All that is unsynced is in this copy, and in no other place once the reset is done.
        let copy = "\(folder)/before-reset.realm"
        do {
          try before.writeCopy(to: copy)
          session.willReset(copiedTo: "before-reset.realm")
        } catch {
          session.note("the file could not be copied: \(error)")
          session.willReset()
        }
      },
      afterReset: { _, after in
        // In this mode nothing is recovered, and the state is the one that was downloaded.
        session.didReset(recovered: false) { $0.create(after.inspections) }
      })
  }

  /// `app.syncManager.errorHandler`.
  public func handle(_ error: HandledError) {
    if let backup = error.backupPath {
      // The reset could not be done by itself: after the next start the file is gone.
      session.failedToReset(message: error.message, backup: backup)
    } else {
      session.error(
        SyncError(
          code: error.code, name: "", message: error.message, action: .warning, isFatal: false))
    }
  }

  /// A function of `Logger(function:)`, as `Logger.shared`.
  public func log(level: String, message: String) { session.log(level: level, message) }

  /// The block of `realm.syncSession?.addProgressNotification(for: .upload, mode: .forCurrentlyOutstandingWork)`,
  /// registered now: what is written from here on is not in what it tells.
  public func uploadObserver() -> (TransferProgress) -> Void {
    let (session, version) = (session, session.clientVersion)
    return { progress in
      if progress.isTransferComplete { session.acknowledged(upToClientVersion: version) }
    }
  }

  // MARK: Where the app writes

  /// With `realm.write { realm.add(inspection) }`.
  public func created(_ inspection: Inspection) {
    session.commit { $0.create([inspection]) }
  }

  /// With `realm.write { inspection.status = … }`.
  public func changed(_ inspection: Inspection) {
    session.commit { $0.set("Inspection", inspection.id, "status", to: inspection.status) }
  }
}

extension LiveTransaction {
  fileprivate mutating func create(_ inspections: [Inspection]) {
    for inspection in inspections {
      create("Inspection", inspection.id, ["status": inspection.status])
    }
  }
}
