internal import TraceFormat

/// The operations that may be behind the instructions from an index on, those that say most first.
struct OperationCandidates {
  private let changeset: Changeset
  private let start: Int
  private let realm: ScenarioRealm
  private let values: ScenarioValues

  init(_ changeset: Changeset, at start: Int, _ realm: ScenarioRealm) {
    (self.changeset, self.start, self.realm) = (changeset, start, realm)
    values = ScenarioValues { realm.class($0) }
  }

  var all: [JSONText] { deletions + own }

  private var instruction: Instruction { changeset.instructions[start] }
  private var rest: ArraySlice<Instruction> { changeset.instructions[start...] }

  private var own: [JSONText] {
    switch instruction {
    case .addTable(let it): classes(it)
    case .eraseTable(let it): [.members(["removeClass": name(it.table).json])]
    case .addColumn(let it):
      [
        .members([
          "addProperty": .array([name(it.table).json, name(it.field).json]),
          "type": changeset.property(it).map { .string($0.notation) },
        ])
      ]
    case .eraseColumn(let it):
      [.members(["removeProperty": .array([name(it.table).json, name(it.field).json])])]
    case .createObject: creations
    case .eraseObject: []
    case .update(let it): updates(it)
    case .addInteger(let it):
      [.members(["increment": address, "by": .number(String(it.value))])]
    case .arrayInsert: insertions
    case .arrayMove(let it):
      [.members(["move": address, "to": .integer(Int(it.destination))])]
    case .arrayErase: [.members(["remove": address])]
    case .clear: [.members(["clear": address])]
    case .setInsert: run("add", with: "value")
    case .setErase: plain.map { .members(["remove": address, "value": $0]) }
    }
  }

  /// A deletion cuts the links to the object first.
  private var deletions: [JSONText] {
    for instruction in rest.prefix(Self.linkCountMax) {
      switch instruction {
      case .eraseObject: return [.members(["delete": objectAddress(of: instruction)])]
      case .update, .arrayErase, .setErase: continue
      default: return []
      }
    }
    return []
  }

  private var creations: [JSONText] {
    let created = objectAddress(of: instruction)
    let defaults = properties(after: 1, areDefaults: true)
    let set = properties(after: 1 + defaults.count, areDefaults: false)
    return [
      .members([
        "create": created, "defaults": defaults.isEmpty ? nil : .object(defaults),
        "set": set.isEmpty ? nil : .object(set),
      ]), .members(["create": created]),
    ]
  }

  private func updates(_ update: Instruction.Update) -> [JSONText] {
    if case .erased? = payload { return [.members(["remove": address])] }
    let isDefault = update.tail == .isDefault(true)
    let set = isDefault ? [] : properties(after: 0, areDefaults: false)
    let together: [JSONText] =
      set.isEmpty
      ? [] : [.members(["update": objectAddress(of: instruction), "set": .object(set)])]
    return together
      + plain.map {
        .members([
          "update": address, "value": $0, "default": isDefault ? .bool(true) : nil,
        ])
      }
  }

  /// The properties that updates set one after the other from an offset on, all of the object that the
  /// first instruction is about.
  private func properties(after offset: Int, areDefaults: Bool) -> [JSONText.Member] {
    var members: [JSONText.Member] = []
    var names: Set<RealmString> = []
    for instruction in rest.dropFirst(offset) {
      guard case .update(let it) = instruction, it.location.path.count == 0,
        it.tail == .isDefault(areDefaults),
        objectAddress(of: instruction) == objectAddress(of: self.instruction),
        case .value(let value) = changeset.value(it.value),
        let property = property(of: instruction), names.insert(property.name).inserted
      else { break }
      members.append(.init(property.name.jsonName, values.json(value, as: property)))
    }
    return members
  }

  private var insertions: [JSONText] {
    guard case .arrayInsert(let it) = instruction,
      case .index(let index)? = steps(of: instruction).last
    else { return [] }
    let list = holderAddress
    let single = plain.map {
      JSONText.members(["insert": list, "index": .integer(Int(index)), "value": $0])
    }
    return index == it.priorSize ? run("append", with: "value") + single : single
  }

  /// An operation that puts several values into one collection, and the same with the first of them.
  private func run(_ verb: String, with member: String) -> [JSONText] {
    let place = verb == "append" ? holderAddress : address
    var several: [JSONText] = []
    for instruction in rest {
      guard instruction.kind == self.instruction.kind,
        (verb == "append" ? holderAddress(of: instruction) : address(of: instruction)) == place,
        let value = plain(of: instruction).first
      else { break }
      several.append(value)
    }
    let one = plain.map { JSONText.members([verb: place, member: $0]) }
    return several.count > 1 ? [.members([verb: place, "values": .array(several)])] + one : one
  }

  private func classes(_ table: Instruction.AddTable) -> [JSONText] {
    let own = changeset.classSchema(table)
    var whole = own
    for instruction in rest.dropFirst() {
      guard case .addColumn(let it) = instruction, it.table == table.table,
        let property = changeset.property(it)
      else { break }
      whole.properties.append(property)
    }
    return [whole, own].map { schema in
      .object([.init("addClass", schema.name.json)] + schema.json.members)
    }
  }

  private func name(_ index: StringIndex) -> RealmString { changeset.string(index) }

  private var payload: PayloadValue? { instruction.value.map(changeset.value) }

  private var plain: [JSONText] { plain(of: instruction) }

  /// The value of an instruction as people write it: as the property has it, or as in a Mixed.
  private func plain(of instruction: Instruction) -> [JSONText] {
    guard let payload = instruction.value.map(changeset.value) else { return [] }
    switch payload {
    case .value(let value):
      let property = property(of: instruction)
      let typed = property.map { [values.json(value, as: $0.element)] } ?? []
      return typed + [values.json(value, as: .mixed)]
    case .objectValue, .dictionary: return [.object([])]
    case .list, .set: return [.array([])]
    case .erased: return []
    }
  }

  /// The property that an instruction is about, of the object or the embedded object that holds it.
  private func property(of instruction: Instruction) -> PropertySchema? {
    guard let location = instruction.location else { return nil }
    var property = realm.class(name(location.table))?.property(name(location.field))
    for step in changeset.steps(location.path) {
      guard case .key(let key) = step, let owner = property?.target.flatMap(realm.class),
        owner.kind == .embedded, let inside = owner.property(key)
      else { continue }
      property = inside
    }
    return property
  }

  private func steps(of instruction: Instruction) -> [PathStep] {
    instruction.location.map { changeset.steps($0.path) } ?? []
  }

  private func objectAddress(of instruction: Instruction) -> JSONText {
    .array(objectParts(of: instruction))
  }

  private func objectParts(of instruction: Instruction) -> [JSONText] {
    let key = instruction.object.map { ScenarioValues.json(changeset.value($0)) } ?? .null
    return [name(instruction.table).json, key]
  }

  private func parts(of instruction: Instruction) -> [JSONText] {
    objectParts(of: instruction) + ScenarioNotation.steps(instruction, changeset)
  }

  private var address: JSONText { address(of: instruction) }
  private func address(of instruction: Instruction) -> JSONText { .array(parts(of: instruction)) }

  private var holderAddress: JSONText { holderAddress(of: instruction) }
  private func holderAddress(of instruction: Instruction) -> JSONText {
    .array(parts(of: instruction).dropLast())
  }

  /// The most links that a deletion is taken to cut.
  private static let linkCountMax = 100
}
