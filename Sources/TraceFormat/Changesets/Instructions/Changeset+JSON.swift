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
    case .addTable(let it): fields(of: it)
    case .eraseTable: []
    case .createObject(let it), .eraseObject(let it): [.init("object", value(it.object).json)]
    case .addColumn(let it): fields(of: it)
    case .eraseColumn(let it): [.init("property", json(it.field))]
    case .update(let it): place(it.location) + [valueField(it.value), field(of: it.tail)]
    case .addInteger(let it):
      place(it.location) + [.init("value", Value.int(it.value).json)]
    case .arrayInsert(let it):
      place(it.location) + [valueField(it.value), priorSize(it.priorSize)]
    case .arrayMove(let it):
      place(it.location)
        + [.init("destination", .integer(Int(it.destination))), priorSize(it.priorSize)]
    case .arrayErase(let it): place(it.location) + [priorSize(it.priorSize)]
    case .clear(let it):
      place(it.location) + [.init("collection", .string(it.collection.name))]
    case .setInsert(let it), .setErase(let it): place(it.location) + [valueField(it.value)]
    }
  }

  private func place(_ location: Location) -> [JSONText.Member] {
    [
      .init("object", value(location.object).json),
      .init("property", json(location.field)),
      .init("path", .array(steps(location.path).map(\.json))),
    ]
  }

  private func valueField(_ payload: Payload) -> JSONText.Member {
    .init("value", value(payload).json)
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
    let kind = JSONText.Member("kind", .string(instruction.kind.name))
    guard let key = instruction.primaryKey else { return [kind] }
    return [
      kind, .init("primaryKey", json(key.field)), .init("type", .string(key.type.name)),
      .init("optional", .bool(key.isNullable)),
    ]
  }

  private func fields(of instruction: Instruction.AddColumn) -> [JSONText.Member] {
    var fields: [JSONText.Member] = [
      .init("property", json(instruction.field)),
      .init("type", .string(instruction.type.name)),
      .init("collection", .string(instruction.collection.name)),
      .init("optional", .bool(instruction.isNullable)),
    ]
    if let target = instruction.linkTarget { fields.append(.init("target", json(target))) }
    if let type = instruction.keyType { fields.append(.init("keyType", .string(type.name))) }
    return fields
  }
}
