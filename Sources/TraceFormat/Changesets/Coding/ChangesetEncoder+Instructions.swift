extension ChangesetEncoder {
  mutating func write(_ instruction: Instruction) {
    output.append(instruction.kind.rawValue)
    switch instruction {
    case .addTable(let it): write(it)
    case .eraseTable(let it): write(it.table)
    case .createObject(let it), .eraseObject(let it):
      write(it.table)
      write(it.object)
    case .update(let it): write(it)
    case .addInteger(let it):
      write(it.location)
      writeSigned(it.value)
    case .addColumn(let it): write(it)
    case .eraseColumn(let it):
      write(it.table)
      write(it.field)
    case .arrayInsert(let it):
      write(it.location, it.value)
      writeUnsigned(UInt64(it.priorSize))
    case .arrayMove(let it):
      write(it.location)
      writeUnsigned(UInt64(it.destination))
      writeUnsigned(UInt64(it.priorSize))
    case .arrayErase(let it):
      write(it.location)
      writeUnsigned(UInt64(it.priorSize))
    case .clear(let it):
      write(it.location)
      output.append(it.collection.rawValue)
    case .setInsert(let it), .setErase(let it): write(it.location, it.value)
    }
  }

  private mutating func write(_ instruction: Instruction.AddTable) {
    write(instruction.table)
    output.append(instruction.kind.rawValue)
    guard let key = instruction.primaryKey else { return }
    write(key.field)
    write(key.type)
    write(key.isNullable)
  }

  private mutating func write(_ instruction: Instruction.AddColumn) {
    write(instruction.table)
    write(instruction.field)
    write(instruction.type)
    write(instruction.isNullable)
    output.append(instruction.collection.rawValue)
    if let target = instruction.linkTarget { write(target) }
    if let type = instruction.keyType { write(type) }
  }

  private mutating func write(_ instruction: Instruction.Update) {
    write(instruction.location, instruction.value)
    switch instruction.tail {
    case .isDefault(let isDefault): write(isDefault)
    case .priorSize(let size): writeUnsigned(UInt64(size))
    }
  }

  private mutating func write(_ location: Location, _ value: Payload) {
    write(location)
    write(value)
  }

  private mutating func write(_ location: Location) {
    write(location.table)
    write(location.object)
    write(location.field)
    writeUnsigned(UInt64(location.path.count))
    for element in changeset.elements(location.path) { write(element) }
  }

  private mutating func write(_ element: PathElement) {
    switch element {
    case .index(let index): writeSigned(Int64(index))
    case .key(let name):
      writeSigned(-1)
      write(name)
    }
  }
}
