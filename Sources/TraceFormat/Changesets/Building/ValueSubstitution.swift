/// Other primary keys and values in place of those of a changeset; class and property names stay.
///
/// A key is replaced wherever it stands: where its object is made, changed and linked to.
public struct ValueSubstitution: Hashable, Sendable {
  public var keys: [PrimaryKeyValue: PrimaryKeyValue]
  public var values: [PayloadValue: PayloadValue]

  public init(
    keys: [PrimaryKeyValue: PrimaryKeyValue] = [:], values: [PayloadValue: PayloadValue] = [:]
  ) {
    self.keys = keys
    self.values = values
  }

  /// What stands for a primary key.
  public func callAsFunction(_ key: PrimaryKeyValue) -> PrimaryKeyValue { keys[key] ?? key }

  /// What stands for a value.
  public func callAsFunction(_ value: PayloadValue) -> PayloadValue {
    guard case .link(let table, let key) = value else { return values[value] ?? value }
    return .link(table: table, key: self(key))
  }
}

extension ChangesetBuilder {
  /// Appends an instruction of another changeset with other keys and values in it.
  public mutating func append(
    _ instruction: Instruction, from source: Changeset, substituting: ValueSubstitution
  ) {
    switch instruction {
    case .createObject(let it):
      createObject(source.string(it.table), substituting(source.value(it.object)))
    case .eraseObject(let it):
      eraseObject(source.string(it.table), substituting(source.value(it.object)))
    case .addTable, .eraseTable, .addColumn, .eraseColumn: append(instruction, from: source)
    default: append(changed(instruction, from: source, substituting))
    }
  }

  /// An instruction below an object.
  private mutating func changed(
    _ instruction: Instruction, from source: Changeset, _ substituting: ValueSubstitution
  ) -> Instruction {
    var changed = instruction
    if let location = instruction.location {
      var place = source.value(location)
      place.object = substituting(place.object)
      changed.location = self.location(place)
    }
    if let value = instruction.value {
      changed.value = payload(substituting(source.value(value)))
    }
    return changed
  }
}
