internal import Analyzer
internal import TraceFormat

// What can be looked up beside the sentences: properties of the reset, and transaction by transaction.
extension ReportSection {
  /// A property of the reset.
  struct Fact {
    var name: String
    var text: String
  }

  /// The transactions in the order in which they were made, up to the reset.
  struct Timeline {
    struct Transaction {
      var clientVersion: UInt64
      /// How many writes of it have each fate.
      var counts: [Fate: Int]
    }

    /// Those that any write has.
    var fates: [Fate]
    var transactions: [Transaction]

    /// So few transactions are told as fast in words.
    private static let transactionsMin = 4

    /// Nil where there is next to nothing to be drawn.
    init?(_ report: Report) {
      guard !report.writes.isEmpty, report.transactions.count >= Self.transactionsMin else {
        return nil
      }
      fates = report.totals.filter { $0.count > 0 }.map(\.fate)
      transactions = report.transactions.map {
        Transaction(clientVersion: $0.clientVersion, counts: [:])
      }
      for write in report.writes {
        transactions[write.transactionIndex].counts[write.fate, default: 0] += 1
      }
    }
  }
}
