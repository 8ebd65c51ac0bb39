internal import RealmModel
internal import TraceFormat

extension [JSONText.Member] {
  /// The beginning of a write's members in reports: which one it is, where it acts, and what it does.
  ///
  /// - Parameters:
  ///   - transaction: the index of its transaction.
  ///   - index: the index of its instruction in that.
  ///   - words: what it does, in words.
  init(write transaction: Int, _ index: Int, at address: Address, words: String) {
    self =
      [JSONText.Member("transaction", .integer(transaction)), .init("index", .integer(index))]
      + address.members() + [.init("operation", .string(words))]
  }
}
