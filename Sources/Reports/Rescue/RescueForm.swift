package import Analyzer
package import Campaigns
internal import RealmModel
internal import Replayer
package import TraceFormat

/// Makes changes of what a device had not synced, with names and values as statements of a database have them.
package struct RescueForm {
  private let pending: PendingChanges
  private let device: Int
  private let tables: SQLTables
  private var literals: SQLLiterals
  private var made: [RescueChange] = []

  /// The changes of a file, each in its net effect, in the order of the first write to each object, and how many
  /// values are rounded.
  ///
  /// - Parameters:
  ///   - device: the number of the file.
  ///   - schema: the target's schema that all tables are in.
  package static func changes(
    of report: PendingReport, device: Int, _ dialect: SQLDialect, in schema: RealmString?
  ) -> (changes: [RescueChange], rounded: Int) {
    var all: ([RescueChange], Int) = ([], 0)
    for pending in report.changes {
      let tables = SQLTables(dialect, pending.schema, in: schema)
      var form = RescueForm(pending, device, tables)
      for object in pending.objects { form.add(object) }
      all.0 += form.made
      all.1 += form.literals.tally.roundings.values.reduce(0, +)
    }
    return all
  }

  private init(_ pending: PendingChanges, _ device: Int, _ tables: SQLTables) {
    (self.pending, self.device, self.tables) = (pending, device, tables)
    literals = SQLLiterals(tables.dialect, pending.schema)
  }

  private mutating func add(_ object: PendingObject) {
    guard let key = object.key else {
      for property in object.properties { addSchema(property, of: object.className) }
      return
    }
    let name = ObjectName(className: object.className, key: key)
    let keyName = tables.keyName(of: object.className)
    switch object.change {
    case .schema, .createdAndDeleted: break
    case .deleted:
      let fields = pending.before(object)?.filter { $0.key != keyName }
      add(.delete, of: name, fields?.map { RescueChange.Field($0.key, old: $0.value) } ?? [])
    case .created, .replaced:
      let fields = pending.now(object)?.filter { $0.key != keyName }
      add(.create, of: name, fields?.map { RescueChange.Field($0.key, new: $0.value) })
    case .changed: for property in object.properties { add(property, of: name) }
    }
  }

  private mutating func addSchema(_ property: PendingProperty, of className: RealmString) {
    let name = ObjectName(className: className, key: .null)
    var change = RescueChange(.schema, device: device, object: name)
    let isRemoval = property.writes.contains { pending.writes[$0].definition?.isRemoval == true }
    change.limit = isRemoval ? .schemaRemoval : .schema
    change.fields = property.name.map { [RescueChange.Field($0)] } ?? []
    made.append(change)
  }

  /// A value that is as it was is not a change.
  private mutating func add(_ property: PendingProperty, of object: ObjectName) {
    guard let name = property.name else { return }
    if let old = property.before, let new = property.now, old.looksLike(new) { return }
    let sum = pending.sum(of: property.writes)
    add(
      sum == nil ? .set : .add, of: object,
      [RescueChange.Field(name, old: property.before?.value, new: property.now?.value)], adding: sum
    )
  }

  /// - Parameter fields: nil where the trace does not show them.
  private mutating func add(
    _ kind: RescueChange.Kind, of object: ObjectName, _ fields: [RescueChange.Field]?,
    adding sum: Int64? = nil
  ) {
    var change = RescueChange(kind, device: device, object: object)
    (change.fields, change.added) = (fields ?? [], sum)
    do throws(ExportLimit) {
      guard fields != nil else { throw .unknownPlace }
      change.row.table = try tables.table(object.className)
      change.row.name = try literals.quoting.name(object.className)
      change.row.keyColumn = try tables.keyColumn(of: object.className)
      change.row.key = try literals.key(object.key)
      for index in change.fields.indices {
        try say(&change.fields[index], of: object.className, isThere: kind != .delete)
      }
    } catch {
      change.limit = error
    }
    made.append(change)
  }

  private mutating func say(
    _ field: inout RescueChange.Field, of className: RealmString, isThere: Bool
  ) throws(ExportLimit) {
    guard let property = pending.schema.property(field.property, of: className),
      !isThere || field.new != nil
    else { throw .unknownPlace }
    field.column = try tables.column(property.name, of: className)
    field.isDocument = SQLColumnType(property, in: pending.schema) == .json
    if let old = field.old { field.oldLiteral = try literals.literal(old, of: property) }
    if let new = field.new { field.newLiteral = try literals.literal(new, of: property) }
  }
}

extension PendingChanges {
  /// What writes add to a number as a whole; nil where one of them does something else.
  fileprivate func sum(of indexes: [Int]) -> Int64? {
    var sum: Int64 = 0
    for index in indexes {
      guard case .add(let number) = writes[index].operation, writes[index].address.path.isEmpty
      else { return nil }
      sum &+= number
    }
    return sum
  }
}

extension ObservedValue {
  fileprivate var value: Value? { if case .value(let value) = self { value } else { nil } }
}
