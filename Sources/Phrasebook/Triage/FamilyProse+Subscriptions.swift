extension FamilyProse {
  static let subscriptions = [
    FamilyProse(
      "subscription-refused",
      cause: "The server does not take a query that the client subscribed to",
      dataNow: """
        Outside a reset nothing is lost: the subscriptions of before stay in force. In a reset it fails \
        the download of the fresh copy, and so the reset, which changed nothing and left no record.
        """,
      nextSteps: [
        "Correct the query, or make its properties queryable on the server; then subscribe anew.",
        .saveFile,
      ])
  ]
}
