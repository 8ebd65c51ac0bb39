internal import RealmModel
internal import Replayer

struct DefectNotes {
  var writes: [JudgedWrite]
  var collateral: [Collateral]
  var defects: [DefectOccurrence] = []
  private let search: DefectSearch
  private let names: DefectNames
  /// The fates of the outcome without defects.
  private let ideal: [JudgedWrite]
  /// The collateral that there is without defects.
  private let conceded: Set<Harm>
  /// The writes, by their objects and by their properties.
  private var places: [Address: [Int]] = [:]

  init(
    _ search: DefectSearch, _ writes: [JudgedWrite], _ collateral: [Collateral],
    _ ideal: JudgedOutcome
  ) {
    (self.search, self.writes, self.collateral) = (search, writes, collateral)
    names = DefectNames(search.real)
    self.ideal = ideal.writes
    conceded = Set(ideal.collateral.map(Harm.init))
    for (index, write) in writes.enumerated() {
      for place in Set([write.address.wholeObject, write.address.wholeProperty]) {
        places[place, default: []].append(index)
      }
    }
  }

  /// Notes that an aspect of the outcome comes of some defects; none if it is not known of which.
  mutating func add(_ aspect: DefectSearch.Aspect, _ culprits: Quirks) {
    var occurrence = DefectOccurrence(aspect, names.names(of: culprits, at: aspect.address), search)
    occurrence.writes = harmed(aspect)
    for index in occurrence.writes {
      let identifiers = identifiers(of: index, aspect, culprits) ?? occurrence.identifiers
      writes[index].defect = EngineDefect(
        occurrence, identifiers, writes[index], ideal: ideal[index])
    }
    for index in collateral.indices
    where aspect.concerns(collateral[index].address)
      && !conceded.contains(Harm(collateral[index]))
    {
      let after = ObservedValue(search.ideal.result.after, at: collateral[index].address)
      collateral[index].defect = EngineDefect(occurrence, collateral[index], idealAfter: after)
    }
    defects.append(occurrence)
  }

  private struct Harm: Hashable {
    var kind: Collateral.Kind
    var address: Address
    var reason: Collateral.Reason

    init(_ collateral: Collateral) {
      (kind, address, reason) = (collateral.kind, collateral.address, collateral.reason)
    }
  }

  private func harmed(_ aspect: DefectSearch.Aspect) -> [Int] {
    guard let address = aspect.address else { return Array(writes.indices) }
    let concerned = places[address] ?? []
    let harmed = concerned.filter(isHarmed)
    // Something is wrong here, and where none of the writes tells which of them did it all may have.
    return harmed.isEmpty ? concerned.filter { writes[$0].fate != .superseded } : harmed
  }

  /// Whether a write's own fate is another, or the recovery did something else with it.
  private func isHarmed(_ index: Int) -> Bool {
    let (write, ideal) = (writes[index], ideal[index])
    guard write.fate == ideal.fate, write.cause == ideal.cause else { return true }
    let (a, b) = (search.real.result.rulings[index], search.ideal.result.rulings[index])
    return a.rule != b.rule || a.effect != b.effect || a.notes != b.notes
  }

  /// Those of the defects that the ruling on a write itself points at, if there are any.
  private func identifiers(
    of index: Int, _ aspect: DefectSearch.Aspect, _ culprits: Quirks
  ) -> [String]? {
    let own = Quirks(search.real.result.rulings[index].notes.map(Quirks.init(hintedAtBy:)))
      .intersection(culprits)
    return own.isEmpty ? nil : names.names(of: own, at: aspect.address)
  }
}

extension DefectSearch.Aspect {

  fileprivate func concerns(_ other: Address) -> Bool {
    guard let address else { return true }
    return other.wholeProperty == address || other.wholeObject == address
  }
}

// What a defect did, from what a correct recovery does.
extension EngineDefect {
  init(
    _ occurrence: DefectOccurrence, _ identifiers: [String], _ write: JudgedWrite,
    ideal: JudgedWrite
  ) {
    self.init(
      identifiers: identifiers, idealFate: ideal.fate, idealAfter: ideal.observed.after,
      effect: Self.effect(occurrence, write.fate, ideal: ideal.fate))
  }

  init(_ occurrence: DefectOccurrence, _ collateral: Collateral, idealAfter: ObservedValue) {
    self.init(
      identifiers: occurrence.identifiers, idealFate: nil, idealAfter: idealAfter,
      effect: idealAfter.looksLike(collateral.server)
        ? .harmedServer : .harmedServerOtherwise(instead: occurrence.idealAfter))
  }

  private static func effect(_ occurrence: DefectOccurrence, _ fate: Fate, ideal: Fate) -> Effect {
    guard occurrence.address != nil else { return .resetFailed(idealFate: ideal) }
    return switch (fate.isKept, ideal.isKept) {
    case (false, true) where fate != .unknown: .notKept(fate)
    case (true, false): .onlyKept(idealFate: ideal)
    case _ where fate != .redundant && ideal == .redundant: .doneTwice
    default: .doneWrong(instead: occurrence.idealAfter)
    }
  }
}

extension Fate {
  /// Whether the effect of the write, or of what replaced it, is there.
  package var isKept: Bool {
    switch self {
    case .recovered, .conflicted, .superseded, .redundant, .pending: true
    case .lost, .stranded, .unknown: false
    }
  }
}

extension DefectOccurrence {
  init(_ aspect: DefectSearch.Aspect, _ names: [String], _ search: DefectSearch) {
    let address = aspect.address
    self.init(
      identifiers: names, address: address,
      after: address.flatMap(search.real.after), idealAfter: address.flatMap(search.ideal.after),
      result: search.real.ending, idealResult: search.ideal.ending, writes: [])
  }
}
