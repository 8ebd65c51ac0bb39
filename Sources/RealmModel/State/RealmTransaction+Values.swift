package import TraceFormat

// Values. Callers have checked types, bounds and nullability; what is kept here is the web of
// links, and Realm's habit of not storing a value that equals the present one.
extension RealmTransaction {
  /// Sets a property, a list element or a dictionary value that is present.
  package mutating func set(_ value: Cell, at address: CellAddress, isDefault: Bool = false) {
    recordSet(value, at: address, isDefault: isDefault)
    store(value, at: address)
  }

  private mutating func store(_ value: Cell, at address: CellAddress) {
    let column = state.column(address)
    if address.path.isEmpty, column.isPlain, address.leaf != state.primaryKeyLeaf(of: address) {
      return state.modify(address) { cell in
        if !cell.keepsItsForm(against: value, isMixed: false, isProperty: true) { cell = value }
      }
    }
    let isMixed = column.type == .mixed
    let isProperty = address.path.isEmpty
    // A list of Mixed takes a link without target for null, and does not store null over it (`Lst<Mixed>::set`).
    let isElement = if case .index = address.path.last { true } else { false }
    let old = state.modify(address) { cell -> Cell? in
      guard !cell.keepsItsForm(against: value, isMixed: isMixed, isProperty: isProperty),
        !(isMixed && isElement && value.isNull && cell.linkTarget?.key.isUnresolved == true)
      else { return nil }
      defer { cell = value }
      return cell
    }
    guard let old else { return }
    if isProperty {
      reindex(address, from: old, to: value)
    } else if old.collectionKind != nil {
      leaveStaleLinks(of: old, at: address)
    }
    unlink(old, from: address.object, column)
    link(value, from: address.object, column)
    removeReleased()
  }

  private mutating func reindex(_ address: CellAddress, from old: Cell, to new: Cell) {
    let (slot, key) = (address.object.table.slot, address.object.key)
    guard state.tables[slot].primaryKeyLeaf == address.leaf else { return }
    state.tables[slot].removeFromIndex(key, by: PrimaryKeyValue(old))
    if state.tables[slot].findWithTombstones(PrimaryKeyValue(new)) == nil {
      state.tables[slot].addToIndex(key, by: PrimaryKeyValue(new))
    }
  }

  package mutating func setEmbedded(at address: CellAddress, isDefault: Bool = false)
    -> ObjectAddress
  {
    recordSetEmbedded(at: address, isDefault: isDefault)
    let column = state.column(address)
    let object = createEmbedded(column.opposite)
    let old = state.modify(address) { cell in
      defer { cell = .link(object) }
      return cell
    }
    unlink(old, from: address.object, column)
    addBacklink(to: object, from: address.object, column)
    removeReleased()
    return object
  }

  /// Makes a Mixed value a collection; one of that kind keeps its content.
  package mutating func setCollection(
    _ kind: CollectionKind, at address: CellAddress, isDefault: Bool = false
  ) {
    recordSet(.empty(kind), at: address, isDefault: isDefault)
    guard state.cell(address).collectionKind != kind else { return }
    store(.empty(kind), at: address)
  }

  /// Empties a collection.
  ///
  /// - Parameter isAppliers: whether the applier does it, whose accessor of a collection does not know how deep that is
  ///   nested, and so takes one inside of a list or dictionary property for the property when it is empty.
  package mutating func clear(_ address: CellAddress, isAppliers: Bool = false) {
    recordClear(address, isAppliers: isAppliers)
    let column = state.column(address)
    let old = state.modify(address) { cell -> Cell in
      guard let kind = cell.collectionKind else { return .null }
      defer { cell = .empty(kind) }
      return cell
    }
    unlink(old, from: address.object, column)
    removeReleased()
  }

  /// Adds to an integer, wrapping.
  package mutating func add(_ operand: Int64, at address: CellAddress) {
    recordAddition(operand, at: address)
    let old = state.modify(address) { cell -> Int64? in
      guard case .int(let value) = cell else { return nil }
      cell = .int(value &+ operand)
      return value
    }
    guard let old, address.path.isEmpty else { return }
    reindex(address, from: .int(old), to: .int(old &+ operand))
  }

  package mutating func insert(_ value: Cell, at index: Int, in list: CellAddress) {
    recordInsertion(value, at: index, in: list)
    state.modify(list) { cell in
      _ = cell.withElements { $0.insert(value, at: index) }
    }
    guard value.holdsLinks else { return }
    link(value, from: list.object, state.column(list))
  }

  package mutating func insertEmbedded(at index: Int, in list: CellAddress) -> ObjectAddress {
    let object = createEmbedded(state.column(list).opposite)
    insert(.link(object), at: index, in: list)
    return object
  }

  package mutating func remove(at index: Int, in list: CellAddress) {
    recordErasure(at: index, in: list)
    let old = state.modify(list) { cell in cell.withElements { $0.remove(at: index) } ?? .null }
    unlink(old, from: list.object, state.column(list))
    removeReleased()
  }

  package mutating func move(from source: Int, to destination: Int, in list: CellAddress) {
    recordMove(from: source, to: destination, in: list)
    let column = state.column(list)
    let placeholder = column.type.defaultCell
    var movesCollection = false
    state.modify(list) { cell in
      _ = cell.withElements { elements in
        let moved = elements.remove(at: source)
        movesCollection = moved.collectionKind != nil
        // Realm inserts a default value and stores the element over it.
        let isDefault =
          !column.isNullable
          && placeholder.keepsItsForm(against: moved, isMixed: false, isProperty: true)
        elements.insert(isDefault ? placeholder : moved, at: destination)
      }
    }
    if movesCollection { state.hasMovedCollection = true }
  }

  /// Inserts or overwrites an entry.
  package mutating func insert(
    _ value: Cell, forKey key: RealmString, in dictionary: CellAddress, isDefault: Bool = false
  ) {
    recordSet(value, at: dictionary.appending(.key(key)), isDefault: isDefault)
    if ensureEntry(key, in: dictionary, value: value) {
      link(value, from: dictionary.object, state.column(dictionary))
    } else {
      store(value, at: dictionary.appending(.key(key)))
    }
  }

  /// Puts a new embedded object under a key; one that is there goes.
  package mutating func insertEmbedded(
    forKey key: RealmString, in dictionary: CellAddress, isDefault: Bool = false
  ) -> ObjectAddress {
    _ = ensureEntry(key, in: dictionary, value: .null)
    return setEmbedded(at: dictionary.appending(.key(key)), isDefault: isDefault)
  }

  /// Makes an entry a collection; one of that kind keeps its content.
  package mutating func insertCollection(
    _ kind: CollectionKind, forKey key: RealmString, in dictionary: CellAddress,
    isDefault: Bool = false
  ) {
    let entry = dictionary.appending(.key(key))
    recordSet(.empty(kind), at: entry, isDefault: isDefault)
    guard !ensureEntry(key, in: dictionary, value: .empty(kind)),
      state.cell(entry).collectionKind != kind
    else { return }
    store(.empty(kind), at: entry)
  }

  /// Adds an entry; false if the key is there already.
  private mutating func ensureEntry(
    _ key: RealmString, in dictionary: CellAddress, value: Cell
  ) -> Bool {
    state.modify(dictionary) { cell in
      cell.withEntries { entries in
        let (index, isFound) = entries.find(key)
        if !isFound { entries.insert(value, forKey: key, at: index) }
        return !isFound
      } ?? false
    }
  }

  package mutating func remove(key: RealmString, in dictionary: CellAddress) -> Bool {
    guard state.cell(dictionary).child(.key(key)) != nil else { return false }
    recordRemoval(ofKey: key, in: dictionary)
    let old = state.modify(dictionary) { cell in
      cell.withEntries { entries -> Cell? in
        let (index, isFound) = entries.find(key)
        guard isFound else { return nil }
        let old = entries.values[index]
        entries.remove(at: index)
        return old
      } ?? nil
    }
    guard let old else { return false }
    unlink(old, from: dictionary.object, state.column(dictionary))
    removeReleased()
    return true
  }

  /// Inserts an element; false if an equal one is there, which stays.
  package mutating func insertIntoSet(_ value: Cell, at address: CellAddress) -> Bool {
    let column = state.column(address)
    let isMixed = column.type == .mixed
    let isInserted = state.modify(address) { cell in
      cell.withElements { elements in
        let (index, isFound) = SetSearch.find(value, in: elements, isMixed: isMixed)
        if !isFound { elements.insert(value, at: index) }
        return !isFound
      } ?? false
    }
    guard isInserted else { return false }
    recordSetInsertion(value, at: address)
    link(value, from: address.object, column)
    return true
  }

  package mutating func removeFromSet(_ value: Cell, at address: CellAddress) -> Bool {
    let column = state.column(address)
    let isMixed = column.type == .mixed
    let old = state.modify(address) { cell in
      cell.withElements { elements -> Cell? in
        let (index, isFound) = SetSearch.find(value, in: elements, isMixed: isMixed)
        return isFound ? elements.remove(at: index) : nil
      } ?? nil
    }
    guard let old else { return false }
    recordSetErasure(value, at: address)
    unlink(old, from: address.object, column)
    removeReleased()
    return true
  }
}

extension Cell {
  /// Whether Realm leaves the present value as it is, because the new one is equal to it.
  ///
  /// Matters where two forms of a number are equal: a decimal 1.5 is not overwritten by 1.50 in a list or a Mixed, and
  /// 0.0 nowhere by -0.0. Other properties are always written (Realm Core: `obj.cpp`, `list.hpp`, `array_basic_tpl.hpp`).
  fileprivate func keepsItsForm(against new: Cell, isMixed: Bool, isProperty: Bool) -> Bool {
    switch (self, new) {
    case (.null, .null): return true
    case (.link(let a), .link(let b)): return a == b
    case (.decimal, .decimal) where isProperty && !isMixed: return false
    case (.decimal, .decimal), (.float, .float), (.double, .double):
      return isMixed
        ? CellOrder.compareMixed(self, new) == 0 : CellOrder.isTypedEqual(self, new)
    case (.list, .list), (.dictionary, .dictionary): return true
    default: return false
    }
  }
}
