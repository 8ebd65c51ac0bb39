internal import Analyzer
internal import RealmModel
internal import Replayer
internal import TraceFormat

extension FleetFates {
  private struct Key: Hashable {
    var className: RealmString
    var property: RealmString?
    var fate: Fate
    var cause: Cause?
    var rule: RuleIdentifier?
    var defects: [String]
  }

  /// The writes of a report, in the order of their classes, properties, fates, causes and rules.
  static func all(in report: Report) -> [FleetFates] {
    let writes = report.writes
    return writes.indices.groupedInOrder { index in
      let write = writes[index]
      return Key(
        className: write.address.className, property: write.address.property, fate: write.fate,
        cause: write.cause, rule: write.rule, defects: write.defect?.identifiers ?? [])
    }.map { key, indexes in
      FleetFates(
        className: key.className.fleetName, property: key.property?.fleetName, fate: key.fate,
        cause: key.cause, rule: key.rule, defects: key.defects, writeCount: indexes.count,
        ownCount: indexes.count { writes[$0].impliedBy == nil })
    }.sorted(by: goesBefore)
  }

  private static func goesBefore(_ a: FleetFates, _ b: FleetFates) -> Bool {
    if a.className != b.className { return a.className < b.className }
    if a.property != b.property { return a.property.goesBefore(b.property) }
    return a.words.lexicographicallyPrecedes(b.words)
  }

  private var words: [String] {
    [fate.rawValue, cause?.rawValue ?? "", rule?.rawValue ?? ""] + defects
  }
}

extension RealmString? {
  /// Whether a property is listed before another one: none before one without a name.
  func goesBefore(_ other: RealmString?) -> Bool {
    guard let self, let other else { return self == nil && other != nil }
    return self < other
  }
}
