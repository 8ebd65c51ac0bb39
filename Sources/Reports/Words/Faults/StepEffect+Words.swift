package import Replayer
internal import TraceFormat

// What a fault did at a step of a reset, in one sentence without a final period.
extension StepEffect {
  package var words: String {
    switch self {
    case .downloadDelayed(.connectionBroke):
      "the connection broke during the download, which continued once it was back"
    case .downloadDelayed(.messageRepeated):
      "a message of the bootstrap came twice, to no effect"
    case .downloadFailed(let error):
      "the download for the reset failed (\(error.name): \(error.message)), which leaves no record"
    case .processEnded(let end, let aftermath):
      "\(ResetFailure(end).message); \(aftermath.words)"
    case .beforeHandlerThrew:
      "the handler before the reset threw, so nothing was changed or recorded"
    case .afterHandlerThrew:
      "the handler after the reset threw: the reset is committed, and counts as failed"
    case .diskFull(let isRecorded):
      isRecorded
        ? "the new state could not be committed; the attempt stays on record"
        : "nothing could be written, so nothing was changed or recorded"
    case .resetAgain(let isAcknowledged):
      isAcknowledged
        ? "another reset was ordered after everything was uploaded and acknowledged"
        : "another reset was ordered before the first one was acknowledged"
    }
  }
}

extension StepEffect.Aftermath {
  package var words: String {
    switch self {
    case .startsOver: "nothing is on record, and the next attempt starts over"
    case .recordIsFound:
      "the attempt is on record and the data untouched, and the next attempt finds it"
    case .skipsAfterHandler: "the reset is complete, and the handler after it is never called"
    case .goesOn: "the reset is complete, and sync continues when your app restarts"
    case .isAcknowledged: "the reset is complete and acknowledged"
    }
  }
}
