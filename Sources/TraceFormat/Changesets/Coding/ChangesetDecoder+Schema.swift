// Instructions about classes and properties: few in a changeset, if any.
extension ChangesetDecoder {
  @inline(never)
  mutating func readSchemaInstruction(
    _ kind: InstructionKind
  ) throws(DecodingFailure) -> Instruction {
    let table = try reader.readStringIndex(below: stringCount)
    return switch kind {
    case .addTable: .addTable(try readAddTable(table))
    case .addColumn: .addColumn(try readAddColumn(table))
    case .eraseColumn:
      .eraseColumn(.init(table: table, field: try reader.readStringIndex(below: stringCount)))
    default: .eraseTable(.init(table: table))
    }
  }

  private mutating func readAddTable(
    _ table: StringIndex
  ) throws(DecodingFailure) -> Instruction.AddTable {
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
    let field = try reader.readStringIndex(below: stringCount)
    let start = reader.offset
    let type = try reader.readPayloadType()
    guard type.isPrimaryKeyType else {
      throw .invalidValue("expected the type of a primary key, found \(type)", at: start)
    }
    return .init(field: field, type: type, isNullable: try reader.readBool())
  }

  private mutating func readAddColumn(
    _ table: StringIndex
  ) throws(DecodingFailure) -> Instruction.AddColumn {
    let field = try reader.readStringIndex(below: stringCount)
    let start = reader.offset
    let type = try reader.readPayloadType()
    guard type.rawValue >= 0 else {
      throw .invalidValue("expected the type of a property, found \(type)", at: start)
    }
    let isNullable = try reader.readBool()
    let collection = try reader.readCollectionKind()
    return .init(
      table: table, field: field, type: type, isNullable: isNullable, collection: collection,
      linkTarget: type == .link ? try reader.readStringIndex(below: stringCount) : nil,
      keyType: collection == .dictionary ? try reader.readPayloadType() : nil)
  }
}
