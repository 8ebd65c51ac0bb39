internal import Analyzer

extension TriageProse {
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
