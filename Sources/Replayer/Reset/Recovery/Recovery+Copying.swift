import RealmModel
import TraceFormat

// Lists that are copied whole (`docs/rules.md`, "List tracking"). The source is the client's list as
// it finally was, not as it was after the changeset at hand.
extension Recovery {
  /// Copies every list that is due, in the order of the registry.
  ///
  /// - Parameter index: the index of the changeset at whose end this is.
  mutating func copyMarkedLists(after index: Int) throws(RecoveryFailure) {
    for (tracker, address) in trackers.dueForCopy {
      guard let pair = try resolve(address) else { continue }
      begin(pair, address, after: index)
      try copy(pair)
      finish(pair)
      trackers.update(tracker) { $0.didCopy() }
    }
  }

  /// Notes that a list is about to be copied.
  private mutating func begin(_ pair: ListPair, _ address: ListAddress, after index: Int) {
    guard let place = remote.transaction.location(of: pair.remote) else {
      preconditionFailure("a list that was found belongs to an object")
    }
    let start = remote.transaction.recordedCount
    var listCopy = ListCopy(
      changesetIndex: index, place: place, emitted: start..<start,
      missing: linksWithoutTarget(in: pair))
    listCopy.sizeBefore = Int(listSize(pair.remote))
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

  /// The indexes of links in the client's list that the copy can't have.
  private func linksWithoutTarget(in pair: ListPair) -> [Int] {
    guard !pair.columns.source.isEmbedded else { return [] }
    return local.cell(pair.local).elements.enumerated().compactMap { index, element in
      guard let target = element.linkTarget else { return nil }
      let table = local.tables[target.table.slot]
      let isThere =
        !target.key.isUnresolved
        && state.table(named: table.name)?.find(table.identity(of: target.key)) != nil
      return isThere ? nil : index
    }
  }

  /// The same list in both Realms.
  private struct ListPair {
    var local: CellAddress
    var remote: CellAddress
    var columns: ValueCopier.ColumnPair
  }

  private mutating func copy(_ pair: ListPair) throws(RecoveryFailure) {
    var copier = ValueCopier(from: local, to: takeTransaction(), quirks: quirks)
    defer {
      remote.transaction = copier.destination
      listCopies[listCopies.count - 1].deviations = copier.deviations
      listCopies[listCopies.count - 1].order = copier.orders[pair.remote]
    }
    do throws(ResetFailure) {
      if pair.columns.destination.type == .mixed {
        try copier.copyMixedList(pair.local, pair.remote, pair.columns)
      } else {
        try copier.copyList(pair.local, pair.remote, pair.columns)
      }
      copier.noteDeviations(pair.columns, pair.local, pair.remote)
      try copier.copyPending()
    } catch {
      throw .copy(error)
    }
  }

  /// Takes the transaction out, so that it has one owner only and nothing is copied to change it.
  private mutating func takeTransaction() -> RealmTransaction {
    var taken = RealmTransaction(RealmState())
    swap(&taken, &remote.transaction)
    return taken
  }
}

// Finding the list in both Realms
extension Recovery {
  /// Where the search stands: an object or a value in either Realm.
  private enum Position {
    case object(local: ObjectAddress, remote: ObjectAddress)
    case dictionary(ListPair)
  }

  /// Follows an address in both Realms at once; nil where it leads nowhere in one of them.
  private mutating func resolve(_ address: ListAddress) throws(RecoveryFailure) -> ListPair? {
    guard var position = start(address) else { return nil }
    for (index, step) in address.steps.enumerated() {
      switch try follow(step, from: position) {
      case .nowhere: return nil
      case .keysDiffer:
        observer.noteKeysDiffer(address)
        return nil
      case .list(let pair):
        guard index == address.steps.count - 1 else {
          throw .crash(
            "a Mixed value became a list on both sides, and a list below one of its former "
              + "dictionary keys is tracked")
        }
        return pair
      case .onwards(let next): position = next
      }
    }
    return nil
  }

  private func start(_ address: ListAddress) -> Position? {
    let object = ObjectAddress(table: address.table, key: address.object)
    guard state.contains(object) else { return nil }
    let table = state.tables[address.table.slot]
    guard let localTable = local.table(named: table.name),
      let key = localTable.find(table.identity(of: address.object))
    else { return nil }
    return .object(local: ObjectAddress(table: localTable.key, key: key), remote: object)
  }

  private enum Step {
    case nowhere
    /// Nowhere either, but only because of internal keys.
    case keysDiffer
    case list(ListPair)
    case onwards(Position)
  }

  private func follow(_ step: ListAddress.Step, from position: Position) throws(RecoveryFailure)
    -> Step
  {
    switch (step, position) {
    case (.property(let key), .object(let local, let remote)):
      return followProperty(key, local, remote)
    case (.dictionaryKey(let offset, let size), .dictionary(let pair)):
      guard let key = dictionaryKeys.key(at: offset, size: size) else { return .nowhere }
      return follow(key, in: pair)
    default: return .nowhere
    }
  }

  private func followProperty(
    _ key: Int64, _ localObject: ObjectAddress, _ remoteObject: ObjectAddress
  ) -> Step {
    let table = state.tables[remoteObject.table.slot]
    let localTable = local.tables[localObject.table.slot]
    guard
      let column = table.visibleLeaves.lazy.compactMap({ table.columns[$0] })
        .first(where: { $0.key == key }),
      let localColumn = localTable.column(named: table.columnNames[column.leaf]),
      localColumn.collection == column.collection, localColumn.type == column.type
    else { return .nowhere }
    let pair = ListPair(
      local: CellAddress(object: localObject, leaf: localColumn.leaf),
      remote: CellAddress(object: remoteObject, leaf: column.leaf),
      columns: ValueCopier.ColumnPair(source: localColumn, destination: column))
    switch column.collection {
    case .list: return .list(pair)
    case .dictionary: return .onwards(.dictionary(pair))
    case .set: return .nowhere
    case .single: return followValue(pair)
    }
  }

  /// From a single value: a Mixed that holds a collection, or an embedded object.
  private func followValue(_ pair: ListPair) -> Step {
    switch (local.cell(pair.local), state.cell(pair.remote)) {
    case (.list, .list): .list(pair)
    case (.dictionary, .dictionary): .onwards(.dictionary(pair))
    case (.link(let local), .link(let remote)) where pair.columns.destination.isEmbedded:
      .onwards(.object(local: local, remote: remote))
    default: .nowhere
    }
  }

  /// From a dictionary entry. Realm Core also wants the two values to be equal by internal keys,
  /// which the embedded objects of two Realms are only by chance.
  private func follow(_ key: RealmString, in dictionary: ListPair) -> Step {
    var pair = dictionary
    pair.local.path.append(.key(key))
    pair.remote.path.append(.key(key))
    guard let value = local.cell(dictionary.local).child(.key(key)),
      let other = state.cell(dictionary.remote).child(.key(key))
    else { return .nowhere }
    if quirks.contains(.dictionaryPathsCompareInternalKeys), case .link = value,
      value.linkTarget != other.linkTarget
    {
      return .keysDiffer
    }
    return followValue(pair)
  }
}
