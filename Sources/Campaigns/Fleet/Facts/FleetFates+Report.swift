internal import Analyzer
internal import RealmModel
internal import Replayer
internal import TraceFormat

extension FleetFates {
  /// What writes are counted by.
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
    var indexes: [Key: Int] = [:]
    var found: [FleetFates] = []
    for write in report.writes {
      let key = Key(
        className: write.address.className, property: write.address.property, fate: write.fate,
        cause: write.cause, rule: write.rule, defects: write.defect?.identifiers ?? [])
      let index = indexes[key] ?? found.count
      if index == found.count {
        indexes[key] = index
        found.append(FleetFates(key))
      }
      found[index].writeCount += 1
      if write.impliedBy == nil { found[index].ownCount += 1 }
    }
    return found.sorted(by: goesBefore)
  }

  private init(_ key: Key) {
    self.init(
      className: key.className.fleetName, property: key.property?.fleetName, fate: key.fate,
      cause: key.cause, rule: key.rule, defects: key.defects, writeCount: 0, ownCount: 0)
  }

  private static func goesBefore(_ a: FleetFates, _ b: FleetFates) -> Bool {
    if a.className != b.className { return a.className < b.className }
    if a.property != b.property { return (a.property ?? .empty) < (b.property ?? .empty) }
    return a.words.lexicographicallyPrecedes(b.words)
  }

  private var words: [String] {
    [fate.rawValue, cause?.rawValue ?? "", rule?.rawValue ?? ""] + defects
  }
}
