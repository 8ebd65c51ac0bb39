/// Something that an attempt at a reset does to the app or its file.
///
/// The order is that of Realm Core (`docs/rules.md`, "Gates"; `object-store/sync/sync_session.cpp`,
/// `sync/noinst/client_reset_operation.cpp`).
package enum StoryEvent: Codable, Hashable, Sendable {
  // Callbacks of the app
  case beforeBlock(BeforeBlock)
  case afterBlock(AfterBlock)
  case errorHandler(ErrorHandler)

  // What it leaves behind
  case discards(writeCount: Int)
  case isRecorded
  /// The file is to be copied to the recovery folder and deleted, at the next launch or when the app asks for it.
  case moveScheduled
  /// The file is to be deleted at the next launch, without a copy.
  case deletionScheduled
  /// What the attempt discards was still in the file after an attempt before it, counted from 1.
  case couldBeHad(afterAttempt: Int)

  // How it continues
  /// If the app is started anew, the file is moved first, and the next attempt never comes.
  case restartMovesFile(writeCount: Int)
  /// When the app is started anew the same error comes, and with it the next attempt.
  case restartTriesAgain
  /// If the Realm is opened again in the same process, the same error comes, and with it the next attempt.
  case reopeningTriesAgain
  /// The server asks for another reset before this one is acknowledged.
  case serverAsksAgain

  package var isCallback: Bool {
    switch self {
    case .beforeBlock, .afterBlock, .errorHandler: true
    default: false
    }
  }

  package enum BeforeBlock: Codable, Hashable, Sendable {
    case seesDevice(writeCount: Int)
    /// It sees what an earlier attempt left, counted from 1.
    case seesLeft(byAttempt: Int)
    /// It threw, with the message of the failure.
    case threw
    case isNotCalled(Silence)
  }

  package enum AfterBlock: Codable, Hashable, Sendable {
    /// It sees the state before, frozen, and the new one.
    case seesBoth(didRecover: Bool)
    case threw(didRecover: Bool)
    case isNotCalled(Silence)
  }

  package enum ErrorHandler: Codable, Hashable, Sendable {
    /// It gets the error that the server sent; where the file is to be moved, with its path and that of the
    /// copy to come.
    case getsError(error: ReportedFailure.Originating, hasPaths: Bool)
    /// It gets the failure of the reset, as `AutoClientResetFailed`.
    case getsFailure(ReportedFailure)
    case isNotCalled(Silence)
  }

  /// Why a callback is not called.
  package enum Silence: String, Codable, Hashable, Sendable {
    case endsBefore
    case failsBefore
    case processEnded
    /// The process ended between the commit of the new state and the callback.
    case isSkipped
    /// An automatic reset that goes through is not an error to the app.
    case goesThrough
    case nothingToReset
    /// The client sees to such an error itself.
    case isNotReported
  }
}

/// Which of the app's handlers gets to know of an error, where there are several (a rule of the SDKs:
/// Realm Core has one handler).
package enum HandlerPrecedence: String, Codable, Hashable, Sendable {
  /// Mode Manual: the handler that was given with the mode goes before the general one.
  case manual
  /// An automatic mode that failed: the handler of the mode for that goes before the general one, where an SDK has one.
  case automaticFailure
  /// An error that asks for no reset: the general handler.
  case otherError
  /// A reset that goes through: no handler is called, and the blocks alone tell of it.
  case blocksAlone
  case nobodyCalled
}
