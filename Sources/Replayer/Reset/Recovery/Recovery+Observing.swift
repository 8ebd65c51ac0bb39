import RealmModel
import TraceFormat

// What goes into the notes of rulings. Nothing here has a say in what is recovered.
extension Recovery {
  /// Hands an instruction about a list element to the list's tracker, and notes where the tracker is wrong.
  mutating func track(
    _ place: ListElementAddress, _ edit: PositionEdit,
    _ body: (inout ListTracker) -> ListTracker.Verdict
  ) -> ListTracker.Verdict {
    let own = edit.touched.compactMap {
      observer.positions(in: place.list).element(atLocal: $0)
    }
    var missed: [ElementPositions.Element] = []
    var isCopied = false
    let verdict = trackers.withTracker(at: place.address) { tracker in
      if !tracker.isManual {
        missed = own.filter { !tracker.knows($0.local) }
      }
      isCopied = tracker.isCopied
      return body(&tracker)
    }
    switch verdict {
    case .copiedWhole, .alreadyCopied:
      noteMissed(missed)
      if own.count < edit.touched.count { observer.notes.append(.touchesSyncedElement) }
      if isCopied { noteCopiedTooEarly(place.list) }
      observer.update(place.list) { $0.didLeaveToCopy(edit) }
    case .crash:
      let drifts = observer.positions(in: place.list).drifts.drifts
      noteLanding(Ruling.Landing(meant: nil, hit: nil, isServers: false, drifts: drifts))
    case .apply, .move, .dropped: break
    }
    return verdict
  }

  private mutating func noteMissed(_ missed: [ElementPositions.Element]) {
    guard !missed.isEmpty else { return }
    let drifts = missed.reduce(into: TrackedElements.Marks()) {
      $0.formUnion($1.marks.contains(.droppedInsertion) ? .droppedInsertion : .lostTracker)
    }
    observer.notes.append(.missedOwnElement(drifts.drifts))
  }

  /// The list was copied and will not be again: unless it is the same list still, what is left to the copy is gone.
  private mutating func noteCopiedTooEarly(_ list: CellAddress) {
    let positions = observer.positions(in: list)
    guard !positions.isCopied, quirks.contains(.listsAreCopiedOnce) else { return }
    observer.notes.append(positions.wasClearedSinceCopy ? .clearedSinceCopy : .replacedSinceCopy)
  }

  private mutating func noteLanding(_ landing: Ruling.Landing) {
    observer.notes.append(.landedElsewhere(landing))
  }

  /// Notes if an instruction about an element of the client's list acts on another one.
  mutating func checkLanding(_ list: CellAddress, local: Int, remote: Int) {
    let positions = observer.positions(in: list)
    guard let meant = positions.element(atLocal: local), meant.remote != remote else { return }
    let hit = positions.element(atRemote: remote)
    let drifts = meant.marks.union(hit?.marks ?? [])
    noteLanding(
      Ruling.Landing(
        meant: meant.remote.flatMap { value(of: list, at: $0) }, hit: value(of: list, at: remote),
        isServers: hit == nil, drifts: drifts.drifts))
  }

  private func value(of list: CellAddress, at index: Int) -> Value? {
    state.cell(list).child(.index(UInt32(clamping: index))).map { state.value($0) }
  }

  mutating func noteInsertion(_ list: CellAddress, local: Int, remote: Int) {
    if observer.positions(in: list).isCopied { observer.notes.append(.appliedOnTopOfCopy) }
    observer.update(list) { $0.didInsert(local: local, remote: remote) }
  }

  mutating func noteDroppedInsertion(_ location: Location) {
    if let place = listElement(at: location) {
      observer.update(place.list) { $0.didDropInsertion(local: place.index) }
    } else {
      observer.didDropInside(changeset.value(location))
    }
  }

  /// Notes if an instruction that failed is about a list inside an element, and that list lacks an
  /// element because its insertion was dropped.
  mutating func noteDroppedBefore(_ instruction: Instruction, in original: Changeset) {
    guard let location = instruction.location,
      observer.followsDroppedInsertion(original.value(location))
    else { return }
    observer.notes.append(.followsDroppedInsertion)
  }

  /// The list element that a path ends at, unless it leads through an element of another list. To
  /// look for it leaves no trace in trackers.
  private func listElement(at location: Location) -> (list: CellAddress, index: Int)? {
    let path = changeset.steps(location.path)
    guard case .index(let index)? = path.last,
      let table = state.table(named: changeset.string(location.table)),
      let object = table.find(changeset.value(location.object)),
      let leaf = table.leaves[changeset.string(location.field)]
    else { return nil }
    var cell = CellAddress(object: ObjectAddress(table: table.key, key: object), leaf: leaf)
    for step in path.dropLast() {
      guard case .key(let key) = step, let next = self.cell(below: cell, key) else { return nil }
      cell = next
    }
    return (cell, Int(index))
  }

  private func cell(below cell: CellAddress, _ key: RealmString) -> CellAddress? {
    guard let object = state.cell(cell).linkTarget else { return cell.appending(.key(key)) }
    return state.tables[object.table.slot].leaves[key].map {
      CellAddress(object: object, leaf: $0)
    }
  }
}
