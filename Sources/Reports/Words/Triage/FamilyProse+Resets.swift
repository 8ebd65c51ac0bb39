extension FamilyProse {
  static let clientResets = [
    FamilyProse(
      "client-reset-required", cause: "The server does not take this file for sync as it is",
      dataNow: .actionDecides, nextSteps: [.explainAction, .compareModes],
      codes: [
        208: """
        The server does not know this file's identifier: sync was terminated and enabled again, as an \
        upgrade from a shared to a dedicated cluster needs, or the server was restored from a backup
        """,
        209: """
        The file has seen versions that the server does not have: the server was restored from a \
        backup. What it had acknowledged since that backup counts as synced, and is not recovered
        """,
        210: """
        The server has changes of this client that the file itself does not have: the file is an \
        older copy of itself
        """,
        211: """
        Client and server disagree about a version that both have: the server was restored or \
        replaced. What it had acknowledged and does not have now is not recovered
        """, 217: "This file can't be synced any more",
        222: """
        The client was away for longer than the server keeps its history (the maximum offline \
        time)
        """,
      ],
      steps: [
        208: """
        If sync was terminated to test resets: what was synced before can't be lost in one. Write while the \
        device is offline, and terminate sync then.
        """,
        222: """
        The time alone discards nothing: raise the maximum offline time on the server, and recovery stays \
        possible as long as the action allows it.
        """,
      ]),
    FamilyProse(
      "message-too-large",
      cause: """
        An upload was larger than the server takes. The client itself then asks for a reset, with the \
        action ClientReset
        """,
      dataNow: """
        In an automatic mode the reset runs. What is recovered is uploaded again in the same \
        transactions, so one that is too large is so again, and the next reset meets a record of \
        this one.
        """,
      nextSteps: [
        "Find the large transaction: `tracetool cat --kind localCommit --instructions`.",
        "Write in smaller transactions, or raise the server's limit before the client connects again.",
        .compareModes,
      ], codes: [1009: "The server closed the connection because a message was too large"]),
    FamilyProse(
      "migration", cause: "The server moves the app to the other kind of sync",
      dataNow: """
        A client reset into the other kind of sync follows, whatever the mode; mode Manual is not \
        provided for. Unsynced changes are recovered or discarded as the mode says.
        """, nextSteps: ["Set an automatic mode before the server migrates.", .compareModes],
      codes: [
        232: "The server moves the app from partitions to flexible sync",
        234: "The server takes the move to flexible sync back",
      ]),
  ]
}
