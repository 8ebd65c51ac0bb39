internal import Analyzer

extension TriageProse {
  static let resets = [
    TriageProse(
      "client-reset-failed",
      cause: """
        The client reset (action <action>) that `<originating>` asked for failed inside its \
        transaction: in a check, in the recovery, in the transfer, or in one of the app's own \
        callbacks
        """,
      dataNow: """
        The reset was rolled back and the file is as it was, unsynced changes included; only if it \
        was the after callback that failed, the reset had gone through. The attempt is on record \
        unless the before callback failed. Sync has stopped; the file is scheduled to be copied to \
        the recovery folder and deleted.
        """,
      nextSteps: [
        """
        Look at the message inside. One that is not the engine's comes from the before or after \
        callback, or from opening the file for it.
        """, .saveFile, .planMerge,
      ]),
    TriageProse(
      "client-reset-not-started",
      cause: """
        The client reset (action <action>) that `<originating>` asked for failed before it touched \
        the file: the server forbids what the mode asks for, or the fresh copy could not be downloaded
        """, dataNow: .untouched,
      nextSteps: [
        "Look at the message inside: it is the error of the download.", .saveFile,
        "The next attempt is no cycle; what was downloaded of the fresh copy is used again.",
      ]),
    TriageProse(
      "acknowledgement-not-tracked",
      cause: """
        After a reset the client waits until everything is uploaded and downloaded, and that wait \
        ended with an error
        """,
      dataNow: """
        The reset itself went through. Its record stays in the file, so another reset for the same \
        action would count as a cycle.
        """,
      nextSteps: [
        "Let the client sync to the end before anything that provokes another reset.",
        "Fix what ended the wait; the next session waits anew.",
      ]),
    TriageProse(
      "process-terminated",
      cause: """
        The process ended in the reset: Realm Core ends it here or goes on with undefined behaviour, \
        or it was ended from outside
        """,
      dataNow: """
        Unless the reset was complete already, the file is as before it, but for the record of the \
        attempt if that was written. The next launch gets the same error and starts over: with a \
        record, Recover is then refused as a cycle, and RecoverOrDiscard discards.
        """,
      nextSteps: [
        "Save the file before the next launch.",
        """
        Set the mode to Manual before that launch, so that RecoverOrDiscard does not discard what is \
        unsynced.
        """, .planMerge,
      ]),
    TriageProse(
      "download-failed",
      cause: """
        The fresh copy of the server's data could not be downloaded, and without it there is no reset
        """, dataNow: .untouched,
      nextSteps: [
        "Look at the error of the download: its name and message say what was in the way.",
        .saveFile,
        "The next attempt is no cycle; what was downloaded of the fresh copy is used again.",
      ]),
    TriageProse(
      "handler-threw",
      cause: "A callback of the app threw an exception: before the reset, or after it",
      dataNow: """
        If it was the one before, nothing was changed and no attempt is on record. If it was the one \
        after, the reset had gone through and the file has the new state, although the app is told \
        that it failed. Either way sync has stopped, and the file is scheduled to be copied to the \
        recovery folder and deleted.
        """,
      nextSteps: [
        .saveFile,
        """
        Let the callback throw nothing; what it wanted to do with the data can be done after the \
        launch.
        """,
      ]),
    TriageProse(
      "disk-full", cause: "The device has no room for the new state",
      dataNow: """
        The reset was not committed: the file is as it was, unsynced changes included. If the record \
        of the attempt could be written, the next one counts as a cycle. Sync has stopped; the file \
        is scheduled to be copied to the recovery folder and deleted.
        """,
      nextSteps: [
        "Free some room before the next launch: the copy needs it too.", .saveFile, .planMerge,
      ]),
  ]

  static let downloads = [
    TriageProse(
      "download-not-integrated",
      cause: """
        The client could not take in a changeset that it had downloaded: what it says does not fit what the \
        client holds
        """,
      dataNow: """
        The changeset is not applied, and what is unsynced stays in the file. The client tells the server \
        (code 212) and the app (`BadChangeset`, not fatal), and from then on neither downloads nor uploads \
        until the session begins anew; the server mostly answers with an error, often one that orders a \
        client reset.
        """,
      nextSteps: [
        "Look at the server's answer in the log: the next `Received: ERROR`, with its action.",
        """
        Keep a copy of the file as evidence: the client's state and its history are in it. Where the session \
        was captured, `tracetool verify` and `tracetool cat --kind message` show the changeset.
        """, .compareModes,
      ])
  ]
}
