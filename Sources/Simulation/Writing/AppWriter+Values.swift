import RealmModel
import TraceFormat

// New objects, and changes of what a property holds.
extension AppWriter {
  /// Creates an object as an app does, with a value for each property; none where there is one with its key.
  mutating func create(_ owner: ClassSchema, in realm: inout RealmTransaction) {
    guard let table = realm.state.tableKey(named: owner.name), let key = owner.primaryKeyProperty
    else { return }
    let object = realm.createObject(table, self.key(key))
    guard object.isNew else { return }
    let leaves = realm.state.tables[table.slot].leaves
    for property in owner.properties where property.name != owner.primaryKey {
      guard let leaf = leaves[property.name], property.collection == .single || chance(50) else {
        continue
      }
      let address = CellAddress(object: ObjectAddress(table: table, key: object.key), leaf: leaf)
      change(address, property, in: &realm)
    }
  }

  mutating func change(
    _ address: CellAddress, _ property: PropertySchema, in realm: inout RealmTransaction
  ) {
    let cell = realm.state.cell(address)
    switch property.collection {
    case .list: changeList(address, property, cell.elements, in: &realm)
    case .set: changeSet(address, property, cell.elements, in: &realm)
    case .dictionary:
      let key = RealmString("key \(number(in: 0...9))")
      let entry = address.appending(.key(key))
      switch cell.entries[key] {
      case .some where chance(25): _ = realm.remove(key: key, in: address)
      case let present: changeOne(entry, property.element, holding: present ?? .null, in: &realm)
      }
    case .single: changeOne(address, property, holding: cell, in: &realm)
    }
  }

  /// Changes one value: of what is embedded mostly one property.
  private mutating func changeOne(
    _ address: CellAddress, _ property: PropertySchema, holding cell: Cell,
    in realm: inout RealmTransaction
  ) {
    guard schema.isEmbedded(property), let object = cell.linkTarget, chance(75) else {
      return realm.write(value(of: property, in: realm.state), property, at: address)
    }
    let table = realm.state.tables[object.table.slot]
    guard let leaf = pick(table.visibleLeaves), let column = table.columns[leaf] else { return }
    change(
      CellAddress(object: object, leaf: leaf),
      realm.state.property(column, named: table.columnNames[leaf]), in: &realm)
  }

  /// Lists that have grown lose more than they gain.
  private mutating func changeList(
    _ list: CellAddress, _ property: PropertySchema, _ elements: CellList,
    in realm: inout RealmTransaction
  ) {
    let drawn = number(in: 0...99)
    guard let index = pick(elements.indices), drawn >= (elements.count < 20 ? 50 : 20) else {
      let value = elementValue(of: property, in: realm.state)
      if let value {
        realm.insert(value, property.element, at: number(in: 0...elements.count), in: list)
      }
      return
    }
    // An app does not see links to objects that are gone.
    guard elements[index].linkTarget?.key.isUnresolved != true else { return }
    switch drawn {
    case ..<70: realm.remove(at: index, in: list)
    case ..<80:
      let destination = number(in: 0...elements.count - 1)
      if destination != index { realm.move(from: index, to: destination, in: list) }
    default:
      let place = list.appending(.index(UInt32(index)))
      if schema.isEmbedded(property) {
        changeOne(place, property.element, holding: elements[index], in: &realm)
      } else if let value = elementValue(of: property, in: realm.state) {
        realm.write(value, property.element, at: place)
      }
    }
  }

  /// Sets hold no null here: Realm Core ends the process where a recovery meets the removal of one
  /// (`docs/rules.md`, "Aborts").
  private mutating func changeSet(
    _ set: CellAddress, _ property: PropertySchema, _ elements: CellList,
    in realm: inout RealmTransaction
  ) {
    if chance(elements.count < 10 ? 35 : 70), let element = pick(elements) {
      guard !element.isNull, element.linkTarget?.key.isUnresolved != true else { return }
      _ = realm.removeFromSet(element, at: set)
    } else if let value = elementValue(of: property, in: realm.state), value != .null {
      realm.insertIntoSet(value, at: set)
    }
  }

  /// A value that a list or set can have as an element: a link leads to an object.
  private mutating func elementValue(of property: PropertySchema, in state: RealmState) -> Value? {
    let value = value(of: property.element, in: state)
    return value == .null && (property.type == .link || !property.isOptional) ? nil : value
  }

  private mutating func value(
    of property: PropertySchema, in state: RealmState, depth: Int = 0
  ) -> Value {
    if let target = property.target.flatMap({ schema[$0] }) {
      if target.kind == .embedded { return embedded(target, in: state, depth: depth) }
      guard !chance(10), let object = object(of: target.name, in: state) else { return .null }
      return state.value(.link(object))
    }
    if property.isOptional, property.type != .mixed, chance(10) { return .null }
    return scalar(property.type)
  }

  /// An embedded object with values; embedded objects inside embedded ones end somewhere.
  private mutating func embedded(_ target: ClassSchema, in state: RealmState, depth: Int) -> Value {
    var properties: [Value.Entry] = []
    for property in target.properties where property.collection == .single {
      guard depth < 2 || !schema.isEmbedded(property) else { continue }
      properties.append(
        Value.Entry(key: property.name, value: value(of: property, in: state, depth: depth + 1)))
    }
    return .embedded(Value.EmbeddedObject(className: target.name, properties: properties))
  }

  private mutating func scalar(_ type: PropertyType) -> Value {
    let number = number(in: 0...9_999)
    return switch type {
    case .int, .link: .int(Int64(number))
    case .mixed: scalar(pick([.int, .bool, .string, .date, .double]) ?? .int)
    case .bool: .bool(number % 2 == 0)
    case .string: .string(text())
    case .data: .binary(text())
    case .date:
      .timestamp(Timestamp(seconds: 1_735_689_600 + Int64(number) * 60, nanoseconds: 0))
    case .float: .float(Float(number) / 4)
    case .double: .double(Double(number) / 4)
    // Two digits after the point.
    case .decimal128: .decimal(Decimal128(high: (6176 - 2) << 49, low: UInt64(number)))
    case .objectId: .objectID(ObjectID(high: 1, low: UInt32(number)))
    case .uuid: .uuid(RealmUUID(high: 0x4001, low: 0x8000_0000_0000_0000 | UInt64(number)))
    }
  }
}
