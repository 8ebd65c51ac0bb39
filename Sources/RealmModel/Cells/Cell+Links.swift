extension Cell {
  /// Every link in the value, in order.
  package var links: [ObjectAddress] {
    var links: [ObjectAddress] = []
    forEachLink { links.append($0) }
    return links
  }

  /// Calls the body with every link in the value, in order.
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

  /// Whether the value holds a link anywhere.
  var holdsLinks: Bool {
    switch self {
    case .link: true
    case .list(let elements), .set(let elements): elements.contains(where: \.holdsLinks)
    case .dictionary(let entries): entries.values.contains(where: \.holdsLinks)
    default: false
    }
  }
}
