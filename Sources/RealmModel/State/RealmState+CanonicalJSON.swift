public import TraceFormat

// The canonical form of a state (`docs/conformance.md`): equal states give equal text, whatever
// order their objects were created in. Sets of links alone depend on internal keys.
extension RealmState {
  /// The state in canonical JSON.
  public var canonicalJSON: JSONText { canonicalOutline.whole }

  /// Whether both are equal in canonical form.
  package func isEqual(to other: RealmState) -> Bool {
    canonicalOutline.isEqual(to: other.canonicalOutline)
  }

  /// The state in canonical JSON, of which each object is made when it is its turn: a state of a few
  /// kilobytes of changesets may have millions of values.
  package var canonicalOutline: JSONOutline {
    .members([.init("classes", .members(canonicalClasses))])
  }

  package var canonicalClasses: [JSONOutline.Member] {
    tables.filter(\.isPresent).sorted { $0.name < $1.name }
      .map { .init($0.name.jsonName, canonicalClass($0)) }
  }

  private func canonicalClass(_ table: Table) -> JSONOutline {
    let leaves = table.leavesByName
    let properties = leaves.compactMap { leaf in
      table.columns[leaf].map {
        JSONText.Member(
          table.columnNames[leaf].jsonName,
          property($0, named: table.columnNames[leaf]).canonicalJSON)
      }
    }
    let shape = JSONOutline.made([
      "kind": .string(table.kind.name),
      "primaryKey": table.primaryKeyLeaf.map { table.columnNames[$0].json },
      "properties": .object(properties),
    ])
    let objects =
      table.isEmbedded ? [] : [JSONOutline.Member("objects", canonicalObjects(table, leaves))]
    return .members(shape + objects)
  }

  package func canonicalObject(_ key: PrimaryKeyValue, of className: RealmString) -> JSONText? {
    guard let table = table(named: className), let object = table.find(key) else { return nil }
    return canonicalObject(table, object, table.leavesByName)
  }

  private func canonicalObjects(_ table: Table, _ leaves: [Int]) -> JSONOutline {
    var keys = table.objectKeys.map { key -> (sortKey: [UInt8], key: ObjectKey) in
      var sortKey: [UInt8] = []
      Self.canonical(table.identity(of: key)).write(into: &sortKey, escaping: .least)
      return (sortKey, key)
    }
    keys.sort { $0.sortKey.lexicographicallyPrecedes($1.sortKey) }
    return .elements(count: keys.count) { [keys] in canonicalObject(table, keys[$0].key, leaves) }
  }

  private func canonicalObject(_ table: Table, _ key: ObjectKey, _ leaves: [Int]) -> JSONText {
    .object(
      leaves.map { leaf in
        let column = table.columns[leaf]
        return JSONText.Member(
          table.columnNames[leaf].jsonName,
          canonical(
            table.cell(key, leaf), isListProperty: column?.collection == .list,
            hidesDangling: column?.type == .link && column?.collection != .single))
      })
  }

  /// A value; a list is bare as a property, and named where a Mixed holds it.
  private func canonical(
    _ cell: Cell, isListProperty: Bool = false, hidesDangling: Bool = false
  ) -> JSONText {
    switch cell {
    case .list(let elements):
      let text = canonical(elements, hidesDangling)
      return isListProperty ? text : .members(["$list": text])
    case .set(let elements): return .members(["$set": canonical(elements, hidesDangling)])
    case .dictionary(let entries):
      let members = zip(entries.keys, entries.values).map {
        JSONText.Member($0.jsonName, canonical($1))
      }
      return .members(["$dictionary": .object(members)])
    case .link(let target): return canonicalLink(to: target)
    default: return cell.canonicalScalar
    }
  }

  private func canonical(_ elements: CellList, _ hidesDangling: Bool) -> JSONText {
    .array(
      elements.compactMap { element in
        if hidesDangling, element.linkTarget?.key.isUnresolved == true { return nil }
        return canonical(element)
      })
  }

  private func canonicalLink(to target: ObjectAddress) -> JSONText {
    guard !target.key.isUnresolved, contains(target.table) else { return .null }
    let table = tables[target.table.slot]
    guard table.isEmbedded else {
      return .members([
        "$link": .array([
          table.name.json, Self.canonical(table.identity(of: target.key)),
        ])
      ])
    }
    return .members(["$embedded": canonicalObject(table, target.key, table.leavesByName)])
  }

  private static func canonical(_ key: PrimaryKeyValue) -> JSONText {
    if case .globalKey(let key) = key { return .members(["$globalKey": .string(key.text)]) }
    return key.cell.canonicalScalar
  }
}

extension Table {
  var leavesByName: [Int] { visibleLeaves.sorted { columnNames[$0] < columnNames[$1] } }
}

extension Cell {
  fileprivate var canonicalScalar: JSONText { scalar?.json ?? .null }
}
