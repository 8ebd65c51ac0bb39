/// The steps of a client reset, by their numbers (`docs/faults.md`, "The steps of a reset").
///
/// Realm Core: `object-store/sync/sync_session.cpp`, `sync/noinst/client_reset_operation.cpp`.
package enum ResetStep: Int, Codable, Hashable, Sendable, CaseIterable {
  case errorArrives = 1
  case freshFileOpened
  case freshSessionStarted
  case downloadCompleted
  case sessionRecreated
  case sessionActivated
  case beforeHandler
  case snapshotPinned
  case attemptRecorded
  case changesReplayed
  case stateTransferred
  case afterHandler
  case freshFileDeleted
  case sessionReloaded
  case acknowledged

  package var meaning: String {
    switch self {
    case .errorArrives: "the error arrives and the session is suspended"
    case .freshFileOpened: "the fresh file is opened"
    case .freshSessionStarted: "a second session starts to download the server's state"
    case .downloadCompleted: "the download completes"
    case .sessionRecreated: "the session is torn down and recreated"
    case .sessionActivated: "the new session binds"
    case .beforeHandler: "your app's handler before the reset runs"
    case .snapshotPinned: "the state before is kept for the handler after the reset"
    case .attemptRecorded: "the attempt is recorded in the file, in a commit of its own"
    case .changesReplayed: "a mode that recovers replays the unsynced changes on the fresh state"
    case .stateTransferred: "the state is transferred to the local file and committed"
    case .afterHandler: "your app's handler after the reset runs"
    case .freshFileDeleted: "the fresh file is deleted"
    case .sessionReloaded: "the session takes over the fresh file's identity and uploads"
    case .acknowledged: "everything is uploaded and downloaded, and the record is removed"
    }
  }
}
