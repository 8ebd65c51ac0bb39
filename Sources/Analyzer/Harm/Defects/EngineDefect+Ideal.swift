internal import Replayer

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
