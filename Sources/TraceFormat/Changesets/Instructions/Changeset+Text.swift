extension Changeset {
  /// The instruction in one line for people, such as
  /// `Update Inspection[7].status = "urgent"` (`docs/changesets.md`, "Instructions as text").
  public func text(of instruction: Instruction) -> String {
    "\(instruction.kind.name) \(argumentsText(of: instruction))"
  }

  private func argumentsText(of instruction: Instruction) -> String {
    switch instruction {
    case .addTable(let it): name(it.table) + primaryKeyText(of: it)
    case .eraseTable(let it): name(it.table)
    case .createObject(let it), .eraseObject(let it):
      "\(name(it.table))[\(value(it.object).text)]"
    case .update(let it): "\(text(it.location)) = \(text(it.value))\(tailText(of: it))"
    case .addInteger(let it): "\(text(it.location)) += \(it.value)"
    case .addColumn(let it): "\(name(it.table)).\(name(it.field)): \(typeText(of: it))"
    case .eraseColumn(let it): "\(name(it.table)).\(name(it.field))"
    case .arrayInsert(let it):
      "\(text(it.location)) = \(text(it.value)) (prior size \(it.priorSize))"
    case .arrayMove(let it):
      "\(text(it.location)) to [\(it.destination)] (prior size \(it.priorSize))"
    case .arrayErase(let it): "\(text(it.location)) (prior size \(it.priorSize))"
    case .clear(let it): text(it.location) + collectionText(of: it)
    case .setInsert(let it): "\(text(it.location)) += \(text(it.value))"
    case .setErase(let it): "\(text(it.location)) -= \(text(it.value))"
    }
  }

  private func name(_ index: StringIndex) -> String { string(index).nameText }
  private func text(_ location: Location) -> String { value(location).text }
  private func text(_ payload: Payload) -> String { value(payload).text }

  private func primaryKeyText(of instruction: Instruction.AddTable) -> String {
    let kind = instruction.kind == .topLevel ? "" : " \(instruction.kind.name)"
    guard let key = instruction.primaryKey else { return kind }
    if key.type == .globalKey { return kind + " without primary key" }
    return "\(kind) primary key \(name(key.field)): \(key.type.name)\(key.isNullable ? "?" : "")"
  }

  private func typeText(of instruction: Instruction.AddColumn) -> String {
    let target = instruction.linkTarget.map { " to \(name($0))" } ?? ""
    let type = "\(instruction.type.name)\(target)\(instruction.isNullable ? "?" : "")"
    switch instruction.collection {
    case .single: return type
    case .list, .set: return "\(instruction.collection.name)<\(type)>"
    case .dictionary: return "dictionary<\(instruction.keyType?.name ?? "?"), \(type)>"
    }
  }

  private func tailText(of instruction: Instruction.Update) -> String {
    switch instruction.tail {
    case .isDefault(let isDefault): isDefault ? " (default)" : ""
    case .priorSize(let size): " (prior size \(size))"
    }
  }

  private func collectionText(of instruction: Instruction.Clear) -> String {
    instruction.collection == .single ? "" : " (\(instruction.collection.name))"
  }
}
