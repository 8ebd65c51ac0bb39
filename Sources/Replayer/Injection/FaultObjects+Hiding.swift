package import FaultPlans
package import RealmModel
import TraceFormat

extension ResetInjection {
  /// Objects go out of the device's view. Links to them stay on the server and dangle on the device.
  mutating func hide(_ objects: FaultObjects) throws(FaultRefusal) -> FaultEffect {
    let hidden = try objects.hidden(in: reset.situation.fresh)
    reset.situation.fresh = hidden.state
    return FaultEffect(
      .objectsHidden(className: RealmString(objects.className)), objects: hidden.objects)
  }
}

extension RealmState {
  fileprivate func identity(_ object: ObjectAddress) -> PrimaryKeyValue {
    tables[object.table.slot].identity(of: object.key)
  }
}

extension FaultObjects {
  /// A state without the objects that are meant, to which links stay, and which they are; throws why there are none.
  package func hidden(
    in state: RealmState
  ) throws(FaultRefusal) -> (state: RealmState, objects: [ObjectName]) {
    let found = try find(in: state)
    var transaction = RealmTransaction(state)
    for object in found { transaction.invalidateObject(object) }
    let className = RealmString(className)
    return (
      transaction.state,
      found.map { ObjectName(className: className, key: state.identity($0)) }
    )
  }

  private func find(in state: RealmState) throws(FaultRefusal) -> [ObjectAddress] {
    let className = RealmString(className)
    guard let table = state.table(named: className) else {
      throw FaultRefusal.noClass(className).suggesting(from: state)
    }
    guard !table.isEmbedded else { throw .noPermissions(className: className) }
    let leaf = property.map { table.leaves[RealmString($0)] }
    if let property, leaf == .some(nil) {
      throw FaultRefusal.noProperty(property: RealmString(property), className: className)
        .suggesting(from: state)
    }
    let keys = table.objectKeys.filter { key in
      leaf.map { matches(state, table.cell(key, $0 ?? 0)) } ?? true
    }
    guard !keys.isEmpty else { throw .noObjects(className: className) }
    return keys.map { ObjectAddress(table: table.key, key: $0) }
  }

  /// Whether a property's value compares so; values that cannot be compared do not.
  private func matches(_ state: RealmState, _ cell: Cell) -> Bool {
    if case .link(let target) = cell, !target.key.isUnresolved, value != .null {
      return matches(state, state.identity(target).cell)
    }
    guard let wanted = value.cell(like: cell) else { return comparison == .notEqual }
    if cell.isNull || wanted.isNull {
      return (cell.isNull && wanted.isNull) == (comparison != .notEqual)
        && (comparison == .equal || comparison == .notEqual)
    }
    return comparison.holds(CellOrder.compareMixed(cell, wanted), 0)
  }
}

extension FaultScalar {
  /// The value as a cell of the same type as another one; nil where it is none of that type.
  fileprivate func cell(like other: Cell) -> Cell? {
    switch (self, other) {
    case (.null, _): .null
    case (.bool(let value), .bool): .bool(value)
    case (.number(let digits), .int): Int64(digits).map { .int($0) } ?? number(digits)
    case (.number(let digits), .float), (.number(let digits), .double),
      (.number(let digits), .decimal):
      number(digits)
    case (.text(let text), .string): .string(RealmString(text))
    case (.text(let text), .objectID): ObjectID(text: text).map { .objectID($0) }
    case (.text(let text), .uuid): RealmUUID(text: text).map { .uuid($0) }
    case (.text(let text), .timestamp): Timestamp(text: text).map { .timestamp($0) }
    default: nil
    }
  }

  private func number(_ digits: String) -> Cell? {
    Double(digits).map { .double(bitPattern: $0.bitPattern) }
  }
}
