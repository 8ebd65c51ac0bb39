import TraceFormat

extension ChangesetApplier {
  mutating func arrayInsert(_ instruction: Instruction.ArrayInsert, _ changeset: Changeset)
    throws(ApplyFailure)
  {
    let (list, index) = try resolveElement(instruction.location, changeset, for: "ArrayInsert")
    let count = elementCount(list)
    guard index <= instruction.priorSize else {
      throw .bad(
        "ArrayInsert: Invalid insertion index (index = \(index), prior_size = "
          + "\(instruction.priorSize))")
    }
    guard index <= count else {
      throw .bad("ArrayInsert: Index out of bounds (\(index) > \(count))")
    }
    try checkPriorSize(instruction.priorSize, count, "ArrayInsert")
    try insert(evaluate(instruction.value, changeset), at: index, in: list)
  }

  private mutating func insert(
    _ payload: EvaluatedPayload, at index: Int, in list: CellAddress
  ) throws(ApplyFailure) {
    let column = transaction.state.column(list)
    switch payload {
    case .link, .value:
      let value = try element(payload, of: list, column, .list, "ArrayInsert")
      transaction.insert(value, at: index, in: list)
    case .object: try insertObjectValue(at: index, in: list, column)
    case .collection(let kind):
      guard column.type == .mixed else {
        throw .assertion("a collection in '\(qualifiedName(list))', which is no list of Mixed")
      }
      guard kind != .set else { throw .storage("Set nested in Mixed is not supported") }
      try checkNesting(in: list)
      transaction.insert(.empty(kind), at: index, in: list)
    case .erased: throw .bad("Dictionary erase payload for ArrayInsert")
    }
  }

  private mutating func insertObjectValue(
    at index: Int, in list: CellAddress, _ column: ColumnShape
  ) throws(ApplyFailure) {
    guard column.type == .link else {
      throw .bad(
        "ArrayInsert: Creation of embedded object in non-link list field '\(qualifiedName(list))'")
    }
    guard column.isEmbedded else {
      let target = transaction.state.tables[column.opposite.slot].storedName
      throw .bad(
        "ArrayInsert: Creation of embedded object of type '\(target)', which is not an embedded "
          + "table")
    }
    _ = transaction.insertEmbedded(at: index, in: list)
  }

  mutating func arrayMove(_ instruction: Instruction.ArrayMove, _ changeset: Changeset)
    throws(ApplyFailure)
  {
    let (list, index) = try resolveElement(instruction.location, changeset, for: "ArrayMove")
    let count = elementCount(list)
    guard index < count else { throw .bad("ArrayMove from out of bounds (\(index) >= \(count))") }
    guard instruction.destination < count else {
      throw .bad("ArrayMove to out of bounds (\(instruction.destination) >= \(count))")
    }
    guard index != instruction.destination else {
      throw .bad("ArrayMove to same location (\(index))")
    }
    try checkPriorSize(instruction.priorSize, count, "ArrayMove")
    transaction.move(from: index, to: Int(instruction.destination), in: list)
  }

  mutating func arrayErase(_ instruction: Instruction.ArrayErase, _ changeset: Changeset)
    throws(ApplyFailure)
  {
    let (list, index) = try resolveElement(instruction.location, changeset, for: "ArrayErase")
    let count = elementCount(list)
    guard index < instruction.priorSize else {
      throw .bad(
        "ArrayErase: Invalid index (index = \(index), prior_size = \(instruction.priorSize))")
    }
    guard index < count else {
      throw .bad("ArrayErase: Index out of bounds (\(index) >= \(count))")
    }
    try checkPriorSize(instruction.priorSize, count, "ArrayErase")
    transaction.remove(at: index, in: list)
  }

  private mutating func resolveElement(
    _ location: Location, _ changeset: Changeset, for instruction: String
  ) throws(ApplyFailure) -> (list: CellAddress, index: Int) {
    let spot = try resolve(location, changeset, for: instruction)
    guard case .listElement(let list, let index) = spot else {
      throw .bad("Invalid path for \(instruction) \(spot.nameInMessages)")
    }
    return (list, index)
  }

  private func elementCount(_ list: CellAddress) -> Int {
    transaction.state.cell(list).elements.count
  }

  private func checkPriorSize(_ priorSize: UInt32, _ count: Int, _ instruction: String)
    throws(ApplyFailure)
  {
    guard priorSize == count else {
      throw .bad(
        "\(instruction): Invalid prior_size (list size = \(count), prior_size = \(priorSize))")
    }
  }

  mutating func clear(_ instruction: Instruction.Clear, _ changeset: Changeset)
    throws(ApplyFailure)
  {
    let spot = try resolve(instruction.location, changeset, for: "Clear")
    let kind = instruction.collection
    switch spot {
    case .list(let address):
      guard kind == .single || kind == .list else { throw .bad("Clear: Not a List") }
      transaction.clear(address)
    case .dictionary(let address):
      guard kind == .single || kind == .dictionary else { throw .bad("Clear: Not a Dictionary") }
      transaction.clear(address)
    case .set(let address):
      guard kind == .single || kind == .set else { throw .bad("Clear: Not a Set") }
      transaction.clear(address)
    case .property(let address):
      guard transaction.state.column(address).type == .mixed else {
        throw .bad("Invalid path for Clear (object, column)")
      }
      try clearMixed(address, kind)
    case .listElement(let list, let index):
      try clearElement(list, index, kind)
    case .entry(let dictionary, let key):
      try clearEntry(dictionary, key, kind)
    }
  }

  private mutating func clearMixed(_ address: CellAddress, _ kind: CollectionKind)
    throws(ApplyFailure)
  {
    guard kind != .single else { throw .assertion("Clear of a Mixed value without a type") }
    transaction.clear(address, isAppliers: true)
    guard kind != .set else { throw .storage("Set nested in Mixed is not supported") }
    transaction.setCollection(kind, at: address)
  }

  private mutating func clearElement(_ list: CellAddress, _ index: Int, _ kind: CollectionKind)
    throws(ApplyFailure)
  {
    guard transaction.state.column(list).type == .mixed else {
      throw .assertion("Clear of an element of '\(qualifiedName(list))', no list of Mixed")
    }
    let count = elementCount(list)
    guard index < count else { throw .bad("Clear: Index out of bounds (\(index) > \(count))") }
    try checkNesting(in: list)
    try clearMixed(list.appending(.index(UInt32(index))), kind)
  }

  private mutating func clearEntry(
    _ dictionary: CellAddress, _ key: RealmString, _ kind: CollectionKind
  ) throws(ApplyFailure) {
    guard kind != .single else { throw .assertion("Clear of a Mixed value without a type") }
    guard transaction.state.cell(dictionary).child(.key(key)) != nil else {
      throw .bad("Clear: Key '\"\(key)\"' not found")
    }
    guard transaction.state.column(dictionary).type == .mixed else {
      throw .storage("Dictionary::insert: Wrong value type")
    }
    try checkNesting(in: dictionary)
    try checkKey(key)
    try clearMixed(dictionary.appending(.key(key)), kind)
  }
}
