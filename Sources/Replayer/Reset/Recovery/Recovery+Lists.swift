import RealmModel
import TraceFormat

extension Recovery {
  mutating func recover(_ instruction: Instruction.ArrayInsert) throws(RecoveryFailure)
    -> RecoveryRuling
  {
    let isTargetGone = try isLinkTargetGone(instruction.value)
    if isTargetGone, quirks.contains(.droppedInsertionsAreNotCounted) {
      noteDroppedInsertion(instruction.location)
      return .dropped(.listLinkTargetGone)
    }
    var instruction = instruction
    var rule = RuleIdentifier.listTracked
    switch try resolve(instruction.location, for: "ArrayInsert") {
    case .dropped(let ruling): return ruling
    case .place(.listElement(let place)):
      let size = listSize(place.list)
      let verdict = track(place, .insert(place.index)) {
        isTargetGone
          ? $0.insertDropped(at: place.index) : $0.insert(at: place.index, size: Int(size))
      }
      if isTargetGone { return .dropped(.listLinkTargetGone) }
      guard case .apply(let index) = verdict else { return try dropped(verdict, place.address) }
      noteInsertion(place.list, local: place.index, remote: index)
      changeset.pathElements[place.pathIndex] = .index(UInt32(clamping: index))
      instruction.priorSize = size
      rule = .listInsert
    case .place(.throughTrackedElement):
      if isTargetGone { return .dropped(.listLinkTargetGone) }
    case .place(let place): throw invalidPath("ArrayInsert", place)
    }
    try apply(.arrayInsert(instruction))
    return .applied(rule)
  }

  mutating func recover(_ instruction: Instruction.ArrayMove) throws(RecoveryFailure)
    -> RecoveryRuling
  {
    var instruction = instruction
    switch try resolve(instruction.location, for: "ArrayMove") {
    case .dropped(let ruling): return ruling
    case .place(.listElement(let place)):
      let size = listSize(place.list)
      let target = Int(instruction.destination)
      let verdict = track(place, .move(from: place.index, to: target)) {
        $0.move(from: place.index, to: target, size: Int(size))
      }
      guard case .move(let source, let destination) = verdict else {
        return try dropped(verdict, place.address)
      }
      checkLanding(place.list, local: place.index, remote: source)
      observer.update(place.list) {
        $0.didMove(local: (place.index, target), remote: (source, destination))
      }
      changeset.pathElements[place.pathIndex] = .index(UInt32(clamping: source))
      instruction.destination = UInt32(clamping: destination)
      instruction.priorSize = size
    case .place(.throughTrackedElement): break
    case .place(let place): throw invalidPath("ArrayMove", place)
    }
    try apply(.arrayMove(instruction))
    return .applied(.listTracked)
  }

  mutating func recover(_ instruction: Instruction.ArrayErase) throws(RecoveryFailure)
    -> RecoveryRuling
  {
    var instruction = instruction
    switch try resolve(instruction.location, for: "ArrayErase") {
    case .dropped(let ruling): return ruling
    case .place(.listElement(let place)):
      let verdict = track(place, .erase(place.index)) { $0.erase(at: place.index) }
      guard case .apply(let index) = verdict else { return try dropped(verdict, place.address) }
      checkLanding(place.list, local: place.index, remote: index)
      observer.update(place.list) { $0.didErase(local: place.index, remote: index) }
      changeset.pathElements[place.pathIndex] = .index(UInt32(clamping: index))
      instruction.priorSize = listSize(place.list)
    case .place(.throughTrackedElement): break
    case .place(let place): throw invalidPath("ArrayErase", place)
    }
    try apply(.arrayErase(instruction))
    return .applied(.listTracked)
  }

  /// The number of elements of a list of the fresh state, dangling links included.
  func listSize(_ list: CellAddress) -> UInt32 {
    UInt32(clamping: state.cell(list).elements.count)
  }

  func dropped(_ verdict: ListTracker.Verdict, _ list: ListAddress) throws(RecoveryFailure)
    -> RecoveryRuling
  {
    switch verdict {
    case .crash(let reason): throw .crash(reason)
    case .alreadyCopied: RecoveryRuling(rule: .listAlreadyCopied, effect: .copiedWhole)
    case .dropped: .dropped(.listElementGone)
    case .copiedWhole, .apply, .move:
      RecoveryRuling(rule: .listCopiedWhole, effect: .copiedWhole, list: list)
    }
  }
}
