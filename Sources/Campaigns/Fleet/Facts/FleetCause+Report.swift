internal import Analyzer
internal import RealmModel
internal import Replayer
internal import TraceFormat

extension FleetCause {
  /// The harm of a report by what it goes back to, in the order of classes, properties and rules.
  static func all(
    in report: Report, mode: ResetMode, _ trigger: FleetReset.Trigger, _ schema: [SchemaChange]
  ) -> [FleetCause] {
    guard !report.harm.isNone else { return [] }
    var tally = FleetCauseTally(schema, failure: report.failure)
    let writes = report.writes
    for index in report.harm.lost {
      tally.count(.lost, at: writes[index].address, writes[index].rule, writes[index].defect)
    }
    for index in report.harm.stranded {
      tally.count(.stranded, at: writes[index].address, writes[index].rule, writes[index].defect)
    }
    for (harmClass, places) in [
      (HarmClass.overwritten, report.harm.overwritten), (.doubled, report.harm.doubled),
    ] {
      for place in places {
        let first = place.collateral.first.map { report.collateral[$0] }
        tally.count(harmClass, at: place.address, first?.rule, first?.defect)
      }
    }
    for loss in report.harm.acknowledgedLost {
      tally.count(.acknowledgedLost, at: loss.address, nil, nil)
    }
    return tally.causes(mode: mode, trigger)
  }
}

private struct FleetCauseTally {
  private let schema: [SchemaChange]
  private let failing: SchemaChange?
  /// By what is the same of each while it is counted.
  private var causes: [FleetCause: FleetCause] = [:]

  init(_ schema: [SchemaChange], failure: ResetFailure?) {
    self.schema = schema
    failing = failure?.failureClass.flatMap { failureClass in
      schema.first { $0.failureClass == failureClass }
    }
  }

  mutating func count(
    _ harmClass: HarmClass, at address: Address, _ rule: RuleIdentifier?, _ defect: EngineDefect?
  ) {
    let key = FleetCause(
      cluster: "", rule: rule, className: address.className, property: address.property,
      defects: [])
    causes[key, default: key].harm[harmClass, default: 0] += 1
    for name in defect?.identifiers ?? [] where causes[key]?.defects.contains(name) == false {
      causes[key]?.defects.append(name)
    }
  }

  func causes(mode: ResetMode, _ trigger: FleetReset.Trigger) -> [FleetCause] {
    causes.values.sorted(by: Self.goesBefore).map { counted in
      var cause = counted
      cause.schemaChange = change(of: cause)?.kind
      cause.defects.sort()
      (cause.className, cause.property) = (cause.className.fleetName, cause.property?.fleetName)
      cause.cluster = cause.identifier(mode: mode, trigger)
      return cause
    }
  }

  private func change(of cause: FleetCause) -> SchemaChange? {
    failing
      ?? schema.first {
        $0.className == cause.className && ($0.property == nil || $0.property == cause.property)
      }
  }

  private static func goesBefore(_ a: FleetCause, _ b: FleetCause) -> Bool {
    if a.className != b.className { return a.className < b.className }
    if a.property != b.property { return a.property.goesBefore(b.property) }
    return (a.rule?.rawValue ?? "") < (b.rule?.rawValue ?? "")
  }
}

extension FleetFates {
  /// The writes of a report, in the order of their classes, properties, fates, causes and rules.
  static func all(in report: Report) -> [FleetFates] {
    let writes = report.writes
    return writes.indices.groupedInOrder { index in
      let write = writes[index]
      return FleetFates(
        className: write.address.className, property: write.address.property, fate: write.fate,
        cause: write.cause, rule: write.rule, defects: write.defect?.identifiers ?? [],
        writeCount: 0, ownCount: 0)
    }.map { key, indexes in
      var fates = key
      (fates.className, fates.property) = (key.className.fleetName, key.property?.fleetName)
      fates.writeCount = indexes.count
      fates.ownCount = indexes.count { writes[$0].impliedBy == nil }
      return fates
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
