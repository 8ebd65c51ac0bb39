package import TraceFormat

// Values that fit where they go, written as an app's assignment writes them.
extension RealmTransaction {
  /// Sets what is at a cell, whatever was there before.
  package mutating func write(
    _ value: Value, _ property: PropertySchema, at address: CellAddress, isDefault: Bool = false
  ) {
    switch value {
    case .list, .set, .dictionary:
      makeCollection(value.collectionKind, property, at: address, isDefault: isDefault)
      fill(address, with: value, property)
    case .embedded(let given):
      fill(makeObject(at: address, isDefault: isDefault), with: given)
    default:
      let cell = state.cell(value)
      if let (key, dictionary) = address.entry {
        insert(cell, forKey: key, in: dictionary, isDefault: isDefault)
      } else {
        set(cell, at: address, isDefault: isDefault)
      }
    }
  }

  /// Makes an empty collection of a cell. In a Mixed, Update would keep what a collection of the
  /// same kind holds; only Clear empties it.
  private mutating func makeCollection(
    _ kind: CollectionKind, _ property: PropertySchema, at address: CellAddress, isDefault: Bool
  ) {
    if property.collection != .single || state.cell(address).collectionKind == kind {
      clear(address)
    } else if let (key, dictionary) = address.entry {
      insertCollection(kind, forKey: key, in: dictionary, isDefault: isDefault)
    } else {
      setCollection(kind, at: address, isDefault: isDefault)
    }
  }

  private mutating func makeObject(at address: CellAddress, isDefault: Bool) -> ObjectAddress {
    guard let (key, dictionary) = address.entry else {
      return setEmbedded(at: address, isDefault: isDefault)
    }
    return insertEmbedded(forKey: key, in: dictionary, isDefault: isDefault)
  }

  package mutating func insert(
    _ value: Value, _ element: PropertySchema, at index: Int, in list: CellAddress
  ) {
    switch value {
    case .list, .set, .dictionary:
      insert(.empty(value.collectionKind), at: index, in: list)
      fill(list.appending(.index(UInt32(index))), with: value, element)
    case .embedded(let given):
      fill(insertEmbedded(at: index, in: list), with: given)
    default:
      insert(state.cell(value), at: index, in: list)
    }
  }

  /// Gives an empty collection its content.
  private mutating func fill(
    _ address: CellAddress, with value: Value, _ property: PropertySchema
  ) {
    switch value {
    case .list(let elements):
      for (index, element) in elements.enumerated() {
        insert(element, property.element, at: index, in: address)
      }
    case .set(let elements):
      for element in elements { insertIntoSet(element, at: address) }
    case .dictionary(let entries):
      for entry in entries {
        write(entry.value, property.element, at: address.appending(.key(entry.key)))
      }
    default: break
    }
  }

  /// Inserts an element into a set, unless an equal one is there.
  package mutating func insertIntoSet(_ value: Value, at address: CellAddress) {
    _ = insertIntoSet(state.cell(value), at: address)
  }

  /// Gives a new embedded object what it was given, in the order of its class.
  private mutating func fill(_ object: ObjectAddress, with given: Value.EmbeddedObject) {
    let leaves = state.tables[object.table.slot].leaves
    for property in state.schema(of: given.className)?.properties ?? [] {
      guard let entry = given.properties.first(where: { $0.key == property.name }),
        let leaf = leaves[property.name]
      else { continue }
      write(entry.value, property, at: CellAddress(object: object, leaf: leaf))
    }
  }
}

extension Value {
  fileprivate var collectionKind: CollectionKind {
    switch self {
    case .list: .list
    case .set: .set
    case .dictionary: .dictionary
    default: .single
    }
  }
}

extension CellAddress {
  /// The collection that an element or entry is in.
  package var holder: CellAddress { CellAddress(object: object, leaf: leaf, path: path.dropLast()) }

  fileprivate var entry: (key: RealmString, dictionary: CellAddress)? {
    guard case .key(let key)? = path.last else { return nil }
    return (key, holder)
  }
}
