internal import Analyzer
internal import RealmModel
internal import Replayer
internal import TraceFormat

// What the changes are, and what became of each.
extension ResetDocument {
  /// So few objects are shown one by one.
  private static let objectsMax = 6
  /// Of more alike so many are shown.
  private static let alikeMax = 3
  private static let kindColumns = 12
  private static let outcomeColumns = 22
  /// The most columns of a value in a list of several.
  private static let listedColumns = 40

  /// An object with the changes to it, or a class with those to its schema.
  fileprivate struct ObjectChanges {
    var address: Address
    var changes: [Change]

    var kind: Change.Kind { changes.first { $0.kind != .edited }?.kind ?? .edited }
  }

  private func objects(of report: Report) -> [ObjectChanges] {
    report.changes.groupedInOrder(by: \.address.wholeObject).map {
      ObjectChanges(address: $0.key, changes: $0.elements)
    }
  }

  /// What the device had not synced, an object a row.
  mutating func writeChanges() {
    guard !first.changes.isEmpty else { return }
    let objects = objects(of: first)
    document.heading(first.changesHeading(Self.extent(of: objects)))
    // Modes differ in what became of changes, and not in what they are.
    let isShort = objects.count > limit(Self.objectsMax)
    for (kind, all) in objects.groupedInOrder(by: \.kind) {
      let shown = isShort ? all.prefix(limit(Self.alikeMax)) : all[...]
      for object in shown {
        document.entry(
          "\(name(of: object.address))  \(text(of: object))", behind: kind.rawValue,
          columns: Self.kindColumns)
      }
      writeRest(all.count - shown.count, "object")
    }
  }

  /// Such as `3 Inspection created, 8 edited`.
  private static func extent(of objects: [ObjectChanges]) -> String {
    let classes = objects.groupedInOrder(by: \.address.className)
    return classes.prefix(4).map { name, objects in
      let kinds = objects.groupedInOrder(by: \.kind).sorted { $0.key.rank < $1.key.rank }
      return name.shortName + ": "
        + kinds.map { $0.key.words($0.elements.count) }.joined(separator: ", ")
    }.joined(separator: "; ")
      + (classes.count > 4 ? " " + Phrase.rest(classes.count - 4, "class") : "")
  }

  private func text(of object: ObjectChanges) -> String {
    let columns = extent == .short ? Self.listedColumns : valueColumns
    let parts = object.changes.groupedInOrder(by: \.address.property).map { property, changes in
      let effects = changes.map { first.effectWords(of: $0, columns: columns) }
      guard let property else { return effects.joined(separator: ", ") }
      let shown = effects.prefix(limit(Self.alikeMax))
      let rest = effects.count - shown.count
      return "\(property.shortName) \(shown.joined(separator: ", "))"
        + (rest > 0 ? " " + Phrase.rest(rest) : "")
    }
    return parts.filter { !$0.isEmpty }.joined(separator: "; ")
  }

  mutating func writeOutcomes(of report: Report) {
    guard !report.changes.isEmpty else { return }
    document.heading("\(Heading.outcomes): \(report.outcomeWords)")
    let objects = objects(of: report)
    guard !isWhole else {
      for index in objects.indices.sortedStably(by: { objects[$0].gravity }) {
        write(objects[index], of: report)
      }
      return
    }
    // What is alike is equally grave.
    let groups = objects.indices.groupedInOrder { objects[$0].pattern }.map(\.elements)
    var (shownCount, left) = (0, 0)
    for alike in groups.sortedStably(by: { objects[$0[0]].gravity }) {
      guard shownCount < limit(Self.detailedObjectsMax) else {
        left += alike.reduce(0) { $0 + objects[$1].changes.count }
        continue
      }
      let shown = alike.prefix(
        alike.count < limit(Self.objectsMax) ? alike.count : limit(Self.alikeMax))
      for index in shown { write(objects[index], of: report) }
      writeRest(alike.count - shown.count, "object")
      shownCount += shown.count
    }
    writeRest(left, "change")
  }

  private mutating func write(_ object: ObjectChanges, of report: Report) {
    let key = object.address.object.map(ObjectNames.whole)
    document.paragraph(object.address.text(naming: key))
    for change in object.changes { write(change, of: report) }
  }

  private static let detailedObjectsMax = 25

  private mutating func write(_ change: Change, of report: Report) {
    let place =
      change.kind == .edited ? (change.address.property?.shortName ?? "") : change.kind.rawValue
    let effect = report.effectWords(of: change, columns: valueColumns)
    let isPlain = change.outcome == .kept
    let reason = isPlain ? nil : report.reasonWords(of: change)
    let parts: [String?] = [
      [place, change.kind == .deleted ? "" : effect].filter { !$0.isEmpty }.joined(separator: " "),
      report.otherSides(of: change, columns: valueColumns), reason,
    ]
    document.entry(
      parts.compactMap(\.self).joined(separator: "; "), behind: report.words(for: change.outcome),
      columns: Self.outcomeColumns, change.outcome.role, indent: 4)
    guard isWhole else { return }
    for index in change.writes {
      document.paragraph(report.evidence(ofWrite: index), indent: 8, .faint)
    }
  }

  /// What others wrote that is gone, in the modes in which anything is.
  mutating func writePlacesOfOthers() {
    guard comparison.reports.count > 1 else { return }
    let reports = comparison.reports.filter { $0.overwrittenCount > 0 }
    for reports in reports.grouped(whereAlike: { $1.hasSameOverwrittenPlaces(as: $0) }) {
      let modes = Phrase.list(reports.map(\.mode.optionName), "or")
      document.heading("\(Heading.overwrittenWith) \(modes)")
      writeOverwrittenPlaces(of: reports[0])
    }
  }

  mutating func writeOthersLosses(of report: Report) {
    guard report.overwrittenCount > 0 else { return }
    document.heading("\(Heading.whatOthersWrote): \(report.whatOthersLostWords)")
    writeOverwrittenPlaces(of: report)
  }

  private mutating func writeOverwrittenPlaces(of report: Report) {
    let places = report.overwrittenPlaces(first: limit(2 * Self.objectsMax))
    if report.isGoneOrChanged, places.contains(where: { $0.kind == .goneWithRestore }) {
      document.paragraph(Heading.goneOrChanged)
    }
    for place in places {
      document.item(
        "\(name(of: place.address)): \(report.words(for: place, columns: valueColumns))")
    }
    writeRest(report.overwrittenCount - places.count, "place")
  }
}

extension ResetDocument.ObjectChanges {
  struct Part: Hashable {
    var place: Address
    var kind: Change.Kind
    var outcome: Change.Outcome
  }

  /// What objects have in common to which the same was done, with the same outcomes.
  fileprivate var pattern: [Part] {
    changes.map { change in
      let place = Address(className: address.className, property: change.address.property)
      return Part(place: place, kind: change.kind, outcome: change.outcome)
    }
  }

  /// The lower, the graver.
  fileprivate var gravity: Int {
    let isBad = changes.contains { $0.outcome.role == .bad }
    return isBad ? 0 : changes.contains { $0.outcome != .kept } ? 1 : 2
  }
}

extension Change.Kind {
  fileprivate var rank: Int { Change.Kind.allCases.firstIndex(of: self) ?? 0 }
}

// What each mode does: a row each, with numbers that add up.
extension ResetDocument {
  mutating func writeModes() {
    document.gap()
    let count = first.changes.count
    let apps = first.session.start?.configuredResetMode
    var table = Document.Table(
      columns: [
        "", Heading.changesOfDevice(count), Heading.whatOthersWroteColumn, "then",
      ], noun: "mode")
    for (index, report) in comparison.reports.enumerated() {
      let isApps = report.mode == apps && comparison.comparesModes
      let twin = comparison.reports[..<index].first { $0.comesToTheSame(as: report) }
      let name = report.mode.optionName + (isApps ? Heading.yourApp : "")
      let counts = report.outcomeCounts
      table.rows.append([
        .init(name, nil, link: report.mode.optionName),
        .init(report.outcomeWords, counts.count == 1 ? counts[0].outcome.role : nil),
        .init(report.whatOthersLostWords),
        .init(twin.map { Heading.same(as: $0.mode.optionName) } ?? report.sequelWords),
      ])
    }
    table.rows += comparison.unanswered.map { mode in
      [
        .init(mode.optionName + (mode == apps ? Heading.yourApp : "")),
        .init(Heading.notKnown, Change.Outcome.notKnown.role), .init(""), .init(Heading.needsFresh),
      ]
    }
    document.table(table)
  }
}

extension Report {
  fileprivate func comesToTheSame(as other: Report) -> Bool {
    result == other.result && outcomeWords == other.outcomeWords
      && whatOthersLostWords == other.whatOthersLostWords && sequelWords == other.sequelWords
  }
}
