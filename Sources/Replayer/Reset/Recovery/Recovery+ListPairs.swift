import RealmModel
import TraceFormat

// Finding a list that is to be copied in both Realms
extension Recovery {
  struct ListPair {
    var local: CellAddress
    var remote: CellAddress
    var columns: ValueCopier.ColumnPair
  }

  /// Where the search stands: an object or a value in either Realm.
  private enum Position {
    case object(local: ObjectAddress, remote: ObjectAddress)
    case dictionary(ListPair)
  }

  /// Follows an address in both Realms at once; nil where it leads nowhere in one of them.
  mutating func resolve(_ address: ListAddress) throws(RecoveryFailure) -> ListPair? {
    guard var position = start(address) else { return nil }
    for (index, step) in address.path.enumerated() {
      switch try follow(step, from: position) {
      case .nowhere: return nil
      case .keysDiffer:
        observer.keysDiffer.insert(address)
        return nil
      case .list(let pair):
        guard index == address.path.count - 1 else {
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
    let name = ObjectName(className: table.name, key: table.identity(of: address.object))
    return local.address(of: name).map { .object(local: $0, remote: object) }
  }

  private enum Reached {
    case nowhere
    /// Nowhere either, but only because of internal keys.
    case keysDiffer
    case list(ListPair)
    case onwards(Position)
  }

  private func follow(_ step: ListAddress.PathElement, from position: Position)
    throws(RecoveryFailure) -> Reached
  {
    switch (step, position) {
    case (.property(let key), .object(let local, let remote)):
      return try followProperty(key, local, remote)
    case (.dictionaryKey(let offset, let size), .dictionary(let pair)):
      guard let key = dictionaryKeys.key(at: offset, size: size) else { return .nowhere }
      return follow(key, in: pair)
    default: return .nowhere
    }
  }

  /// Realm asserts that the client has the property, which a later changeset may have removed, and as which collection;
  /// of lists it does not ask what they hold.
  private func followProperty(
    _ key: Int64, _ localObject: ObjectAddress, _ remoteObject: ObjectAddress
  ) throws(RecoveryFailure) -> Reached {
    let table = state.tables[remoteObject.table.slot]
    let localTable = local.tables[localObject.table.slot]
    guard
      let column = table.visibleLeaves.lazy.compactMap({ table.columns[$0] })
        .first(where: { $0.key == key })
    else { return .nowhere }
    let name = table.columnNames[column.leaf]
    guard let localColumn = localTable.column(named: name) else {
      throw .crash("the client removed the property '\(table.storedName).\(name)' later")
    }
    guard localColumn.collection == column.collection else {
      guard column.collection == .single || localColumn.type == .mixed else {
        throw .crash(
          "the client's property '\(table.storedName).\(name)' is not a \(column.collection)")
      }
      return .nowhere
    }
    guard column.collection == .list || localColumn.type == column.type else { return .nowhere }
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
  private func followValue(_ pair: ListPair) -> Reached {
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
  private func follow(_ key: RealmString, in dictionary: ListPair) -> Reached {
    var pair = dictionary
    pair.local.path.append(.key(key))
    pair.remote.path.append(.key(key))
    guard let value = local.cell(dictionary.local).child(.key(key)),
      let other = state.cell(dictionary.remote).child(.key(key))
    else { return .nowhere }
    if quirks.contains(.dictionaryPathsCompareInternalKeys), case .link(let target) = value {
      guard value.linkTarget == other.linkTarget else { return .keysDiffer }
      // Realm goes to the object, and looks for another key in the dictionary that it is in still.
      if !pair.columns.destination.isEmbedded, !target.key.isUnresolved {
        return .onwards(.dictionary(dictionary))
      }
    }
    return followValue(pair)
  }
}
