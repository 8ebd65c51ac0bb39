internal import RealmModel
internal import Replayer
public import TraceFormat

/// What a write does to the place that it is about.
public enum WriteOperation: Codable, Hashable, Sendable {
  // The schema
  case addClass
  case removeClass
  case addProperty
  case removeProperty

  // Objects
  case create
  case delete

  // Values
  case set(to: PayloadValue, isDefault: Bool)
  case add(Int64)
  /// Of a dictionary's entry.
  case removeEntry

  // Lists
  case insert(PayloadValue)
  case move(to: UInt32)
  case removeElement

  // Sets
  case addMember(PayloadValue)
  case removeMember(PayloadValue)

  /// Of any collection.
  case clear
}

extension WriteOperation {
  /// What an instruction does.
  package init(_ instruction: Instruction, in changeset: Changeset) {
    self =
      switch instruction {
      case .addTable: .addClass
      case .eraseTable: .removeClass
      case .addColumn: .addProperty
      case .eraseColumn: .removeProperty
      case .createObject: .create
      case .eraseObject: .delete
      case .update(let it):
        switch changeset.value(it.value) {
        case .erased: .removeEntry
        case let value: .set(to: value, isDefault: it.tail == .isDefault(true))
        }
      case .addInteger(let it): .add(it.value)
      case .arrayInsert(let it): .insert(changeset.value(it.value))
      case .arrayMove(let it): .move(to: it.destination)
      case .arrayErase: .removeElement
      case .clear: .clear
      case .setInsert(let it): .addMember(changeset.value(it.value))
      case .setErase(let it): .removeMember(changeset.value(it.value))
      }
  }

  /// The value or order that the instruction carries, if any.
  var payload: PayloadValue? {
    switch self {
    case .set(let value, _), .insert(let value), .addMember(let value), .removeMember(let value):
      value
    case .removeEntry: .erased
    case .addClass, .removeClass, .addProperty, .removeProperty, .create, .delete, .add, .move,
      .removeElement, .clear:
      nil
    }
  }
}
