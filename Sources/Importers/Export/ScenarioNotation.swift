internal import RealmModel
internal import TraceFormat

/// Instructions and values as a scenario writes them (`docs/scenario.md`, "Instructions as they stand").
enum ScenarioNotation {
  static func operations(_ changeset: Changeset) -> [JSONText] {
    changeset.instructions.map { operation($0, changeset) }
  }

  /// The members of an operation; those without a value are left out.
  private typealias Members = [(name: String, value: JSONText?)]

  private static func operation(_ instruction: Instruction, _ changeset: Changeset) -> JSONText {
    let owner: Members = [("class", text(instruction.table, changeset))]
    let members: Members =
      switch instruction {
      case .addTable(let it):
        owner + changeset.classSchema(it).json.members.map { ($0.name, $0.value) }
      case .addColumn(let it):
        owner + [
          ("property", text(it.field, changeset)),
          ("type", changeset.property(it).map { .string($0.notation) }),
        ]
      case .eraseTable: owner
      case .eraseColumn(let it): owner + [("property", text(it.field, changeset))]
      default: change(instruction, changeset)
      }
    return .object(
      [JSONText.Member("instruction", .string(instruction.kind.name))]
        + members.compactMap { name, value in value.map { JSONText.Member(name, $0) } })
  }

  private static func change(_ instruction: Instruction, _ changeset: Changeset) -> Members {
    let at: Members = [("at", address(instruction, changeset))]
    switch instruction {
    case .addInteger(let it): return at + [("value", json(it.value))]
    case .arrayMove(let it):
      return at + [("to", number(it.destination)), ("priorSize", number(it.priorSize))]
    case .arrayErase(let it): return at + [("priorSize", number(it.priorSize))]
    case .clear(let it): return at + [("collection", .string("\(it.collection)"))]
    case .createObject, .eraseObject: return at
    default:
      guard let payload = instruction.value else {
        preconditionFailure("every other instruction below an object has a value")
      }
      return at + [("value", json(changeset.value(payload)))] + tail(instruction)
    }
  }

  private static func tail(_ instruction: Instruction) -> Members {
    switch instruction {
    case .update(let it):
      switch it.tail {
      case .isDefault(let isDefault): [("default", isDefault ? .bool(true) : nil)]
      case .priorSize(let size): [("priorSize", number(size))]
      }
    case .arrayInsert(let it): [("priorSize", number(it.priorSize))]
    default: []
    }
  }

  private static func address(_ instruction: Instruction, _ changeset: Changeset) -> JSONText {
    guard let object = instruction.object else {
      preconditionFailure("every instruction but those of the schema names an object")
    }
    return .array(
      [text(instruction.table, changeset), json(changeset.value(object))]
        + steps(instruction, changeset))
  }

  /// The steps of an address from the object on.
  static func steps(_ instruction: Instruction, _ changeset: Changeset) -> [JSONText] {
    guard let location = instruction.location else { return [] }
    return [text(location.field, changeset)] + changeset.steps(location.path).map(\.json)
  }

  private static func json(_ value: PayloadValue) -> JSONText {
    switch value {
    case .value(.int(let value)): json(value)
    case .value(.timestamp(let time)):
      .tagged("date", .array([.wide(time.seconds), .integer(Int(time.nanoseconds))]))
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

  /// A moment as a scenario writes it, in UTC.
  static func time(_ microseconds: Int64) -> JSONText {
    let (seconds, rest) = microseconds.flooredQuotientAndRemainder(dividingBy: 1_000_000)
    return .array([.wide(seconds), .integer(Int(rest) * 1_000)])
  }
}
