extension ChangesetDecoder {
  /// Reads what follows the number of an instruction.
  ///
  /// Kinds begin alike, and what they have in common is read in one place, so that all of it can be inlined there. The
  /// reader is the caller's own, since its position would otherwise be written to memory and read back for every byte.
  @inline(__always)
  mutating func readInstruction(
    _ kind: InstructionKind, _ reader: inout ByteReader
  ) throws(DecodingFailure) {
    switch kind {
    case .addTable, .eraseTable, .addColumn, .eraseColumn:
      self.reader.position = reader.position
      append(try readSchemaInstruction(kind))
      reader.position = self.reader.position
    case .createObject, .eraseObject:
      let table = try reader.readStringIndex(below: stringCount)
      let object = try reader.readPrimaryKey(below: stringCount)
      append(
        kind == .createObject
          ? .createObject(.init(table: table, object: object))
          : .eraseObject(.init(table: table, object: object)))
    case .update, .addInteger, .arrayInsert, .arrayMove, .arrayErase, .clear, .setInsert, .setErase:
      try readInstructionAtLocation(kind, &reader)
    }
  }

  @inline(__always)
  private mutating func readInstructionAtLocation(
    _ kind: InstructionKind, _ reader: inout ByteReader
  ) throws(DecodingFailure) {
    let start = reader.offset
    let location = try readLocation(&reader)
    let isElement = endsInList(location.path)
    switch kind {
    case .arrayInsert, .arrayMove, .arrayErase:
      guard isElement else {
        throw .invalidValue("expected a path that ends with a list index", at: start)
      }
    default: break
    }
    switch kind {
    case .addInteger:
      return append(.addInteger(.init(location: location, value: try reader.readInt64())))
    case .arrayMove:
      return append(
        .arrayMove(
          .init(
            location: location, destination: try reader.readUnsigned(),
            priorSize: try reader.readUnsigned())))
    case .arrayErase:
      return append(
        .arrayErase(.init(location: location, priorSize: try reader.readUnsigned())))
    case .clear:
      return append(
        .clear(.init(location: location, collection: try reader.readCollectionKind())))
    default: break
    }
    let value = try reader.readPayload(below: stringCount)
    switch kind {
    case .arrayInsert:
      append(
        .arrayInsert(
          .init(location: location, priorSize: try reader.readUnsigned(), value: value)))
    case .setInsert: append(.setInsert(.init(location: location, value: value)))
    case .setErase: append(.setErase(.init(location: location, value: value)))
    default:
      let tail: Instruction.UpdateTail =
        isElement
        ? .priorSize(try reader.readUnsigned()) : .isDefault(try reader.readBool())
      append(.update(.init(location: location, value: value, tail: tail)))
    }
  }

  @inline(__always)
  private mutating func append(_ instruction: Instruction) {
    changeset.instructions.append(instruction)
  }
}
