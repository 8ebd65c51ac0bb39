import RealmModel
import TraceFormat

// The walk from an object along a path through the fresh state (`docs/rules.md`, "Recovery";
// Realm Core: `client_reset_recovery.cpp`). Unlike the applier's walk it forgives what the server
// may have taken away, and it stops at the first list.
extension Recovery {
  /// Resolves where an instruction acts, and translates the list index at which the path enters a tracked list element.
  mutating func resolve(_ location: Location, for name: String) throws(RecoveryFailure)
    -> ResolvedPath
  {
    guard let object = try find(location.table, location.object, for: name),
      !quirks.contains(.canary)
    else {
      return .dropped(.dropped(.objectGone))
    }
    var walk = RecoveryWalk(
      object: object,
      address: ListAddress(table: object.table, object: object.key, path: []),
      path: Array(changeset.elements(location.path)), pathStart: Int(location.path.start),
      name: name)
    return try resolve(field: location.field, &walk)
  }

  mutating func find(
    _ table: StringIndex, _ object: PrimaryKey, for name: String
  ) throws(RecoveryFailure) -> ObjectAddress? {
    do throws(ApplyFailure) {
      return try remote.findObject(table, object, changeset, for: name)
    } catch {
      throw .apply(error)
    }
  }

  /// Where a walk stands: an object, the address of the next list, and what is left of the path.
  struct RecoveryWalk {
    var object: ObjectAddress
    var address: ListAddress
    var path: [PathElement]
    /// Where the first element of `path` is in the changeset.
    let pathStart: Int
    var position = 0
    let name: String

    var isAtEnd: Bool { position == path.count }
    var next: PathElement { path[position] }
  }

  mutating func resolve(field: StringIndex, _ walk: inout RecoveryWalk)
    throws(RecoveryFailure) -> ResolvedPath
  {
    let table = walk.object.table
    guard let leaf = remote.findLeaf(field, in: table, changeset),
      let column = state.tables[table.slot].columns[leaf]
    else {
      throw wrapped(
        "\(walk.name): No such field: '\(changeset.text(field))' in class "
          + "'\(state.tables[table.slot].storedName)'")
    }
    walk.address.path.append(.property(column.key))
    let cell = CellAddress(object: walk.object, leaf: leaf)
    switch column.collection {
    case .list: return try resolveList(cell, field, &walk)
    case .dictionary: return try resolveDictionary(cell, column, field, &walk)
    case .set:
      if walk.isAtEnd { return .place(.set(cell)) }
      switch column.type {
      case .mixed: return try resolveMixed(cell, &walk)
      case .link: throw throughLink(walk, field)
      default: throw throughUnstructured(walk, field, column)
      }
    case .single: return try resolveSingle(cell, column, field, &walk)
    }
  }

  private mutating func resolveSingle(
    _ cell: CellAddress, _ column: ColumnShape, _ field: StringIndex, _ walk: inout RecoveryWalk
  ) throws(RecoveryFailure) -> ResolvedPath {
    guard !walk.isAtEnd else { return .place(.property(column, cell, walk.address)) }
    switch column.type {
    case .mixed: return try resolveMixed(cell, &walk)
    case .link where column.isEmbedded:
      guard case .link(let object) = state.cell(cell), state.contains(object) else {
        return .dropped(.dropped(.embeddedObjectGone))
      }
      guard case .key(let next) = walk.next else {
        throw wrapped("\(walk.name): Embedded object field reference is not a string")
      }
      walk.object = object
      walk.position += 1
      return try resolve(field: next, &walk)
    case .link: throw throughLink(walk, field)
    default: throw throughUnstructured(walk, field, column)
    }
  }

  private mutating func resolveMixed(_ cell: CellAddress, _ walk: inout RecoveryWalk)
    throws(RecoveryFailure) -> ResolvedPath
  {
    switch (state.cell(cell), walk.next) {
    case (.list, .index(let index)):
      return try resolveElement(Int(index), of: cell, &walk)
    case (.dictionary, .key(let key)):
      return try resolveNestedEntry(changeset.string(key), of: cell, &walk)
    default:
      return .dropped(.dropped(.collectionGone))
    }
  }

  private mutating func resolveNestedEntry(
    _ key: RealmString, of dictionary: CellAddress, _ walk: inout RecoveryWalk
  ) throws(RecoveryFailure) -> ResolvedPath {
    walk.position += 1
    if walk.isAtEnd {
      return .place(.dictionaryEntry(dictionary: dictionary, key: key, parent: walk.address))
    }
    walk.address.path.append(dictionaryKeys.pathElement(for: key))
    guard case .dictionary(let entries) = state.cell(dictionary), entries[key] != nil else {
      return .dropped(.dropped(.dictionaryKeyGone))
    }
    return try resolveMixed(dictionary.appending(.key(key)), &walk)
  }

  private mutating func resolveList(
    _ list: CellAddress, _ field: StringIndex, _ walk: inout RecoveryWalk
  ) throws(RecoveryFailure) -> ResolvedPath {
    guard !walk.isAtEnd else { return .place(.list(list, walk.address)) }
    guard case .index(let index) = walk.next else {
      throw failure(walk, "List index is not an integer on", field)
    }
    return try resolveElement(Int(index), of: list, &walk)
  }

  /// At a list element: the end of what is resolved here. A path that continues needs the element to
  /// be one that the recovery inserted.
  private mutating func resolveElement(
    _ index: Int, of list: CellAddress, _ walk: inout RecoveryWalk
  )
    throws(RecoveryFailure) -> ResolvedPath
  {
    let element = ListElementAddress(
      list: list, index: index, address: walk.address,
      pathIndex: walk.pathStart + walk.position)
    walk.position += 1
    if walk.isAtEnd { return .place(.listElement(element)) }
    try checkElementsHaveParts(list, walk)
    switch track(element, .update(index), { $0.update(at: index) }) {
    case .apply(let translated):
      checkLanding(list, local: index, remote: translated)
      changeset.pathElements[element.pathIndex] = .index(UInt32(clamping: translated))
      return try resolveInside(list.appending(.index(UInt32(clamping: translated))), &walk)
    case let verdict: return .dropped(try dropped(verdict, walk.address))
    }
  }

  private func checkElementsHaveParts(_ list: CellAddress, _ walk: RecoveryWalk)
    throws(RecoveryFailure)
  {
    let column = state.column(list)
    let table = state.tables[list.object.table.slot]
    let place = "'\(table.storedName).\(table.columnNames[list.leaf])"
    switch column.type {
    case .mixed: return
    case .link where column.isEmbedded: return
    case .link: throw wrapped("\(walk.name): Reference through non-embedded link at \(place)[…]'")
    default:
      throw wrapped(
        "\(walk.name): Resolving path through unstructured list element on \(place)', which is a "
          + "list of type '\(column.type.columnTypeName)'")
    }
  }

  private mutating func resolveDictionary(
    _ dictionary: CellAddress, _ column: ColumnShape, _ field: StringIndex,
    _ walk: inout RecoveryWalk
  ) throws(RecoveryFailure) -> ResolvedPath {
    guard !walk.isAtEnd else { return .place(.dictionary(dictionary)) }
    guard case .key(let name) = walk.next else {
      throw failure(walk, "Dictionary key is not a string on", field)
    }
    let key = changeset.string(name)
    guard column.type == .link, walk.position + 1 < walk.path.count else {
      return try resolveNestedEntry(key, of: dictionary, &walk)
    }
    guard column.isEmbedded else { throw throughLink(walk, field) }
    return try resolveEmbeddedEntry(key, of: dictionary, &walk)
  }

  private mutating func resolveEmbeddedEntry(
    _ key: RealmString, of dictionary: CellAddress, _ walk: inout RecoveryWalk
  ) throws(RecoveryFailure) -> ResolvedPath {
    walk.position += 1
    walk.address.path.append(dictionaryKeys.pathElement(for: key))
    guard case .link(let object) = state.cell(dictionary.appending(.key(key))) else {
      return .dropped(.dropped(.embeddedObjectGone))
    }
    guard case .key(let field) = walk.next else {
      throw wrapped("\(walk.name): Embedded object field reference is not a string")
    }
    walk.object = object
    walk.position += 1
    return try resolve(field: field, &walk)
  }

  /// The text that Realm puts around what its recovery can't do.
  func wrapped(_ message: String) -> RecoveryFailure {
    .reset(
      ResetFailure(
        .unrecoverable,
        message: "Unable to automatically recover local changes during client reset: '\(message)'"))
  }

  private func throughLink(_ walk: RecoveryWalk, _ field: StringIndex) -> RecoveryFailure {
    failure(walk, "Reference through non-embedded link in", field)
  }

  /// What is wrong with the path at a field.
  private func failure(_ walk: RecoveryWalk, _ what: String, _ field: StringIndex)
    -> RecoveryFailure
  {
    let className = state.tables[walk.object.table.slot].storedName
    return wrapped("\(walk.name): \(what) field '\(changeset.text(field))' in class '\(className)'")
  }

  private func throughUnstructured(
    _ walk: RecoveryWalk, _ field: StringIndex, _ column: ColumnShape
  ) -> RecoveryFailure {
    wrapped(
      "\(walk.name): Resolving path through unstructured field "
        + "'\(state.tables[walk.object.table.slot].storedName).\(changeset.text(field))' of type "
        + "\(column.type.columnTypeName)")
  }
}
