import RealmModel
import TraceFormat

extension Recovery {
  mutating func recover(_ instruction: Instruction.Update) throws(RecoveryFailure)
    -> RecoveryRuling
  {
    var instruction = instruction
    var rule = RuleIdentifier.update
    switch try resolve(instruction.location, for: "Update") {
    case .dropped(let ruling): return ruling
    case .place(.property(_, let cell, _)):
      rule = updateRule(instruction.value, at: cell)
      if rule == .update { observer.didReplace(cell) }
    case .place(.dictionaryEntry(let dictionary, let key, _)):
      let isMissing = state.cell(dictionary).child(.key(key)) == nil
      if case .erased = instruction.value, isMissing { return .dropped(.dictionaryEraseMissing) }
      let entry = dictionary.appending(.key(key))
      rule = updateRule(instruction.value, at: entry)
      if rule == .update { observer.didReplace(entry) }
    case .place(.listElement(let place)):
      let verdict = track(place, .update(place.index)) { $0.update(at: place.index) }
      guard case .apply(let index) = verdict else { return try dropped(verdict, place.address) }
      checkLanding(place.list, local: place.index, remote: index)
      changeset.pathElements[place.pathIndex] = .index(UInt32(clamping: index))
      instruction.tail = .priorSize(listSize(place.list))
      rule = .listTracked
    case .place(.throughTrackedElement): rule = .listTracked
    case .place(let place): throw invalidPath("Update", place)
    }
    if try isLinkTargetGone(instruction.value) {
      if case .priorSize = instruction.tail {
        try check(instruction.location, for: "Update")
        return .dropped(.listLinkTargetGone)
      }
      instruction.value = .null
      rule = .updateLinkTargetGone
    }
    try apply(.update(instruction))
    return .applied(rule)
  }

  private mutating func check(_ location: Location, for name: String) throws(RecoveryFailure) {
    do throws(ApplyFailure) {
      _ = try remote.resolve(location, changeset, for: name)
    } catch {
      throw .apply(error)
    }
  }

  private func updateRule(_ value: Payload, at cell: CellAddress) -> RuleIdentifier {
    switch (value, state.cell(cell)) {
    // Under a key of a dictionary a new one takes its place.
    case (.objectValue, .link) where cell.path.isEmpty: .embeddedObjectKept
    case (.list, .list), (.dictionary, .dictionary): .collectionKept
    default: .update
    }
  }

  mutating func recover(_ instruction: Instruction.AddInteger) throws(RecoveryFailure)
    -> RecoveryRuling
  {
    switch try resolve(instruction.location, for: "AddInteger") {
    case .dropped(let ruling): return ruling
    case .place(.property(_, let cell, _)):
      guard case .int = state.cell(cell) else { return .dropped(.addIntegerNotAnInteger) }
    case .place(.throughTrackedElement): break
    case .place(let place): throw invalidPath("AddInteger", place)
    }
    try apply(.addInteger(instruction))
    return .applied(.addInteger)
  }

  mutating func setInsert(
    _ instruction: Instruction.SetChange
  ) throws(RecoveryFailure) -> RecoveryRuling {
    if try isLinkTargetGone(instruction.value) { return .dropped(.setLinkTargetGone) }
    return try recoverSet(
      .setInsert(instruction), instruction.location, "SetInsert", changed: .setInsert,
      unchanged: .setInsertPresent)
  }

  mutating func setErase(
    _ instruction: Instruction.SetChange
  ) throws(RecoveryFailure) -> RecoveryRuling {
    try recoverSet(
      .setErase(instruction), instruction.location, "SetErase", changed: .setErase,
      unchanged: .setEraseMissing)
  }
}
