import RealmModel
import TraceFormat

/// A Realm made anew under an edited schema, with the data of the old one, as a client downloads it
/// after such a change: classes in order, their objects in order, then all values.
///
/// Values are converted where there is a natural way, and else get the default of their property.
struct SchemaRebuild {
  let source: RealmState
  private let schema: EditedSchema
  private(set) var destination = RealmTransaction(RealmState())
  /// Which object of the new Realm each object of the old one is.
  private var counterparts: [ObjectAddress: ObjectAddress] = [:]
  /// The new class of each old one, by its slot.
  private var classes: [Int: Int] = [:]
  /// The objects whose contents are being copied into embedded ones: none is copied into itself.
  private var path: [ObjectAddress] = []
  /// How many embedded objects may still be made. Where objects link to each other in every way, there
  /// would be one for each way; the links beyond that number are null, as are those of a chain that is too long.
  private var embeddedBudget: Int
  private static let embeddedDepthMax = 100
  private typealias ColumnCopy = (old: ColumnShape, column: ColumnShape)
  /// Where the values of each class go, by the slot of its new class.
  private var copies: [Int: [ColumnCopy]] = [:]

  private init(_ source: RealmState, _ schema: EditedSchema) {
    (self.source, self.schema) = (source, schema)
    let objectCount = source.tables.reduce(0) { $0 + $1.objectCount }
    embeddedBudget = 10_000 + 4 * objectCount
    counterparts.reserveCapacity(objectCount)
    for (index, edited) in schema.classes.enumerated() {
      if let key = edited.source { classes[key.slot] = index }
    }
  }

  static func rebuild(_ source: RealmState, _ schema: EditedSchema) -> RealmState {
    var rebuild = SchemaRebuild(source, schema)
    rebuild.destination.add(schema, onlyNew: false)
    rebuild.createObjects()
    rebuild.copyValues()
    return rebuild.destination.state
  }

  private mutating func createObjects() {
    for edited in schema.classes where edited.kind != .embedded {
      guard let old = edited.source, let key = destination.state.tableKey(named: edited.name)
      else { continue }
      let table = source.tables[old.slot]
      for (ordinal, object) in table.objectKeys.enumerated() {
        let identity = edited.identity(of: object, in: table, ordinal)
        counterparts[ObjectAddress(table: old, key: object)] = ObjectAddress(
          table: key, key: destination.createObject(key, identity).key)
      }
    }
  }

  private mutating func copyValues() {
    for edited in schema.classes where edited.kind != .embedded {
      guard let old = edited.source else { continue }
      for object in source.tables[old.slot].objectKeys {
        let address = ObjectAddress(table: old, key: object)
        if let other = counterparts[address] { copyContents(of: address, to: other, edited) }
      }
    }
  }
}

extension RealmTransaction {
  /// Makes the classes of a schema, and then their properties: all, or those that the old Realm does not have.
  mutating func add(_ schema: EditedSchema, onlyNew: Bool) {
    for edited in schema.classes where !onlyNew || edited.source == nil {
      _ = addTable(
        edited.name, edited.kind,
        primaryKey: edited.primaryKey.map { ($0.name, $0.type, $0.isOptional) })
    }
    for edited in schema.classes {
      guard let key = state.tableKey(named: edited.name) else { continue }
      for property in edited.properties where !onlyNew || property.source == nil {
        addColumn(
          key, name: property.name, type: property.type, collection: property.collection,
          isNullable: property.isOptional,
          target: property.target.flatMap { state.tableKey(named: $0) })
      }
    }
  }
}

extension SchemaRebuild {
  private mutating func copyContents(
    of object: ObjectAddress, to other: ObjectAddress, _ edited: EditedSchema.Class
  ) {
    path.append(object)
    defer { path.removeLast() }
    let cells = source.tables[object.table.slot].cells(object.key)
    var plainValues: [(leaf: Int, value: Cell)] = []
    let copies = columnCopies(to: other.table, edited)
    plainValues.reserveCapacity(copies.count)
    for (old, column) in copies {
      let cell = cells[old.leaf]
      if old.isApart, column.isApart {
        if let value = cell.plainValue(of: old, in: column) {
          plainValues.append((column.leaf, value))
        }
      } else {
        copy(cell, old, to: CellAddress(object: other, leaf: column.leaf), column)
      }
    }
    destination.fill(other, plainValues)
  }

  private mutating func columnCopies(to key: TableKey, _ edited: EditedSchema.Class)
    -> [ColumnCopy]
  {
    if let known = copies[key.slot] { return known }
    let table = destination.state.tables[key.slot]
    let found = edited.properties.compactMap { property -> ColumnCopy? in
      guard let old = property.source, let column = table.column(named: property.name) else {
        return nil
      }
      return (old, column)
    }
    copies[key.slot] = found
    return found
  }

  private mutating func copy(
    _ cell: Cell, _ old: ColumnShape, to address: CellAddress, _ column: ColumnShape
  ) {
    let elements = cell.parts(of: old)
    switch column.collection {
    case .single: place(elements.first?.value ?? .null, at: address, column)
    case .list:
      for element in elements { append(element.value, to: address, column) }
    case .set:
      for element in elements {
        if let value = plain(element.value, column) {
          _ = destination.insertIntoSet(value, at: address)
        }
      }
    case .dictionary:
      for element in elements { insert(element.value, element.key, into: address, column) }
    }
  }

  private mutating func place(_ cell: Cell, at address: CellAddress, _ column: ColumnShape) {
    if column.isEmbedded {
      embed(cell) { $0.setEmbedded(at: address) }
    } else if let value = plain(cell, column) {
      destination.set(value, at: address)
    }
  }

  private mutating func append(_ cell: Cell, to list: CellAddress, _ column: ColumnShape) {
    let count = destination.state.cell(list).elements.count
    if column.isEmbedded {
      embed(cell) { $0.insertEmbedded(at: count, in: list) }
    } else if let value = plain(cell, column) {
      destination.insert(value, at: count, in: list)
    }
  }

  private mutating func insert(
    _ cell: Cell, _ key: RealmString, into dictionary: CellAddress, _ column: ColumnShape
  ) {
    if column.isEmbedded {
      embed(cell) { $0.insertEmbedded(forKey: key, in: dictionary) }
    } else if let value = plain(cell, column) {
      destination.insert(value, forKey: key, in: dictionary)
    }
  }

  private mutating func embed(_ cell: Cell, _ create: (inout RealmTransaction) -> ObjectAddress) {
    guard case .link(let target) = cell, source.contains(target),
      path.count < Self.embeddedDepthMax,
      !path.contains(target), let index = classes[target.table.slot], embeddedBudget > 0
    else { return }
    embeddedBudget -= 1
    copyContents(of: target, to: create(&destination), schema.classes[index])
  }

  /// A value that is not an embedded object, in the new Realm's terms; nil where the property cannot
  /// hold any, so that the default stays or there is no element.
  private mutating func plain(_ cell: Cell, _ column: ColumnShape) -> Cell? {
    let mapped = cell.mapLinks { link(to: $0) }
    let value = column.type == .mixed ? mapped : mapped.converted(to: column)
    return value.isNull && !column.isNullable ? nil : value
  }

  private mutating func link(to target: ObjectAddress) -> Cell {
    if let other = counterparts[target] { return .link(other) }
    guard target.key.isUnresolved, let index = classes[target.table.slot],
      schema.classes[index].kind != .embedded,
      let key = destination.state.tableKey(named: schema.classes[index].name)
    else { return .null }
    let identity = source.tables[target.table.slot].identity(of: target.key)
    let converted = identity.converted(to: schema.classes[index].primaryKey?.type, 0)
    return .link(ObjectAddress(table: key, key: destination.objectOrTombstone(key, converted)))
  }
}

extension EditedSchema.Class {
  fileprivate func identity(
    of object: ObjectKey, in table: Table, _ ordinal: Int
  ) -> PrimaryKeyValue {
    guard let key = primaryKey else { return table.identity(of: object) }
    var identity = PrimaryKeyValue.null
    if let column = key.source, column.leaf != table.primaryKeyLeaf {
      // A property that becomes the key has values of its own.
      identity = PrimaryKeyValue(table.cell(object, column.leaf).converted(to: key.type))
    } else if !table.isEmbedded {
      identity = table.identity(of: object).converted(to: key.type, ordinal)
    }
    return identity == .null && !(key.isOptional && !table.isEmbedded)
      ? .made(key.type, ordinal) : identity
  }
}

extension ColumnShape {
  /// Whether the column holds single values or lists of them that have nothing to do with any other
  /// object, nor with their order.
  fileprivate var isApart: Bool {
    (collection == .single || collection == .list) && !mayHoldLinks
  }
}

extension Cell {
  /// What a plain column gets for a plain column's value; nil where its default stays.
  fileprivate func plainValue(of old: ColumnShape, in column: ColumnShape) -> Cell? {
    if old.collection == .single, column.collection == .single {
      let value = converted(to: column.type)
      return value.isNull && !column.isNullable ? nil : value
    }
    if old.collection == .list, column.collection == .list, old.type == column.type,
      column.isNullable || !old.isNullable
    {
      return .list(elements)
    }
    let parts: CellList = old.collection == .list ? elements : isNull ? [] : [self]
    let values: CellList = column.collection == .single ? [parts.first ?? .null] : parts
    let converted = values.compactMap { value -> Cell? in
      let value = value.converted(to: column.type)
      return value.isNull && !column.isNullable ? nil : value
    }
    return column.collection == .single ? converted.first : .list(CellList(converted))
  }
}
