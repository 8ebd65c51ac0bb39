package import TraceFormat

/// Follows the path of an instruction through a state (Realm Core: `InstructionApplier::PathResolver`).
///
/// Values are examined as they are now, after all instructions before this one.
struct PathResolver {
  let state: RealmState
  let changeset: Changeset
  let instruction: String
  private var rest: ArraySlice<PathElement>

  init(_ state: RealmState, _ changeset: Changeset, _ path: PathRange, for instruction: String) {
    (self.state, self.changeset, self.instruction) = (state, changeset, instruction)
    rest = changeset.elements(path)
  }

  private func table(_ address: CellAddress) -> Table { state.tables[address.object.table.slot] }

  private func fieldName(_ address: CellAddress) -> String {
    table(address).columnNames[address.leaf].readableText
  }

  mutating func walk(from address: CellAddress) throws(ApplyFailure) -> Spot {
    let column = state.column(address)
    guard let next = rest.first else { return Self.spot(of: column, at: address) }
    switch column.collection {
    case .list, .dictionary: return try walkIntoCollection(address, column.collection, next)
    // Realm takes a set of Mixed for a property of Mixed that holds something else (`docs/rules.md`, "Aborts").
    case .set, .single: break
    }
    switch column.type {
    case .mixed: return try walkIntoCollection(address, state.cell(address).collectionKind, next)
    case .link: return try walkThroughLink(address, column, next)
    default:
      throw .bad(
        "\(instruction): Resolving path through unstructured field "
          + "'\(table(address).storedName).\(fieldName(address))' of type "
          + column.type.columnTypeName)
    }
  }

  private static func spot(of column: ColumnShape, at address: CellAddress) -> Spot {
    switch column.collection {
    case .single: .property(address)
    case .list: .list(address)
    case .dictionary: .dictionary(address)
    case .set: .set(address)
    }
  }

  /// Goes on inside a property or a value of Mixed, which must be the collection that the next step fits.
  private mutating func walkIntoCollection(
    _ address: CellAddress, _ kind: CollectionKind?, _ next: PathElement
  ) throws(ApplyFailure) -> Spot {
    switch (kind, next) {
    case (.list, .index): return try walkIntoList(address)
    case (.dictionary, .key): return try walkIntoDictionary(address)
    case (.list, _): throw wrongStep(.list, address)
    case (.dictionary, _): throw wrongStep(.dictionary, address)
    default:
      throw .bad(
        "\(instruction): Not a list or dictionary on field '\(fieldName(address))' in class "
          + "'\(table(address).storedName)'")
    }
  }

  private mutating func walkThroughLink(
    _ address: CellAddress, _ column: ColumnShape, _ next: PathElement
  ) throws(ApplyFailure) -> Spot {
    let place = "in field '\(fieldName(address))' in class '\(table(address).storedName)'"
    guard column.isEmbedded else {
      throw .bad("\(instruction): Reference through non-embedded link \(place)")
    }
    guard let target = state.cell(address).linkTarget else {
      throw .bad("\(instruction): Reference through NULL embedded link \(place)")
    }
    return try walkIntoEmbedded(target, next)
  }

  private mutating func walkIntoEmbedded(_ object: ObjectAddress, _ next: PathElement)
    throws(ApplyFailure) -> Spot
  {
    guard case .key(let name) = next else {
      throw .bad("\(instruction): Embedded object field reference is not a string")
    }
    rest.removeFirst()
    guard let leaf = state.tables[object.table.slot].leaves[changeset.string(name)] else {
      throw noSuchField(name, state.tables[object.table.slot])
    }
    return try walk(from: CellAddress(object: object, leaf: leaf))
  }

  func noSuchField(_ name: StringIndex, _ table: Table) -> ApplyFailure {
    .bad("\(instruction): No such field: '\(changeset.text(name))' in class '\(table.storedName)'")
  }

  private func wrongStep(_ kind: CollectionKind, _ address: CellAddress) -> ApplyFailure {
    let what = kind == .list ? "List index is not an integer" : "Dictionary key is not a string"
    return .bad(
      "\(instruction): \(what) on field '\(fieldName(address))' in class "
        + "'\(table(address).storedName)'")
  }
}

// Elements of collections
extension PathResolver {
  private mutating func walkIntoList(_ list: CellAddress) throws(ApplyFailure) -> Spot {
    guard case .index(let number)? = rest.popFirst() else {
      preconditionFailure("the caller has looked at the next step")
    }
    guard let next = rest.first else { return .listElement(list, index: Int(number)) }
    let column = state.column(list)
    let (storedName, field) = (table(list).storedName, fieldName(list))
    let elements = state.cell(list).elements
    switch column.type {
    case .link where !column.isEmbedded:
      throw .bad(
        "\(instruction): Reference through non-embedded link at '\(storedName).\(field)[\(number)]'"
      )
    case .link:
      guard elements.indices.contains(Int(number)),
        let target = elements[Int(number)].linkTarget
      else {
        throw .bad(
          "\(instruction): Out-of-bounds index through list at '\(storedName).\(field)[\(number)]'")
      }
      return try walkIntoEmbedded(target, next)
    case .mixed:
      guard elements.indices.contains(Int(number)) else {
        throw .bad(
          "\(instruction): Out-of-bounds index '\(number)' through list along path "
            + "'\(storedName).\(field)'")
      }
      return try walkIntoCollection(
        list.appending(.index(number)), elements[Int(number)].collectionKind, next)
    default:
      throw .bad(
        "\(instruction): Resolving path through unstructured list element on "
          + "'\(storedName).\(field)', which is a list of type '\(column.type.columnTypeName)'")
    }
  }

  private mutating func walkIntoDictionary(_ dictionary: CellAddress) throws(ApplyFailure)
    -> Spot
  {
    guard case .key(let name)? = rest.popFirst() else {
      preconditionFailure("the caller has looked at the next step")
    }
    let key = changeset.string(name)
    guard let next = rest.first else { return .entry(dictionary, key: key) }
    let column = state.column(dictionary)
    let value = state.cell(dictionary).child(.key(key))
    guard column.type == .link else {
      guard let value else {
        throw .bad(
          "\(instruction): Unmatched key '\(key)' through dictionary along path "
            + "'\(table(dictionary).storedName).\(fieldName(dictionary))'")
      }
      return try walkIntoCollection(dictionary.appending(.key(key)), value.collectionKind, next)
    }
    let place = "'\(table(dictionary).storedName).\(fieldName(dictionary))[\(key)]'"
    guard column.isEmbedded else {
      throw .bad("\(instruction): Reference through non-embedded link at \(place)")
    }
    guard let target = value?.linkTarget else {
      throw .bad("\(instruction): Unmatched key through dictionary at \(place)")
    }
    return try walkIntoEmbedded(target, next)
  }
}

/// What a path leads to.
package enum Spot {
  /// A property that holds one value.
  case property(CellAddress)
  case list(CellAddress)
  /// An element of a list, which need not exist.
  case listElement(CellAddress, index: Int)
  case dictionary(CellAddress)
  /// An entry of a dictionary, which need not exist.
  case entry(CellAddress, key: RealmString)
  case set(CellAddress)

  var nameInMessages: String {
    switch self {
    case .property: "(object, column)"
    case .list: "(list)"
    case .listElement: "(list, index)"
    case .dictionary, .entry: "(dictionary, key)"
    case .set: "(set)"
    }
  }
}
