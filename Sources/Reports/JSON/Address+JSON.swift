internal import RealmModel
internal import TraceFormat

extension Address {
  /// The place as every form that is JSON has it: `class`, `object`, `property` and `path`, in this order.
  ///
  /// - Parameter hasEmptyPath: whether `path` is there where the place is not below a property.
  func members(hasEmptyPath: Bool = true) -> [JSONText.Member] {
    JSONText.members([
      "class": className.json, "object": object.map(\.json), "property": property.map(\.json),
      "path": path.isEmpty && !hasEmptyPath ? nil : .array(path.map(\.json)),
    ]).members
  }
}

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
