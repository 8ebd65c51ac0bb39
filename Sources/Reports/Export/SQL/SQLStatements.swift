internal import Analyzer
internal import RealmModel
internal import TraceFormat

/// The statements of steps, each of which does nothing unless its transaction is open.
struct SQLStatements {
  let tables: SQLTables
  private(set) var literals: SQLLiterals

  init(_ tables: SQLTables) {
    self.tables = tables
    literals = SQLLiterals(tables.dialect, tables.schema)
  }

  /// The statements of a step; `key` is that of its operation, `guarding` the condition that its transaction is open:
  /// begun, and not applied before.
  mutating func statements(
    of step: ExportStep, _ key: String, guarding: String
  ) throws(ExportLimit) -> [String] {
    switch step {
    case .limited(let limit, _): throw limit
    case .schema: return []
    case .delete(let object, _):
      let table = try tables.table(object.className)
      let delete = "DELETE FROM \(table) WHERE \(try match(object)) AND \(guarding);"
      return [try note("delete", of: object, key, guarding), delete]
    case .change(let write, let place, _):
      guard let object = write.object, let value = try value(of: write, place) else { return [] }
      return [
        try note("update", of: object, key, guarding),
        try update(object, [(place.property.name, value)], guarding),
      ]
    case .create(let created): return try statements(of: created, guarding)
    }
  }

  /// Conditions that are true where all columns are there that statements of steps name, none of those that they
  /// write is generated, and those that they change the JSON of hold JSON. Else no statement of the steps does
  /// anything, and one at least is an error: SQLite goes on after those, with the transaction half done.
  func proofs(of steps: [ExportStep]) throws(ExportLimit) -> [String] {
    var columns: [RealmString: Set<RealmString>] = [:]
    var readings: Set<String> = []
    for step in steps {
      if let reading = try reading(of: step) { readings.insert(reading) }
      guard let (className, properties) = named(by: step) else { continue }
      columns[className, default: []].formUnion(properties)
    }
    var proofs: [String] = []
    for (className, properties) in columns.sorted(by: { $0.key < $1.key }) {
      let written = properties.sorted()
      let names = try ([tables.keyName(of: className)] + written).map { name throws(ExportLimit) in
        try tables.reference(to: name, of: className)
      }
      let table = try tables.table(className)
      proofs.append("NOT EXISTS (SELECT \(names.joined(separator: ", ")) FROM \(table) LIMIT 0)")
      guard tables.dialect == .sqlite, !written.isEmpty else { continue }
      let place = try texts([className, tables.targetSchema].compactMap(\.self))
      proofs.append(
        "NOT EXISTS (SELECT 1 FROM pragma_table_xinfo(\(place)) "
          + "WHERE hidden > 1 AND name COLLATE NOCASE IN (\(try texts(written))))")
    }
    // No count is -1. A list may be long, where a condition may not be deep.
    if !readings.isEmpty {
      proofs.append("-1 NOT IN (\(readings.sorted().joined(separator: ", ")))")
    }
    return proofs
  }

  private func texts(_ names: [RealmString]) throws(ExportLimit) -> String {
    try names.map { name throws(ExportLimit) in try literals.quoting.text(name) }
      .joined(separator: ", ")
  }

  /// Reads what a step changes the JSON of, for SQLite, which has no type for it: an error where it is not JSON.
  private func reading(of step: ExportStep) throws(ExportLimit) -> String? {
    guard tables.dialect == .sqlite, case .change(let write, let place, _) = step,
      let object = write.object, SQLColumnType(place.property, in: tables.schema) == .json
    else { return nil }
    let isWhole = write.address.path.isEmpty
    switch write.operation {
    case .set(.value, _) where isWhole, .clear where isWhole: return nil
    default:
      let column = try tables.reference(to: place.property.name, of: object.className)
      let table = try tables.table(object.className)
      return "(SELECT count(json_type(\(column))) FROM \(table) WHERE \(try match(object)))"
    }
  }

  /// The class of a step's table, and the properties that its statements name besides the primary key.
  private func named(by step: ExportStep) -> (className: RealmString, properties: [RealmString])? {
    switch step {
    case .limited, .schema: nil
    case .delete(let object, _): (object.className, [])
    case .change(let write, let place, _):
      write.object.map { ($0.className, [place.property.name]) }
    case .create(let created): (created.object.className, created.initials.map(\.property.name))
    }
  }

  /// Notes an operation where its object is not there: its statement then changes nothing, and no database says so.
  private func note(
    _ operation: String, of object: ObjectName, _ key: String, _ guarding: String
  ) throws(ExportLimit) -> String {
    let (match, table) = (try match(object), try tables.table(object.className))
    let missing = try tables.inTargetSchema(SQLTables.missingTable)
    let className = try literals.quoting.text(object.className)
    let name = try literals.quoting.text(object.key.json.text())
    return "INSERT INTO \(missing) SELECT '\(key)', '\(operation)', \(className), \(name) "
      + "WHERE NOT EXISTS (SELECT 1 FROM \(table) WHERE \(match)) AND \(guarding);"
  }

  private mutating func statements(
    of created: CreatedObject, _ guarding: String
  ) throws(ExportLimit) -> [String] {
    let object = created.object
    var set: [(RealmString, String)] = []
    var columns = [try tables.keyColumn(of: object.className)]
    var values = [try literals.key(object.key)]
    for initial in created.initials {
      let literal = try literals.literal(initial.value, of: initial.property)
      columns.append(try tables.column(initial.property.name))
      values.append(literal)
      if initial.isSet { set.append((initial.property.name, literal)) }
    }
    let table = try tables.table(object.className)
    let insert =
      "INSERT\(orRollback) INTO \(table) (\(columns.joined(separator: ", "))) "
      + "SELECT \(values.joined(separator: ", ")) "
      + "WHERE NOT EXISTS (SELECT 1 FROM \(table) WHERE \(try match(object))) AND \(guarding);"
    // Where the target has the object already, what somebody has set is set.
    return (set.isEmpty ? [] : [try update(object, set, guarding)]) + [insert]
  }

  private func update(
    _ object: ObjectName, _ values: [(name: RealmString, value: String)], _ guarding: String
  ) throws(ExportLimit) -> String {
    let assignments = try values.map { name, value throws(ExportLimit) in
      "\(try tables.column(name)) = \(value)"
    }
    return "UPDATE\(orRollback) \(try tables.table(object.className)) "
      + "SET \(assignments.joined(separator: ", ")) "
      + "WHERE \(try match(object)) AND \(guarding);"
  }

  /// What ends the transaction with the first row that a constraint refuses; PostgreSQL does so by itself.
  private var orRollback: String { tables.dialect == .sqlite ? " OR ROLLBACK" : "" }

  private func match(_ object: ObjectName) throws(ExportLimit) -> String {
    let column = try tables.reference(
      to: tables.keyName(of: object.className), of: object.className)
    guard object.key != .null else { return "\(column) IS NULL" }
    return "\(column) = \(try literals.key(object.key))"
  }
}

// What a column becomes
extension SQLStatements {
  /// A counter with a number added, around the end of 64 bits as in Realm (Realm Core: `instruction_applier.cpp`).
  static func sum(_ column: String, _ number: Int64) -> String {
    let plain = "\(column) + \(SQLLiterals.integer(number))"
    guard number != 0 else { return plain }
    let rest = SQLLiterals.integer(number &+ .min)
    let half = number > 0 ? "- 9223372036854775807 - 1" : "+ 9223372036854775807 + 1"
    let limit = SQLLiterals.integer(number > 0 ? .max - number : .min - number)
    return "CASE WHEN \(column) \(number > 0 ? ">" : "<") \(limit) "
      + "THEN (\(column) \(half)) + \(rest) ELSE \(plain) END"
  }

  /// The expression that a column is set to; nil for what changes nothing in any target.
  private mutating func value(
    of write: PendingWrite, _ place: PendingPlace
  ) throws(ExportLimit) -> String? {
    let path = write.address.path
    let column = try tables.reference(to: place.property.name, of: write.address.className)
    switch write.operation {
    case .set(.value(let value), _) where path.isEmpty && place.collection == .single:
      return try literals.literal(value, of: place.property)
    case .add(let number) where path.isEmpty && place.type == .int && place.collection == .single:
      return Self.sum(column, number)
    default:
      guard SQLColumnType(place.property, in: tables.schema) == .json else { throw .value }
      guard place.type != .mixed || !path.contains(where: \.looksLikeMark) else { throw .name }
      guard let (path, edit) = try edit(write, path, place) else { return nil }
      let isMixed = place.type == .mixed
      switch tables.dialect {
      case .sqlite:
        return try SQLiteJSON(quoting: literals.quoting, isMixed: isMixed)
          .changed(column, path[...], edit)
      case .postgresql:
        return try PostgresJSON(quoting: literals.quoting, isMixed: isMixed)
          .changed(column, path, edit)
      }
    }
  }

  private mutating func edit(
    _ write: PendingWrite, _ path: [PathStep], _ place: PendingPlace
  ) throws(ExportLimit) -> ([PathStep], SQLEdit)? {
    func expression(_ value: PayloadValue) throws(ExportLimit) -> String {
      try literals.expression(json: json(value, at: place))
    }
    switch write.operation {
    case .set(.value(let value), _):
      return (path, .put(try expression(.value(value)), isElement: place.holder == .list))
    case .set(.objectValue, _):
      // An element of a list stays; an entry gets a new object whatever it had (Realm Core: `instruction_applier.cpp`).
      if place.holder == .list { return nil }
      let new = try expression(.objectValue)
      let isEntry = place.holder == .dictionary
      return (path, isEntry ? .put(new, isElement: false) : .putIfNull(new))
    case .set(.list, _): return (path, .becomeEmpty(.list))
    case .set(.dictionary, _): return (path, .becomeEmpty(.dictionary))
    case .removeEntry: return (path, .remove)
    case .add(let number): return (path, .add(number))
    case .insert(let value):
      let (list, index) = try Self.element(path)
      return (list, .insert(try expression(value), at: index))
    case .move(let target):
      let (list, index) = try Self.element(path)
      return (list, .move(from: index, to: target))
    case .removeElement: return (path, .remove)
    case .clear: return (path, .clear(write.emptyCollection(at: place)))
    case .addMember(let value): return (path, .addMember(try member(value, place)))
    case .removeMember(let value): return (path, .removeMember(try member(value, place)))
    default: throw .value
    }
  }

  private mutating func member(
    _ value: PayloadValue, _ place: PendingPlace
  ) throws(ExportLimit) -> SQLMember {
    let json = try json(value, at: place)
    if case .object(let mark) = json, ["$decimal", "$double", "$float"].contains(mark.first?.name) {
      throw .memberOfMixed
    }
    return SQLMember(expression: try literals.expression(json: json), json: json)
  }

  private func json(
    _ value: PayloadValue, at place: PendingPlace
  ) throws(ExportLimit) -> JSONText {
    guard let value = try value.value(at: place, in: tables.schema) else { throw .value }
    return try literals.json(value, at: place)
  }

  private static func element(
    _ path: [PathStep]
  ) throws(ExportLimit) -> (list: [PathStep], index: UInt32) {
    guard case .index(let index)? = path.last else { throw .value }
    return (Array(path.dropLast()), index)
  }
}
