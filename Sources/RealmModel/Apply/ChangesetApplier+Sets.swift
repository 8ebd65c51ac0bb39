import TraceFormat

extension ChangesetApplier {
  mutating func setInsert(_ instruction: Instruction.SetChange, _ changeset: Changeset)
    throws(ApplyFailure)
  {
    let set = try resolveSet(instruction.location, changeset, for: "SetInsert")
    let value = try element(evaluate(instruction.value, changeset), of: set, "SetInsert")
    _ = transaction.insertIntoSet(value, at: set)
  }

  mutating func setErase(_ instruction: Instruction.SetChange, _ changeset: Changeset)
    throws(ApplyFailure)
  {
    let set = try resolveSet(instruction.location, changeset, for: "SetErase")
    let value = try element(evaluate(instruction.value, changeset), of: set, "SetErase")
    if value.isNull, transaction.state.column(set).type != .mixed {
      transaction.note(.nullErasedFromTypedSet)
    }
    _ = transaction.removeFromSet(value, at: set)
  }

  private mutating func resolveSet(
    _ location: Location, _ changeset: Changeset, for instruction: String
  ) throws(ApplyFailure) -> CellAddress {
    let spot = try resolve(location, changeset, for: instruction)
    switch spot {
    case .set(let address): return address
    case .property(let address):
      throw .assertion("\(instruction) on '\(qualifiedName(address))', which is no set")
    default: throw .bad("Invalid path for \(instruction) \(spot.nameInMessages)")
    }
  }

  private func element(
    _ payload: EvaluatedPayload, of set: CellAddress, _ instruction: String
  ) throws(ApplyFailure) -> Cell {
    switch payload {
    case .link, .value:
      return try element(payload, of: set, transaction.state.column(set), .set, instruction)
    case .object: throw .bad("\(instruction): Sets of embedded objects are not supported.")
    case .collection(let kind):
      let name = kind == .list ? "lists" : kind == .set ? "sets" : "dictionaries"
      throw .bad("\(instruction): Sets of \(name) are not supported.")
    case .erased: throw .bad("\(instruction): Dictionary erase payload in \(instruction)")
    }
  }
}
