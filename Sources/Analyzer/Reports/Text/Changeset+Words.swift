internal import Replayer
internal import TraceFormat

extension Changeset {
  /// What an instruction does, in words that follow the name of what it acts on.
  func words(for instruction: Instruction) -> String {
    switch instruction {
    case .addTable: "class added"
    case .eraseTable: "class removed"
    case .addColumn: "property added"
    case .eraseColumn: "property removed"
    case .createObject: "created"
    case .eraseObject: "deleted"
    case .update(let it):
      words(forUpdateTo: value(it.value), isDefault: it.tail == .isDefault(true))
    case .addInteger(let it):
      it.value < 0 ? "decreased by \(it.value.magnitude)" : "increased by \(it.value)"
    case .arrayInsert(let it): "inserted \(words(for: value(it.value)))"
    case .arrayMove(let it): "moved to index \(it.destination)"
    case .arrayErase: "removed"
    case .clear: "cleared"
    case .setInsert(let it): "added \(words(for: value(it.value)))"
    case .setErase(let it): "removed \(words(for: value(it.value)))"
    }
  }

  private func words(forUpdateTo value: PayloadValue, isDefault: Bool) -> String {
    if value == .erased { return "removed" }
    return "set to \(words(for: value))\(isDefault ? " (default)" : "")"
  }

  private func words(for payload: PayloadValue) -> String {
    switch payload {
    case .objectValue: "a new embedded object"
    case .dictionary: "an empty dictionary"
    case .list: "an empty list"
    case .set: "an empty set"
    case .erased: "nothing"
    default: Value(payload)?.text(columns: 40) ?? ""
    }
  }
}
