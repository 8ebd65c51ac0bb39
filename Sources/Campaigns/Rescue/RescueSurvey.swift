internal import RealmModel
internal import TraceFormat

/// Compares the changes of all devices with each other and with a target, which is only read.
///
/// Takes the changes file by file, in order, and again in batches once all are known: in memory are some bytes for
/// each place, a batch, and what is shown to people.
package struct RescueSurvey {
  /// How many changes are compared at a time.
  package static let batchSize = 400
  /// The most changes of each list that a page shows.
  package static let shownMax = 1_000

  package private(set) var rescue: RescueCase
  /// What several devices changed, what else you have to decide about, and the rest.
  package private(set) var contested: [RescueChange] = []
  package private(set) var open: [RescueChange] = []
  package private(set) var others: [RescueChange] = []
  private let target: any RescueTarget
  private var tables: [RealmString: RescueTable] = [:]
  private var places = RescuePlaces()
  private var number = 0

  /// - Throws: what the target throws.
  package init(_ rescue: RescueCase, _ target: any RescueTarget) throws {
    (self.rescue, self.target) = (rescue, target)
    for table in try target.tables() { tables[folded(table.name)] = table }
  }

  /// Takes what was read of the next file.
  package mutating func take(_ device: RescueCase.Device, _ changes: [RescueChange], rounded: Int) {
    for change in changes { places.note(change) }
    rescue.devices.append(device)
    rescue.roundedCount += rounded
  }

  /// Compares a batch, and gives its changes with their numbers and standings, in order.
  ///
  /// - Throws: what the target throws.
  package mutating func compared(_ batch: [RescueChange]) throws -> [RescueChange] {
    var settled = try compare(batch.map(placed))
    for index in settled.indices { settle(&settled[index]) }
    return settled
  }

  /// The case once all changes have been compared.
  ///
  /// - Parameter digest: of the lines that all changes were written as.
  package func finished(digest: String) -> RescueCase {
    var rescue = rescue
    rescue.digest = digest
    return rescue
  }

  private mutating func settle(_ change: inout RescueChange) {
    change.number = number
    number += 1
    places.settle(&change)
    rescue.devices[change.device].counts.add(change.standing)
    rescue.counts.add(change.standing)
    let list: WritableKeyPath<RescueSurvey, [RescueChange]> =
      change.standing == .contested ? \.contested : change.standing.isOpen ? \.open : \.others
    if self[keyPath: list].count < Self.shownMax { self[keyPath: list].append(change) }
  }

  // MARK: Where the target has room

  private func folded(_ name: RealmString) -> RealmString {
    guard !target.distinguishesCase else { return name }
    return RealmString(name.bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 })
  }

  /// The change with the columns to look at: its own, or all where a row is made or deleted.
  private func placed(_ change: RescueChange) -> RescueChange {
    var change = change
    guard change.limit == nil else {
      change.standing = .unsayable
      return change
    }
    let table = tables[folded(change.row.object.className)]
    let columns = Set(table?.properties.map(folded) ?? [])
    let lacking = change.fields.map(\.property).filter { !columns.contains(folded($0)) }
    if table == nil || !lacking.isEmpty {
      change.standing = .noPlace
      change.message = lacking.map(\.readableText).joined(separator: ", ")
    }
    change.row.watched = change.property == nil ? table?.columns ?? [] : change.fields.map(\.column)
    return change
  }

  // MARK: What the target has

  private func compare(_ changes: [RescueChange]) throws -> [RescueChange] {
    var compared = changes
    let asked = changes.indices.filter { changes[$0].standing == .unknownBase }
    let answers = try target.rows(
      asked.map { RescueAct(row: changes[$0].row, fields: changes[$0].fields) })
    for (index, answer) in zip(asked, answers) {
      if case .refused(let message) = answer { compared[index].message = message }
      compared[index].seen = answer.texts
      compared[index].standing = changes[index].standing(answer)
    }
    return compared
  }
}

extension RescueChange {
  fileprivate func standing(_ answer: RescueAnswer) -> RescueStanding {
    switch (answer, kind) {
    case (.refused, _): .noPlace
    case (.nothing, .create): .fits
    case (.nothing, .delete): .alreadyThere
    case (.nothing, _): .missingObject
    // A text or null can't be added to.
    case (.row(let texts, _, _), .add): texts.first??.integer == nil ? .conflict : .addsUp
    case (.row(_, isNew: true, _), _) where kind != .delete: .alreadyThere
    case (.row(_, _, let isOld), _):
      kind == .create ? .conflict : isOld.map { $0 ? .fits : .conflict } ?? .unknownBase
    }
  }
}

extension String {
  var integer: Int64? { Int64(self) }
}
