extension Changeset {
  /// The instruction as JSON: `instruction`, its name, and its fields (`docs/changesets.md`, "Instructions as JSON").
  public func json(of instruction: Instruction) -> JSONText {
    .object(
      [
        .init("instruction", .string(instruction.kind.name)),
        .init("class", json(instruction.table)),
      ] + fields(of: instruction))
  }

  /// All instructions, in order.
  public var json: JSONText { .array(instructions.map(json(of:))) }

  private func json(_ index: StringIndex) -> JSONText { string(index).json }

  private func fields(of instruction: Instruction) -> [JSONText.Member] {
    switch instruction {
    case .addTable(let it): return fields(of: it)
    case .eraseTable: return []
    case .addColumn(let it): return fields(of: it)
    case .eraseColumn(let it): return [.init("property", json(it.field))]
    default: break
    }
    let location = instruction.location
    return JSONText.members([
      "object": instruction.object.map { value($0).json },
      "property": location.map { json($0.field) },
      "path": location.map { .array(steps($0.path).map(\.json)) },
      "value": instruction.value.map { value($0).json },
    ]).members + tail(of: instruction)
  }

  private func tail(of instruction: Instruction) -> [JSONText.Member] {
    switch instruction {
    case .update(let it): [field(of: it.tail)]
    case .addInteger(let it): [.init("value", Value.int(it.value).json)]
    case .arrayInsert(let it): [priorSize(it.priorSize)]
    case .arrayMove(let it):
      [.init("destination", .integer(Int(it.destination))), priorSize(it.priorSize)]
    case .arrayErase(let it): [priorSize(it.priorSize)]
    case .clear(let it): [.init("collection", .string(it.collection.name))]
    default: []
    }
  }

  private func priorSize(_ size: UInt32) -> JSONText.Member {
    .init("priorSize", .integer(Int(size)))
  }

  private func field(of tail: Instruction.UpdateTail) -> JSONText.Member {
    switch tail {
    case .isDefault(let isDefault): .init("isDefault", .bool(isDefault))
    case .priorSize(let size): priorSize(size)
    }
  }

  private func fields(of instruction: Instruction.AddTable) -> [JSONText.Member] {
    let key = instruction.primaryKey
    return JSONText.members([
      "kind": .string(instruction.kind.name), "primaryKey": key.map { json($0.field) },
      "type": key.map { .string($0.type.name) }, "optional": key.map { .bool($0.isNullable) },
    ]).members
  }

  private func fields(of instruction: Instruction.AddColumn) -> [JSONText.Member] {
    JSONText.members([
      "property": json(instruction.field), "type": .string(instruction.type.name),
      "collection": .string(instruction.collection.name),
      "optional": .bool(instruction.isNullable), "target": instruction.linkTarget.map(json),
      "keyType": instruction.keyType.map { .string($0.name) },
    ]).members
  }
}
