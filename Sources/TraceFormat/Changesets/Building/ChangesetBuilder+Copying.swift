extension ChangesetBuilder {
  /// Appends an instruction of another changeset, with the strings and paths it refers to.
  public mutating func append(_ instruction: Instruction, from source: Changeset) {
    switch instruction {
    case .addTable(var it):
      it.table = intern(source.string(it.table))
      if let key = it.primaryKey { it.primaryKey?.field = intern(source.string(key.field)) }
      append(.addTable(it))
    case .eraseTable(let it): eraseTable(source.string(it.table))
    case .createObject(let it): createObject(source.string(it.table), source.value(it.object))
    case .eraseObject(let it): eraseObject(source.string(it.table), source.value(it.object))
    case .addColumn(var it):
      it.table = intern(source.string(it.table))
      it.field = intern(source.string(it.field))
      if let target = it.linkTarget {
        it.linkTarget = intern(source.string(target))
      } else {
        _ = intern("")
      }
      append(.addColumn(it))
    case .eraseColumn(let it): eraseColumn(source.string(it.table), source.string(it.field))
    case .update, .addInteger, .arrayInsert, .arrayMove, .arrayErase, .clear, .setInsert,
      .setErase:
      var copied = instruction
      if let place = instruction.location { copied.location = location(source.value(place)) }
      if let value = instruction.value { copied.value = copy(value, from: source) }
      append(copied)
    }
  }

  private mutating func copy(_ value: Payload, from source: Changeset) -> Payload {
    switch value {
    case .string(let range): .string(store(source.storage.rawBytes.extracting(range.indices)))
    case .binary(let range): .binary(store(source.storage.rawBytes.extracting(range.indices)))
    default: payload(source.value(value))
    }
  }
}

extension Changeset {
  /// The same instructions with every string declared where Realm's recorder declares it.
  ///
  /// Strings that no instruction uses are gone, so changesets that say the same have one normalized form.
  public func normalized() -> Changeset {
    var builder = ChangesetBuilder()
    for instruction in instructions { builder.append(instruction, from: self) }
    return builder.changeset
  }

  /// Whether both say the same, instruction by instruction, whatever strings they declare and in what order.
  public func hasSameInstructions(as other: Changeset) -> Bool {
    instructions.count == other.instructions.count && normalized() == other.normalized()
  }
}
