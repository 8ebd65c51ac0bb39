import RealmModel
import TraceFormat

extension Recovery {
  mutating func recover(_ instruction: Instruction.Clear) throws(RecoveryFailure)
    -> RecoveryRuling
  {
    switch try resolve(instruction.location, for: "Clear") {
    case .dropped(let ruling): return ruling
    case .place(.list(let list, let address)):
      clearTracker(at: address)
      observer.update(list) { $0.didClear() }
    case .place(.dictionary), .place(.set), .place(.throughTrackedElement): break
    case .place(.property(_, let cell, let address)):
      noteClear(cell, instruction.collection)
      if instruction.collection == .list { clearTracker(at: address) }
    case .place(.dictionaryEntry(let dictionary, let key, let parent)):
      try clearEntry(key, of: dictionary, parent, instruction)
    case .place(.listElement(let place)):
      let verdict = track(place, .update(place.index)) { $0.update(at: place.index) }
      guard case .apply(let index) = verdict else { return try dropped(verdict, place.address) }
      checkLanding(place.list, local: place.index, remote: index)
      changeset.pathElements[place.pathIndex] = .index(UInt32(clamping: index))
    }
    try apply(.clear(instruction))
    return .applied(.clear)
  }

  /// Notes that a Mixed value becomes an empty collection.
  private mutating func noteClear(_ cell: CellAddress, _ kind: CollectionKind) {
    if kind == .list, case .list = state.cell(cell) {
      observer.update(cell) { $0.didClear() }
    } else {
      observer.didReplace(cell)
    }
  }

  /// Fails where the storage would not take a collection as an entry.
  private func checkEntry(
    _ key: RealmString, of dictionary: CellAddress, takes kind: CollectionKind
  ) throws(RecoveryFailure) {
    guard kind != .single else { throw .crash("Clear of a Mixed value without a type") }
    guard kind != .set else { throw .apply(.storage("Set nested in Mixed is not supported")) }
    guard state.column(dictionary).type == .mixed else {
      throw .apply(.storage("Dictionary::insert: Wrong value type"))
    }
    do throws(ApplyFailure) {
      try remote.checkNesting(in: dictionary)
      try remote.checkKey(key)
    } catch {
      throw .apply(error)
    }
  }

  /// A missing entry becomes an empty collection first, and then its tracker is left alone.
  private mutating func clearEntry(
    _ key: RealmString, of dictionary: CellAddress, _ parent: ListAddress,
    _ instruction: Instruction.Clear
  ) throws(RecoveryFailure) {
    let step = dictionaryKeys.pathElement(for: key)
    noteClear(dictionary.appending(.key(key)), instruction.collection)
    if state.cell(dictionary).child(.key(key)) == nil {
      try checkEntry(key, of: dictionary, takes: instruction.collection)
      remote.transaction.insertCollection(instruction.collection, forKey: key, in: dictionary)
    } else if instruction.collection == .list {
      var address = parent
      address.path.append(step)
      clearTracker(at: address)
    }
  }

  /// A later copy of the list is not due to what was left to one before; unless another tracker still waits for that.
  private mutating func clearTracker(at address: ListAddress) {
    trackers.withTracker(at: address) { $0.clear() }
    if !trackers.needsCopy(address) { leftToCopy[address] = nil }
  }
}
