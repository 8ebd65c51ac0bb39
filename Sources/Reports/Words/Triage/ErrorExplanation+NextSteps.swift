internal import Analyzer
package import TraceFormat

// What to do, in order, a sentence each.
extension ErrorExplanation.Layer {
  var nextSteps: [MessagePattern] {
    switch variant {
    case "merge": Array(topicSteps.prefix(2))
    case "208":
      topicSteps + [
        """
        If sync was terminated to test resets: what was synced before can't be lost in one. Write \
        while the device is offline, and terminate sync then.
        """
      ]
    case "222":
      topicSteps + [
        """
        The time alone discards nothing: raise the maximum offline time on the server, and \
        recovery stays possible as long as the action allows it.
        """
      ]
    default: topicSteps
    }
  }

  private var topicSteps: [MessagePattern] {
    switch topic {
    case .clientResetFailed:
      [
        """
        Look at the message inside. One that is not the engine's comes from the before or after \
        callback, or from opening the file for it.
        """, .saveFile, .planMerge,
      ]
    case .clientResetNotStarted:
      [
        "Look at the message inside: it is the error of the download.", .saveFile,
        "The next attempt does not count as a cycle, and reuses what was downloaded of the fresh copy.",
      ]
    case .acknowledgementNotTracked:
      [
        "Let the client sync completely before anything that provokes another reset.",
        "Fix what ended the wait; the next session waits again.",
      ]
    case .processTerminated:
      [
        "Save the file before the next launch.",
        .setManual, .planMerge,
      ]
    case .downloadFailed:
      [
        "Look at the error of the download: its name and message say why it failed.",
        .saveFile,
        "The next attempt does not count as a cycle, and reuses what was downloaded of the fresh copy.",
      ]
    case .handlerThrew:
      [
        .saveFile,
        """
        Don't throw in the callback; do what it wanted to do with the data after the launch.
        """,
      ]
    case .diskFull:
      ["Free some room before the next launch: the copy needs it too.", .saveFile, .planMerge]
    case .automaticResetFailed:
      ["Explain the text: `A fatal error occurred during …`.", .saveFile, .planMerge]
    case .clientResetLeftToApp:
      [
        """
        Look at the error's name and text: `AutoClientResetFailed` and `A fatal error occurred \
        during …` show that an automatic reset failed, and why; any other error means that the \
        mode is Manual.
        """,
        """
        Both paths come with the error: `ORIGINAL_FILE_PATH` and `RECOVERY_FILE_PATH`, in Swift \
        `rlmSync_clientResetBackedUpRealmPath`. Reinstalling the app destroys both files.
        """,
        """
        Copy over what was unsynced, and not the whole copy: that would undo what others have \
        changed and bring back what they have deleted.
        """, .planMerge,
      ]
    case .clientResetNotAsked, .otherError: [.explainAction]
    case .downloadNotIntegrated:
      [
        "Look at the server's answer in the log: the next `Received: ERROR`, with its action.",
        """
        Keep a copy of the file as evidence: the client's state and its history are in it. Where \
        the session was captured, `tracetool verify` and `tracetool cat --kind message` show the \
        changeset.
        """, .compareModes,
      ]
    case .recoveryNotAllowed:
      [
        .saveFile,
        """
        Allow recovery on the server if it was turned off; the next session gets the error again, \
        with another action.
        """, "RecoverOrDiscard would discard all unsynced changes here.", .planMerge,
      ]
    case .resetCycle:
      [
        .saveFile,
        """
        Find out why the earlier reset was not completed: its own error message, or a session \
        that ended before everything was uploaded and downloaded.
        """,
        """
        After a record of mode Recover, RecoverOrDiscard and DiscardLocal continue, and discard; \
        after one of mode DiscardLocal no mode does.
        """,
        """
        The record does not count for a reset with another action, or for another version of the \
        engine.
        """, .planMerge,
      ]
    case .manualModeNotRecorded:
      ["Set an automatic mode before a migration between the two kinds of sync.", .saveFile]
    case .actionNotRecorded:
      ["This is a defect of the code that drives the reset; an SDK never gets here.", .saveFile]
    case .rollbackOfNativeFlexibleSync:
      ["Ship a client that is configured for partition-based sync.", .planMerge]
    case .classesRemoved, .propertiesRemoved:
      [
        .saveFile, .ifServerRemoved, .ifAppAdded, .planMerge,
      ]
    case .classErasedOnDevice:
      [
        .saveFile, "Discarding goes through; what it drops includes the removal of the class.",
        .planMerge,
      ]
    case .propertyErasedOnDevice:
      [
        .saveFile, "Discarding goes through; what it drops includes the removal of the property.",
        .planMerge,
      ]
    case .listPositionLost, .targetObjectNotFound:
      [
        .saveFile,
        "`tracetool replay --engine ideal` shows what a recovery without that defect would keep.",
        .planMerge,
      ]
    case .listSizeDiffers: [.lookAround, .compareModes, .saveFile, .planMerge]
    case .indexOutOfBounds:
      [
        .saveFile,
        """
        `tracetool replay --engine ideal` shows what a recovery without these defects would keep.
        """, .planMerge,
      ]
    case .listLinkTargetGone, .listCopyNotResolved, .listCopiedWhole, .updateLinkTargetGone,
      .listAlreadyCopied, .createExistingObject:
      [.seeLosses]
    case .subscriptionRefused:
      [
        "Correct the query, or make its properties queryable on the server; then subscribe again.",
        .saveFile,
      ]
    case .messageTooLarge:
      [
        "Find the large transaction: `tracetool cat --kind localCommit --instructions`.",
        """
        Write in smaller transactions, or raise the server's limit before the client connects \
        again.
        """, .compareModes,
      ]
    case .migration: ["Set an automatic mode before the server migrates.", .compareModes]
    case .schemaChangeRefused:
      [
        """
        Make the change on the server first, or allow additive changes there (development mode); \
        discarding fails while the client has classes or properties that the server lacks.
        """, .explainAction,
      ]
    case .compensatingWrite:
      ["The error names class, key and reason of each write; check permissions and subscriptions."]
    case .noAccess: ["Check user, permissions and partition.", .explainAction]
    case .connectionClosed, .connectionLost: ["Nothing: the client connects again by itself."]
    case .protocolViolation:
      ["Check what is between client and server, and the versions of both.", .explainAction]
    case .errorWithoutItsName: ["Explain the text that comes with it.", .explainAction]
    case .wrongSyncType: ["Configure the client for the server's kind of sync."]
    case .schemaVersion:
      ["Let the client upload everything before its schema version is raised again."]
    case .errorThatEndsTheProcess:
      ["The server must not send this number; look at what answers instead of it."]
    case .unknownErrorCode: ["Look for a newer client that knows it.", .explainAction]
    case .connectionRefused: ["Log the user in again, and check the server's address."]
    case .actionClientReset: [.compareModes]
    case .actionClientResetNoRecovery:
      ["Set the mode to Recover or Manual if unsynced changes must not be dropped.", .compareModes]
    case .actionMigrateToFLX, .actionRevertToPBS:
      ["Set an automatic mode before the server migrates."]
    case .actionDeleteRealm: ["Copy the file before the next launch."]
    case .actionProtocolViolation, .actionApplicationBug, .actionWarning, .actionNoAction:
      [.lookAtError]
    case .actionTransient, .actionRefreshUser, .actionRefreshLocation: []
    case .actionLogOutUser: ["Log the user in again."]
    case .actionMigrateSchema: ["Let the client upload everything before anything else."]
    case .unknownMessage:
      [
        """
        Look for the message that came before or around this one: a failed reset is reported as \
        `A fatal error occurred during …`.
        """
      ]
    default: topic.ending.commonSteps
    }
  }
}

extension ErrorExplanation.Ending {
  /// What to do where nothing particular is to be done.
  fileprivate var commonSteps: [MessagePattern] {
    switch self {
    case .rolledBack: [.saveFile, .planMerge]
    case .schemaMismatch: [.saveFile, .restoreSchema, .planMerge]
    case .writeDropped: [.seeLosses]
    case .decidedByAction, .syncError: [.explainAction, .compareModes]
    case .nothing, .notStarted, .own: []
    }
  }
}

extension MessagePattern {
  package static let setManual: MessagePattern =
    "Set the mode to Manual before that launch: RecoverOrDiscard would discard what is unsynced."
  package static let ifServerRemoved: MessagePattern =
    "If the server removed them: restore its schema, or ship a client without them."
  package static let ifAppAdded: MessagePattern = """
    If the app added them: let the server take them (development mode) before a reset, or use a \
    mode that recovers. Opening the file with a new schema adds them.
    """
  static let saveFile: MessagePattern = """
    Save the file before the next launch does that: its path is in the error's user info \
    (`ORIGINAL_FILE_PATH`), and so is that of the copy to come (`RECOVERY_FILE_PATH`).
    """
  package static let planMerge: MessagePattern =
    "`tracetool replay --mode manual` lists what was not synced, and what would carry it over."
  fileprivate static let seeLosses: MessagePattern =
    "`tracetool replay --mode recover --verbose` names the change, and the server's state."
  fileprivate static let restoreSchema: MessagePattern = """
    Restore the server's schema, or ship a client that has the new one; a reset can't bridge the \
    two.
    """
  fileprivate static let compareModes: MessagePattern =
    "`tracetool replay --mode all` shows what each mode would do with what is unsynced."
  static let explainAction: MessagePattern =
    "Look up the action: `tracetool explain ClientReset` and so on."
  fileprivate static let lookAtError: MessagePattern = "Look at the error's name and message."
  fileprivate static let lookAround: MessagePattern = """
    Look at what comes before the message: `Failed to apply received changeset` is a download, \
    `A fatal error occurred during` a reset.
    """
}
