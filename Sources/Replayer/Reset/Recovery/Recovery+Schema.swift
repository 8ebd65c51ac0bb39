import RealmModel
import TraceFormat

extension Recovery {
  mutating func recover(_ instruction: Instruction) throws(RecoveryFailure) -> RecoveryRuling {
    switch instruction {
    case .addTable(let instruction): try recover(instruction)
    case .eraseTable(let instruction):
      throw wrapped(
        "Types cannot be erased during client reset recovery: "
          + "'\(changeset.text(instruction.table))'")
    case .addColumn(let instruction): try recover(instruction)
    case .eraseColumn:
      throw wrapped("Properties cannot be erased during client reset recovery")
    case .createObject(let instruction): try createObject(instruction)
    case .eraseObject(let instruction): try eraseObject(instruction)
    case .update(let instruction): try recover(instruction)
    case .addInteger(let instruction): try recover(instruction)
    case .arrayInsert(let instruction): try recover(instruction)
    case .arrayMove(let instruction): try recover(instruction)
    case .arrayErase(let instruction): try recover(instruction)
    case .clear(let instruction): try recover(instruction)
    case .setInsert(let instruction): try setInsert(instruction)
    case .setErase(let instruction): try setErase(instruction)
    }
  }

  /// Hands an instruction to the applier, which checks it with its own, stricter rules.
  mutating func apply(_ instruction: Instruction) throws(RecoveryFailure) {
    do throws(ApplyFailure) {
      try remote.apply(instruction, of: changeset)
    } catch {
      throw .apply(error)
    }
  }

  private mutating func recover(_ instruction: Instruction.AddTable) throws(RecoveryFailure)
    -> RecoveryRuling
  {
    let present = remote.findTable(instruction.table, changeset)
    try apply(.addTable(instruction))
    if let present {
      // What is present is announced in its own terms, which for the type of the key may differ.
      let table = state.tables[present.slot]
      guard table.isEmbedded || table.primaryKeyLeaf != nil else {
        throw .crash(
          "AddTable for the class '\(table.name)', which has no primary key on either side")
      }
      remote.transaction.recordTable(present)
    }
    return .applied(.addTable)
  }

  private mutating func recover(_ instruction: Instruction.AddColumn) throws(RecoveryFailure)
    -> RecoveryRuling
  {
    let table = remote.findTable(instruction.table, changeset)
    let present = table.flatMap { remote.findLeaf(instruction.field, in: $0, changeset) }
    do throws(ApplyFailure) {
      try remote.apply(.addColumn(instruction), of: changeset)
    } catch {
      guard case .reset(let failure) = located(.apply(error), at: .addColumn(instruction))
      else { throw .apply(error) }
      throw wrapped(
        "While recovering during client reset, an AddColumn instruction could not be applied: "
          + "'\(failure.message)'")
    }
    if let table, let present { remote.transaction.recordColumn(table, leaf: present) }
    return .applied(.addColumn)
  }

  private mutating func createObject(
    _ instruction: Instruction.ObjectChange
  ) throws(RecoveryFailure) -> RecoveryRuling {
    let existed = remote.findTable(instruction.table, changeset).flatMap {
      state.tables[$0.slot].find(changeset.value(instruction.object))
    }
    try apply(.createObject(instruction))
    return .applied(existed == nil ? .createObject : .createExistingObject)
  }

  /// Removes an object as the ordinary API does, links to it included: the server gets those.
  private mutating func eraseObject(
    _ instruction: Instruction.ObjectChange
  ) throws(RecoveryFailure) -> RecoveryRuling {
    guard let object = try find(instruction.table, instruction.object, for: "EraseObject") else {
      return .dropped(.eraseMissingObject)
    }
    guard !remote.transaction.hasLostLinks(to: object) else { throw .reset(.lostClass) }
    noteLostElements(remote.transaction.removeObject(object))
    remote.forgetObject()
    return .applied(.eraseObject)
  }
}
