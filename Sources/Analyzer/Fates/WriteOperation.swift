public import TraceFormat

/// What a write does to the place that it is about.
public enum WriteOperation: Codable, Hashable, Sendable {
  // The schema
  /// Makes a class.
  case addClass
  /// Removes a class.
  case removeClass
  /// Makes a property.
  case addProperty
  /// Removes a property.
  case removeProperty

  // Objects
  /// Makes an object.
  case create
  /// Deletes an object.
  case delete

  // Values
  /// Puts a value; whether it is the property's default, set when the object was made.
  case set(to: PayloadValue, isDefault: Bool)
  /// Adds to a number.
  case add(Int64)
  /// Of a dictionary's entry.
  case removeEntry

  // Lists
  /// Puts a new element into a list.
  case insert(PayloadValue)
  /// Moves an element of a list to an index.
  case move(to: UInt32)
  /// Removes an element of a list.
  case removeElement

  // Sets
  /// Adds an element to a set.
  case addMember(PayloadValue)
  /// Removes an element from a set.
  case removeMember(PayloadValue)

  /// Of any collection.
  case clear

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

  /// What it puts there, or takes out of a set; nil for what carries nothing.
  package var payload: PayloadValue? {
    switch self {
    case .set(let value, _), .insert(let value), .addMember(let value), .removeMember(let value):
      value
    case .removeEntry: .erased
    case .addClass, .removeClass, .addProperty, .removeProperty, .create, .delete, .add, .move,
      .removeElement, .clear:
      nil
    }
  }

  package var isAddition: Bool { if case .add = self { true } else { false } }
}
