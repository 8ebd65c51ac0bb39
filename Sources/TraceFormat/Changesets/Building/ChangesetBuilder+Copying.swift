extension ChangesetBuilder {
  /// Appends an instruction of another changeset, with the strings and paths it refers to.
  public mutating func append(_ instruction: Instruction, from source: Changeset) {
    append(copy(instruction, from: source))
  }

  private mutating func copy(
    _ instruction: Instruction, from source: Changeset
  ) -> Instruction {
    switch instruction {
    case .addTable(let it): return .addTable(copy(it, from: source))
    case .eraseTable(let it): return .eraseTable(.init(table: copy(it.table, from: source)))
    case .createObject(let it):
      return .createObject(
        .init(table: copy(it.table, from: source), object: copy(it.object, from: source)))
    case .eraseObject(let it):
      return .eraseObject(
        .init(table: copy(it.table, from: source), object: copy(it.object, from: source)))
    case .addColumn(let it): return .addColumn(copy(it, from: source))
    case .eraseColumn(let it):
      return .eraseColumn(
        .init(table: copy(it.table, from: source), field: copy(it.field, from: source)))
    case .update, .addInteger, .arrayInsert, .arrayMove, .arrayErase, .clear, .setInsert,
      .setErase:
      return copy(contentsOf: instruction, from: source)
    }
  }

  private mutating func copy(
    contentsOf instruction: Instruction, from source: Changeset
  ) -> Instruction {
    var copied = instruction
    if let location = instruction.location { copied.location = copy(location, from: source) }
    if let value = instruction.value { copied.value = copy(value, from: source) }
    return copied
  }

  private mutating func copy(
    _ it: Instruction.AddTable, from source: Changeset
  ) -> Instruction.AddTable {
    let table = copy(it.table, from: source)
    let key = it.primaryKey.map { key in
      Instruction.PrimaryKeyColumn(
        field: copy(key.field, from: source), type: key.type, isNullable: key.isNullable)
    }
    return .init(table: table, kind: it.kind, primaryKey: key)
  }

  private mutating func copy(
    _ it: Instruction.AddColumn, from source: Changeset
  ) -> Instruction.AddColumn {
    var copied = it
    copied.table = copy(it.table, from: source)
    copied.field = copy(it.field, from: source)
    if let target = it.linkTarget {
      copied.linkTarget = copy(target, from: source)
    } else {
      _ = intern("")
    }
    return copied
  }

  private mutating func copy(_ index: StringIndex, from source: Changeset) -> StringIndex {
    intern(source.storage.rawBytes.extracting(source.strings[Int(index.rawValue)].bytes.indices))
  }

  private mutating func copy(_ range: ByteRange, from source: Changeset) -> ByteRange {
    store(source.storage.rawBytes.extracting(range.indices))
  }

  private mutating func copy(_ key: PrimaryKey, from source: Changeset) -> PrimaryKey {
    guard case .string(let index) = key else { return key }
    return .string(copy(index, from: source))
  }

  private mutating func copy(_ value: Payload, from source: Changeset) -> Payload {
    switch value {
    case .string(let range): return .string(copy(range, from: source))
    case .binary(let range): return .binary(copy(range, from: source))
    case .link(let table, let key):
      return .link(table: copy(table, from: source), key: copy(key, from: source))
    default: return value
    }
  }

  private mutating func copy(_ location: Location, from source: Changeset) -> Location {
    let table = copy(location.table, from: source)
    let object = copy(location.object, from: source)
    let field = copy(location.field, from: source)
    let elements = source.elements(location.path).map { element in
      guard case .key(let name) = element else { return element }
      return .key(copy(name, from: source))
    }
    return Location(table: table, object: object, field: field, path: path(elements))
  }
}

extension Changeset {
  /// The same instructions with every string declared where Realm's recorder declares it.
  ///
  /// Strings that no instruction uses are gone, so changesets that say the same have one normalized form.
  public func normalized() -> Changeset {
    var builder = ChangesetBuilder()
    for instruction in instructions { builder.append(instruction, from: self) }
    return builder.changeset
  }

  /// Whether both say the same, instruction by instruction, whatever strings they declare and in what order.
  public func hasSameInstructions(as other: Changeset) -> Bool {
    guard instructions.count == other.instructions.count else { return false }
    let (mine, its) = (normalized(), other.normalized())
    return mine.instructions == its.instructions && mine.pathElements == its.pathElements
      && mine.strings == its.strings && mine.storage == its.storage
  }
}
