package import TraceFormat

// Links, collections and embedded objects mean something only together with their state:
// `RealmState.value(_:)` and `RealmState.cell(_:)` know them too.
extension Cell {
  /// The value of a scalar or of null; nil for all others.
  package var scalar: Value? {
    switch self {
    case .null: .null
    case .int(let value): .int(value)
    case .bool(let value): .bool(value)
    case .string(let value): .string(value)
    case .binary(let value): .binary(value)
    case .timestamp(let value): .timestamp(value)
    case .float(let bits): .float(bitPattern: bits)
    case .double(let bits): .double(bitPattern: bits)
    case .decimal(let value): .decimal(value)
    case .objectID(let value): .objectID(value)
    case .uuid(let value): .uuid(value)
    case .link, .list, .set, .dictionary, .backlinks: nil
    }
  }

  /// The cell of a scalar; null for all others.
  package init(scalar value: Value) {
    switch value {
    case .int(let value): self = .int(value)
    case .bool(let value): self = .bool(value)
    case .string(let value): self = .string(value)
    case .binary(let value): self = .binary(value)
    case .timestamp(let value): self = .timestamp(value)
    case .float(let bits): self = .float(bitPattern: bits)
    case .double(let bits): self = .double(bitPattern: bits)
    case .decimal(let value): self = .decimal(value)
    case .objectID(let value): self = .objectID(value)
    case .uuid(let value): self = .uuid(value)
    case .null, .link, .embedded, .list, .set, .dictionary: self = .null
    }
  }

  package var links: [ObjectAddress] {
    var links: [ObjectAddress] = []
    forEachLink { links.append($0) }
    return links
  }

  func forEachLink<Failure: Error>(
    _ body: (ObjectAddress) throws(Failure) -> Void
  ) throws(Failure) {
    switch self {
    case .link(let target): try body(target)
    case .list(let elements), .set(let elements):
      for element in elements { try element.forEachLink(body) }
    case .dictionary(let entries):
      for value in entries.values { try value.forEachLink(body) }
    default: break
    }
  }

  /// The cell with what becomes of each link in it.
  package func mapLinks(_ body: (ObjectAddress) -> Cell) -> Cell {
    switch self {
    case .link(let target): return body(target)
    case .list(let elements) where holdsLinks: return .list(elements.mapLinks(body))
    case .set(let elements) where holdsLinks: return .set(elements.mapLinks(body))
    case .dictionary(var entries) where holdsLinks:
      entries.values = entries.values.mapLinks(body)
      return .dictionary(entries)
    default: return self
    }
  }

  var holdsLinks: Bool {
    switch self {
    case .link: true
    case .list(let elements), .set(let elements): elements.contains(where: \.holdsLinks)
    case .dictionary(let entries): entries.values.contains(where: \.holdsLinks)
    default: false
    }
  }
}

extension CellList {
  fileprivate func mapLinks(_ body: (ObjectAddress) -> Cell) -> CellList {
    CellList(map { $0.mapLinks(body) })
  }
}

extension Cell {
  package var isNumber: Bool {
    switch self {
    case .int, .float, .double, .decimal: true
    default: false
    }
  }
}

extension Value {
  /// Whether both are numbers that Realm holds equal, whatever their types and forms: 1 and 1.0, 1.5 and 1.50.
  package func isSameNumber(as other: Value) -> Bool {
    let (number, otherNumber) = (Cell(scalar: self), Cell(scalar: other))
    return number.isNumber && otherNumber.isNumber
      && CellOrder.compareMixed(number, otherNumber) == 0
  }
}
