internal import Analyzer
internal import RealmModel
internal import Replayer
internal import TraceFormat

extension FleetReset {
  /// - Parameters:
  ///   - column: what the mode keeps and costs.
  ///   - schema: how the schemas of device and server differ.
  init(
    _ report: Report, mode: ResetMode, column: ModeMatrix.Column, schema: [SchemaChange],
    recommended: [ResetMode]
  ) {
    let trigger = Trigger(report.error)
    let fates = FleetFates.all(in: report)
    self.init(
      session: report.session.session, record: report.session.resetSequence,
      kind: report.subject, trigger: trigger, result: report.result,
      didRecover: report.didRecover,
      attempts: report.attempts.map {
        Attempt(mode: $0.actualMode, result: $0.ending, failure: $0.failure?.failureClass)
      },
      message: report.failure?.message.fleetPrefix(Self.messageSizeMax),
      observed: report.comparison.map {
        Observed(mode: $0.mode, result: $0.result, isSame: $0.isAgreement)
      }, transactionCount: report.transactions.count,
      writeCount: report.ownWriteCount, countedCount: column.counted, keptCount: column.kept,
      unknownCount: column.unknown == fates.unknownCount ? nil : column.unknown,
      changes: Changes(report.changes), harm: report.harm.counts, fates: fates,
      causes: FleetCause.all(in: report, mode: mode, trigger, schema),
      traps: TrapIdentifier.allCases.counted(in: report.traps.map(\.trap)),
      defects: Set(report.defects.flatMap(\.identifiers)).sorted(),
      schemaChanges: schema.map {
        FleetSchemaChange(
          kind: $0.kind, effect: $0.effect, className: $0.className.fleetName,
          property: $0.property?.fleetName)
      },
      gaps: Gap.Kind.allCases.counted(in: report.gaps.map(\.kind)), recommended: recommended)
  }
}

extension FleetReset.Changes {
  fileprivate init(_ changes: [Change]) {
    all = changes.count
    lost = changes.count { $0.outcome == .lost }
    inBackupOnly = changes.count { $0.outcome == .inBackupOnly }
    notKnown = changes.count { $0.outcome == .notKnown }
  }
}

extension FleetReset.Trigger {
  init(_ error: SyncError) {
    self.init(
      action: error.action, code: error.code, name: error.name.fleetPrefix(Self.nameSizeMax))
  }
}

extension Sequence where Element: Hashable & Sendable {
  /// Those of the elements that there are, in their order, with how many there are of each.
  fileprivate func counted(in found: [Element]) -> [FleetCount<Element>] {
    guard !found.isEmpty else { return [] }
    let counts = Dictionary(found.map { ($0, 1) }, uniquingKeysWith: +)
    return compactMap { element in counts[element].map { FleetCount(element, $0) } }
  }
}

extension String {
  /// The first so many bytes, less those of a character that would be cut.
  func fleetPrefix(_ sizeMax: Int) -> String {
    guard utf8.count > sizeMax else { return self }
    var end = utf8.index(utf8.startIndex, offsetBy: sizeMax)
    while utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
    return String(self[..<end])
  }
}

extension DueReset {
  /// How the server's schema differs from the device's, without what is only new.
  var schemaChanges: [SchemaChange] {
    guard isReset, showsDownload else { return [] }
    let (old, new) = (situation.local.schema, situation.fresh.schema)
    return old == new ? [] : old.changes(to: new).filter { $0.effect != .additive }
  }
}
