internal import Analyzer

extension ThreeWay {
  /// Who has changed the thing since the last sync; nil where that is not known.
  package var meaning: String? {
    switch self {
    case .deviceOnly: "changed by the device alone"
    case .serverOnly: "changed by the server alone"
    case .both: "changed by both sides"
    case .sameChange: "changed by both sides to the same end"
    case .neither: "changed by neither side"
    case .unknown: nil
    }
  }
}

extension Winner {
  /// Whose change stands.
  package var meaning: String {
    switch self {
    case .device: "the device's change stands"
    case .both: "both changes stand"
    }
  }
}

extension JudgedWrite {
  /// Who has changed the thing since the last sync, and whose change stands.
  package var changeWords: String {
    let change = threeWay.meaning ?? unknownChange
    return ([change] + (winner.map { [$0.meaning] } ?? [])).joined(separator: "; ")
  }

  private var unknownChange: String {
    sightings.before == nil
      ? "the server's earlier value is not in this trace"
      : "who has changed it since the last sync can't be told"
  }
}
