internal import RealmModel
internal import TraceFormat

extension ScenarioReplica {
  /// The properties, dictionary entries, lists and sets that hold a link to an object, in the
  /// order in which Realm cuts them: by the class and property that hold the link, in order of
  /// creation. (Realm Core, `cluster.cpp`, goes through the target's backlink columns.)
  func placesThatLink(to object: ScenarioObjectName) -> [ScenarioPlace] {
    var found: [FoundLink] = []
    for owner in classes where owner.kind != .embedded {
      for key in tables[owner.name]?.order ?? [] {
        let place = ScenarioPlace(
          object: ScenarioObjectName(className: owner.name, key: key), steps: [])
        guard let value = value(of: place.object) else { continue }
        findLinks(to: .link(object), in: value, of: owner.name, column: [], at: place, &found)
      }
    }
    // Stable: links of one property stay in the order in which they were found.
    return found.enumerated()
      .sorted { ($0.element.column, $0.offset) < ($1.element.column, $1.offset) }
      .map(\.element.place)
  }

  private struct FoundLink {
    /// The numbers of the class and of the property that hold the link.
    var column: Column
    var place: ScenarioPlace
  }

  private struct Column: Comparable {
    var classIndex: Int
    var propertyIndex: Int

    static func < (a: Column, b: Column) -> Bool {
      (a.classIndex, a.propertyIndex) < (b.classIndex, b.propertyIndex)
    }
  }

  private func findLinks(
    to link: ScenarioValue, in value: ScenarioValue, of className: String?, column: [Column],
    at place: ScenarioPlace, _ found: inout [FoundLink]
  ) {
    switch value {
    case .object(let fields):
      guard let index = classes.firstIndex(where: { $0.name == className }) else { return }
      for (number, property) in classes[index].properties.enumerated() {
        guard let value = fields[property.name] else { continue }
        var inner: String?
        if case .object(let name) = property.type { inner = name }
        findLinks(
          to: link, in: value, of: inner,
          column: [Column(classIndex: index, propertyIndex: number)],
          at: place.appending(.key(property.name)), &found)
      }
    case .list(let elements):
      if elements.contains(link) { found += column.map { FoundLink(column: $0, place: place) } }
      for (index, element) in elements.enumerated() where element != link {
        findLinks(
          to: link, in: element, of: className, column: column,
          at: place.appending(.index(index)), &found)
      }
    case .dictionary(let entries):
      for key in ScenarioValue.sortedKeys(entries) {
        findLinks(
          to: link, in: entries[key] ?? .null, of: className, column: column,
          at: place.appending(.key(key)), &found)
      }
    case .set(let elements):
      if elements.contains(link) { found += column.map { FoundLink(column: $0, place: place) } }
    default:
      if value == link { found += column.map { FoundLink(column: $0, place: place) } }
    }
  }

  /// Removes the links to an object that a place holds.
  mutating func cutLinks(to object: ScenarioObjectName, at place: ScenarioPlace) {
    var instructions: [ScenarioInstruction] = []
    let link = ScenarioValue.link(object)
    change(at: place) { value in
      switch value {
      case .list(var elements):
        while let index = elements.firstIndex(of: link) {
          instructions.append(
            .arrayErase(place.appending(.index(index)), priorSize: UInt32(elements.count)))
          elements.remove(at: index)
        }
        value = .list(elements)
      case .set(let elements):
        instructions.append(.setErase(place, .value(link)))
        value = .set(elements.filter { $0 != link })
      default:
        instructions.append(.update(place, .value(.null), .isDefault(false)))
        value = .null
      }
    }
    for instruction in instructions { record(instruction) }
  }
}
