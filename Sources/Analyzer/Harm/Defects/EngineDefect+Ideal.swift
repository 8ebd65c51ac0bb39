internal import RealmModel
internal import Replayer
internal import TraceFormat

// What a defect did, from what a correct recovery comes to.
extension EngineDefect {
  /// What a defect did to a write.
  init(
    _ sighting: DefectSighting, _ identifiers: [String], _ write: JudgedWrite,
    ideal: JudgedWrite
  ) {
    self.init(
      identifiers: identifiers, idealFate: ideal.fate, idealAfter: ideal.sightings.after,
      effect: Self.effect(sighting, write.fate, ideal: ideal.fate))
  }

  /// What a defect did to the server's data.
  init(_ sighting: DefectSighting, _ collateral: Collateral, idealAfter: Sighting) {
    self.init(
      identifiers: sighting.identifiers, idealFate: nil, idealAfter: idealAfter,
      effect: idealAfter.looksLike(collateral.server)
        ? .harmedServer : .harmedServerOtherwise(instead: sighting.idealAfter))
  }

  private static func effect(_ sighting: DefectSighting, _ fate: Fate, ideal: Fate) -> Effect {
    guard sighting.address != nil else { return .resetFailed(idealFate: ideal) }
    return switch (fate.isKept, ideal.isKept) {
    case (false, true) where fate != .unknown: .notKept(fate)
    case (true, false): .onlyKept(idealFate: ideal)
    case _ where fate != .redundant && ideal == .redundant: .doneTwice
    default: .doneWrong(instead: sighting.idealAfter)
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

extension DefectSighting {
  init(_ aspect: DefectSearch.Aspect, _ names: [String], _ search: DefectSearch) {
    let address = aspect.address
    self.init(
      identifiers: names, address: address,
      after: address.map { Sighting(search.real.result.after, at: $0) },
      idealAfter: address.map { Sighting(search.ideal.result.after, at: $0) },
      result: search.real.ending, idealResult: search.ideal.ending, writes: [])
  }
}
