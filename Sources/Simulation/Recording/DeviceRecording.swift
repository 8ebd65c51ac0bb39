import FaultPlans
import RealmModel
import Replayer
import TraceFormat

/// Hears of all that happens at a device, and records what its way of recording can see.
protocol DeviceRecording: AnyObject {
  /// A new file is there, with what it downloaded first.
  func opened(device: Int, mode: ResetMode, _ file: FileIdent, _ download: Download)
  func connected(_ position: ClientIdent)
  func wrote(_ write: HistoryEntry)
  /// The device sent what is unsynced, at a version of its file.
  func uploaded(_ writes: [HistoryEntry], version: UInt64, _ position: ClientIdent)
  func downloaded(_ message: Download)
  /// A DOWNLOAD was cut, or came a second time, which ends the connection.
  func broke(_ message: Download, _ trouble: MessageTrouble)
  func failed(_ error: SyncError)
  /// A client reset is over, for which this was downloaded into a file of that identifier; or something went wrong
  /// in it.
  func reset(
    _ situation: ResetSituation, _ attempted: AttemptedReset, _ trouble: ResetTrouble?,
    _ file: FileIdent, _ download: Download)
  /// The process has ended in a reset, and the app is open again, with a file in this state.
  func startedAgain(mode: ResetMode, _ file: FileIdent, _ state: RealmState, _ isSynced: Bool)
  /// After a reset, everything is synced again.
  func settled()
  func disconnected()
  /// The trace ends; throws why it could not be written.
  func finish() throws
}

extension AttemptedReset {
  var isDownloaded: Bool { attempt.decisions.contains { $0.gate == .download && $0.isPassed } }
}

/// What happens to a message between a device and the server, apart from an answer that never arrives. All but the
/// second end the connection.
enum MessageTrouble: CaseIterable {
  case lostUpload
  /// The device goes on before it has the answer.
  case lateAnswer
  /// A DOWNLOAD comes a second time, which a client takes for an error of the protocol.
  case repeatedAnswer
  /// Only the first part of a DOWNLOAD comes.
  case cutAnswer
}

/// What goes wrong inside of a client reset (`docs/faults.md`, "The steps of a reset").
enum ResetTrouble: Hashable {
  /// The process ends once a step is done, and the app is started again.
  case processEnds(after: ResetStep)
  case beforeHandlerThrows
  case afterHandlerThrows
  case diskFull

  /// How the reset fails; nil where the process ends in it.
  var failure: ResetFailure? {
    switch self {
    case .processEnds: nil
    case .beforeHandlerThrows, .afterHandlerThrows:
      ResetFailure(.handlerThrew, message: "the app's handler failed")
    case .diskFull: ResetFailure(.outOfDiskSpace, message: "No space left on device")
    }
  }
}

extension ResetTrouble? {
  /// Whether the reset has reached the end of a step.
  func isAfter(_ step: ResetStep) -> Bool {
    if case .processEnds(let last) = self { last.rawValue >= step.rawValue } else { true }
  }
}
