internal import TraceFormat

/// Instructions and values as a scenario writes them (`docs/scenario.md`, "Instructions as they stand").
enum ScenarioNotation {
  static func operations(_ changeset: Changeset) -> [JSONText] {
    changeset.instructions.map { operation($0, changeset) }
  }

  private static func operation(_ instruction: Instruction, _ changeset: Changeset) -> JSONText {
    let className = text(instruction.table, changeset)
    return .object(
      JSONText.members([
        "instruction": .string(instruction.kind.name),
        "class": instruction.object == nil ? className : nil,
        "at": instruction.object.map {
          .array([className, json(changeset.value($0))] + steps(instruction, changeset))
        },
        "value": instruction.value.map { json(changeset.value($0)) },
      ]).members + tail(of: instruction, changeset).members)
  }

  private static func tail(of instruction: Instruction, _ changeset: Changeset) -> JSONText {
    switch instruction {
    case .addTable(let it): changeset.classSchema(it).json
    case .addColumn(let it):
      .members([
        "property": text(it.field, changeset),
        "type": changeset.property(it).map { .string($0.notation) },
      ])
    case .eraseColumn(let it): .members(["property": text(it.field, changeset)])
    case .update(let it):
      switch it.tail {
      case .isDefault(let isDefault): .members(["default": isDefault ? .bool(true) : nil])
      case .priorSize(let size): .members(["priorSize": number(size)])
      }
    case .addInteger(let it): .members(["value": json(it.value)])
    case .arrayInsert(let it): .members(["priorSize": number(it.priorSize)])
    case .arrayMove(let it):
      .members(["to": number(it.destination), "priorSize": number(it.priorSize)])
    case .arrayErase(let it): .members(["priorSize": number(it.priorSize)])
    case .clear(let it): .members(["collection": .string("\(it.collection)")])
    case .eraseTable, .createObject, .eraseObject, .setInsert, .setErase: .object([])
    }
  }

  /// The steps of an address from the object on.
  static func steps(_ instruction: Instruction, _ changeset: Changeset) -> [JSONText] {
    guard let location = instruction.location else { return [] }
    return [text(location.field, changeset)] + changeset.steps(location.path).map(\.json)
  }

  private static func json(_ value: PayloadValue) -> JSONText {
    switch value {
    case .value(.int(let value)): json(value)
    case .value(.timestamp(let time)): .tagged("date", time.parts)
    case .value(.link(let link)):
      .tagged("link", .array([link.className.json, json(link.key)]))
    case .objectValue: .tagged("new", .string("object"))
    case .list: .tagged("new", .string("list"))
    case .dictionary: .tagged("new", .string("dictionary"))
    case .set: .tagged("new", .string("set"))
    case .value, .erased: value.json
    }
  }

  private static func json(_ key: PrimaryKeyValue) -> JSONText {
    switch key {
    case .int(let value): json(value)
    default: key.json
    }
  }

  /// An integer as a number, unless some readers of JSON would round it.
  private static func json(_ value: Int64) -> JSONText {
    value.magnitude < 1 << 53 ? .number(String(value)) : .tagged("int", .wide(value))
  }

  private static func number(_ value: UInt32) -> JSONText { .integer(Int(value)) }

  private static func text(_ index: StringIndex, _ changeset: Changeset) -> JSONText {
    changeset.string(index).json
  }
}
