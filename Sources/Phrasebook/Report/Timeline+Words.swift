internal import Analyzer

extension Phrase {
  /// What a chart of the transactions shows.
  ///
  /// - Parameter size: How many transactions share a column.
  package static func timelineSentence(perColumn size: Int) -> String {
    size == 1
      ? "Unsynced writes of each transaction, by what became of them."
      : "Unsynced writes, \(size) transactions in a column, by what became of them."
  }

  /// What numbers of writes by fate stand below; ends in a colon.
  package static func totalsSentence(of writeCount: Int) -> String {
    "Of \(Phrase.count(writeCount, "unsynced write")):"
  }
}
