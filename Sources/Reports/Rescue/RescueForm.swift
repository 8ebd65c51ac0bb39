package import Analyzer
package import Campaigns
internal import RealmModel
internal import Replayer
internal import TraceFormat

/// Makes changes of what a device had not synced, with names and values as statements of a database have them, where
/// the target is one.
package struct RescueForm {
  private let pending: PendingChanges
  private let device: Int
  private let moment: Int
  private let client: UInt64
  private let tables: SQLTables?
  private var literals: SQLLiterals?
  private var made: [RescueChange] = []

  /// The changes of a file, each in its net effect, in the order of the first write to each object, and how many
  /// values are rounded.
  ///
  /// - Parameters:
  ///   - device: the number of the file.
  ///   - dialect: nil where the target is not a database that statements are made for.
  package static func changes(
    of export: UnsyncedExport, device: Int, _ dialect: SQLDialect?
  ) -> (changes: [RescueChange], rounded: Int) {
    var all: ([RescueChange], Int) = ([], 0)
    for (moment, pending) in export.changes.enumerated() {
      var form = RescueForm(
        pending: pending, device: device, moment: moment, client: pending.client,
        tables: dialect.map { SQLTables($0, pending.schema, in: nil) },
        literals: dialect.map { SQLLiterals($0, pending.schema) })
      for object in pending.objects { form.add(object) }
      all.0 += form.made
      all.1 += form.literals?.tally.roundedCount ?? 0
    }
    return all
  }

  private mutating func add(_ object: PendingObject) {
    guard let key = object.key else {
      for property in object.properties { addSchema(property, of: object.className) }
      return
    }
    let name = ObjectName(className: object.className, key: key)
    let keyName = pending.schema[name.className]?.primaryKey ?? SQLTables.ownKeyColumn
    switch object.change {
    case .schema, .createdAndDeleted: break
    case .deleted:
      let known = pending.before(object) ?? []
      // No fields would say that what there was is not known.
      let fields = known.count > 1 ? known.filter { $0.key != keyName } : known
      let old = fields.map { RescueChange.Field($0.key, old: $0.value) }
      add(.delete, of: name, old, object.writes)
    case .created, .replaced:
      let old = (object.change == .created ? [] : pending.before(object) ?? []).byKey
      let new = pending.now(object)?.filter { $0.key != keyName }
        .map { RescueChange.Field($0.key, old: old[$0.key], new: $0.value) }
      add(.create, of: name, new, object.writes)
    case .changed: for property in object.properties { add(property, of: name) }
    }
  }

  private mutating func addSchema(_ property: PendingProperty, of className: RealmString) {
    let name = ObjectName(className: className, key: .null)
    var change = change(.schema, of: name, property.writes)
    let isRemoval = property.writes.contains { pending.writes[$0].definition?.isRemoval == true }
    change.limit = isRemoval ? .schemaRemoval : .schema
    change.fields = property.name.map { [RescueChange.Field($0)] } ?? []
    made.append(change)
  }

  private func change(
    _ kind: RescueChange.Kind, of object: ObjectName, _ writes: [Int]
  ) -> RescueChange {
    var change = RescueChange(kind, device: device, object: object)
    (change.moment, change.writes) = (moment, writes)
    let last = writes.last.map { pending.transactions[pending.writes[$0].transactionIndex] }
    change.clientVersion = last?.clientVersion
    return change
  }

  /// A value that is as it was is not a change.
  private mutating func add(_ property: PendingProperty, of object: ObjectName) {
    guard let name = property.name else { return }
    if let old = property.before, let new = property.now, old.looksLike(new) { return }
    let sum = pending.sum(of: property.writes)
    let new = property.now?.value ?? pending.valueSet(by: property.writes)
    let field = RescueChange.Field(name, old: property.before?.value, new: new)
    add(sum == nil ? .set : .add, of: object, [field], property.writes, adding: sum)
  }

  /// - Parameter fields: nil where the trace does not show them.
  private mutating func add(
    _ kind: RescueChange.Kind, of object: ObjectName, _ fields: [RescueChange.Field]?,
    _ writes: [Int], adding sum: Int64? = nil
  ) {
    var change = change(kind, of: object, writes)
    (change.fields, change.added) = (fields ?? [], sum)
    change.client = client
    if let first = writes.first, sum != nil { change.origin = pending.origin(ofAddition: first) }
    do throws(ExportLimit) {
      let needsNew = kind != .delete && !(kind == .add && pending.lacksPart)
      guard fields?.allSatisfy({ !needsNew || $0.new != nil }) == true else {
        throw .unknownPlace
      }
      try say(&change)
    } catch {
      change.limit = error
    }
    made.append(change)
  }

  private mutating func say(_ change: inout RescueChange) throws(ExportLimit) {
    guard let tables, var literals else { return }
    defer { self.literals = literals }
    let (className, key) = (change.row.object.className, change.row.object.key)
    change.row.table = try tables.table(className)
    change.row.name = try literals.quoting.name(className)
    change.row.keyColumn = try tables.keyColumn(of: className)
    change.row.key = try literals.key(key)
    for index in change.fields.indices {
      try say(&change.fields[index], of: className, tables, &literals)
    }
  }

  private func say(
    _ field: inout RescueChange.Field, of className: RealmString, _ tables: SQLTables,
    _ literals: inout SQLLiterals
  ) throws(ExportLimit) {
    guard let property = pending.schema[className]?.property(field.property) else {
      throw .unknownPlace
    }
    field.column = try tables.column(property.name)
    field.isDocument = SQLColumnType(property, in: pending.schema) == .json
    if let old = field.old { field.oldLiteral = try literals.literal(old, of: property) }
    if let new = field.new { field.newLiteral = try literals.literal(new, of: property) }
  }
}

extension PendingChanges {
  /// Tells the clients of a trace apart. A device has one for each path, and a reset gives it another identifier; on
  /// the wire several sync one path.
  fileprivate var client: UInt64 {
    guard let start = session.start, start.source != .realmFile else { return 0 }
    let ident: JSONText? =
      start.source.isDevice ? JSONText.null : start.clientFileIdent.map { JSONText.wide($0) }
    let name: [JSONText] = [.string(start.clientFile), ident ?? .integer(Int(session.session))]
    return XXH64.digest(Array(JSONText.array(name).text().utf8))
  }

  /// Tells an addition from all others; nil where the trace does not show when the device made it.
  fileprivate func origin(ofAddition index: Int) -> UInt64? {
    let transaction = transactions[writes[index].transactionIndex]
    guard case .add(let number) = writes[index].operation,
      let time = transaction.originTimestampMilliseconds
    else { return nil }
    let name: [JSONText] = [
      session.start?.clientFileIdent.map { JSONText.wide($0) } ?? JSONText.null,
      .wide(transaction.clientVersion), .wide(time), .wide(number),
    ]
    return XXH64.digest(Array(JSONText.array(name).text().utf8))
  }

  /// Whether the device's values are not known, because its state lacks a part.
  fileprivate var lacksPart: Bool { device == nil && gaps.contains { $0.fact == .snapshotPart } }

  /// What the last of some writes makes of a whole property, where nothing else tells; nil where it does not.
  fileprivate func valueSet(by indexes: [Int]) -> Value? {
    lacksPart ? indexes.last.flatMap { writes[$0].plainValue } : nil
  }

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

extension UnsyncedExport {
  /// The same with what some changes are made of alone.
  package func keeping(_ changes: [RescueChange]) -> UnsyncedExport {
    var writes: [Int: Set<Int>] = [:]
    for change in changes { writes[change.moment, default: []].formUnion(change.writes) }
    var kept = self
    kept.changes = self.changes.enumerated().compactMap { moment, pending in
      writes[moment].map { pending.keeping($0) }
    }
    return kept
  }
}
