import FaultPlans
import Replayer
import TraceFormat

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
