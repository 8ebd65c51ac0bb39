internal import RealmModel
internal import TraceFormat

/// Instructions and values as a scenario writes them (`docs/scenario.md`, "Instructions as they stand").
enum ScenarioNotation {
  enum Inexpressible: Error, Hashable {
    case type(PayloadType)
  }

  static func operations(_ changeset: Changeset) throws(Inexpressible) -> [JSONText] {
    var operations: [JSONText] = []
    for instruction in changeset.instructions {
      operations.append(try operation(instruction, changeset))
    }
    return operations
  }

  /// The members of an operation; those without a value are left out.
  private typealias Members = [(name: String, value: JSONText?)]

  private static func operation(
    _ instruction: Instruction, _ changeset: Changeset
  ) throws(Inexpressible) -> JSONText {
    let members: Members =
      switch instruction {
      case .addTable(let it): try addTable(it, changeset)
      case .addColumn(let it): try addColumn(it, changeset)
      case .eraseTable(let it): [("class", text(it.table, changeset))]
      case .eraseColumn(let it):
        [("class", text(it.table, changeset)), ("property", text(it.field, changeset))]
      default: try change(instruction, changeset)
      }
    return .object(
      [JSONText.Member("instruction", .string(instruction.kind.name))]
        + members.compactMap { name, value in value.map { JSONText.Member(name, $0) } })
  }

  private static func change(
    _ instruction: Instruction, _ changeset: Changeset
  ) throws(Inexpressible) -> Members {
    let at: Members = [("at", try address(instruction, changeset))]
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
      return at + [("value", try json(changeset.value(payload)))] + tail(instruction)
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

  private static func address(
    _ instruction: Instruction, _ changeset: Changeset
  ) throws(Inexpressible) -> JSONText {
    guard let object = instruction.object else {
      preconditionFailure("every instruction but those of the schema names an object")
    }
    var parts = [text(instruction.table, changeset), try json(changeset.value(object))]
    guard let location = instruction.location else { return .array(parts) }
    parts.append(text(location.field, changeset))
    for step in changeset.steps(location.path) {
      switch step {
      case .index(let index): parts.append(number(index))
      case .key(let name): parts.append(name.json)
      }
    }
    return .array(parts)
  }

  private static func addTable(
    _ instruction: Instruction.AddTable, _ changeset: Changeset
  ) throws(Inexpressible) -> Members {
    var members: Members = [("class", text(instruction.table, changeset))]
    if instruction.kind != .topLevel { members.append(("\(instruction.kind)", .bool(true))) }
    guard let key = instruction.primaryKey, key.type != .globalKey else {
      return members + [("properties", .object([]))]
    }
    let field = changeset.string(key.field)
    let notation = try notation(key.type, isOptional: key.isNullable)
    return members + [
      ("primaryKey", field.json),
      ("properties", .object([.init(field.jsonName, .string(notation))])),
    ]
  }

  private static func addColumn(
    _ instruction: Instruction.AddColumn, _ changeset: Changeset
  ) throws(Inexpressible) -> Members {
    let notation = try notation(
      instruction.type, isOptional: instruction.isNullable, instruction.collection,
      target: instruction.type == .link ? instruction.linkTarget.map(changeset.string) : nil)
    return [
      ("class", text(instruction.table, changeset)),
      ("property", text(instruction.field, changeset)), ("type", .string(notation)),
    ]
  }

  private static func notation(
    _ type: PayloadType, isOptional: Bool, _ collection: CollectionKind = .single,
    target: RealmString? = nil
  ) throws(Inexpressible) -> String {
    guard let written = PropertyType(type), (written == .link) == (target != nil) else {
      throw .type(type)
    }
    return PropertySchema(
      name: .empty, type: written, isOptional: isOptional, collection: collection, target: target
    ).notation
  }

  private static func json(_ value: PayloadValue) throws(Inexpressible) -> JSONText {
    switch value {
    case .value(.int(let value)): json(value)
    case .value(.timestamp(let time)):
      .tagged("date", .array([.wide(time.seconds), .integer(Int(time.nanoseconds))]))
    case .value(.link(let link)):
      .tagged("link", .array([link.className.json, try json(link.key)]))
    case .objectValue: .tagged("new", .string("object"))
    case .list: .tagged("new", .string("list"))
    case .dictionary: .tagged("new", .string("dictionary"))
    case .set: .tagged("new", .string("set"))
    case .value, .erased: value.json
    }
  }

  private static func json(_ key: PrimaryKeyValue) throws(Inexpressible) -> JSONText {
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
    let seconds = microseconds.dividedRoundingDown(by: 1_000_000)
    let nanoseconds = Int32((microseconds - seconds * 1_000_000) * 1_000)
    return .array([.wide(seconds), .integer(Int(nanoseconds))])
  }
}

extension Int64 {
  fileprivate func dividedRoundingDown(by divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
