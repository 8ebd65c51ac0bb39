extension ChangesetDecoder {
  /// Reads what follows the number of an instruction.
  @inline(__always)
  mutating func readInstruction(_ number: UInt64, at start: Int) throws(DecodingFailure) {
    guard let kind = InstructionKind(number) else {
      throw .invalidValue("expected an instruction from 0 to 13 or 63, found \(number)", at: start)
    }
    changeset.instructions.append(try readInstruction(kind))
  }

  @inline(__always)
  private mutating func readInstruction(
    _ kind: InstructionKind
  ) throws(DecodingFailure) -> Instruction {
    switch kind {
    case .addTable: .addTable(try readAddTable())
    case .eraseTable: .eraseTable(.init(table: try readStringIndex()))
    case .createObject:
      .createObject(.init(table: try readStringIndex(), object: try readPrimaryKey()))
    case .eraseObject:
      .eraseObject(.init(table: try readStringIndex(), object: try readPrimaryKey()))
    case .update: .update(try readUpdate())
    case .addInteger:
      .addInteger(.init(location: try readLocation(), value: try reader.readInt64()))
    case .addColumn: .addColumn(try readAddColumn())
    case .eraseColumn:
      .eraseColumn(.init(table: try readStringIndex(), field: try readStringIndex()))
    case .arrayInsert: .arrayInsert(try readArrayInsert())
    case .arrayMove: .arrayMove(try readArrayMove())
    case .arrayErase: .arrayErase(try readArrayErase())
    case .clear: .clear(.init(location: try readLocation(), collection: try readCollectionKind()))
    case .setInsert: .setInsert(.init(location: try readLocation(), value: try readPayload()))
    case .setErase: .setErase(.init(location: try readLocation(), value: try readPayload()))
    }
  }

  private mutating func readAddTable() throws(DecodingFailure) -> Instruction.AddTable {
    let table = try readStringIndex()
    let start = reader.offset
    let number = try reader.readUnsigned(UInt8.self)
    guard let kind = TableKind(rawValue: number) else {
      throw .invalidValue("expected a class kind from 0 to 2, found \(number)", at: start)
    }
    let key = kind == .embedded ? nil : try readPrimaryKeyColumn()
    return .init(table: table, kind: kind, primaryKey: key)
  }

  private mutating func readPrimaryKeyColumn()
    throws(DecodingFailure) -> Instruction.PrimaryKeyColumn
  {
    let field = try readStringIndex()
    let start = reader.offset
    let type = try readPayloadType()
    guard type.isPrimaryKeyType else {
      throw .invalidValue("expected the type of a primary key, found \(type)", at: start)
    }
    return .init(field: field, type: type, isNullable: try readBool())
  }

  private mutating func readAddColumn() throws(DecodingFailure) -> Instruction.AddColumn {
    let (table, field) = (try readStringIndex(), try readStringIndex())
    let start = reader.offset
    let type = try readPayloadType()
    guard type.rawValue >= 0 else {
      throw .invalidValue("expected the type of a property, found \(type)", at: start)
    }
    let isNullable = try readBool()
    let collection = try readCollectionKind()
    return .init(
      table: table, field: field, type: type, isNullable: isNullable, collection: collection,
      linkTarget: type == .link ? try readStringIndex() : nil,
      keyType: collection == .dictionary ? try readPayloadType() : nil)
  }
}
