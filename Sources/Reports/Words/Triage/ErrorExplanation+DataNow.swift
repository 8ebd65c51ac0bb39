internal import Analyzer
internal import TraceFormat

// What happens to the data now, in sentences.
extension ErrorExplanation.Layer {
  var dataNow: MessagePattern {
    switch topic.ending {
    case .notStarted:
      """
      The file is as it was, unsynced changes included, and no attempt is on record. Sync has \
      stopped; the file is scheduled to be copied to the recovery folder and deleted.
      """
    case .rolledBack, .schemaMismatch:
      """
      The reset was rolled back: the file is as it was, unsynced changes included, but the \
      attempt is on record. Sync has stopped; the file is scheduled to be copied to the recovery \
      folder and deleted.
      """
    case .writeDropped:
      """
      This one change is gone from the device and is not uploaded. The reset continues, and the app \
      gets `didRecover = true`.
      """
    case .nothing: "Nothing is lost by this."
    case .decidedByAction:
      """
      Nothing has happened to the data yet. What follows depends on the action that came with the \
      error, and on your app's reset mode, not on the number.
      """
    case .syncError:
      """
      Nothing is lost: unsynced changes stay in the file. The action that came with the error \
      decides whether sync continues, stops or resets.
      """
    case .own: ownDataNow
    }
  }

  private var ownDataNow: MessagePattern {
    switch topic {
    case .clientResetFailed:
      """
      The reset was rolled back and the file is as it was, unsynced changes included; only if it \
      was the after callback that failed, the reset had gone through. The attempt is on record \
      unless the before callback failed. Sync has stopped; the file is scheduled to be copied to \
      the recovery folder and deleted.
      """
    case .acknowledgementNotTracked:
      """
      The reset itself went through. Its record stays in the file, so another reset for the same \
      action would count as a cycle.
      """
    case .processTerminated:
      """
      Unless the reset was complete already, the file is as before it, but for the record of the \
      attempt if that was written. The next launch gets the same error and starts over: with a \
      record, Recover is then refused as a cycle, and RecoverOrDiscard discards.
      """
    case .handlerThrew:
      """
      If it was the one before, nothing was changed and no attempt is on record. If it was the \
      one after, the reset had gone through and the file has the new state, although the app \
      gets a failure. Either way sync has stopped, and the file is scheduled to be copied to \
      the recovery folder and deleted.
      """
    case .diskFull:
      """
      The reset was not committed: the file is as it was, unsynced changes included. If the \
      record of the attempt could be written, the next one counts as a cycle. Sync has stopped; \
      the file is scheduled to be copied to the recovery folder and deleted.
      """
    case .automaticResetFailed:
      """
      The file is as it was, unsynced changes included; only if it was the after callback that \
      failed, the reset had gone through. Sync has stopped; the file is scheduled to be copied to \
      the recovery folder and deleted.
      """
    case .clientResetLeftToApp:
      """
      Sync has stopped, and the file stays as it is until the next launch, or until the app has \
      the error handled at once: then it is copied to the recovery folder and deleted. What is \
      unsynced is only in that copy then, and so is what the app writes in between.
      """
    case .downloadNotIntegrated:
      """
      The changeset is not applied, and what is unsynced stays in the file. The client tells the \
      server (code 212) and the app (`BadChangeset`, not fatal), and from then on neither \
      downloads nor uploads until the session restarts; the server mostly answers with an \
      error, often one that orders a client reset.
      """
    case .resetCycle:
      """
      This attempt changed nothing, and the record of the earlier one stays. If that one \
      recovered changes, they are in the file and not uploaded. Sync has stopped; the file is \
      scheduled to be copied to the recovery folder and deleted.
      """
    case .rollbackOfNativeFlexibleSync:
      "The file is as it was, unsynced changes included, and does not sync."
    case .listSizeDiffers:
      """
      In a download: the changeset is not applied, what is unsynced stays in the file, and the \
      client neither downloads nor uploads until the session restarts. In a recovery, where \
      only a list inside an element of a list can cause it (docs/rules.md, R11), the reset was \
      rolled back, and the file is as it was.
      """
    case .listLinkTargetGone:
      """
      The link is not in the list, and the change is not uploaded. Later changes to the same list \
      can hit wrong elements (docs/rules.md, R5). The app gets `didRecover = true`.
      """
    case .listCopyNotResolved:
      """
      All of the device's changes to that list are gone, and the server's list stays. It is tried \
      again, with the same warning, after each further changeset. The app gets `didRecover = \
      true`.
      """
    case .listCopiedWhole:
      """
      The device's list is kept. What others had changed in that list since the last sync is \
      overwritten, and the overwriting is uploaded. Realm says so at debug level only.
      """
    case .updateLinkTargetGone:
      "The device's link is gone, and so is the server's. Nothing is logged."
    case .listAlreadyCopied:
      """
      The change is in that copy, unless it inserted a link to an object that was created later \
      (docs/rules.md, R4). Nothing is logged.
      """
    case .createExistingObject:
      """
      The two become one object: what the device set, default values included, replaces the \
      server's values.
      """
    case .subscriptionRefused:
      """
      Outside a reset nothing is lost: the subscriptions of before stay in force. In a reset it \
      fails the download of the fresh copy, and so the reset, which changed nothing and left no \
      record.
      """
    case .messageTooLarge:
      """
      In an automatic mode the reset runs. What is recovered is uploaded again in the same \
      transactions, so one that is too large is so again, and the next reset meets a record of \
      this one.
      """
    case .migration:
      """
      A client reset into the other kind of sync follows, whatever the mode; mode Manual is not \
      supported. Unsynced changes are recovered or discarded as the mode says.
      """
    case .compensatingWrite:
      """
      The objects concerned go back to the server's state, with other edits that the client made \
      to them since; unsynced changes to other objects stay. No reset follows.
      """
    case .schemaVersion:
      """
      With 236 unsynced changes are uploaded first, and then the file is downloaded anew in the \
      new version; with 235 nothing happens to the data.
      """
    case .errorThatEndsTheProcess:
      "The file stays as it is, and the next launch meets the same error."
    case .connectionRefused:
      "Nothing is lost: unsynced changes stay in the file until the user can sync again."
    case .actionClientReset:
      """
      By mode: Recover and RecoverOrDiscard apply what is unsynced to the server's state; \
      DiscardLocal drops it; Manual leaves the file and gives the app the error.
      """
    case .actionClientResetNoRecovery:
      """
      By mode: Recover fails and leaves everything in the file; RecoverOrDiscard and DiscardLocal \
      drop what is unsynced; Manual leaves the file and gives the app the error.
      """
    case .actionMigrateToFLX, .actionRevertToPBS:
      """
      A reset into the other kind of sync follows, whatever the mode. Unsynced changes are \
      recovered or dropped as the mode says; mode Manual is not supported.
      """
    case .actionDeleteRealm:
      """
      Sync stops, and the file is deleted at the next launch without a copy: what is unsynced is \
      lost unless it is saved before.
      """
    case .actionProtocolViolation, .actionApplicationBug:
      "Sync stops; unsynced changes stay in the file, and no reset follows."
    case .actionWarning: "Sync continues; nothing is lost by this."
    case .actionTransient: "Nothing is lost; the client silently tries again."
    case .actionRefreshUser: "Nothing is lost; the client refreshes it and connects again."
    case .actionRefreshLocation: "Nothing is lost; the client asks and connects again."
    case .actionLogOutUser: "Sync stops; unsynced changes stay in the file of this user."
    case .actionMigrateSchema:
      "What is unsynced is uploaded first; then the file is downloaded anew."
    case .actionNoAction:
      "No reset follows. Sync stops if the error is fatal; unsynced changes stay in the file."
    case .unknownMessage: "Nothing can be said about the data."
    default:
      preconditionFailure("\(topic.rawValue) ends something of its own, as a test makes sure")
    }
  }
}
