import RealmModel
import TraceFormat

// Lists that are copied whole (`docs/rules.md`, "List tracking"). The source is the client's list as
// it finally was, not as it was after the changeset at hand.
extension Recovery {
  /// Copies every list that is due, in the order of the registry, at the end of changeset `original`, number `index`.
  mutating func copyMarkedLists(after original: Changeset, _ index: Int) throws(RecoveryFailure) {
    noteChanges(by: original)
    for (tracker, address) in trackers.dueForCopy {
      guard let pair = try resolve(address) else {
        // What it takes to be found, its object gets by an instruction that names it.
        waitForObject(tracker, address)
        continue
      }
      let isRepeated = trackers.isStillCopied(tracker, state.cell(pair.remote).elements)
      if !isRepeated || leftToCopy[address] != nil {
        begin(pair, address, after: index, missing: isRepeated ? [] : linksWithoutTarget(in: pair))
        if !isRepeated { try copy(pair) }
        finish(pair)
        trackers.update(tracker) { $0.didCopy() }
      }
      if isRepeated { continue }
      let isComplete = isComplete(listCopies[listCopies.count - 1], pair)
      trackers.noteCopy(by: tracker, isComplete ? state.cell(pair.remote).elements : nil)
      if isComplete, !pair.columns.destination.mayHoldLinks { waitForObject(tracker, address) }
    }
  }

  /// Lists are due again whose objects a changeset has named.
  private mutating func noteChanges(by original: Changeset) {
    guard trackers.hasWaiting else { return }
    for instruction in original.instructions {
      guard let name = ObjectName(instruction, in: original) else {
        return trackers.noteChangeOfSchema()
      }
      if let object = state.address(of: name) { trackers.noteChange(of: object) }
    }
  }

  private mutating func waitForObject(_ tracker: Int, _ address: ListAddress) {
    // Instructions name an embedded object by the one that it is part of.
    guard !state.contains(address.table) || !state.tables[address.table.slot].isEmbedded else {
      return
    }
    trackers.wait(tracker)
  }

  /// Whether a copy has all that the client's list has, so that another one would find nothing to do as
  /// long as the server's list stays what it is.
  private func isComplete(_ listCopy: ListCopy, _ pair: ListPair) -> Bool {
    let column = pair.columns.destination
    guard !column.isEmbedded, listCopy.missing.isEmpty, listCopy.deviations.isEmpty,
      listCopy.order == nil
    else { return false }
    guard column.type == .mixed else { return true }
    return state.cell(pair.remote).elements.allSatisfy { $0.collectionKind == nil }
  }

  /// Notes that a list is about to be copied.
  private mutating func begin(
    _ pair: ListPair, _ address: ListAddress, after index: Int, missing: [Int]
  ) {
    guard let place = remote.transaction.location(of: pair.remote) else {
      preconditionFailure("a list that was found belongs to an object")
    }
    let start = remote.transaction.recordedCount
    var listCopy = ListCopy(
      changesetIndex: index, place: place, emitted: start..<start,
      missing: missing)
    listCopy.rulings = leftToCopy.removeValue(forKey: address) ?? []
    listCopies.append(listCopy)
  }

  private mutating func finish(_ pair: ListPair) {
    observer.update(pair.remote) { $0.didCopy() }
    let last = listCopies.count - 1
    listCopies[last].sizeAfter = Int(listSize(pair.remote))
    let start = listCopies[last].emitted.lowerBound
    listCopies[last].emitted = start..<remote.transaction.recordedCount
  }

  private func linksWithoutTarget(in pair: ListPair) -> [Int] {
    guard !pair.columns.source.isEmbedded else { return [] }
    var missing: [Int] = []
    for (index, element) in local.cell(pair.local).elements.enumerated() {
      guard let target = element.linkTarget else { continue }
      let table = local.tables[target.table.slot]
      let isThere =
        !target.key.isUnresolved
        && state.table(named: table.name)?.find(table.identity(of: target.key)) != nil
      if !isThere { missing.append(index) }
    }
    return missing
  }

  private mutating func copy(_ pair: ListPair) throws(RecoveryFailure) {
    var copier = ValueCopier(from: local, to: takeTransaction(), quirks: quirks)
    defer {
      remote.transaction = copier.destination
      listCopies[listCopies.count - 1].deviations = copier.deviations
      listCopies[listCopies.count - 1].order = copier.orders[pair.remote]
    }
    do throws(ResetFailure) {
      try pair.columns.check()
      if pair.columns.destination.type == .mixed {
        try copier.copyMixedList(pair.local, pair.remote, pair.columns)
      } else {
        try copier.copyList(pair.local, pair.remote, pair.columns)
      }
      copier.noteDeviations(pair.columns, pair.local, pair.remote)
      try copier.copyPending()
    } catch {
      throw .reset(error)
    }
  }

  /// Takes the transaction out, so that it has one owner only and nothing is copied to change it.
  private mutating func takeTransaction() -> RealmTransaction {
    var taken = RealmTransaction(RealmState())
    swap(&taken, &remote.transaction)
    return taken
  }
}
