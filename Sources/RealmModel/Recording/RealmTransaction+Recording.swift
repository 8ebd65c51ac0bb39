package import TraceFormat

// What a transaction did, as instructions (Realm Core: `sync/instruction_replication.cpp`). Each
// operation records itself before it changes anything, because paths and sizes are those before.
extension RealmTransaction {
  /// Records from now on.
  ///
  /// - Parameter cutsKeys: whether keys on the way to what changes end at a NUL, as Realm writes them. What is to be read
  ///   back must not be cut.
  package mutating func startRecording(cutsKeys: Bool = false) {
    recorder = ChangesetBuilder()
    self.cutsKeys = cutsKeys
  }

  /// What was recorded since the start or since the last call.
  package mutating func takeRecorded() -> Changeset {
    defer { if recorder != nil { recorder = ChangesetBuilder() } }
    return recorder?.changeset ?? Changeset()
  }

  package var recordedCount: Int { recorder?.changeset.instructions.count ?? 0 }

  /// Records instructions as they stand, whatever they say; the state stays as it is.
  package mutating func record(_ body: (inout ChangesetBuilder) -> Void) { recorder.take(body) }

  /// Records an instruction about a cell; nothing for an embedded object that no one holds.
  ///
  /// - Parameter isEntry: whether the last key is that of an entry to be set or removed.
  private mutating func record(
    _ address: CellAddress, isEntry: Bool = false,
    _ body: (inout ChangesetBuilder, LocationValue) -> Void
  ) {
    guard recorder != nil, var location = location(of: address) else { return }
    if cutsKeys { location.cutKeys(isEntry: isEntry && address.path.last?.isKey == true) }
    // Realm names the class of the object that changes first; that of an embedded object appears
    // in no instruction, but among the strings.
    let className = state.tables[address.object.table.slot].name
    recorder.take {
      _ = $0.intern(className)
      body(&$0, location)
    }
  }

  /// The place of a cell as instructions name it: from the object that has a primary key.
  package func location(of address: CellAddress) -> LocationValue? {
    let table = state.tables[address.object.table.slot]
    let name = table.columnNames[address.leaf]
    guard table.isEmbedded else {
      return LocationValue(table.name, table.identity(of: address.object.key), name, address.path)
    }
    guard var location = holder(of: address.object).flatMap(location) else { return nil }
    location.path += [.key(name)] + address.path
    return location
  }

  package func holder(of object: ObjectAddress) -> CellAddress? {
    guard let property = incomingLinks(of: object).first else { return nil }
    switch state.cell(property) {
    case .list(let elements):
      return elements.firstIndex { $0.linkTarget == object }.map {
        property.appending(.index(UInt32($0)))
      }
    case .dictionary(let entries):
      return entries.values.firstIndex { $0.linkTarget == object }.map {
        property.appending(.key(entries.keys[$0]))
      }
    default: return property
    }
  }

  private func sizeOfList(around address: CellAddress) -> UInt32 {
    var list = address
    list.path.removeLast()
    return UInt32(state.cell(list).elements.count)
  }

  /// Records that a property, list element or dictionary value is set.
  mutating func recordSet(_ value: Cell, at address: CellAddress, isDefault: Bool = false) {
    guard recorder != nil else { return }
    if case .index = address.path.last {
      let (size, payload) = (sizeOfList(around: address), state.payload(value))
      return record(address) { $0.update($1, to: payload, priorSize: size) }
    }
    // Links without target are not told to anyone, nor is a primary key.
    if value.linkTarget?.key.isUnresolved == true { return }
    let table = state.tables[address.object.table.slot]
    if address.path.isEmpty, address.leaf == table.primaryKeyLeaf { return }
    if isDefault, value.isNull, state.column(address).type == .link {
      // Nothing is said, but the class has been named by then.
      recorder.take { _ = $0.intern(table.name) }
      return
    }
    let payload = state.payload(value)
    record(address, isEntry: true) { $0.update($1, to: payload, isDefault: isDefault) }
  }

  mutating func recordSetEmbedded(at address: CellAddress, isDefault: Bool = false) {
    guard recorder != nil else { return }
    switch address.path.last {
    case .index:
      let size = sizeOfList(around: address)
      record(address) {
        $0.arrayErase($1, priorSize: size)
        $0.arrayInsert($1, .objectValue, priorSize: size - 1)
      }
    case .key:
      record(address, isEntry: true) { $0.update($1, to: .objectValue, isDefault: isDefault) }
    case nil:
      let isReplaced = !state.cell(address).isNull
      record(address) {
        if isReplaced { $0.update($1, to: .null, isDefault: isDefault) }
        $0.update($1, to: .objectValue, isDefault: isDefault)
      }
    }
  }

  mutating func recordRemoval(ofKey key: RealmString, in dictionary: CellAddress) {
    record(dictionary.appending(.key(key)), isEntry: true) { $0.update($1, to: .erased) }
  }

  mutating func recordAddition(_ operand: Int64, at address: CellAddress) {
    record(address) { $0.addInteger($1, operand) }
  }

  mutating func recordInsertion(_ value: Cell, at index: Int, in list: CellAddress) {
    guard recorder != nil else { return }
    let (payload, size) = (state.payload(value), UInt32(state.cell(list).elements.count))
    record(list.appending(.index(UInt32(index)))) {
      $0.arrayInsert($1, payload, priorSize: size)
    }
  }

  mutating func recordErasure(at index: Int, in list: CellAddress) {
    guard recorder != nil else { return }
    let size = UInt32(state.cell(list).elements.count)
    record(list.appending(.index(UInt32(index)))) { $0.arrayErase($1, priorSize: size) }
  }

  mutating func recordMove(from source: Int, to destination: Int, in list: CellAddress) {
    guard recorder != nil else { return }
    let size = UInt32(state.cell(list).elements.count)
    record(list.appending(.index(UInt32(source)))) {
      $0.arrayMove($1, to: UInt32(destination), priorSize: size)
    }
  }

  /// Records that a collection is emptied; one of a property of its own only if it holds anything (Realm Core:
  /// `Lst<Mixed>::clear`, `Dictionary::clear`).
  mutating func recordClear(_ address: CellAddress, isAppliers: Bool) {
    guard recorder != nil else { return }
    let cell = state.cell(address)
    guard let kind = cell.collectionKind else { return }
    let isOfProperty =
      (address.path.isEmpty || isAppliers) && state.column(address).collection != .single
    guard !isOfProperty || !cell.elements.isEmpty || cell.entries.count > 0 else { return }
    record(address) { $0.clear($1, kind) }
  }

  mutating func recordSetInsertion(_ value: Cell, at address: CellAddress) {
    guard recorder != nil else { return }
    let payload = state.payload(value)
    record(address) { $0.setInsert($1, payload) }
  }

  mutating func recordSetErasure(_ value: Cell, at address: CellAddress) {
    guard recorder != nil else { return }
    let payload = state.payload(value)
    record(address) { $0.setErase($1, payload) }
  }

  /// Records a class as it is; recovery also tells of one that was there before.
  package mutating func recordTable(_ key: TableKey) {
    let added = state.classSchema(state.tables[key.slot])
    recorder.take { $0.addTable(added) }
  }

  /// Records a property as it is; recovery also tells of one that was there before.
  package mutating func recordColumn(_ table: TableKey, leaf: Int) {
    guard recorder != nil, let column = state.tables[table.slot].columns[leaf] else { return }
    let className = state.tables[table.slot].name
    let property = state.property(column, named: state.tables[table.slot].columnNames[leaf])
    recorder.take { $0.addColumn(property, to: className) }
  }

  /// Records that a class goes, and nothing of its properties.
  mutating func recordRemoval(of key: TableKey) {
    let name = state.tables[key.slot].name
    recorder.take { $0.eraseTable(name) }
  }

  mutating func recordRemoval(of key: TableKey, leaf: Int) {
    let table = state.tables[key.slot]
    recorder.take { $0.eraseColumn(table.name, table.columnNames[leaf]) }
  }

  mutating func recordCreation(_ table: TableKey, _ identity: PrimaryKeyValue) {
    let name = state.tables[table.slot].name
    recorder.take { $0.createObject(name, identity) }
  }

  /// Records that an object goes, unless its class is one whose deletions are not told.
  mutating func recordRemoval(of object: ObjectAddress) {
    let table = state.tables[object.table.slot]
    guard recorder != nil, table.kind == .topLevel else { return }
    let identity = table.identity(of: object.key)
    recorder.take { $0.eraseObject(table.name, identity) }
  }
}

extension LocationValue {
  /// Realm hands keys on the way to a collection or an embedded object on as C strings, which end at a NUL; the key of an
  /// entry itself stays whole (Realm Core: `SyncReplication::populate_path_instr`).
  fileprivate mutating func cutKeys(isEntry: Bool) {
    for index in path.indices.dropLast(isEntry ? 1 : 0) {
      guard case .key(let key) = path[index], let end = key.bytes.firstIndex(of: 0) else {
        continue
      }
      path[index] = .key(RealmString(key.bytes[..<end]))
    }
  }
}

extension PathStep {
  fileprivate var isKey: Bool { if case .key = self { true } else { false } }
}

extension Optional {
  fileprivate mutating func take(_ body: (inout Wrapped) -> Void) {
    guard var value = self else { return }
    self = nil
    body(&value)
    self = value
  }
}
