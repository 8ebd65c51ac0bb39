public import TraceFormat

extension RealmState {
  /// All classes, sorted by name, bytewise.
  public var classes: [ClassSchema] {
    tables.filter(\.isPresent).sorted { $0.name < $1.name }.map(classSchema)
  }

  /// All classes, as one schema.
  public var schema: RealmSchema { RealmSchema(classes) }

  /// A class by its name (without the prefix `class_` of the stored table).
  public func schema(of className: RealmString) -> ClassSchema? {
    table(named: className).map(classSchema)
  }

  package func contains(class name: RealmString) -> Bool { slots[name] != nil }

  package func contains(property name: RealmString, of className: RealmString) -> Bool {
    table(named: className)?.leaves[name] != nil
  }

  func classSchema(_ table: Table) -> ClassSchema {
    ClassSchema(
      name: table.name, kind: table.kind,
      primaryKey: table.primaryKeyLeaf.map { table.columnNames[$0] },
      properties: table.visibleLeaves.compactMap { leaf in
        table.columns[leaf].map { property($0, named: table.columnNames[leaf]) }
      })
  }

  package func property(_ column: ColumnShape, named name: RealmString) -> PropertySchema {
    PropertySchema(
      name: name, type: column.type.propertyType, isOptional: column.isNullable,
      collection: column.collection,
      target: column.type == .link && contains(column.opposite)
        ? tables[column.opposite.slot].name : nil)
  }

  /// The number of objects of a class; 0 where there is no such class.
  public func objectCount(of className: RealmString) -> Int {
    table(named: className)?.objectCount ?? 0
  }

  /// The number of objects of all classes that are not embedded.
  public var objectCount: Int { tables.reduce(0) { $0 + ($1.isEmbedded ? 0 : $1.objectCount) } }

  /// The primary keys of a class's objects, in the order of Realm's internal keys.
  public func keys(of className: RealmString) -> [PrimaryKeyValue] {
    guard let table = table(named: className) else { return [] }
    return table.objectKeys.map(table.identity(of:))
  }

  /// Whether an object exists.
  public func contains(_ key: PrimaryKeyValue, of className: RealmString) -> Bool {
    table(named: className)?.find(key) != nil
  }

  /// All objects that are not embedded in others, class by class.
  package var objectNames: some Sequence<ObjectName> {
    classes.lazy.filter { $0.kind != .embedded }.flatMap { schema in
      keys(of: schema.name).map { ObjectName(className: schema.name, key: $0) }
    }
  }

  /// All properties of an object, sorted by name, the primary key included; nil if it is absent.
  public func object(_ key: PrimaryKeyValue, of className: RealmString) -> [Value.Entry]? {
    address(of: ObjectName(className: className, key: key)).map(properties(of:))
  }

  /// An object by its internal keys; nil if it is absent, as embedded objects are, which have no name.
  package func address(of name: ObjectName) -> ObjectAddress? {
    guard let table = table(named: name.className), let key = table.find(name.key) else {
      return nil
    }
    return ObjectAddress(table: table.key, key: key)
  }

  /// The properties of an object by its internal keys, sorted by name.
  package func properties(of address: ObjectAddress) -> [Value.Entry] {
    let table = tables[address.table.slot]
    return table.leavesByName.map { leaf in
      Value.Entry(key: table.columnNames[leaf], value: value(table.cell(address.key, leaf)))
    }
  }

  /// The value at a place, following its path; nil if the place does not exist.
  public func value(at place: LocationValue) -> Value? { cell(at: place).map(value) }

  func cell(at place: LocationValue) -> Cell? {
    guard let table = table(named: place.table), let object = table.find(place.object),
      let leaf = table.leaves[place.field]
    else { return nil }
    return step(into: table.cell(object, leaf), place.path[...])
  }

  private func step(into cell: Cell, _ path: ArraySlice<PathStep>) -> Cell? {
    guard let step = path.first else { return cell }
    guard case (.link(let target), .key(let name)) = (cell, step) else {
      return cell.child(step).flatMap { self.step(into: $0, path.dropFirst()) }
    }
    let table = tables[target.table.slot]
    guard table.isEmbedded, let leaf = table.leaves[name] else { return nil }
    return self.step(into: table.cell(target.key, leaf), path.dropFirst())
  }

  package func value(_ cell: Cell) -> Value {
    switch cell {
    case .link(let target): value(ofLinkTo: target)
    case .list(let elements): .list(elements.map(value))
    case .set(let elements): .set(elements.map(value))
    case .dictionary(let entries):
      .dictionary(zip(entries.keys, entries.values).map { .init(key: $0, value: value($1)) })
    default: cell.scalar ?? .null
    }
  }

  /// The stored form of a value, of a collection the empty one: what it holds is stored element by element. Null for an
  /// embedded object, which is not a value of its own, and where a link leads to nothing.
  package func cell(_ value: Value) -> Cell {
    switch value {
    case .link(let link):
      address(of: ObjectName(className: link.className, key: link.key)).map { .link($0) } ?? .null
    case .list: .empty(.list)
    case .set: .empty(.set)
    case .dictionary: .empty(.dictionary)
    default: Cell(scalar: value)
    }
  }

  private func value(ofLinkTo target: ObjectAddress) -> Value {
    guard contains(target.table) else { return .null }
    let table = tables[target.table.slot]
    guard table.isEmbedded else {
      return .link(
        Value.Link(
          className: table.name, key: table.identity(of: target.key),
          isResolved: !target.key.isUnresolved))
    }
    return .embedded(
      Value.EmbeddedObject(className: table.name, properties: properties(of: target)))
  }

  /// Whether both are one state in memory, and so equal without a look at what is in it. Two states
  /// that were made apart are not, even if they have the same in them.
  package func isIdentical(to other: RealmState) -> Bool {
    // The numbers of the classes by name follow from the tables.
    tables.isIdentical(to: other.tables) && privateSlots == other.privateSlots
      && staleLinks == other.staleLinks
  }
}

extension RealmState? {
  package func isIdentical(to other: RealmState?) -> Bool {
    switch (self, other) {
    case (nil, nil): true
    case (let state?, let other?): state.isIdentical(to: other)
    default: false
    }
  }
}
