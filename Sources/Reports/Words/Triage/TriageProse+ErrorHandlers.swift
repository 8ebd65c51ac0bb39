internal import Analyzer

extension TriageProse {
  /// What an app's error handler is told (Realm Core: `SyncError`).
  static let errorHandlers = [
    TriageProse(
      "automatic-reset-failed",
      cause: """
        An automatic client reset failed, before it touched the file or inside its transaction; the text that \
        comes with the name says where and why
        """,
      dataNow: """
        The file is as it was, unsynced changes included; only if it was the after callback that failed, the \
        reset had gone through. Sync has stopped; the file is scheduled to be copied to the recovery folder \
        and deleted.
        """,
      nextSteps: [
        "Explain the text: `A fatal error occurred during …`.", .saveFile, .planMerge,
      ]),
    TriageProse(
      "client-reset-left-to-app",
      cause: """
        The app's error handler is told of a client reset that is left to the app (`is_client_reset_requested` \
        is true): either its mode is Manual, or an automatic reset has failed
        """,
      dataNow: """
        Sync has stopped, and the file stays as it is until the next launch, or until the app has the error \
        handled at once: then it is copied to the recovery folder and deleted. What is unsynced is only in \
        that copy then, and so is what the app writes in between.
        """,
      nextSteps: [
        """
        Look at the error's name and text: `AutoClientResetFailed` and `A fatal error occurred during …` tell \
        that an automatic reset failed, and why; any other error means that the mode is Manual.
        """,
        """
        Both paths come with the error: `ORIGINAL_FILE_PATH` and `RECOVERY_FILE_PATH`, in Swift \
        `rlmSync_clientResetBackedUpRealmPath`. Reinstalling the app destroys both files.
        """,
        """
        Copy over what was unsynced, and not the whole copy: that would undo what others have changed and \
        bring back what they have deleted.
        """, .planMerge,
      ]),
    TriageProse(
      "client-reset-not-asked",
      cause: """
        The app's error handler is told that the error asks for no client reset (`is_client_reset_requested` is \
        false): its action is none of a reset, and no automatic reset has failed
        """, dataNow: .dataStays, nextSteps: [.explainAction]),
  ]
}
