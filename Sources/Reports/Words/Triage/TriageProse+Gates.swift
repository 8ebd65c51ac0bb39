internal import Analyzer

extension TriageProse {
  static let gates = [
    TriageProse(
      "recovery-not-allowed",
      cause: """
        The server asked for a reset without recovery (ClientResetNoRecovery), and the app's mode is \
        Recover, which never discards
        """, dataNow: .untouched,
      nextSteps: [
        .saveFile,
        """
        Allow recovery on the server if it was turned off; the next session gets the error anew, \
        with another action.
        """,
        "RecoverOrDiscard would discard all unsynced changes here.", .planMerge,
      ]),
    TriageProse(
      "reset-cycle",
      cause: """
        The file tracks an earlier reset for the same action, in mode <mode> at <time> (UTC), that \
        was never completed: it failed, the process ended in it, or what it left was not yet uploaded \
        and acknowledged. Mode <otherMode> does not try again
        """,
      dataNow: """
        This attempt changed nothing, and the record of the earlier one stays. If that one recovered \
        changes, they are in the file and not uploaded. Sync has stopped; the file is scheduled to be \
        copied to the recovery folder and deleted.
        """,
      nextSteps: [
        .saveFile,
        """
        Find out why the earlier reset was not completed: its own error message, or a session that \
        ended before everything was uploaded and downloaded.
        """,
        """
        After a record of mode Recover, RecoverOrDiscard and DiscardLocal go on, and discard; after \
        one of mode DiscardLocal no mode does.
        """,
        """
        The record does not count for a reset with another action, or for another version of the \
        engine.
        """, .planMerge,
      ]),
    TriageProse(
      "manual-mode-not-recorded",
      cause: """
        A reset in mode <mode> was to be put on record, which only automatic modes are. The actions \
        MigrateToFLX and RevertToPBS start a reset whatever the mode, and need an automatic one
        """, dataNow: .untouched,
      nextSteps: [
        "Set an automatic mode before a migration between the two kinds of sync.", .saveFile,
      ]),
    TriageProse(
      "action-not-recorded",
      cause: "A reset was to be put on record for the action <action>, which starts none",
      dataNow: .untouched,
      nextSteps: [
        "This is a defect of whoever drives the reset; an SDK never gets here.", .saveFile,
      ]),
    TriageProse(
      "rollback-of-native-flexible-sync",
      cause: """
        The server rolled flexible sync back to partitions, but this client was configured for \
        flexible sync and knows no partition
        """, dataNow: "The file is as it was, unsynced changes included, and does not sync.",
      nextSteps: ["Ship a client that is configured for partition-based sync.", .planMerge]),
  ]
}
