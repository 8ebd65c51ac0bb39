internal import TraceFormat

extension WriteOperation {
  /// What a write did, in words that follow the name of what it acted on, such as `set to "urgent"`.
  package var words: String { words(valueColumns: 40) }

  package func words(valueColumns columns: Int) -> String {
    func words(for payload: PayloadValue) -> String { Self.words(for: payload, columns) }
    return switch self {
    case .addClass: "class added"
    case .removeClass: "class removed"
    case .addProperty: "property added"
    case .removeProperty: "property removed"
    case .create: "created"
    case .delete: "deleted"
    case .set(let value, let isDefault):
      "set to \(words(for: value))\(isDefault ? " (default)" : "")"
    case .add(let number):
      number < 0 ? "decreased by \(number.magnitude)" : "increased by \(number)"
    case .insert(let value): "inserted \(words(for: value))"
    case .move(let index): "moved to index \(index)"
    case .removeElement, .removeEntry: "removed"
    case .clear: "cleared"
    case .addMember(let value): "added \(words(for: value))"
    case .removeMember(let value): "removed \(words(for: value))"
    }
  }

  private static func words(for payload: PayloadValue, _ columns: Int) -> String {
    switch payload {
    case .objectValue: "a new embedded object"
    case .dictionary: "an empty dictionary"
    case .list: "an empty list"
    case .set: "an empty set"
    case .erased: "nothing"
    case .value(let value): value.text(columns: columns)
    }
  }
}
