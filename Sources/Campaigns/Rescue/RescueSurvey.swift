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

  /// The case, which still lacks its digest.
  package private(set) var rescue: RescueCase
  /// What several devices changed, what else you have to decide about, and the rest.
  package private(set) var contested: [RescueChange] = []
  package private(set) var open: [RescueChange] = []
  package private(set) var others: [RescueChange] = []
  private let target: (any RescueTarget)?
  private var places = RescuePlaces()
  /// By SHA-256, the number of the first file with those bytes, or made of them; and for each file that number.
  private var firsts: [String: Int] = [:]
  private var originals: [Int] = []
  private var clients: [String: RescueGenerations] = [:]
  private var number = 0

  /// - Parameter target: nil for files, which nothing is compared with.
  package init(_ rescue: RescueCase, _ target: (any RescueTarget)?) {
    (self.rescue, self.target) = (rescue, target)
  }

  /// Takes what was read of the next file.
  package mutating func take(_ device: RescueCase.Device, _ changes: [RescueChange], rounded: Int) {
    let digest = device.original ?? device.sha256
    let original = digest.flatMap { firsts[$0] } ?? rescue.devices.count
    if let digest { firsts[digest] = original }
    originals.append(original)
    var writer = original
    if let generation = device.generation {
      writer = clients[generation.client, default: RescueGenerations()]
        .note(generation, of: original, isWhole: device.problem == nil)
    }
    for var change in changes {
      change.device = writer
      places.note(change)
    }
    rescue.devices.append(device)
    rescue.roundedCount += rounded
  }

  /// Compares a batch, and gives its changes with their numbers and standings, in order.
  package mutating func compared(_ batch: [RescueChange]) throws -> [RescueChange] {
    var settled = try compare(batch.map(placed))
    for index in settled.indices { settle(&settled[index]) }
    return settled
  }

  private mutating func settle(_ change: inout RescueChange) {
    change.number = number
    number += 1
    if !change.standing.isSettledByCopy { places.settle(&change) }
    // What a copy of a file adds was added once.
    if originals[change.device] != change.device, change.standing.isTakeable {
      change.standing = .repeated
    }
    rescue.devices[change.device].counts.add(change.standing)
    rescue.counts.add(change.standing)
    let list: WritableKeyPath<RescueSurvey, [RescueChange]> =
      change.standing == .contested ? \.contested : change.standing.isOpen ? \.open : \.others
    if self[keyPath: list].count < Self.shownMax { self[keyPath: list].append(change) }
  }

  /// The change with the columns to look at: its own, or all where a row is made or deleted.
  private func placed(_ change: RescueChange) throws -> RescueChange {
    var change = change
    if let version = change.clientVersion,
      let generation = rescue.devices[change.device].generation,
      let standing = clients[generation.client]?.standing(
        ofChangeAt: version, in: generation, of: originals[change.device])
    {
      change.standing = standing
      return change
    }
    guard change.limit == nil, let target else {
      change.standing = change.limit == nil ? .uncompared : .unsayable
      return change
    }
    let columns = try target.columns(of: change.row.object.className)
    let lacking = change.fields.map(\.property).filter { columns?[target.folded($0)] == nil }
    if columns == nil || !lacking.isEmpty {
      change.standing = .noPlace
      change.message =
        columns == nil
        ? "no table \(change.row.object.className.readableText)"
        : lacking.map(\.readableText).joined(separator: ", ")
    }
    change.row.watched =
      change.property == nil ? columns?.values.sorted() ?? [] : change.fields.map(\.column)
    return change
  }

  private func compare(_ changes: [RescueChange]) throws -> [RescueChange] {
    var compared = changes
    let asked = changes.indices.filter { changes[$0].standing == .unknownBase }
    let answers =
      try target?.rows(
        asked.map { index in
          let change = changes[index]
          return RescueAct(row: change.row, fields: change.fields, change: change)
        }) ?? []
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
    case (.row(let texts, _, _), .add):
      texts.first?.flatMap { Int64($0) } == nil ? .conflict : .addsUp
    case (.row(_, isNew: true, _), _) where kind != .delete: .alreadyThere
    case (.row(_, _, let isOld), _):
      isOld.map { $0 ? .fits : .conflict } ?? (kind == .create ? .conflict : .unknownBase)
    }
  }
}
