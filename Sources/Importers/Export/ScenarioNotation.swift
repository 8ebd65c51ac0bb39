internal import TraceFormat

/// Instructions and values as a scenario writes them (`docs/scenario.md`, "Instructions as they
/// stand"). Nil is what the language can't say, such as text that is not UTF-8.
enum ScenarioNotation {
  static func operations(_ changeset: Changeset) -> [JSONText]? {
    all(changeset.instructions.map { operation($0, changeset) })
  }

  private static func operation(_ instruction: Instruction, _ changeset: Changeset) -> JSONText? {
    let members: [(String, JSONText?)]? =
      switch instruction {
      case .addTable(let it): addTable(it, changeset)
      case .addColumn(let it): addColumn(it, changeset)
      case .eraseTable(let it): text(it.table, changeset).map { [("class", $0)] }
      case .eraseColumn(let it):
        both(text(it.table, changeset), text(it.field, changeset)).map {
          [("class", $0), ("property", $1)]
        }
      default: change(instruction, changeset)
      }
    guard let members else { return nil }
    return .object(
      [JSONText.Member("instruction", .string(instruction.kind.name))]
        + members.compactMap { name, value in value.map { JSONText.Member(name, $0) } })
  }

  // MARK: Below an object

  private static func change(
    _ instruction: Instruction, _ changeset: Changeset
  ) -> [(String, JSONText?)]? {
    guard let place = address(instruction, changeset) else { return nil }
    let at: [(String, JSONText?)] = [("at", place)]
    switch instruction {
    case .addInteger(let it): return at + [("value", json(it.value))]
    case .arrayMove(let it):
      return at + [("to", number(it.destination)), ("priorSize", number(it.priorSize))]
    case .arrayErase(let it): return at + [("priorSize", number(it.priorSize))]
    case .clear(let it): return at + [("collection", .string("\(it.collection)"))]
    case .createObject, .eraseObject: return at
    default:
      guard let payload = instruction.value, let value = json(changeset.value(payload)) else {
        return nil
      }
      return at + [("value", value)] + tail(instruction)
    }
  }

  private static func tail(_ instruction: Instruction) -> [(String, JSONText?)] {
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

  private static func address(_ instruction: Instruction, _ changeset: Changeset) -> JSONText? {
    guard let object = instruction.object else { return nil }
    var parts = [text(instruction.table, changeset), json(changeset.value(object))]
    if let location = instruction.location {
      parts.append(text(location.field, changeset))
      parts += changeset.steps(location.path).map { step in
        switch step {
        case .index(let index): number(index)
        case .key(let name): name.text.map { .string($0) }
        }
      }
    }
    return all(parts).map { .array($0) }
  }

  // MARK: The schema

  private static func addTable(
    _ instruction: Instruction.AddTable, _ changeset: Changeset
  ) -> [(String, JSONText?)]? {
    guard let name = text(instruction.table, changeset) else { return nil }
    var members: [(String, JSONText?)] = [("class", name)]
    if instruction.kind != .topLevel { members.append(("\(instruction.kind)", .bool(true))) }
    guard let key = instruction.primaryKey, key.type != .globalKey else {
      return members + [("properties", .object([]))]
    }
    guard let field = changeset.string(key.field).text, let type = WrittenType(key.type)
    else { return nil }
    let written = WrittenProperty(
      name: field, type: type, collection: .single, isOptional: key.isNullable)
    let property = JSONText.Member(field, .string(written.notation))
    return members + [("primaryKey", .string(field)), ("properties", .object([property]))]
  }

  private static func addColumn(
    _ instruction: Instruction.AddColumn, _ changeset: Changeset
  ) -> [(String, JSONText?)]? {
    let target = instruction.linkTarget.flatMap { changeset.string($0).text }
    let type =
      instruction.type == .link
      ? target.map { WrittenType.object($0) } : WrittenType(instruction.type)
    guard let name = text(instruction.table, changeset), let type,
      let field = changeset.string(instruction.field).text
    else { return nil }
    let property = WrittenProperty(
      name: field, type: type, collection: instruction.collection,
      isOptional: instruction.isNullable)
    return [
      ("class", name), ("property", .string(field)), ("type", .string(property.notation)),
    ]
  }

  // MARK: Values

  private static func json(_ value: PayloadValue) -> JSONText? {
    switch value {
    case .int(let value): json(value)
    case .string(let text): text.text.map { .string($0) }
    case .timestamp(let time):
      .tagged("date", .array([.wide(time.seconds), .integer(Int(time.nanoseconds))]))
    case .link(let table, let key):
      both(table.text, json(key)).map { .tagged("link", .array([.string($0), $1])) }
    case .objectValue: .tagged("new", .string("object"))
    case .list: .tagged("new", .string("list"))
    case .dictionary: .tagged("new", .string("dictionary"))
    case .set: .tagged("new", .string("set"))
    default: value.json
    }
  }

  private static func json(_ key: PrimaryKeyValue) -> JSONText? {
    switch key {
    case .int(let value): json(value)
    case .string(let text): text.text.map { .string($0) }
    default: key.json
    }
  }

  /// An integer as a number, unless some readers of JSON would round it.
  private static func json(_ value: Int64) -> JSONText {
    value.magnitude < 1 << 53 ? .number(String(value)) : .tagged("int", .wide(value))
  }

  private static func number(_ value: UInt32) -> JSONText { .integer(Int(value)) }

  private static func text(_ index: StringIndex, _ changeset: Changeset) -> JSONText? {
    changeset.string(index).text.map { .string($0) }
  }

  /// A moment as a scenario writes it, in UTC.
  static func time(_ microseconds: Int64) -> JSONText {
    let seconds = microseconds.dividedRoundingDown(by: 1_000_000)
    let nanoseconds = Int32((microseconds - seconds * 1_000_000) * 1_000)
    return .array([.wide(seconds), .integer(Int(nanoseconds))])
  }

  private static func all<Part>(_ parts: [Part?]) -> [Part]? {
    let found = parts.compactMap(\.self)
    return found.count == parts.count ? found : nil
  }

  private static func both<First, Second>(_ a: First?, _ b: Second?) -> (First, Second)? {
    guard let a, let b else { return nil }
    return (a, b)
  }
}

extension Int64 {
  fileprivate func dividedRoundingDown(by divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
