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

  /// The statements of a step.
  ///
  /// - Parameters:
  ///   - key: the key of its operation.
  ///   - guarding: the condition that its transaction is open: begun, and not applied before.
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

  /// A condition for each table that is true where all columns are there that statements of steps name, and
  /// else an error of the statement that has it.
  func proofs(of steps: [ExportStep]) throws(ExportLimit) -> [String] {
    var classes: [RealmString] = []
    var columns: [RealmString: [RealmString]] = [:]
    for step in steps {
      guard let (className, properties) = named(by: step) else { continue }
      if columns[className] == nil { classes.append(className) }
      for name in [tables.keyName(of: className)] + properties
      where columns[className]?.contains(name) != true {
        columns[className, default: []].append(name)
      }
    }
    var proofs: [String] = []
    for className in classes {
      let table = try tables.table(className)
      let names = try (columns[className] ?? []).map { name throws(ExportLimit) in
        try tables.reference(to: name, of: className)
      }
      proofs.append("NOT EXISTS (SELECT \(names.joined(separator: ", ")) FROM \(table) LIMIT 0)")
    }
    return proofs
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
