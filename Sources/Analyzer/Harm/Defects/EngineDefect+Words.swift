internal import RealmModel
internal import Replayer
internal import TraceFormat

extension EngineDefect {
  /// What a defect did to a write.
  init(
    _ sighting: DefectSighting, _ identifiers: [String], _ write: WriteVerdict,
    ideal: WriteVerdict
  ) {
    var sighting = sighting
    sighting.identifiers = identifiers
    self.init(
      identifiers: identifiers, idealFate: ideal.fate, idealAfter: ideal.sightings.after,
      text: Self.sentence(sighting, write.fate, ideal: ideal.fate))
  }

  /// What a defect did to the server's data.
  init(_ sighting: DefectSighting, _ collateral: Collateral, idealAfter: Sighting) {
    self.init(
      identifiers: sighting.identifiers, idealFate: nil, idealAfter: idealAfter,
      text: idealAfter.looksLike(collateral.server)
        ? "done by a defect of the engine: \(sighting.names); a correct recovery leaves what the server had"
        : "done by a defect of the engine: \(sighting.names); \(sighting.idealWords)")
  }

  private static func sentence(_ sighting: DefectSighting, _ fate: Fate, ideal: Fate) -> String {
    let names = sighting.names
    if sighting.address == nil {
      let rest = ideal.isKept ? "and keeps it" : "though this write is \(ideal.rawValue) there too"
      return
        "the reset failed at a defect of the engine: \(names); a correct recovery goes through, "
        + rest
    }
    switch (fate.isKept, ideal.isKept) {
    case (false, true) where fate != .unknown:
      return "\(fate.rawValue) to a defect of the engine: \(names); a correct recovery keeps it"
    case (true, false):
      return "kept only by a defect of the engine: \(names); with a correct recovery it is "
        + ideal.rawValue
    case _ where fate != .redundant && ideal == .redundant:
      return "done twice by a defect of the engine: \(names); a correct recovery leaves it alone"
    default:
      return "done wrong by a defect of the engine: \(names); \(sighting.idealWords)"
    }
  }
}

extension Fate {
  /// Whether the effect of the write, or of what replaced it, is there.
  package var isKept: Bool {
    switch self {
    case .recovered, .conflicted, .superseded, .redundant: true
    case .lost, .stranded, .unknown: false
    }
  }
}

extension DefectSighting {
  private static let valueColumns = 60

  init(_ aspect: DefectSearch.Aspect, _ names: [String], _ search: DefectSearch) {
    let address = aspect.address
    self.init(
      identifiers: names, address: address,
      after: address.map { Sighting(search.real.result.after, at: $0) },
      idealAfter: address.map { Sighting(search.ideal.result.after, at: $0) }, writes: [], text: "")
    text = sentence(search)
  }

  private func sentence(_ search: DefectSearch) -> String {
    guard let address, let after else {
      return "the reset ended as \(search.real.ending.rawValue); a correct recovery ends as "
        + search.ideal.ending.rawValue
    }
    return "\(address.text) is \(after.text(columns: Self.valueColumns)); \(idealWords)"
  }

  /// What is there without the defects.
  fileprivate var idealWords: String {
    let value = idealAfter?.text(columns: Self.valueColumns) ?? "something else"
    return "a correct recovery leaves \(value)"
  }
}
