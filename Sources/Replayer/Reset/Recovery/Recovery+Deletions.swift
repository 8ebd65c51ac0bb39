import RealmModel
import TraceFormat

// What only the ideal engine does: it sees deletions for what they are, and lists inside elements
// that the recovery inserted for lists of their own.
extension Recovery {
  /// Leaves an edit that a deletion made to the deletion itself, which does the same on the server.
  mutating func leaveToDeletion(_ instruction: Instruction) throws(RecoveryFailure)
    -> RecoveryRuling
  {
    let ruling = RecoveryRuling.applied(.erasedWithObject)
    guard case .arrayErase(let erasure) = instruction else { return ruling }
    // Below a list element, looking for the list would mark the outer one.
    let steps = changeset.elements(erasure.location.path)
    guard !steps.dropLast().contains(where: \.isIndex) else { return ruling }
    if case .place(.listElement(let place)) = try resolve(erasure.location, for: "ArrayErase") {
      trackers.withTracker(at: place.address) { $0.eraseWithObject(at: place.index) }
    }
    return ruling
  }

  mutating func noteLostElements(_ lost: [RealmTransaction.LostElement]) {
    observer.didLose(lost)
    guard !quirks.contains(.deletionsShiftUnnoticed) else { return }
    for element in lost where state.contains(element.list.object) {
      guard let address = listAddress(of: element.list) else { continue }
      trackers.updateTrackers(of: address) { $0.didLoseElement(at: element.index) }
    }
  }

  /// The address of a list by its cell; nil below an element of another list.
  private mutating func listAddress(of list: CellAddress) -> ListAddress? {
    var steps: [ListAddress.PathElement] = []
    var cell = list
    while true {
      for step in cell.path.reversed() {
        guard case .key(let key) = step else { return nil }
        steps.append(dictionaryKeys.pathElement(for: key))
      }
      steps.append(.property(state.column(cell).key))
      guard state.tables[cell.object.table.slot].isEmbedded else { break }
      guard let holder = remote.transaction.holder(of: cell.object) else { return nil }
      if case .index = holder.path.last { break }
      cell = holder
    }
    return ListAddress(table: cell.object.table, object: cell.object.key, path: steps.reversed())
  }

  /// Goes on inside a list element that the recovery inserted. Realm Core leaves the rest of the
  /// path to the applier; without that defect, lists in embedded objects have trackers there too.
  mutating func resolveInside(_ element: CellAddress, _ walk: inout RecoveryWalk)
    throws(RecoveryFailure) -> ResolvedPath
  {
    guard !quirks.contains(.droppedInsertionsAreNotCounted),
      state.column(element).isEmbedded, let object = state.cell(element).linkTarget,
      case .key(let field) = walk.next
    else { return .place(.throughTrackedElement) }
    walk.object = object
    walk.address = ListAddress(table: object.table, object: object.key, path: [])
    walk.position += 1
    return try resolve(field: field, &walk)
  }
}
